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

/// The plot as an SVG picture: axes, grid, a line with marks and an entry in the key for each curve. Points that an
/// axis cannot show (not finite, or not positive on a logarithmic one) are left out.
std::string svgText(const Plot& plot);

}  // namespace scree
