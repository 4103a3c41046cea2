#pragma once

#include <cstddef>
#include <vector>

// Lists that are longer than the caches: the processor asks for what comes next too late by itself, above all for what
// is only written to. Inlined by force: GCC takes a function that only prefetches for one that does nothing.
namespace scree {

constexpr std::size_t kCacheLine = 64;  // bytes

/// Asks for an object that will be read soon.
template <typename T>
[[gnu::always_inline]] inline void fetch(const T& object) {
  const auto* bytes = reinterpret_cast<const char*>(&object);
  for (std::size_t at = 0; at < sizeof(T); at += kCacheLine) {
    __builtin_prefetch(bytes + at);
  }
}

/// Asks for an object that will be written to soon.
template <typename T>
[[gnu::always_inline]] inline void fetchForWriting(const T& object) {
  const auto* bytes = reinterpret_cast<const char*>(&object);
  for (std::size_t at = 0; at < sizeof(T); at += kCacheLine) {
    __builtin_prefetch(bytes + at, 1);
  }
}

/// The same for the one that will be appended after `ahead` others, if there is room for it already.
template <typename T>
[[gnu::always_inline]] inline void fetchForAppending(const std::vector<T>& list, std::size_t ahead) {
  if (list.size() + ahead < list.capacity()) {
    fetchForWriting(*(list.data() + list.size() + ahead));
  }
}

}  // namespace scree
