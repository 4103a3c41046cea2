#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <variant>

#include "engine/session/session.h"

namespace scree {

/// What is stepped for a film, and which part of it.
struct ReplayPlan {
  /// A run that was recorded, or a world from which to go on.
  std::variant<std::shared_ptr<const Recording>, std::shared_ptr<const World>> source;
  double from = 0.0;            ///< s, simulated; what is before the beginning means the beginning
  std::optional<double> until;  ///< s; a recording ends with itself at the latest, a world needs it
  double interval = 1.0 / 30;   ///< s, simulated, between frames
  SnapshotRequest request;      ///< what the pictures show
};

/// Steps a run again for a film, as fast as the film takes its pictures. Needs no window and has no thread of its own:
/// one thread calls advance(), any may take pictures.
class ReplayRun {
 public:
  /// Goes to where the film begins with the first calls of advance(). Throws StateError when the recording can't be
  /// restored, std::invalid_argument for a world without an end.
  explicit ReplayRun(const ReplayPlan& plan);

  /// Takes a step unless a picture waits to be acknowledged. Returns the seconds to wait before the next call. Throws
  /// std::runtime_error, with what the session tells, when a step cannot be taken: no more pictures come then.
  double advance();
  /// Waits until there may be something to do.
  void wait(double seconds) { session_.commands().wait(seconds); }
  /// Makes advance() return soon: for closing.
  void interrupt() { session_.interrupt(); }

  /// Pictures; one shows all frames since the last one acknowledged up to its Snapshot::filmFrames.
  SnapshotMailbox& captures() { return session_.captures(); }
  void acknowledge(std::uint64_t frames) { session_.acknowledgeCapture(frames); }
  /// Time of a frame, counted from 0 [s].
  double timeOf(std::uint64_t frame) const { return begin_ + static_cast<double>(frame) * interval_; }
  /// Frames that the film is to have.
  std::uint64_t frames() const { return frames_; }
  /// True when nothing more comes: the run has ended, sooner than it should if frames are missing.
  bool isOver() const { return over_; }

 private:
  void place(const ReplayPlan& plan);

  Session session_;
  double interval_;
  double begin_ = 0.0;  ///< s
  std::uint64_t frames_ = 0;
  std::uint64_t firstStep_ = 0;
  std::uint64_t lastStep_ = UINT64_MAX;
  bool filming_ = false;
  std::atomic<bool> over_{false};
};

}  // namespace scree
