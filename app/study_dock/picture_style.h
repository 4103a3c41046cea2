#pragma once

#include <QColor>
#include <QPainter>
#include <QPalette>

// Colours and texts that the pictures of a study share.
namespace scree {

constexpr int kLeastPictureHeight = 90;  ///< [px]; lower, axes have no room for two numbers

/// Colour of a place on the scale from 0 to 1, without the end of the scale that is hardly seen on the ground of the
/// program's palette.
QColor scaleColour(double share);
/// Colour between ground and text of a palette: 0 is the ground.
QColor inkOf(const QPalette& palette, double strength);
/// Colour of runs that failed, and of runs under way.
QColor failedColour(const QPalette& palette);
QColor runningColour(const QPalette& palette);
/// Paints text on a plate of the ground's colour, so that it can be read over lines.
void paintOnPlate(QPainter& painter, const QRectF& place, int flags, const QString& text, const QPalette& palette);

}  // namespace scree
