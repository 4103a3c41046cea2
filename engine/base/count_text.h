#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scree {

/// A number of things for people: "1 point", "2 points". `one` is the word for one thing, whose plural ends in s.
inline std::string countText(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

}  // namespace scree
