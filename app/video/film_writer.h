#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "app/video/film_settings.h"
#include "app/video/rgba_image.h"

namespace scree {

/// A film that could not be begun or gone on with. what() names the file, the reason and what to do.
struct FilmError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Encodes pictures to a file with libav. What is on the disk can be played at any time, also when the process is
/// killed or the disk becomes full: an MP4 is written in fragments of a second, a GIF and a WebM frame by frame.
class FilmWriter {
 public:
  /// Creates the file, and the folders it lies in; replaces what was there. Throws FilmError.
  explicit FilmWriter(const FilmSettings& settings);
  /// Leaves the file as it is, playable, when finish() was not called.
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// Adds a picture of the film's size, shown for `times` frames. Throws FilmError; the film is then at its end.
  void write(const RgbaImage& picture, int times = 1);
  /// Completes the file; the index of an MP4 is put first, for players that read from the start. Returns an empty
  /// string, or why that was not possible. Throws FilmError when the end is missing; what comes before stays playable.
  std::string finish();

  /// Frames given to write() so far.
  std::uint64_t frames() const;
  /// libav's name of the encoder in use.
  std::string encoderName() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The first of `names` that libav here has, empty when it has none of them.
std::string firstEncoder(std::span<const char* const> names);

}  // namespace scree
