#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "engine/analysis/repose.h"
#include "engine/world/world.h"

// What the experiments share.
namespace scree {

/// Calls work(i) once for each i below count, `jobs` at a time; what it returns is printed to standard error with the
/// wall time it took. After a signal no further one starts. `work` must not throw.
void runJobs(std::size_t count, int jobs, const std::function<std::string(std::size_t)>& work);

/// Frame of a scene's drum: the first shape and the first drive of its first body.
DrumFrame drumFrameOf(const World& world);
/// Its speed when it is up [rad/s].
double drumSpeedOf(const World& world);

/// "mean ± deviation".
std::string plusMinus(const Statistics& statistics, int digits = 1);

}  // namespace scree
