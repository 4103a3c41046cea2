#pragma once

#include <cstddef>

namespace scree::testing {

/// While it lives, requests for memory by this thread fail: after `before` that succeed, `count` of them.
class FailingMemory {
 public:
  explicit FailingMemory(std::size_t before, std::size_t count = 1);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;

  /// Requests that have failed so far.
  std::size_t failed() const;
};

}  // namespace scree::testing
