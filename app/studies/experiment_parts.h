#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "engine/analysis/repose.h"
#include "engine/world/world.h"

// Functions shared by the studies.
namespace scree {

/// Calls work(i) once for each i below count, `jobs` at a time, and prints the returned name with its wall time to
/// standard error. Starts no further calls after a signal. `work` must not throw.
void runJobs(std::size_t count, int jobs, const std::function<std::string(std::size_t)>& work);

/// Frame of a scene's drum: the first shape and the first drive of its first body.
DrumFrame drumFrameOf(const World& world);
/// Final speed of a scene's drum [rad/s], by the first drive of its first body.
double drumSpeedOf(const World& world);

/// Tells where a study has written its report.
void tellReport(const std::filesystem::path& file);

/// Text "mean ± deviation"; of a single value, which has no scatter, the value alone.
std::string plusMinus(const Statistics& statistics, int digits = 1);

}  // namespace scree
