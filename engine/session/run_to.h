#pragma once

#include <functional>
#include <memory>

#include "engine/session/recording.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// World at a time of its run, with the data of its last step. Members of aggregates have their places.
struct ReachedState {
  World world;
  std::shared_ptr<StepData> data;
};

/// Steps a world up to a time [s]; at or before its own time it stays as it is. Ends early where `goOn` says no.
ReachedState runTo(World world, double time, const std::function<bool(const World&)>& goOn);
/// The same from the last state of a recording before the time, with the commands that were given since. A time before
/// the recording is its beginning; one behind it is an error of the caller.
ReachedState runTo(const Recording& recording, double time, const std::function<bool(const World&)>& goOn);

}  // namespace scree
