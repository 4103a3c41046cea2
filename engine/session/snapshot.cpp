#include "engine/session/snapshot.h"

#include <utility>

namespace scree {

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
