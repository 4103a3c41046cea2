#pragma once

#include <string>

#include "app/ui_state/measure_edits.h"

namespace scree {

/// A value with its unit: lengths of less than a metre in mm, "–" where there is none.
std::string measureValueText(double value, std::string_view unit);
/// Main value of a measure in a line, as "123 mm" or "+12 -3 grains, 0.21 kg/s".
std::string measureText(const Snapshot& snapshot, const Measure& measure);

}  // namespace scree
