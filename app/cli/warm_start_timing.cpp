#include "app/cli/warm_start_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "app/cli/signals.h"
#include "engine/step/step.h"

namespace scree {

namespace {

struct Timed {
  World world;
  StepData data;
};

double wallOf(Timed& timed, int steps) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) {
    step(timed.world, timed.data);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / steps;
}

}  // namespace

std::vector<PresetTime> timePresets(const World& world, int rounds, int stepsARound) {
  std::vector<PresetTime> times;
  std::vector<Timed> copies(presetTable().size());
  for (std::size_t i = 0; i < copies.size(); ++i) {
    times.push_back({solverOf(presetTable()[i].preset), std::numeric_limits<double>::infinity()});
    copies[i].world = world;
    setSolver(copies[i].world.parameters, times[i].solver.parameters);
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < copies.size(); ++i) {
      if (signalReceived() != 0) {
        return {};
      }
      times[i].secondsPerStep = std::min(times[i].secondsPerStep, wallOf(copies[i], stepsARound));
    }
  }
  return times;
}

std::vector<Measurement> timeRows(const std::string& part, const std::string& system,
                                  const std::vector<PresetTime>& times) {
  std::vector<Measurement> rows;
  for (const PresetTime& time : times) {
    rows.push_back({part, system, time.solver, {}, "wall_per_step", 1e3 * time.secondsPerStep, "ms"});
    rows.push_back(
        {part, system, time.solver, {}, "times_faster_than_paper", times[0].secondsPerStep / time.secondsPerStep, ""});
  }
  return rows;
}

std::string timeTable(const std::vector<PresetTime>& times) {
  std::string table = tableHead({"preset", "sweeps", "ms a step", "times faster than paper"});
  for (const PresetTime& time : times) {
    table += tableRow({time.solver.name, std::to_string(time.solver.totalSweeps()), cell(1e3 * time.secondsPerStep, 2),
                       cell(times[0].secondsPerStep / time.secondsPerStep, 2)});
  }
  return table + "\n";
}

}  // namespace scree
