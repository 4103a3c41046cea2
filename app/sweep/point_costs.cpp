#include "app/sweep/point_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "app/sweep/report_path.h"
#include "app/sweep/study_places.h"
#include "engine/analysis/drums/belt_landings.h"
#include "engine/io/report.h"
#include "engine/planning/scenes/scene_plan.h"
#include "engine/state/state.h"

namespace scree {

namespace {

/// Errors of what is to be collected, in a report of this world.
std::vector<SceneError> errorsOfCollect(const SweepStudy& study, const Scene& scene) {
  std::vector<SceneError> errors;
  RunReport report;
  report.sceneName = scene.name;
  if (study.run.angleEvery) {
    report.angle.emplace();
  }
  if (study.run.flowEvery) {
    report.flow.emplace();
    if (!rotatingDrum(scene.world)) {
      errors.push_back(
          errorAt(study, "run flow", "'flow' is asked for, and the scene has no drum",
                  "give a hollow cylinder, or a mesh made round, a rotation about its axis, or leave it out"));
    }
  }
  if (study.run.beltFrom) {
    report.belt.emplace();
    if (!widestBelt(scene.world)) {
      errors.push_back(errorAt(study, "run belt", "'belt' is asked for, and the scene has none",
                               "give a rectangle or box the motion 'belt' along one of its edges, or leave it out"));
    }
  }
  if (study.run.mixingEvery) {
    report.mixing.emplace(study.run.mixing);
    if (const std::string why = whyNotMixed(scene.world, study.run.mixing.by); !why.empty()) {
      errors.push_back(errorAt(
          study, "run mixing",
          fmt::format("'mixing' by {}: {}", kMixingNames.at(static_cast<std::size_t>(study.run.mixing.by)), why),
          "tell populations apart by x, y or z"));
    }
  }
  if (study.start && !study.start->isOfSeed && study.seeds.size() > 1 && scene.world.emitters.empty()) {
    errors.push_back(errorAt(study, "start", "the seeds change nothing after one start, as the scene has no emitter",
                             "leave 'start' out, or in a study without a search write 'each: seed'"));
  }
  const std::string json = reportBefore(report, scene.world);
  for (const std::string& path : study.collect) {
    PathComplaint complaint = complaintOnPath(json, path);
    if (complaint.what.empty()) {
      continue;
    }
    const bool isAngle = path.starts_with("angle.") && !study.run.angleEvery;
    const bool isBelt = path.starts_with("belt.") && !study.run.beltFrom;
    const bool isFlow = path.starts_with("flow.") && !study.run.flowEvery;
    const bool isMixing = path.starts_with("mixing.") && !study.run.mixingEvery;
    if (isAngle || isBelt || isFlow || isMixing) {
      complaint.remedy = fmt::format("add '{}: {{from: 1 s}}' to 'run'", path.substr(0, path.find('.')));
    }
    errors.push_back(errorAt(study, "collect " + path, std::move(complaint.what), std::move(complaint.remedy)));
  }
  return errors;
}

/// Largest size of a state until a time from the start [bytes]: all grains that come are still there, or left through
/// sinks, which the state keeps too.
double bytesAt(const World& world, double seconds) {
  // States of drum, collapse and pile at rest, 270 to 285 bytes a grain, of which 126 are the grain and 78 each of its
  // contacts; of the conveyor with merging 367, with the grains that have left.
  constexpr double kOfGrain = 126.0;
  constexpr double kWithContacts = 290.0;
  constexpr double kWithMerging = 370.0;
  const auto atStart = static_cast<double>(world.particles.size());
  double grains = atStart;
  for (const Emitter& emitter : world.emitters) {
    grains += emittedUntil(emitter, world.materials.list[emitter.material].density, seconds);
  }
  const double each = world.parameters.reduction.merging == Switch::on ? kWithMerging : kWithContacts;
  return static_cast<double>(saveState(world).size()) - kOfGrain * atStart + each * grains;
}

/// Processor time of a run [s].
double predictedSeconds(double until, const Scene& scene, double& stateBytes) {
  SceneNumbers numbers = numbersOf(scene.world, until, PlanInput().tolerance);
  numbers.input.threads = 1;
  stateBytes = std::max(stateBytes, bytesAt(scene.world, until));
  if (complaintOn(numbers.input).empty()) {
    const Plan plan = planOf(numbers.input);
    return (scene.world.parameters.method == Method::smooth ? plan.screeSmooth : plan.scree).seconds;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

PointCosts costsOf(const SweepStudy& study, std::span<const std::size_t> rows, double budget) {
  using CostClock = std::chrono::steady_clock;
  const CostClock::time_point start = CostClock::now();
  PointCosts costs;
  costs.seconds.assign(study.rows.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<SceneError> firstErrors;
  bool isChecked = false;
  double sum = 0.0;
  std::size_t known = 0;
  for (const std::size_t row : rows) {
    if (isChecked && std::chrono::duration<double>(CostClock::now() - start).count() > budget) {
      break;
    }
    const std::string seed = study.seeds.empty() ? "" : study.seeds.front();
    SceneResult result = loadScene(study.scene, overridesOf(study, row, seed));
    ++costs.looked;
    if (!result.scene) {
      for (SceneError& error : result.errors) {
        error = placedInStudy(study, std::move(error), "", row);
      }
      firstErrors = firstErrors.empty() ? std::move(result.errors) : firstErrors;
      continue;
    }
    if (!isChecked) {
      isChecked = true;
      costs.errors = errorsOfCollect(study, *result.scene);
      if (!costs.errors.empty()) {
        return costs;
      }
    }
    const double until = study.run.until.value_or(result.scene->duration);
    costs.seconds[row] = predictedSeconds(until, *result.scene, costs.stateBytes);
    if (study.start) {
      // The part that a point shares with others is run once.
      const double share = std::min(1.0, study.start->until / until);
      costs.startSeconds = share * costs.seconds[row];
      costs.seconds[row] *= 1.0 - share;
    }
    if (std::isfinite(costs.seconds[row])) {
      sum += costs.seconds[row];
      ++known;
    }
  }
  if (!isChecked && !rows.empty()) {
    costs.broken = std::move(firstErrors);
  }
  for (double& seconds : costs.seconds) {
    seconds = std::isfinite(seconds) || known == 0 ? seconds : sum / static_cast<double>(known);
  }
  return costs;
}

}  // namespace scree
