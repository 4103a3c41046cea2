#include "app/cli/run_recorder.h"

#include <algorithm>

#include "engine/state/state.h"

namespace scree {

namespace {

constexpr std::uint64_t kLeastSpacing = 100;                   // smallest number of steps between states
constexpr std::uint64_t kSpacingPart = 16;                     // states are at least 1/16 of the steps so far apart
constexpr std::size_t kMostStateBytes = std::size_t{2} << 30;  // no more states beyond this size

SavedState saved(const World& world) {
  return {world.step, world.time, std::make_shared<const std::vector<std::byte>>(saveState(world))};
}

}  // namespace

RunRecorder::RunRecorder(const std::filesystem::path& file, const World& world, std::uint64_t markEvery)
    : writer_(file, world.name, saved(world)),
      markEvery_(markEvery),
      first_(world.step),
      lastMark_(world.step),
      lastState_(world.step) {}

void RunRecorder::afterStep(const World& world) {
  if (world.step - lastMark_ >= markEvery_) {
    writer_.write(markOf(world));
    lastMark_ = world.step;
  }
  const std::uint64_t spacing = std::max(kLeastSpacing, (world.step - first_) / kSpacingPart);
  if (world.step - lastState_ >= spacing && stateBytes_ < kMostStateBytes) {
    const SavedState state = saved(world);
    writer_.write(state);
    stateBytes_ += state.size();
    lastState_ = world.step;
  }
}

void RunRecorder::finish(const World& world) {
  if (lastMark_ < world.step) {
    writer_.write(markOf(world));
  }
  writer_.finish(world.step, world.time);
}

}  // namespace scree
