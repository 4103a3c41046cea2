#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// Bodies of a contact; kNoBody for a side that no other contact has.
struct ColourPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};
constexpr std::uint32_t kNoBody = UINT32_MAX;

/// Puts contacts into groups of at most `width`, no two in a group sharing a body: colours first, each cut into full
/// groups, then the rest of all colours together.
class Colouring {
 public:
  /// `pairs` in the order of the contacts, with bodies below `bodies`. The groups are contiguous in order(), ends in
  /// ends(); full groups of one colour follow each other, so that groups in a row rarely depend on each other.
  void colour(std::span<const ColourPair> pairs, std::size_t bodies, std::size_t width);

  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const std::uint32_t> ends() const { return ends_; }

 private:
  void mark(const ColourPair& pair, std::uint64_t bit);
  void clear(const ColourPair& pair);
  std::uint64_t takenBy(const ColourPair& pair) const;
  void cut(std::span<const std::uint32_t> begin, std::size_t width);
  void fillUp(std::span<const ColourPair> pairs, std::size_t width);

  std::vector<std::uint64_t> used_;  ///< colours or groups of each body, zero between uses
  std::vector<std::uint32_t> byColour_;
  std::vector<std::uint32_t> rest_;
  std::array<std::vector<std::uint32_t>, 64> groups_;
  std::vector<std::uint8_t> colourOf_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace scree
