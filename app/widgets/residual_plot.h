#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/widgets/widgets.h"

namespace scree {

/// Line of a residual plot: a value for each sweep [m/s], drawn where it is positive and finite.
struct ResidualLine {
  std::string name;  ///< name beside the value under the pointer
  ImU32 colour = theme::kText;
  std::size_t count = 0;                     ///< number of sweeps
  std::function<double(std::size_t)> value;  ///< residual of a sweep [m/s]
  float thickness = 1.6f;
};

/// Draws residuals (logarithmic) over sweeps, as wide as the panel, and a tooltip with the values at the sweep under
/// the pointer. `help` is the tooltip beside the curves; `empty` is the text of a plot without values. The first line
/// lies on top.
void drawResidualPlot(PanelContext& context, std::string_view name, std::span<const ResidualLine> lines,
                      std::string_view empty, std::string_view help);

}  // namespace scree
