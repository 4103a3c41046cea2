#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/panels/panel_context.h"
#include "engine/scene/scene.h"
#include "engine/session/session.h"

namespace scree {

/// What came of opening a scene file.
struct OpenOutcome {
  std::filesystem::path file;
  bool keepView = false;  ///< it was a reload of the scene shown
  std::vector<SceneError> errors;
  std::optional<SceneView> view;  ///< set when the scene is good
};

/// A step that takes long enough to say so.
struct LongStep {
  std::uint64_t step = 0;
  double seconds = 0.0;
};

/// The session with the thread that steps it, as the window sees it: nothing here waits for a step. All calls come
/// from the GUI thread.
class Simulation {
 public:
  Simulation();
  /// Interrupts the step under way, so that quitting is not held up by it.
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Reads a scene on a thread of its own; the running one goes on and stays when the new one is broken.
  void open(const std::filesystem::path& file, bool keepView);
  bool isLoading() const { return loading_.valid(); }
  const std::filesystem::path& loadingFile() const { return loadingFile_; }
  /// The result of `open` when it has just become ready; call it now and then.
  std::optional<OpenOutcome> poll();

  std::uint64_t post(Command command);
  /// What the snapshots are to have besides the rest.
  void wish(const Wishes& wishes) { session_.wish(wishes); }
  void setPlaying(bool playing);
  void togglePlaying() { setPlaying(!wantPlaying()); }
  void step(int count);
  void restart();
  /// Simulated seconds per second, 0 = as fast as possible.
  void setTargetRate(double rate);

  /// True when a newer snapshot than the taken one waits.
  bool hasNews() const { return session_.snapshots().pending(); }
  /// Takes the newest snapshot. Returns true when it is another one.
  bool refresh();
  const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
  const SceneInfo& scene() const { return scene_; }

  RunState runState() const;
  double targetRate() const;
  /// True when the session has not yet applied everything posted, or plays, or computes.
  bool isBusy() const;
  /// True when the snapshot taken is of the world opened last.
  bool isCurrentWorld() const { return snapshot_->lastCommand >= replaceSequence_; }
  /// Seconds since the state of the taken snapshot was complete.
  double age() const;
  /// The step under way when it takes longer than half a second.
  std::optional<LongStep> longStep() const;
  bool wantPlaying() const;

 private:
  void work(const std::stop_token& stop);

  mutable Session session_;
  std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<Snapshot>();
  SceneInfo scene_;
  std::future<SceneResult> loading_;
  std::filesystem::path loadingFile_;
  bool loadingKeepsView_ = false;
  std::optional<PendingValue> wantedPlaying_;
  std::optional<PendingValue> wantedRate_;
  std::uint64_t lastSequence_ = 0;
  std::uint64_t replaceSequence_ = 0;
  std::jthread worker_;
};

}  // namespace scree
