#include "app/sweep/point_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "app/sweep/report_path.h"
#include "engine/analysis/drums/belt_landings.h"
#include "engine/io/report.h"
#include "engine/planning/scenes/scene_plan.h"
#include "engine/state/state.h"

namespace scree {

namespace {

SceneError atPlace(const SweepStudy& study, const std::string& place, std::string what, std::string remedy) {
  const auto found = study.places.find(place);
  const Mark mark = found == study.places.end() ? Mark{} : found->second;
  return {study.file.string(), mark.line, mark.column, std::move(what), std::move(remedy)};
}

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
          atPlace(study, "", "'flow' is asked for, and the scene has no drum",
                  "give a hollow cylinder, or a mesh made round, a rotation about its axis, or leave it out"));
    }
  }
  if (study.run.beltFrom) {
    report.belt.emplace();
    if (!widestBelt(scene.world)) {
      errors.push_back(atPlace(study, "", "'belt' is asked for, and the scene has none",
                               "give a rectangle or box the motion 'belt' along one of its edges, or leave it out"));
    }
  }
  if (study.start && !study.start->isOfSeed && study.seeds.size() > 1 && scene.world.emitters.empty()) {
    errors.push_back(atPlace(study, "start", "the seeds change nothing after one start, as the scene has no emitter",
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
    if (isAngle || isBelt || isFlow) {
      complaint.remedy = fmt::format("add '{}: {{from: 1 s}}' to 'run'", path.substr(0, path.find('.')));
    }
    errors.push_back(atPlace(study, "collect " + path, std::move(complaint.what), std::move(complaint.remedy)));
  }
  return errors;
}

/// Processor time of a run [s].
double predictedSeconds(double until, const Scene& scene, double& stateBytes) {
  SceneNumbers numbers = numbersOf(scene.world, until, PlanInput().tolerance);
  numbers.input.threads = 1;
  const auto bytes = static_cast<double>(saveState(scene.world).size());
  double share = 1.0;
  if (complaintOn(numbers.input).empty()) {
    const Plan plan = planOf(numbers.input);
    const auto atStart = static_cast<double>(scene.world.particles.size());
    share = atStart > 0.0 ? std::max(1.0, plan.grains / atStart) : 1.0;
    stateBytes = std::max(stateBytes, share * bytes);
    return (scene.world.parameters.method == Method::smooth ? plan.screeSmooth : plan.scree).seconds;
  }
  stateBytes = std::max(stateBytes, bytes);
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
