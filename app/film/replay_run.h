#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <variant>

#include "engine/session/session.h"

namespace scree {

/// Twin that is stepped beside the run of a film.
struct ReplayTwin {
  TwinChoice choice;
  std::optional<double> since;  ///< simulated time at which it begins [s]; empty: where the film begins
};

/// Run that is stepped for a film, and the part of it that the film shows.
struct ReplayPlan {
  /// Source of the film: a recorded run, or a world to step.
  std::variant<std::shared_ptr<const Recording>, std::shared_ptr<const World>> source;
  double from = 0.0;  ///< simulated time at which the film begins [s]; at the earliest the start of the run
  /// Simulated time at which the film ends [s], at the latest with a recording; a world needs it.
  std::optional<double> until;
  double interval = 1.0 / 30;  ///< simulated time between frames [s]
  std::optional<ReplayTwin> twin;
  MeasureList measures;      ///< measures that the pictures show
  SnapshotRequest request;   ///< optional parts of the snapshots that the pictures need
  bool asksMembers = false;  ///< members are asked whether they would move
  bool asksSolver = false;   ///< the error of the solver is measured
};

/// Way to the first frame of a film: the run is stepped to it, and a twin from its own beginning.
struct ReplayWay {
  bool isOfTwin = false;  ///< a twin is stepped, too
  double share = 0.0;     ///< done, 0 to 1
};

/// Steps a run for a film, as fast as the film takes its snapshots. It needs no window and has no thread of its own:
/// one thread calls advance(), any thread may take snapshots.
class ReplayRun {
 public:
  /// Prepares the run; the first calls of advance() then go to the start of the film. Throws StateError if the
  /// recording cannot be restored, std::invalid_argument for a world without an end of the film.
  explicit ReplayRun(const ReplayPlan& plan);

  /// Takes a step unless a snapshot waits to be acknowledged. Returns the time to wait before the next call [s]. Throws
  /// std::runtime_error with the session's message if a step fails; no more snapshots come then.
  double advance();
  /// Waits for a command or an acknowledged snapshot, at most `seconds`.
  void wait(double seconds) { session_.commands().wait(seconds); }
  /// Makes advance() return soon, to end the film early.
  void interrupt() { session_.interrupt(); }

  /// Snapshots for the film. Each serves all frames from the last acknowledged one up to its own `run.filmFrames`.
  SnapshotMailbox& captures() { return session_.captures(); }
  void acknowledge(std::uint64_t frames) { session_.acknowledgeCapture(frames); }
  /// Way to the first frame; none once frames are made. Any thread may ask.
  std::optional<ReplayWay> way() const;
  /// Simulated time of a frame [s]; the first frame is number 0.
  double timeOf(std::uint64_t frame) const { return begin_ + static_cast<double>(frame) * interval_; }
  /// Number of frames of the whole film.
  std::uint64_t frames() const { return frames_; }
  /// True at the last step of a recording: no new snapshots come, but one may still be pending. Always false for a
  /// world.
  bool isOver() const { return over_; }

 private:
  void place(const ReplayPlan& plan);
  void tellWay(std::uint64_t to);

  Session session_;
  double interval_;
  double begin_ = 0.0;  ///< simulated time of the first frame [s]
  std::uint64_t frames_ = 0;
  std::uint64_t firstStep_ = 0;
  std::optional<TwinChoice> twin_;  ///< twin beside the run, if any
  std::uint64_t twinStep_ = 0;      ///< step at which it begins
  std::uint64_t lastStep_ = UINT64_MAX;
  std::atomic<bool> wayPosted_{false};  ///< the commands from the twin's first step to the film's were given
  bool filming_ = false;
  std::uint64_t wayFrom_ = UINT64_MAX;  ///< step at which the way under way begins
  std::atomic<double> wayShare_{0.0};   ///< share of it that is done; above 1: frames are made
  std::atomic<bool> over_{false};
};

}  // namespace scree
