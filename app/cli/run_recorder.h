#pragma once

#include <filesystem>

#include "engine/io/recording_file.h"

namespace scree {

/// Records a run: marks at regular steps, and states from which a replay can start. States become sparser as the run
/// grows, so that the file grows slowly. All functions throw OutputError.
class RunRecorder {
 public:
  /// Begins the recording with the state of `world`; marks follow every `markEvery` steps.
  RunRecorder(const std::filesystem::path& file, const World& world, std::uint64_t markEvery);
  void afterStep(const World& world);
  void finish(const World& world);

 private:
  RecordingWriter writer_;
  std::uint64_t markEvery_;
  std::uint64_t first_;
  std::uint64_t lastMark_;
  std::uint64_t lastState_;
  std::size_t stateBytes_ = 0;  ///< size of the states after the first [bytes]
};

}  // namespace scree
