#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/widgets.h"

namespace scree {

/// Point of a way to solve in a plot of precision.
struct PrecisionMark {
  std::string name;  ///< label beside the mark
  ImU32 colour = theme::kText;
  double cost = 0.0;   ///< processor time of a step [ms]
  double error = 0.0;  ///< error in the unit of the plot
  std::string help;    ///< tooltip at the mark
};

struct PrecisionPlot {
  std::vector<PrecisionMark> marks;
  std::optional<double> scatter;  ///< upper end of the band of the truth's scatter
  std::string empty;              ///< text of a plot without marks
  std::string help;               ///< tooltip beside the marks
};

/// Draws errors over processor time, both logarithmic, as wide as the panel. A mark whose error is 0 is left out.
void drawPrecisionPlot(PanelContext& context, std::string_view name, const PrecisionPlot& plot);

/// Ticks of a logarithmic axis between two positive numbers: 1, 2, 5 of each decade, or of long axes decades only; at
/// most about `most`.
std::vector<double> logarithmicTicks(double low, double high, std::size_t most);

}  // namespace scree
