#pragma once

#include <vector>

#include "app/sweep/study.h"

namespace scree {

/// Errors of keys that points cannot change once they branch from the start of their study: names of bodies, joints and
/// materials, periodic sides, the place where a moving body begins. One for each key, with its place. The scene is
/// loaded without grains for two values of each varied key and for each key of the start, and for more values until
/// two seconds have passed; other values are told when their points are run.
std::vector<SceneError> errorsOfBranches(const SweepStudy& study);

}  // namespace scree
