#pragma once

#include <filesystem>

#include "engine/io/recording_file.h"

namespace scree {

/// Records a run as it goes: marks at regular steps, and states that let a reader start from the middle. States become
/// sparser as the run gets longer, so that the file grows slowly. All throw OutputError.
class RunRecorder {
 public:
  /// `world` is where the run begins; a mark follows every `markEvery` steps.
  RunRecorder(const std::filesystem::path& file, const World& world, std::uint64_t markEvery);
  void afterStep(const World& world);
  void finish(const World& world);

 private:
  RecordingWriter writer_;
  std::uint64_t markEvery_;
  std::uint64_t first_;
  std::uint64_t lastMark_;
  std::uint64_t lastState_;
  std::size_t stateBytes_ = 0;
};

}  // namespace scree
