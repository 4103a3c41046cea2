#pragma once

#include <string>
#include <string_view>

#include "app/ui_state/panel_context.h"

// Wording of the run state, shared by the Run panel and the heads-up line.
namespace scree {

/// Text of the run state, such as "playing" or "pausing…".
std::string_view stateText(RunState state);
/// Text of the requested speed "1.00x", with the actual speed if that is lower: "1.00x (0.12x)"; "max" without a limit.
std::string rateText(const PanelContext& context);
/// True if the run plays more than 10 % slower than requested.
bool isBehind(const PanelContext& context);

}  // namespace scree
