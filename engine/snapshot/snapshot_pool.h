#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Hands out snapshots and takes them back when the last reader lets go, so that publishing allocates nothing once
/// warm.
class SnapshotPool {
 public:
  /// A snapshot with whatever an earlier use left in it.
  std::shared_ptr<Snapshot> take();

 private:
  struct Store {
    std::mutex mutex;
    std::vector<std::unique_ptr<Snapshot>> free;
  };
  std::shared_ptr<Store> store_ = std::make_shared<Store>();
};

}  // namespace scree
