#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Quotes a value for a message: control characters become spaces, a long text is cut.
std::string inQuotes(std::string_view text);

}  // namespace scree
