#include "engine/snapshot/snapshot_pool.h"

namespace scree {

std::shared_ptr<Snapshot> SnapshotPool::take() {
  std::unique_ptr<Snapshot> snapshot;
  {
    const std::lock_guard lock(store_->mutex);
    if (!store_->free.empty()) {
      snapshot = std::move(store_->free.back());
      store_->free.pop_back();
    }
  }
  if (snapshot == nullptr) {
    snapshot = std::make_unique<Snapshot>();
  }
  // The store outlives the pool while readers still hold snapshots.
  return {snapshot.release(), [store = store_](Snapshot* used) {
            std::unique_ptr<Snapshot> owned(used);
            owned->twin.snapshot.reset();  // the twin's snapshot also goes back to the store
            const std::lock_guard lock(store->mutex);
            store->free.push_back(std::move(owned));
          }};
}

}  // namespace scree
