#pragma once

#include <cstdint>
#include <string>

namespace scree {

/// How the film that is being made, or was made last, is doing; for the line at the top and the Record panel.
struct RecordStatus {
  enum class State : unsigned char { idle, recording, finishing };
  State state = State::idle;
  double seconds = 0.0;       ///< of film so far
  std::uint64_t frames = 0;   ///< so far
  std::uint64_t wanted = 0;   ///< frames that it will have; 0 when that is not known
  std::uint64_t dropped = 0;  ///< frames that repeat another because drawing or encoding was too slow
  std::string file;           ///< of this film
  std::string encoder;        ///< libav's name
  std::string folder;         ///< where films go
  std::string last;           ///< what became of the last film, empty before the first
  bool lastFailed = false;
};

}  // namespace scree
