#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// Two bodies; kNoBody where a side is nobody else's.
struct ColourPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};
constexpr std::uint32_t kNoBody = UINT32_MAX;

/// Puts contacts into groups of at most `width`, no two in a group sharing a body: colours first, each then cut.
class Colouring {
 public:
  /// `pairs` in the order of the contacts, with bodies below `bodies`. The groups are contiguous in order(), ends in
  /// ends(); contacts of one colour follow each other, so that groups in a row rarely depend on each other.
  void colour(std::span<const ColourPair> pairs, std::size_t bodies, std::size_t width);

  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const std::uint32_t> ends() const { return ends_; }

 private:
  static constexpr std::size_t kColours = 64;  // what a mask of bits tells apart

  std::vector<std::uint64_t> used_;  ///< colours of each body, zero between calls
  std::vector<std::uint8_t> colourOf_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace scree
