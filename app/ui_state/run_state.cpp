#include "app/ui_state/run_state.h"

#include <fmt/format.h>

namespace scree {

std::string_view stateText(RunState state) {
  switch (state) {
    case RunState::paused:
      return "paused";
    case RunState::playing:
      return "playing";
    case RunState::pausing:
      return "pausing…";
    case RunState::starting:
      return "starting…";
  }
  return "";
}

bool isBehind(const PanelContext& context) {
  return context.run == RunState::playing && context.targetRate > 0.0 && context.snapshot->run.actualRate > 0.0 &&
         context.snapshot->run.actualRate < 0.9 * context.targetRate;
}

std::string rateText(const PanelContext& context) {
  const double actual = context.snapshot->run.actualRate;
  if (context.targetRate <= 0.0) {
    return actual > 0.0 ? fmt::format("max ({:.3g}x)", actual) : "max";
  }
  const std::string target = fmt::format("{:.{}f}x", context.targetRate, context.targetRate < 0.1 ? 3 : 2);
  return isBehind(context) ? fmt::format("{} ({:.{}f}x)", target, actual, actual < 0.1 ? 3 : 2) : target;
}

}  // namespace scree
