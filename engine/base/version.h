#pragma once

#include <string_view>

namespace scree {

/// The version of this build, such as "0.2.0".
std::string_view version();

}  // namespace scree
