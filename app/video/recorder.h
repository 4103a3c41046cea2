#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/video/film_settings.h"
#include "app/video/rgba_image.h"

namespace scree {

/// How far a recording is.
struct RecorderProgress {
  enum class State : unsigned char { recording, finishing, finished, failed };
  State state = State::recording;
  std::uint64_t frames = 0;  ///< in the film so far
  std::string encoder;       ///< libav's name, once it is known
  std::string message;       ///< of a film that failed: why, what is left of it, what to do; of one that is
                             ///< finished: what was not possible, mostly empty
};

/// Draws and encodes a film on a thread of its own. Whoever offers frames never waits: what finds the queue full is
/// refused, and it is for the caller to hold the simulation or to drop the frame.
class Recorder {
 public:
  /// Draws a frame into a picture that already has the film's size, on the recorder's thread.
  using Painter = std::function<void(RgbaImage&)>;

  /// `atEnd` runs on the recorder's thread when nothing is drawn any more: for what belongs to the thread.
  explicit Recorder(FilmSettings settings, std::function<void()> atEnd = {});
  /// Finishes the film and waits for that.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  const FilmSettings& settings() const { return settings_; }
  bool hasRoom() const;
  /// Adds a picture shown for `times` frames. False when the film is at its end, or the queue is full; the last picture
  /// of a film always has room.
  bool offer(Painter painter, int times, bool isLast = false);
  /// No more frames: those waiting are encoded and the file is completed, in the background.
  void finish();
  RecorderProgress progress() const;
  /// True when the file is closed, for good or ill.
  bool isDone() const;

 private:
  struct Frame {
    Painter painter;
    int times = 1;
  };

  void work();
  void record();
  std::optional<Frame> next();
  void fail(const std::string& reason);

  const FilmSettings settings_;
  const std::function<void()> atEnd_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Frame> waiting_;
  bool ending_ = false;
  bool begun_ = false;  ///< the file is ours
  RecorderProgress progress_;
  std::jthread thread_;
};

}  // namespace scree
