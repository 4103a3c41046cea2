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

/// Progress of a film in the recorder.
struct RecorderProgress {
  enum class State : unsigned char { recording, finishing, finished, failed, cancelled };
  State state = State::recording;
  std::uint64_t frames = 0;  ///< number of frames in the film so far
  double finished = 0.0;     ///< share of the work after the last frame that is done, 0 to 1
  std::string encoder;       ///< name of the encoder in libav, once it is known
  /// Message on the result. Failed film: the cause, the playable part and a remedy. Finished film: a remark, mostly
  /// empty.
  std::string message;
};

/// Draws and encodes a film on a thread of its own. offer() never waits: a full queue refuses the frame, and the caller
/// holds the simulation or drops the frame.
class Recorder {
 public:
  /// Function that draws a frame into a picture of the film's size, on the recorder's thread.
  using Painter = std::function<void(RgbaImage&)>;

  /// Begins the film. `atEnd` runs on the recorder's thread after the last frame is drawn, to release resources of that
  /// thread.
  explicit Recorder(FilmSettings settings, std::function<void()> atEnd = {});
  /// Finishes the film and waits until its file is closed.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  const FilmSettings& settings() const { return settings_; }
  /// True if offer() would take a frame now.
  bool hasRoom() const;
  /// Adds a picture shown for `times` frames. Returns false if the film has ended or the queue is full; the last
  /// picture of a film (`isLast`) always has room in the queue.
  bool offer(Painter painter, int times, bool isLast = false);
  /// Ends the film: frames in the queue are encoded and the file is completed in the background.
  void finish();
  /// Gives the film up: nothing of it stays on the disk.
  void cancel();
  RecorderProgress progress() const;
  /// True if the file is closed, finished or failed, or removed.
  bool isDone() const;

 private:
  struct Frame {
    Painter painter;
    int times = 1;
  };

  void work();
  void record();
  bool isCancelled() const;
  void removeFilm() const;
  std::optional<Frame> next();
  void fail(const std::string& reason);

  const FilmSettings settings_;
  const std::function<void()> atEnd_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Frame> waiting_;
  bool ending_ = false;
  bool cancelled_ = false;
  bool begun_ = false;  ///< the recorder has created the file
  RecorderProgress progress_;
  std::jthread thread_;
};

}  // namespace scree
