#include "app/studies/warm_start/warm_start_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

#include "app/console/signals.h"
#include "engine/step/step.h"

namespace scree {

namespace {

struct Timed {
  World world;
  StepData data;
};

double spentIn(const StageTimes& times, Stage stage) { return times.seconds[static_cast<std::size_t>(stage)]; }

PresetTime timeOf(Timed& copy, int steps) {
  PresetTime time;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processorBefore = std::clock();
  for (int i = 0; i < steps; ++i) {
    step(copy.world, copy.data);
    const StageTimes& stages = copy.data.report.times;
    time.secondsDetecting += (spentIn(stages, Stage::pairs) + spentIn(stages, Stage::contacts)) / steps;
    time.secondsSweeping += (spentIn(stages, Stage::impacts) + spentIn(stages, Stage::solve)) / steps;
  }
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / steps;
  time.secondsPerStep = static_cast<double>(std::clock() - processorBefore) / CLOCKS_PER_SEC / steps;
  // Times of stages are wall time; the factor takes out the time of other programs.
  time.secondsDetecting *= time.secondsPerStep / wall;
  time.secondsSweeping *= time.secondsPerStep / wall;
  return time;
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
      PresetTime time = timeOf(copies[i], stepsARound);
      if (time.secondsPerStep < times[i].secondsPerStep) {
        time.solver = times[i].solver;
        times[i] = time;
      }
    }
  }
  return times;
}

std::vector<Measurement> timeRows(const std::string& part, const std::string& system,
                                  const std::vector<PresetTime>& times) {
  std::vector<Measurement> rows;
  for (const PresetTime& time : times) {
    rows.push_back({part, system, time.solver, {}, "processor_per_step", 1e3 * time.secondsPerStep, "ms"});
    rows.push_back({part, system, time.solver, {}, "processor_detecting", 1e3 * time.secondsDetecting, "ms"});
    rows.push_back({part, system, time.solver, {}, "processor_sweeping", 1e3 * time.secondsSweeping, "ms"});
    rows.push_back(
        {part, system, time.solver, {}, "times_faster_than_paper", times[0].secondsPerStep / time.secondsPerStep, ""});
  }
  return rows;
}

namespace {

/// Sentence on sweeps and detection in the fastest preset.
std::string bound(const std::vector<PresetTime>& times) {
  const auto least = std::min_element(times.begin(), times.end(), [](const PresetTime& a, const PresetTime& b) {
    return a.secondsPerStep < b.secondsPerStep;
  });
  if (least == times.end()) {
    return "";
  }
  return fmt::format(
      "Sweeps alone are {:.1f} times faster with {} than with {}; {:.0f} % of its step is detection.\n\n",
      times[0].secondsSweeping / least->secondsSweeping, least->solver.name, times[0].solver.name,
      100.0 * least->secondsDetecting / least->secondsPerStep);
}

}  // namespace

std::string timeTable(const std::vector<PresetTime>& times) {
  std::string table =
      tableHead({"preset", "sweeps", "ms a step", "of it detection", "of it sweeps", "times faster than paper"});
  for (const PresetTime& time : times) {
    table += tableRow({time.solver.name, std::to_string(time.solver.totalSweeps()), cell(1e3 * time.secondsPerStep, 2),
                       cell(1e3 * time.secondsDetecting, 2), cell(1e3 * time.secondsSweeping, 2),
                       cell(times[0].secondsPerStep / time.secondsPerStep, 2)});
  }
  return table + "\n" + bound(times);
}

}  // namespace scree
