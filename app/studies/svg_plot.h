#pragma once

#include <string>
#include <utility>
#include <vector>

namespace scree {

struct SvgCurve {
  std::string name;
  std::vector<std::pair<double, double>> points = {};
};

struct Plot {
  std::string title;
  std::string xLabel;
  std::string yLabel;
  bool logX = false;
  bool logY = false;
  std::vector<SvgCurve> curves = {};
};

/// Draws a plot as SVG: axes, grid, a line with marks and an entry in the legend for each curve. Points that are not
/// finite, or not positive on a logarithmic axis, are left out.
std::string svgText(const Plot& plot);

}  // namespace scree
