#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/widgets/widgets.h"

namespace scree {

/// One line of a residual plot: a value in m/s for each sweep, drawn where it is positive and finite.
struct ResidualLine {
  std::string name;  ///< beside the value under the pointer
  ImU32 colour = theme::kText;
  std::size_t count = 0;  ///< sweeps
  std::function<double(std::size_t)> value;
  float thickness = 1.6f;
};

/// Residuals (logarithmic) over sweeps across the panel, with the values at the sweep under the pointer. `help` shows
/// beside the curves; `empty` is what the plot says when there is nothing to draw. Lines are drawn from the last
/// to the first, so that the first is on top.
void drawResidualPlot(PanelContext& context, std::string_view name, std::span<const ResidualLine> lines,
                      std::string_view empty, std::string_view help);

}  // namespace scree
