#include "app/studies/pellets/pellet_values.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "engine/analysis/repose.h"

namespace scree {

namespace {

constexpr double kInDegrees = 180.0 / std::numbers::pi;
constexpr double kLowest = 0.02;   // m, of the drops
constexpr double kHighest = 0.45;  // m
constexpr std::size_t kDrops = 400;
constexpr std::size_t kQuickDrops = 50;
constexpr double kFineStep = 0.2e-3;     // s
constexpr double kStep = 5e-3;           // s
constexpr double kVerifyingStep = 0.01;  // s, of the paper's section 4 where it gives none

/// As published, but for its solver in double precision.
PelletWay doubleWay(double timeStep) {
  PelletWay way = paperWay(timeStep);
  way.name += ", double precision";
  way.what += ", rows in double precision";
  way.settings.push_back({"solver.method", "scalar"});
  return way;
}

/// With the impact speed of 5 ms at another step.
PelletWay fixedImpactWay(double timeStep) {
  PelletWay way = paperWay(timeStep);
  way.name += ", impacts from 0.05 m/s";
  way.what = "as published, but impacts from 0.05 m/s";
  way.settings.back() = {"solver.impact_speed", "0.05 m/s"};
  return way;
}

/// With no fewer substeps than the preset takes at most.
PelletWay manySubstepsWay(double timeStep) {
  PelletWay way = fastWay(timeStep);
  way.name += ", 16 substeps";
  way.what += ", 16 substeps";
  way.settings.push_back({"solver.substeps", "16"});
  return way;
}

/// With far more sweeps.
PelletWay manySweepsWay(double timeStep) {
  PelletWay way = fastWay(timeStep);
  way.name += ", 64 sweeps";
  way.what += ", 64 sweeps";
  way.settings.push_back({"solver.sweeps", "64"});
  return way;
}

PelletValue valueOf(const char* part, const PelletWay& way, std::string quantity, const char* unit, double value,
                    std::string closedForm, std::string published = {}) {
  return {.part = part,
          .way = way.name,
          .quantity = std::move(quantity),
          .unit = unit,
          .value = value,
          .deviation = 0.0,
          .closedForm = std::move(closedForm),
          .published = std::move(published)};
}

PelletVerification verifyElasticity(const PelletWay& way) {
  PelletVerification result;
  const std::vector<PistonError> errors = pressPellet(way);
  for (const PistonError& one : errors) {
    result.values.push_back(valueOf("elasticity", way, fmt::format("error of the force at δ/d = {:.2f}", one.share),
                                    "%", 100.0 * one.error, "0", one.share > 0.09 ? "at most 2" : "less"));
  }
  result.values.push_back(
      valueOf("elasticity", way, "error of the overlap under its weight", "%", 100.0 * restingError(way), "0", "0"));
  return result;
}

/// Mean and deviation over drops; those from higher than `least` [m].
PelletValue dropValue(const PelletWay& way, const PelletDrops& drops, double least, std::string published) {
  std::vector<double> restitutions;
  for (const PelletDrop& drop : drops.drops) {
    if (drop.height >= least) {
      restitutions.push_back(drop.restitution);
    }
  }
  const Statistics statistics = statisticsOf(restitutions);
  PelletValue value = valueOf("restitution", way, fmt::format("e, drops from {:.2f} to {} m", least, kHighest), "",
                              statistics.mean, fmt::format("{}", kPelletRestitution), std::move(published));
  value.deviation = statistics.deviation;
  return value;
}

PelletVerification verifyRestitution(const PelletWay& way, bool quick) {
  PelletVerification result;
  result.drops = {way.name, way.timeStep, dropPellets(way, kLowest, kHighest, quick ? kQuickDrops : kDrops)};
  const std::string published = way.timeStep < 1e-3 ? "0.175 ± 0.004" : "0.17 ± 0.07";
  result.values.push_back(dropValue(way, result.drops, kLowest, published));
  // Those above the published impact speed, so that the impact law and not the damping sets the rebound.
  const double speed = publishedImpactSpeed(way.timeStep);
  const double least = 0.5 * speed * speed / kPelletGravity;
  if (least > kLowest) {
    result.values.push_back(dropValue(way, result.drops, std::ceil(100.0 * least) / 100.0, published));
  }
  if (way.name.starts_with("fast")) {
    return result;  // which has substeps
  }
  const auto steps = static_cast<int>(std::sqrt(2.0 * kHighest / kPelletGravity) / way.timeStep);
  const double height = alignedHeight(way.timeStep, steps);
  const std::vector<PelletDrop> aligned = dropPellets(way, height, height, 1);
  if (!aligned.empty()) {
    result.values.push_back(
        valueOf("restitution", way, fmt::format("e, drop from {:.4f} m, so that a step ends on the plane", height), "",
                aligned.front().restitution,
                fmt::format("{:.5f}, of the stepper", steppedRestitution(aligned.front(), way.timeStep))));
  }
  return result;
}

PelletVerification verifyFriction(const PelletWay& way) {
  const double friction = slidingOnset(way);
  return {.values = {valueOf("friction", way, "friction that holds it, relative error", "1e-6",
                             1e6 * (friction / kPelletFriction - 1.0), "0 ± 0.15, what is resolved", "0")},
          .drops = {}};
}

PelletVerification verifyRolling(const PelletWay& way) {
  const double onset = rollingOnset(way);
  const double law = 5.0 / 7.0 * kPelletRolling * kPelletGravity;
  return {
      .values = {valueOf("rolling", way, "angle from which it rolls", "°", kInDegrees * onset,
                         fmt::format("{:.3f}: arctan μ_r", kInDegrees * std::atan(kPelletRolling)),
                         "17.84; measured 17.8 ± 0.1"),
                 valueOf("rolling", way, "its tangent over μ_r, relative error", "1e-6",
                         1e6 * (std::tan(onset) / kPelletRolling - 1.0), "0 ± 1.7, what is resolved", "at most 10 000"),
                 valueOf("rolling", way, "deceleration, relative error", "1e-6",
                         1e6 * (rollingDeceleration(way) / law - 1.0), "0: 5/7 μ_r g", "0")},
      .drops = {}};
}

}  // namespace

std::vector<std::string> pelletGrainParts() { return {"elasticity", "restitution", "friction", "rolling"}; }

std::vector<PelletWay> pelletWaysOf(const std::string& part) {
  if (part == "elasticity") {
    return {paperWay(kStep), paperWay(1e-3), fastWay(kStep)};
  }
  if (part == "restitution") {
    return {paperWay(kStep), paperWay(kFineStep),    fixedImpactWay(kFineStep),
            fastWay(kStep),  manySubstepsWay(kStep), fastWay(kFineStep)};
  }
  return {paperWay(kVerifyingStep), paperWay(kStep), doubleWay(kStep), fastWay(kStep), manySweepsWay(kStep)};
}

PelletVerification verifyPellets(const std::string& part, const PelletWay& way, bool quick) {
  if (part == "elasticity") {
    return verifyElasticity(way);
  }
  if (part == "restitution") {
    return verifyRestitution(way, quick);
  }
  return part == "friction" ? verifyFriction(way) : verifyRolling(way);
}

}  // namespace scree
