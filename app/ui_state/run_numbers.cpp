#include "app/ui_state/run_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/planning/scenes/scene_plan.h"

namespace scree {

namespace {

constexpr double kPacking = 0.6;
constexpr double kWidthOfColumn = 1.5;  // diameters
constexpr double kSeconds = 10.0;

/// Sums over the grains, and how far they reach across gravity.
struct Extent {
  double diameters = 0.0;  ///< sum [m]
  double volume = 0.0;     ///< m³
  double mass = 0.0;       ///< kg
  double wide = 0.0;       ///< m
  double narrow = 0.0;     ///< m
};

Extent extentOf(const Snapshot& snapshot) {
  const Vec3& gravity = snapshot.scene.parameters.gravity;
  const Vec3 up = gravity.norm() > 0.0 ? Vec3(-gravity.normalized()) : Vec3(Vec3::UnitZ());
  const Vec3 first = up.cross(std::abs(up.x()) < 0.5 ? Vec3::UnitX() : Vec3::UnitY()).normalized();
  const std::array<Vec3, 2> axes = {first, up.cross(first)};
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::array<double, 2> lower = {kNone, kNone};
  std::array<double, 2> upper = {-kNone, -kNone};
  Extent extent;
  for (const Eigen::Vector4f& grain : snapshot.grains.positionRadius) {
    const auto radius = static_cast<double>(grain.w());
    const Vec3 position = grain.head<3>().cast<double>();
    extent.diameters += 2.0 * radius;
    extent.volume += sphereVolume(radius);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double x = position.dot(axes[axis]);
      lower[axis] = std::min(lower[axis], x - radius);
      upper[axis] = std::max(upper[axis], x + radius);
    }
  }
  extent.mass = snapshot.grains.totalMass;
  extent.wide = std::max(upper[0] - lower[0], upper[1] - lower[1]);
  extent.narrow = std::min(upper[0] - lower[0], upper[1] - lower[1]);
  return extent;
}

/// Rounded to four digits, as numbers are shown.
double rounded(double value) {
  if (value <= 0.0) {
    return value;
  }
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 3.0);
  return std::round(value / unit) * unit;
}

void takeBed(const Snapshot& snapshot, PlannedBed& bed) {
  const Extent extent = extentOf(snapshot);
  const auto grains = static_cast<double>(snapshot.particles());
  bed.grains = grains;
  bed.diameter = extent.diameters / grains;
  bed.width = rounded(std::max(1.0, extent.wide / bed.diameter));
  bed.height = *bed.width < kWidthOfColumn
                   ? grains
                   : rounded(std::max(1.0, extent.volume / (kPacking * extent.wide * extent.narrow * bed.diameter)));
  if (extent.mass > 0.0) {
    bed.density = rounded(extent.mass / extent.volume);
  }
  bed.diameter = rounded(bed.diameter);
  const SolverReading& solver = snapshot.solver;
  // Contacts between members are in no sweep: a merged run does not tell those of a run in full.
  if (solver.sweeps > 0 && solver.contactSweeps > 0 && snapshot.scene.parameters.reduction.merging == Switch::off) {
    bed.contacts = rounded(std::min(12.0, static_cast<double>(solver.contactSweeps) / solver.sweeps / grains));
  }
}

}  // namespace

PlanInput numbersOfRun(const Snapshot& snapshot) {
  PlanInput input;
  input.seconds = kSeconds;
  if (snapshot.particles() == 0) {
    return input;
  }
  takeBed(snapshot, input.bed);
  const Parameters& p = snapshot.scene.parameters;
  input.bed.gravity = p.gravity.norm();
  const Materials& materials = *snapshot.scene.materials;
  if (!materials.list.empty()) {
    const MaterialIndex material = snapshot.grains.material.empty() ? MaterialIndex{0} : snapshot.grains.material[0];
    input.law = plannedLaw(materials, material);
    float least = std::numeric_limits<float>::infinity();
    for (const Eigen::Vector4f& grain : snapshot.grains.positionRadius) {
      least = std::min(least, grain.w());
    }
    // The grain that asks for most; exact where all are of one material.
    input.smoothStep = soundSubstep(input.law, materials.list[material].density, 2.0 * static_cast<double>(least));
  }
  input.solver.step = p.timeStep;
  input.solver.sweeps = p.sweeps;
  input.solver.substeps = p.substeps;
  input.solver.mostSubsteps = p.mostSubsteps;
  input.solver.isWarm = p.warmStart == WarmStart::adaptive || p.warmStart == WarmStart::history;
  input.solver.hasBodies = std::ranges::any_of(snapshot.scene.bodies, [](const auto& body) { return body.mass > 0.0; });
  input.solver.impactSweeps = p.impacts == Impacts::stage && snapshot.solver.impacts > 0 ? p.impactSweeps : 0;
  input.threads = std::max(1, snapshot.solver.threads);
  return input;
}

}  // namespace scree
