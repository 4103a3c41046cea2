#include "engine/snapshot/snapshot.h"

#include <utility>

namespace scree {

double nanosecondsPerContactSweep(const Snapshot& snapshot) {
  const double seconds = snapshot.solver.smoothTimes.seconds[static_cast<std::size_t>(Stage::solve)];
  return snapshot.solver.smoothContactSweeps > 0.0 ? 1e9 * seconds / snapshot.solver.smoothContactSweeps : 0.0;
}

void SnapshotMailbox::publish(std::shared_ptr<const Snapshot> snapshot) {
  // The replaced snapshot dies outside the lock.
  const std::lock_guard lock(mutex_);
  newest_.swap(snapshot);
  taken_ = false;
}

std::shared_ptr<const Snapshot> SnapshotMailbox::latest() {
  const std::lock_guard lock(mutex_);
  taken_ = true;
  return newest_;
}

bool SnapshotMailbox::pending() const {
  const std::lock_guard lock(mutex_);
  return !taken_;
}

}  // namespace scree
