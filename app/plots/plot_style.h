#pragma once

#include <QPalette>

#include "app/plots/custom_plot.h"

// Layout and colours that all plots share. Include this header only in the sources of plots.
namespace scree {

/// Colour between two: 0 the first, 1 the second.
QColor mixed(const QColor& a, const QColor& b, double part);
/// Colour of a curve by its number.
QColor curveColour(std::size_t curve);

/// Gives the legend a column of its own, so that it hides no curve. Returns the column, the legend in its first row.
QCPLayoutGrid* putLegendBeside(QCustomPlot& plot);
/// Font of legends, in which all letters have one width.
QFont legendFont(const QFont& font);
/// Colours background, axes and legend by a palette.
void stylePlot(QCustomPlot& plot, const QPalette& palette, const QFont& font);
/// Gives an axis that stylePlot() does not reach the look of one that it does.
void copyAxisStyle(const QCPAxis& from, QCPAxis& to);
/// Pens of the line at the time shown and of the line at the pointer.
QPen cursorPen();
QPen pointerPen(const QPalette& palette);

}  // namespace scree
