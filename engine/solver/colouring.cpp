#include "engine/solver/colouring.h"

#include <algorithm>
#include <array>
#include <bit>

namespace scree {

void Colouring::colour(std::span<const ColourPair> pairs, std::size_t bodies, std::size_t width) {
  if (used_.size() < bodies) {
    used_.resize(bodies, 0);
  }
  // One more than the colours: contacts of a body with so many that none is free. Each is a group of its own.
  std::array<std::uint32_t, kColours + 2> begin{};
  colourOf_.resize(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ColourPair& pair = pairs[i];
    const std::uint64_t taken = used_[pair.a] | (pair.b == kNoBody ? 0 : used_[pair.b]);
    const auto colour = static_cast<std::size_t>(std::countr_one(taken));
    colourOf_[i] = static_cast<std::uint8_t>(colour);
    ++begin[colour + 1];
    if (colour < kColours) {
      used_[pair.a] |= std::uint64_t{1} << colour;
      if (pair.b != kNoBody) {
        used_[pair.b] |= std::uint64_t{1} << colour;
      }
    }
  }
  ends_.clear();
  for (std::size_t colour = 0; colour <= kColours; ++colour) {
    begin[colour + 1] += begin[colour];
    const std::size_t step = colour == kColours ? 1 : width;
    for (std::size_t at = begin[colour]; at < begin[colour + 1]; at += step) {
      ends_.push_back(static_cast<std::uint32_t>(std::min<std::size_t>(at + step, begin[colour + 1])));
    }
  }
  order_.resize(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    order_[begin[colourOf_[i]]++] = static_cast<std::uint32_t>(i);
    used_[pairs[i].a] = 0;
    if (pairs[i].b != kNoBody) {
      used_[pairs[i].b] = 0;
    }
  }
}

}  // namespace scree
