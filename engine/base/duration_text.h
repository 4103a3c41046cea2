#pragma once

#include <string>

namespace scree {

/// Text of a duration [s]: "34 s", "2 min 05 s", "3 h 20 min".
std::string durationText(double seconds);

}  // namespace scree
