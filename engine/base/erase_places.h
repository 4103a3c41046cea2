#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace scree {

/// Moves values within a list, also onto places that some of them take themselves. As bytes, which costs a third:
/// Eigen's vectors say how they are copied and so count as more than plain numbers, which they are.
template <typename T>
void moveWithin(const T* from, std::size_t count, T* to) {
  static_assert(std::is_trivially_destructible_v<T>);
  if (count > 0) {
    std::memmove(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(T));
  }
}

/// Takes the entries at these places, which ascend, out of a list. What lies between them is moved as a whole, which
/// costs a fraction of a look at each.
template <typename T>
void erasePlaces(std::span<const std::size_t> places, std::vector<T>& list) {
  if (places.empty()) {
    return;
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t begin = places[i] + 1;
    const std::size_t end = i + 1 < places.size() ? places[i + 1] : list.size();
    moveWithin(list.data() + begin, end - begin, list.data() + places[i] - i);
  }
  list.erase(list.end() - static_cast<std::ptrdiff_t>(places.size()), list.end());
}

}  // namespace scree
