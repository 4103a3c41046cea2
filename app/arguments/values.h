#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/units.h"
#include "engine/scene/scene.h"

// Values on command lines: text to numbers and names. A complaint says the given text and what is allowed; it is empty
// when the value was read.
namespace scree {

/// Numbers that an option takes, in SI units.
struct ValueBounds {
  double least = 0.0;
  double most = std::numeric_limits<double>::infinity();
  bool takesLeast = true;  ///< false: only numbers above `least`
};
constexpr ValueBounds kAboveZero{.takesLeast = false};
constexpr ValueBounds kFromZero{};

/// Reads a quantity such as "5", "5 s" or "50 ms". Returns a complaint.
std::string readQuantity(std::string_view text, Dimension dimension, const ValueBounds& bounds, double& value);
/// Reads a whole number from `least` to `most`. Returns a complaint.
std::string readCount(std::string_view text, int least, int most, int& value);
/// Complaint about a name that is not among `names`, with the one that may have been meant.
std::string complaintOnName(std::string_view name, const std::vector<std::string>& names);
/// Reads "solver.sweeps=500". Returns a complaint.
std::string readSetting(std::string_view text, SceneOverride& setting);

}  // namespace scree
