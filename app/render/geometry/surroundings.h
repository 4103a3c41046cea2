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

/// What shading and the ground know of all particles of a snapshot together. Looking at every particle takes time, and
/// nobody sees whether it is of this frame or of the one before.
struct Surroundings {
  std::uint64_t world = 0;  ///< version of the snapshot's
  SceneSphere scene;
  DensityGrid density;
};

/// Shading knows of what is seen only: the face of a cut is not in the shadow of what was cut away.
Surroundings surroundingsOf(const Snapshot& snapshot, const ClipRegion& clip);

/// Measures surroundings on a thread of its own. What is asked for while another is measured replaces what waits: only
/// the newest is worth its time. All calls come from one thread.
class SurroundingsMaker {
 public:
  /// `ready` is called on the maker's thread when something can be taken.
  explicit SurroundingsMaker(std::function<void()> ready);
  ~SurroundingsMaker();
  SurroundingsMaker(const SurroundingsMaker&) = delete;
  SurroundingsMaker& operator=(const SurroundingsMaker&) = delete;

  void ask(std::shared_ptr<const Snapshot> snapshot, const ClipRegion& clip);
  /// The newest that is ready, once.
  std::optional<Surroundings> take();
  /// Whether something was asked for that was not taken yet.
  bool isAwaited() const { return awaited_; }
  /// Waits until all that was asked for is ready.
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
  bool awaited_ = false;  ///< known to the asking thread alone
  std::jthread thread_;
};

}  // namespace scree
