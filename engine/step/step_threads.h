#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/parallel.h"
#include "engine/base/processors.h"

namespace scree {

/// How many threads pay off for a step of so many contacts on a machine of so many processors, at least one. `now` are
/// in use: fewer are taken only when half of them would do, so that a number that wanders doesn't end threads and
/// begin others all the time.
int threadsThatPay(std::size_t contacts, int processors, int now);

/// The threads that step a world.
class StepThreads {
 public:
  /// Threads for the next step: `wanted`, or for 0 as many as pay off with about the contacts that the last step had.
  /// Null for one. What came before ends when the number changes.
  ThreadPool* forStep(int wanted, std::size_t contacts);
  /// What the last call gave.
  ThreadPool* get() const { return pool_.get(); }
  int size() const { return pool_ == nullptr ? 1 : pool_->size(); }

 private:
  std::unique_ptr<ThreadPool> pool_;
  int processors_ = usableProcessors();
};

}  // namespace scree
