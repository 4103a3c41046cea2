#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace scree {

/// Takes the entries at these places, which ascend, out of a list. What lies between them is moved as a whole, which
/// costs a fraction of a look at each.
template <typename T>
void erasePlaces(std::span<const std::size_t> places, std::vector<T>& list) {
  if (places.empty()) {
    return;
  }
  const auto at = [&](std::size_t place) { return list.begin() + static_cast<std::ptrdiff_t>(place); };
  auto to = at(places.front());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t end = i + 1 < places.size() ? places[i + 1] : list.size();
    to = std::move(at(places[i] + 1), at(end), to);
  }
  list.erase(to, list.end());
}

}  // namespace scree
