#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Pool of snapshots: takes each back when its last reader releases it, so that publishing allocates no memory once
/// warm.
class SnapshotPool {
 public:
  /// Hands out a snapshot, with the content of an earlier use.
  std::shared_ptr<Snapshot> take();

 private:
  struct Store {
    std::mutex mutex;
    std::vector<std::unique_ptr<Snapshot>> free;
  };
  std::shared_ptr<Store> store_ = std::make_shared<Store>();
};

}  // namespace scree
