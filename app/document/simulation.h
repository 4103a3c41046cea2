#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/document/saved_session.h"
#include "app/ui_state/panel_context.h"
#include "engine/io/recording_file.h"
#include "engine/scene/scene.h"
#include "engine/session/session.h"

namespace scree {

/// A scene as it begins.
struct SceneStart {
  std::shared_ptr<const World> world;
  SceneInfo info;
  std::filesystem::path file;
  SceneHashes hashes;
};

/// What came of opening a scene, a recording or a session.
struct OpenOutcome {
  std::filesystem::path file;   ///< that was asked for
  std::filesystem::path scene;  ///< the same, or the one that a session is about
  SceneHashes hashes;           ///< of the scene
  bool keepView = false;        ///< it was a reload of the scene shown
  bool extends = false;         ///< it was the scene shown with a body added
  std::vector<SceneError> errors;
  std::optional<SceneView> view;                ///< set when the scene is good
  std::shared_ptr<const Recording> recording;   ///< set when it was one
  std::string damage;                           ///< what is missing of the recording, empty when nothing
  std::shared_ptr<const SavedSession> session;  ///< set when it was one
  std::vector<std::string> misfits;             ///< what of the session no longer fits its scene, a sentence each
  std::shared_ptr<const SceneStart> before;     ///< of one that extends: the scene without the body
};

/// A step that takes long enough to say so.
struct LongStep {
  std::uint64_t step = 0;
  double seconds = 0.0;
};

/// The session with the thread that steps it, as the window sees it: nothing here waits for a step. All calls come
/// from the GUI thread.
class Simulation {
  // Wide: all commands and readings of the window pass through the one owner of the worker thread.
 public:
  Simulation();
  /// Interrupts the step under way, so that quitting is not held up by it.
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Reads a scene, a recording or a session on a thread of its own; the running one goes on and stays when the new one
  /// is broken.
  void open(const std::filesystem::path& file, bool keepView);
  /// Reads the scene that runs, with bodies added behind the others, from its text, and writes that to the file; the
  /// run goes on with them. When the text has errors nothing is written and nothing changes.
  void extend(std::string text, const std::filesystem::path& file);
  /// The scene that runs as it begins; null for a recording.
  const std::shared_ptr<const SceneStart>& start() const { return start_; }
  /// Goes on with the scene as it was before `extend`, without what was added, or with it again. Returns the sequence
  /// number of the command.
  std::uint64_t goOnWith(std::shared_ptr<const SceneStart> start);
  bool isLoading() const { return loading_.valid(); }
  const std::filesystem::path& loadingFile() const { return loadingFile_; }
  /// The result of `open` when it has just become ready; call it now and then.
  std::optional<OpenOutcome> poll();

  std::uint64_t post(Command command);
  /// What the snapshots are to have besides the rest.
  void request(const SnapshotRequest& request) { session_.request(request); }
  void setPlaying(bool playing);
  void togglePlaying() { setPlaying(!wantPlaying()); }
  void step(int count);
  /// Goes back by so many steps of the run so far.
  void stepBack(int count);
  /// Goes to a step of the run so far.
  void seek(std::uint64_t step);
  void restart();
  /// Simulated seconds per second, 0 = as fast as possible.
  void setTargetRate(double rate);

  /// Writes the run so far to a new file, on a thread of its own.
  void saveRecording(const std::filesystem::path& file);
  bool isSaving() const { return saving_.valid(); }
  /// What came of it when it has just ended: for people.
  std::optional<std::string> pollSaved();

  /// True when a newer snapshot than the taken one waits.
  bool hasNews() const { return session_.snapshots().pending(); }
  /// Takes the newest snapshot. Returns true when it is another one.
  bool refresh();
  const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
  /// States for a film on the clock of the simulation, which waits until they are acknowledged: CaptureFrames.
  SnapshotMailbox& captures() { return session_.captures(); }
  void acknowledgeCapture(std::uint64_t frames) { session_.acknowledgeCapture(frames); }
  const SceneInfo& scene() const { return scene_; }

  RunState runState() const;
  double targetRate() const;
  /// True when the session has not yet applied everything posted, or plays, or computes.
  bool isBusy() const;
  /// True when the snapshot taken has everything that was posted.
  bool isApplied() const { return snapshot_->run.lastCommand >= lastSequence_; }
  /// True when the snapshot taken is of the world opened last.
  bool isCurrentWorld() const { return snapshot_->run.lastCommand >= replaceSequence_; }
  /// Seconds since the state of the taken snapshot was complete.
  double age() const;
  /// The step under way when it takes longer than half a second.
  std::optional<LongStep> longStep() const;
  bool wantPlaying() const;

 private:
  void work(const std::stop_token& stop);

  /// What a file held.
  struct Loaded {
    SceneResult scene;
    std::optional<ReadRecording> recording;
    SceneInfo info;
    std::filesystem::path file;  ///< of the scene or recording
    SceneHashes hashes;
    std::shared_ptr<const SavedSession> session;
    std::vector<std::string> misfits;
  };
  static Loaded load(const std::filesystem::path& file);
  static void loadRecording(Loaded& loaded);
  static Loaded loadExtended(const std::string& text, const std::filesystem::path& file);
  /// The start of a scene that was read, whose world is moved there.
  static std::shared_ptr<const SceneStart> startOf(Loaded& loaded);
  void showStart(std::shared_ptr<const SceneStart> start);
  /// Takes what is to be known of the scene, and makes what a session changes.
  static void finishScene(Loaded& loaded);

  /// Waits for its recording from the session: destroyed after it.
  std::future<std::string> saving_;
  mutable Session session_;
  std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<Snapshot>();
  SceneInfo scene_;
  std::shared_ptr<const SceneStart> start_;
  std::future<Loaded> loading_;
  std::filesystem::path loadingFile_;
  bool loadingKeepsView_ = false;
  bool loadingExtends_ = false;
  std::optional<PendingValue> wantedPlaying_;
  std::optional<PendingValue> wantedRate_;
  std::uint64_t lastSequence_ = 0;
  std::uint64_t replaceSequence_ = 0;
  std::jthread worker_;
};

}  // namespace scree
