#include "app/studies/experiment_parts.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>

#include "app/console/print.h"
#include "app/console/signals.h"
#include "engine/base/parallel.h"

namespace scree {

void runJobs(std::size_t count, int jobs, const std::function<std::string(std::size_t)>& work) {
  std::mutex printing;
  ThreadPool pool(jobs);
  pool.forChunks(count, [&](std::size_t i) {
    if (signalReceived() != 0) {
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    const std::string name = work(i);
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::lock_guard lock(printing);
    print(stderr, "{}: {:.1f} s\n", name, wall);
  });
}

DrumFrame drumFrameOf(const World& world) {
  const auto& rotation = std::get<Rotation>(world.bodies.at(0).drives.at(0).motion);
  const auto& shape = std::get<HollowCylinder>(world.bodies.at(0).shapes.at(0).shape);
  return {.centre = rotation.point, .axis = rotation.axis, .radius = shape.radius};
}

double drumSpeedOf(const World& world) { return world.bodies.at(0).drives.at(0).speed.value; }

void tellReport(const std::filesystem::path& file) { print(stdout, "\nThe report is {}\n", file.string()); }

std::string plusMinus(const Statistics& statistics, int digits) {
  if (statistics.count == 1) {
    return fmt::format("{:.{}f}", statistics.mean, digits);
  }
  return fmt::format("{:.{}f} ± {:.{}f}", statistics.mean, digits, statistics.deviation, digits);
}

}  // namespace scree
