#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/angle_of_repose.h"
#include "engine/session/twin_oracle.h"
#include "engine/session/world_commands.h"
#include "engine/snapshot/field_log.h"
#include "engine/snapshot/fill_snapshot.h"
#include "engine/snapshot/snapshot_pool.h"
#include "engine/snapshot/twin_snapshot.h"
#include "engine/world/world.h"

namespace scree {

class ThreadPool;
struct StepData;

/// Clock for what a step costs [s]: with one thread its processor time, so that what else the computer does does not
/// count; with more the wall clock.
double stepClock(int threads);

/// A second world beside the one of a session, stepped in turn with it, that differs in one setting only. It never
/// touches the first one.
class LiveTwin {
  // Wide: a run of its own with its settings, clocks and sums.
 public:
  /// `begun` tells it from earlier ones.
  LiveTwin(const World& first, const TwinChoice& choice, std::uint64_t begun);
  ~LiveTwin();
  LiveTwin(const LiveTwin&) = delete;
  LiveTwin& operator=(const LiveTwin&) = delete;

  /// Does what was done to the first world; the difference stays.
  void follow(const WorldCommand& command);

  /// True when it is to step before the first world does: by turns, and always when its step may be long, as it can be
  /// given up only while both are at the same time.
  bool goesFirst() const;
  /// Takes one step, on these threads if there are any. False when it was given up: because `closing` rose, or, of a
  /// step that may be long, because `commands` did; then the world is as before the step.
  bool step(ThreadPool* threads, const std::atomic<int>& closing, const std::atomic<int>& commands);
  /// Tells that both have taken a step, what that of the first world cost [s], and whether somebody wants to know what
  /// merging could reach at most.
  void bothStepped(const World& first, double seconds, bool oracleWished);
  /// True while both are at the same step.
  bool isLevel(const World& first) const { return usable_ && world_.step == first.step; }

  /// Fills a snapshot of the twin and all differences into the one of the first world. Both must be level.
  void show(World& first, const SharedShapes& shapes, SnapshotPool& pool, Snapshot& shown);

  const World& world() const { return world_; }
  const TwinChoice& choice() const { return choice_; }

 private:
  void bookDrives(const World& first);

  TwinChoice choice_;
  std::uint64_t begun_;
  double since_;
  World world_;
  std::unique_ptr<StepData> data_;
  bool usable_ = true;
  bool careful_ = true;  ///< the next step may be long
  std::uint64_t steps_ = 0;
  double newest_ = 0.0;              ///< s, of the twin's newest step
  int threads_ = 1;                  ///< that took that step
  std::array<double, 2> decayed_{};  ///< s, of the steps of the last second or so ...
  double decayedSteps_ = 0.0;        ///< ... and their number
  std::array<double, 2> total_{};
  std::vector<TwinDrive> drives_;
  TwinOracle oracle_;
  SharedLists shared_;  ///< of the twin's snapshots
  FieldLog fields_;     ///< likewise
  Seldom angleTurn_;
  std::optional<std::array<double, 2>> angles_;  ///< rad, when they were measured last
};

}  // namespace scree
