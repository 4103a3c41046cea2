#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scree {

enum class SvgLine : std::uint8_t { solid, dashed, none };

struct SvgCurve {
  std::string name;
  std::vector<std::pair<double, double>> points = {};
  std::vector<std::string> labels = {};  ///< beside the points, in their order; none for those beyond the last
  std::vector<double> errors = {};       ///< half lengths of bars at the points; none for those beyond the last
  int colour = -1;                       ///< number of one; -1: by the place among the curves
  SvgLine line = SvgLine::solid;
};

struct Plot {
  std::string title;
  std::string xLabel;
  std::string yLabel;
  bool logX = false;
  bool logY = false;
  std::vector<SvgCurve> curves = {};
};

/// Draws a plot as SVG: axes, grid, a line with marks and an entry in the legend for each curve, and bars of errors.
/// Points that are not finite, or not positive on a logarithmic axis, are left out.
std::string svgText(const Plot& plot);
/// One picture of several plots, each below the one before.
std::string svgText(const std::vector<Plot>& plots);

}  // namespace scree
