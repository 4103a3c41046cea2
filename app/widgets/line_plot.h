#pragma once

#include <string>
#include <vector>

#include "app/widgets/widgets.h"

namespace scree {

/// Curve or bars over a number.
struct PlottedLine {
  std::vector<double> x;  ///< ascending; of bars their middles
  std::vector<double> y;
  std::string xName;
  std::string xUnit;
  std::string yName;
  std::string yUnit;
  std::string help;
  bool bars = false;         ///< bars from zero in place of a curve
  bool logarithmic = false;  ///< y on a logarithmic scale; zeros are left out
};

/// Draws a plot over the width of the panel, with the ends of both axes, the value under the pointer, and a button that
/// puts the numbers on the clipboard as CSV. `name` is that of the probes; the button is name + ".copy".
void drawLinePlot(PanelContext& context, std::string_view name, const PlottedLine& line);

}  // namespace scree
