#include "engine/solver/colouring.h"

#include <algorithm>
#include <array>
#include <bit>

namespace scree {

namespace {

constexpr std::size_t kBits = 64;  // groups or colours that a mask tells apart

}  // namespace

void Colouring::mark(const ColourPair& pair, std::uint64_t bit) {
  used_[pair.a] |= bit;
  if (pair.b != kNoBody) {
    used_[pair.b] |= bit;
  }
}

void Colouring::clear(const ColourPair& pair) {
  used_[pair.a] = 0;
  if (pair.b != kNoBody) {
    used_[pair.b] = 0;
  }
}

std::uint64_t Colouring::takenBy(const ColourPair& pair) const {
  return used_[pair.a] | (pair.b == kNoBody ? 0 : used_[pair.b]);
}

void Colouring::colour(std::span<const ColourPair> pairs, std::size_t bodies, std::size_t width) {
  if (used_.size() < bodies) {
    used_.resize(bodies, 0);
  }
  // One more than the colours: contacts of a body with so many that none is free.
  std::array<std::uint32_t, kBits + 2> begin{};
  colourOf_.resize(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto colour = static_cast<std::size_t>(std::countr_one(takenBy(pairs[i])));
    colourOf_[i] = static_cast<std::uint8_t>(colour);
    ++begin[colour + 1];
    if (colour < kBits) {
      mark(pairs[i], std::uint64_t{1} << colour);
    }
  }
  for (std::size_t colour = 0; colour <= kBits; ++colour) {
    begin[colour + 1] += begin[colour];
  }
  byColour_.resize(pairs.size());
  auto next = begin;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    byColour_[next[colourOf_[i]]++] = static_cast<std::uint32_t>(i);
    clear(pairs[i]);
  }
  cut(begin, width);
  fillUp(pairs, width);
}

/// Full groups of each colour; what is left over goes to rest_.
void Colouring::cut(std::span<const std::uint32_t> begin, std::size_t width) {
  order_.clear();
  ends_.clear();
  rest_.clear();
  for (std::size_t colour = 0; colour <= kBits; ++colour) {
    std::size_t at = begin[colour];
    for (; colour < kBits && at + width <= begin[colour + 1]; at += width) {
      order_.insert(order_.end(), byColour_.begin() + static_cast<std::ptrdiff_t>(at),
                    byColour_.begin() + static_cast<std::ptrdiff_t>(at + width));
      ends_.push_back(static_cast<std::uint32_t>(order_.size()));
    }
    rest_.insert(rest_.end(), byColour_.begin() + static_cast<std::ptrdiff_t>(at),
                 byColour_.begin() + static_cast<std::ptrdiff_t>(begin[colour + 1]));
  }
}

/// Puts the left over contacts of all colours into groups, each into the first that has room and none of its bodies.
void Colouring::fillUp(std::span<const ColourPair> pairs, std::size_t width) {
  std::size_t done = 0;
  while (done < rest_.size()) {
    std::array<std::vector<std::uint32_t>, kBits>& groups = groups_;
    std::uint64_t full = 0;
    std::size_t later = done;
    for (std::size_t i = done; i < rest_.size(); ++i) {
      const ColourPair& pair = pairs[rest_[i]];
      const auto group = static_cast<std::size_t>(std::countr_one(takenBy(pair) | full));
      if (group == kBits) {
        rest_[later++] = rest_[i];
        continue;
      }
      groups[group].push_back(rest_[i]);
      mark(pair, std::uint64_t{1} << group);
      if (groups[group].size() == width) {
        full |= std::uint64_t{1} << group;
      }
    }
    for (std::vector<std::uint32_t>& group : groups) {
      for (const std::uint32_t contact : group) {
        order_.push_back(contact);
        clear(pairs[contact]);
      }
      if (!group.empty()) {
        ends_.push_back(static_cast<std::uint32_t>(order_.size()));
      }
      group.clear();
    }
    rest_.resize(later);
  }
}

}  // namespace scree
