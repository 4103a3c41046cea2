#pragma once

#include <filesystem>

#include "app/video/av_handles.h"

namespace scree {

/// Decodes the pictures of a film one after the other.
class FilmFrames {
 public:
  /// Throws FilmError if the film cannot be read.
  explicit FilmFrames(const std::filesystem::path& film);
  /// Next picture, valid until the next call; null after the last one. Throws FilmError.
  AVFrame* next();

 private:
  std::string name_;
  AvInput input_;
  AvCodec codec_;
  AvPacket packet_;
  AvFrame frame_;
  int stream_ = 0;
  bool ended_ = false;  ///< all packets of the file were given to the decoder
};

}  // namespace scree
