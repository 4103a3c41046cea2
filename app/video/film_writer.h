#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "app/video/film_settings.h"
#include "app/video/rgba_image.h"

namespace scree {

/// Error that prevents a film from being begun or continued. what() names the cause and mostly the file and a remedy.
struct FilmError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Encodes pictures to a file with libav. The file on the disk can be played at any time, also after the process is
/// killed or the disk is full: an MP4 is written in fragments of a second, a WebM in clusters of a second at most, a
/// GIF frame by frame. A GIF with a limit ends there at first; its frames are kept in a file beside it, from which
/// finish() makes the whole one.
class FilmWriter {
 public:
  /// Creates the file and its folders; replaces an old file. The folder for pictures must be empty. Throws FilmError.
  explicit FilmWriter(const FilmSettings& settings);
  /// Closes the file. Without finish() the film stays playable, but its last frames may be missing.
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// Adds a picture of the film's size, shown for `times` frames. Throws FilmError; no more can be written then.
  void write(const RgbaImage& picture, int times = 1);
  /// Completes the file, and puts the index of an MP4 first for players that read from the start. Returns an empty
  /// string, or a remark: the reason why the index is not first, or the properties of a GIF that was changed to fit its
  /// limit. `goOn` is told the share that is done, 0 to 1, and returns false to give up, which may leave a part of the
  /// film. Throws FilmError if the end of the film could not be written; the part before it stays playable.
  std::string finish(const std::function<bool(double)>& goOn = [](double) { return true; });

  /// Number of frames written so far.
  std::uint64_t frames() const;
  /// Name of the encoder in libav.
  std::string encoderName() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// First of the encoders `names` that the installed libav has; empty if it has none.
std::string firstEncoder(std::span<const char* const> names);

}  // namespace scree
