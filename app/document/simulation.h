#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/document/saved_session.h"
#include "app/document/scene_point.h"
#include "app/ui_state/panel_context.h"
#include "engine/base/work_watch.h"
#include "engine/io/recording_file.h"
#include "engine/scene/scene.h"
#include "engine/session/session.h"

namespace scree {

/// State of a scene at its start, with the changes of a session.
struct SceneStart {
  std::shared_ptr<const World> world;
  SceneInfo info;
  std::filesystem::path file;
  SceneHashes hashes;
};

/// Result of opening a scene, a recording or a session.
struct OpenOutcome {
  std::filesystem::path file;   ///< file that was opened
  std::filesystem::path scene;  ///< scene or recording: the opened file, or the scene of the opened session
  SceneHashes hashes;           ///< hashes of the scene
  bool keepView = false;        ///< the opened scene was shown already: a reload or an added body
  bool cancelled = false;       ///< opening was given up: nothing has changed
  bool extends = false;         ///< the opened scene is the one shown with a body added
  std::vector<SceneError> errors;
  std::optional<SceneView> view;                ///< view of the scene; empty if there are errors
  std::shared_ptr<const Recording> recording;   ///< recording that was opened, or null
  std::string damage;                           ///< missing part of the recording in words; empty if complete
  std::shared_ptr<const SavedSession> session;  ///< session that was opened, or null
  std::vector<std::string> misfits;             ///< sentences on changes of the session that no longer fit
  std::shared_ptr<const SceneStart> before;     ///< scene without the added body, if `extends`
  std::shared_ptr<const ScenePoint> point;      ///< point that was opened, with the time of its end, or null
};

/// A step under way that takes longer than half a second.
struct LongStep {
  std::uint64_t step = 0;
  double seconds = 0.0;  ///< real time since the step began [s]
};

/// Session of the window and the worker thread that steps it. No call waits for a step. All calls come from the GUI
/// thread.
class Simulation {
  // Wide: all commands and readings of the window pass through the one owner of the worker thread.
 public:
  Simulation();
  /// Interrupts the step under way, so that it does not delay the end of the program.
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Sets values of a scene that change whenever it is read from its file.
  void setSettings(const std::filesystem::path& file, std::vector<SceneOverride> settings);
  /// Reads a scene, a recording or a session on a thread of its own. The present run goes on meanwhile, and stays if
  /// the file has errors. With a point `file` is its scene. poll() returns the result.
  void open(const std::filesystem::path& file, bool keepView, const std::shared_ptr<const ScenePoint>& point = nullptr);
  /// Reads `text`, the present scene with bodies added behind the others, and writes it to `file`; the run goes on with
  /// the added bodies. If the text has errors, nothing is written or changed. poll() returns the result.
  void extend(std::string text, const std::filesystem::path& file);
  /// Start of the present scene; null for a recording.
  const std::shared_ptr<const SceneStart>& start() const { return start_; }
  /// Continues the run with the bodies of `start`: the scene without the bodies that extend() added, or with them
  /// again. Returns the sequence number of the command.
  std::uint64_t continueWith(std::shared_ptr<const SceneStart> start);
  bool isLoading() const { return loading_.valid(); }
  const std::filesystem::path& loadingFile() const { return loadingFile_; }
  /// Progress of open() or extend().
  const WorkWatch& loadingWatch() const { return *loadingWatch_; }
  /// Gives up open() or extend(): poll() then returns an outcome that is cancelled, and the present run stays.
  void cancelLoading() { loadingWatch_->cancel(); }
  /// Returns the result of open() or extend() once it is ready. Call it in every frame.
  std::optional<OpenOutcome> poll();

  std::uint64_t post(Command command);
  /// Sets the optional parts of later snapshots.
  void request(const SnapshotRequest& request) { session_.request(request); }
  void setPlaying(bool playing);
  void togglePlaying() { setPlaying(!wantPlaying()); }
  void step(int count);
  /// Goes back by `count` steps of the run so far, and pauses.
  void stepBack(int count);
  /// Goes to a step of the run so far, and pauses.
  void seek(std::uint64_t step);
  void restart();
  /// Sets the wanted speed in simulated seconds per second; 0 = as fast as possible.
  void setTargetRate(double rate);

