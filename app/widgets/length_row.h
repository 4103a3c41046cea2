#pragma once

#include <span>

#include "app/widgets/widgets.h"

namespace scree {

/// Largest length that can be typed [mm].
constexpr double kLargestLength = 1e6;

/// Draws a label and beside it fields for lengths in mm, which can be dragged or typed. `metres` holds one length or x,
/// y and z [m]; `minimum` is in mm. A `pending` change has the warning colour. Returns true if a length changed.
bool lengthRow(PanelContext& context, std::string_view name, const char* label, std::span<double> metres,
               double minimum, std::string_view help, bool pending = false);

}  // namespace scree
