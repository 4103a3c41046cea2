#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/base/ids.h"

namespace scree {

/// When which member is to be audited, the earliest first, of one step by id. Members that are split off stay in it:
/// whoever takes an entry out has to ask whether it still holds.
class AuditQueue {
 public:
  struct Entry {
    std::uint64_t step = 0;
    ParticleId id = 0;
    auto operator<=>(const Entry&) const = default;
  };

  void add(std::uint64_t step, ParticleId id) {
    heap_.push_back({step, id});
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
  /// Whether any is due in this step or was before.
  bool isAnyDue(std::uint64_t step) const { return !heap_.empty() && heap_.front().step <= step; }
  /// Takes the first one out; there must be one.
  Entry takeFirst() {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const Entry first = heap_.back();
    heap_.pop_back();
    return first;
  }
  std::size_t size() const { return heap_.size(); }
  void clear() { heap_.clear(); }

 private:
  std::vector<Entry> heap_;
};

}  // namespace scree