  /// Writes the run so far to a new file, on a thread of its own.
  void saveRecording(const std::filesystem::path& file);
  bool isSaving() const { return saving_.valid(); }
  /// Returns a message on the result of saveRecording() once it has ended.
  std::optional<std::string> pollSaved();

  /// True if a snapshot newer than snapshot() is ready.
  bool hasNews() const { return session_.snapshots().pending(); }
  /// Takes the newest snapshot. Returns true if snapshot() has changed.
  bool refresh();
  const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
  /// Snapshots for a film on the clock of the simulation (command CaptureFrames). The simulation waits until each one
  /// is acknowledged.
  SnapshotMailbox& captures() { return session_.captures(); }
  void acknowledgeCapture(std::uint64_t frames) { session_.acknowledgeCapture(frames); }
  const SceneInfo& scene() const { return scene_; }

  RunState runState() const;
  double targetRate() const;
  /// True if a file is being read or saved, commands are not yet applied, or the session plays, seeks or computes.
  bool isBusy() const;
  /// True if snapshot() includes the effects of all posted commands.
  bool isApplied() const { return snapshot_->run.lastCommand >= lastSequence_; }
  /// True if snapshot() is of the world that was opened, extended or restarted last.
  bool isCurrentWorld() const { return snapshot_->run.lastCommand >= replaceSequence_; }
  /// Real time since the state of snapshot() was complete [s]; 0 while the run is paused.
  double age() const;
  /// Returns the step under way if it has taken longer than half a second.
  std::optional<LongStep> longStep() const;
  /// Number of methods compared so far, while they are compared.
  std::optional<int> compared() const;
  /// True if the run plays, or was asked to.
  bool wantPlaying() const;

 private:
  void work(const std::stop_token& stop);

  /// Content of an opened file.
  struct Loaded {
    SceneResult scene;
    std::optional<ReadRecording> recording;
    SceneInfo info;
    std::filesystem::path file;  ///< file of the scene or recording
    SceneHashes hashes;
    std::shared_ptr<const SavedSession> session;
    std::vector<std::string> misfits;
    std::shared_ptr<const ScenePoint> point;
  };
  static Loaded load(const std::filesystem::path& file, const std::vector<SceneOverride>& settings, WorkWatch& watch);
  static Loaded loadOfPoint(const std::shared_ptr<const ScenePoint>& point, WorkWatch& watch);
  static void loadRecording(Loaded& loaded);
  static Loaded loadExtended(const std::string& text, const std::filesystem::path& file, WorkWatch& watch);
  /// Returns the start of a scene that was read; moves its world there.
  static std::shared_ptr<const SceneStart> startOf(Loaded& loaded);
  void showStart(std::shared_ptr<const SceneStart> start);
  /// Fills in hashes and info of a scene that was read, and applies the changes of a session.
  static void finishScene(Loaded& loaded);

  /// Thread that saves a recording. It waits for the session to hand over the recording, so it must be destroyed after
  /// the session.
  std::future<std::string> saving_;
  mutable Session session_;
  std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<Snapshot>();
  SceneInfo scene_;
  std::shared_ptr<const SceneStart> start_;
  std::future<Loaded> loading_;
  std::filesystem::path loadingFile_;
  std::shared_ptr<WorkWatch> loadingWatch_ = std::make_shared<WorkWatch>();
  std::filesystem::path settingsFile_;  ///< scene that settings_ are of
  std::vector<SceneOverride> settings_;
  bool loadingKeepsView_ = false;
  bool loadingExtends_ = false;
  std::optional<PendingValue> wantedPlaying_;
  std::optional<PendingValue> wantedRate_;
  std::uint64_t lastSequence_ = 0;
  std::uint64_t replaceSequence_ = 0;
  std::jthread worker_;
};

}  // namespace scree
