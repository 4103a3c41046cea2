#pragma once

#include <string>
#include <string_view>

#include "app/ui_state/panel_context.h"

// Wording of the run state, shared by the Run panel and the heads-up line.
namespace scree {

/// "playing", "pausing…"; what was asked for shows at once.
std::string_view stateText(RunState state);
/// "1.00x" or, when the machine can't keep up, "1.00x (0.12x)".
std::string rateText(const PanelContext& context);
/// True while playing more than 10 % slower than asked for.
bool isBehind(const PanelContext& context);

}  // namespace scree
