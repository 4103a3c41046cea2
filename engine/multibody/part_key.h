#pragma once

#include <cstddef>
#include <cstdint>

// The halves of a BodyContactKey.
namespace scree {

/// A point or feature of a shape of a body.
constexpr std::uint64_t partKey(std::uint32_t body, std::size_t shape, std::uint32_t detail) {
  return (std::uint64_t{body} << 45) | (std::uint64_t{shape} << 31) | detail;
}
/// The body of a part.
constexpr std::uint32_t bodyOf(std::uint64_t part) { return static_cast<std::uint32_t>(part >> 45); }

}  // namespace scree
