#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/parallel.h"
#include "engine/base/processors.h"

namespace scree {

/// Number of threads, at least one, that pay off for a step of so many contacts on a machine of so many processors.
/// `now` is the number in use: it falls only when half would do, so that a wandering number of contacts does not end
/// and begin threads all the time.
int threadsThatPay(std::size_t contacts, int processors, int now);

/// The threads that step a world.
class StepThreads {
 public:
  /// Threads for the next step: `wanted`, or for 0 as many as pay off with `contacts`, the number in the last step.
  /// Null for one thread. The former threads end when the number changes.
  ThreadPool* forStep(int wanted, std::size_t contacts);
  /// Result of the last call of forStep().
  ThreadPool* get() const { return pool_.get(); }
  int size() const { return pool_ == nullptr ? 1 : pool_->size(); }

 private:
  std::unique_ptr<ThreadPool> pool_;
  int processors_ = usableProcessors();
};

}  // namespace scree
