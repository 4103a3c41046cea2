#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/render/geometry/clip_region.h"
#include "app/render/geometry/density_grid.h"
#include "app/render/geometry/scene_fit.h"

namespace scree {

/// Input of shading and ground that depends on all particles of a snapshot. To visit every particle takes time, and
/// surroundings that are a frame old look the same.
struct Surroundings {
  std::uint64_t world = 0;  ///< version of the snapshot's world
  SceneSphere scene;
  DensityGrid density;
};

/// Measures the surroundings of a snapshot. The density has only the particles that the clip keeps, so that the face of
/// a cut is not in the shadow of particles cut away.
Surroundings surroundingsOf(const Snapshot& snapshot, const ClipRegion& clip);

/// Measures surroundings on a thread of its own. A request replaces the request that waits: only the newest is worth
/// its time. All calls must come from one thread.
class SurroundingsMaker {
 public:
  /// Starts the thread, which calls `ready` when surroundings can be taken.
  explicit SurroundingsMaker(std::function<void()> ready);
  ~SurroundingsMaker();
  SurroundingsMaker(const SurroundingsMaker&) = delete;
  SurroundingsMaker& operator=(const SurroundingsMaker&) = delete;

  /// Asks for the surroundings of a snapshot; returns at once.
  void ask(std::shared_ptr<const Snapshot> snapshot, const ClipRegion& clip);
  /// Returns the newest surroundings that are ready, once; nothing if there are none.
  std::optional<Surroundings> take();
  /// True if surroundings were asked for that take() has not returned yet.
  bool isAwaited() const { return awaited_; }
  /// Waits until no request waits or is worked on.
  void wait();

 private:
  struct Order {
    std::shared_ptr<const Snapshot> snapshot;
    ClipRegion clip;
  };
  void work(const std::stop_token& stop);

  std::function<void()> ready_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Order> order_;
  std::optional<Surroundings> done_;
  bool working_ = false;
  bool awaited_ = false;  ///< used only by the thread of the calls
  std::jthread thread_;
};

}  // namespace scree
