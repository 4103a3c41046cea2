#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/svg_plot.h"

namespace scree {

/// Axis of a contour plot, which ends at its values.
struct ContourAxis {
  std::string label;
  double from = 0.0;
  double to = 1.0;
  bool isLog = false;  ///< both ends are above zero
};

/// Values at the nodes of a grid, which are even on the axes: `columns` along x, rows from the bottom up.
struct ContourGrid {
  std::size_t columns = 0;
  std::vector<double> values;
};

/// Values above that of the band before and up to `upTo`.
struct ContourBand {
  double upTo = 0.0;
  std::string name;
};

/// Line along which a grid has a value.
struct ContourLine {
  std::string name;  ///< in the legend; empty: not there
  ContourGrid grid;
  double level = 0.0;
  int colour = 0;  ///< number of one, as curves have
  SvgLine line = SvgLine::solid;
};

/// Place with bars to its bounds.
struct ContourMark {
  std::string name;
  double x = 0.0;
  double y = 0.0;
  std::pair<double, double> xBounds;
  std::pair<double, double> yBounds;
};

struct ContourPlot {
  std::string title;
  ContourAxis x;
  ContourAxis y;
  ContourGrid grid;
  std::vector<ContourBand> bands;  ///< from the darkest on, by rising value; above the last there is no colour
  std::vector<ContourLine> lines = {};
  std::string pointsName = {};
  std::vector<std::pair<double, double>> points = {};
  std::vector<ContourMark> marks = {};
};

/// Draws coloured bands of a grid, lines, points and marks as SVG, with a legend.
std::string svgText(const ContourPlot& plot);

}  // namespace scree
