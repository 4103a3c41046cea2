#pragma once

#include <span>

#include "app/widgets/widgets.h"

namespace scree {

/// What can be typed at most [mm].
constexpr double kLargestLength = 1e6;

/// A label over a part of the line and lengths in mm beside it, each to drag or to type. `metres` holds one, or x y z.
/// Returns true when one changed.
bool lengthRow(PanelContext& context, std::string_view name, const char* label, std::span<double> metres,
               double minimum, std::string_view help, bool pending = false);

}  // namespace scree
