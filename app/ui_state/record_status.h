#pragma once

#include <cstdint>
#include <string>

namespace scree {

/// Progress of the film that is being made or was made last, for the top line and the Record panel.
struct RecordStatus {
  enum class State : unsigned char { idle, recording, finishing };
  State state = State::idle;
  double seconds = 0.0;       ///< length of the film so far [s]
  std::uint64_t frames = 0;   ///< number of frames so far
  std::uint64_t wanted = 0;   ///< number of frames of the whole film; 0 if unknown
  std::string stage;          ///< work before the first frame; empty: none
  double stageShare = 0.0;    ///< share of it that is done, 0 to 1
  double finished = 0.0;      ///< share of the work after the last frame that is done, 0 to 1; 0 if unknown
  std::uint64_t dropped = 0;  ///< frames that repeat another because drawing or encoding was too slow
  std::string file;           ///< name of the film's file
  std::string encoder;        ///< name of the encoder in libav
  std::string folder;         ///< folder of the films
  std::string last;           ///< message on the result of the last film, empty before the first
  bool lastFailed = false;
};

}  // namespace scree
