#include "engine/planning/servin_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {

namespace {

// Eq. 41, fitted to containers and drums.
constexpr double kSweepFactor = 0.3;    // c0
constexpr double kFlowFactor = 2.0;     // c1
constexpr double kHeightFactor = 0.44;  // c2
constexpr double kWidthOfArches = 5.0;  // diameters: no arches in what is narrower

// The same form for warm starts: `ndem study iterations --quick`, preset default with four substeps held, ε = 1 %,
// eight containers and drums: 16 (0.0065 ± 0.0007), 5.2 ± 0.7, 0.52 ± 0.07 (METHOD.md 17.20).
constexpr double kWarmSweepFactor = 0.105;
constexpr double kWarmFlowFactor = 5.2;
constexpr double kWarmHeightFactor = 0.52;

constexpr double kSpeedFactor = 0.2;     // of I √(p/ρ)
constexpr double kMeanPressure = 0.295;  // of ρ g d l: half of the packing 0.59
constexpr double kLinearStep = 0.17;     // of √(m/k)

/// Height over which the weight adds up before walls bear it [diameters], times c2.
double reachOfWeight(double height, double width, double heightFactor = kHeightFactor) {
  const double along = heightFactor * height;
  return width >= kWidthOfArches ? width * (1.0 - std::exp(-along / width)) : along;
}

}  // namespace

double sweepRule(double tolerance, double height, double width, double inertialNumber) {
  return kSweepFactor * (1.0 + kFlowFactor * inertialNumber) / tolerance * reachOfWeight(height, width);
}

double warmSweepRule(double tolerance, double height, double width, double inertialNumber) {
  return kWarmSweepFactor * (1.0 + kWarmFlowFactor * inertialNumber) / tolerance *
         reachOfWeight(height, width, kWarmHeightFactor);
}

double sweepsOfSubstep(double sweeps, int substeps) {
  const double parts = substeps;
  return sweeps / (parts * parts);
}

double grainsOf(double height, double width) { return height * std::max(1.0, 0.25 * std::numbers::pi * width * width); }

double relativeSpeed(double inertialNumber, double gravity, double diameter, double height, double width) {
  const double depth = kMeanPressure / kHeightFactor * reachOfWeight(height, width);
  return kSpeedFactor * inertialNumber * std::sqrt(gravity * diameter * depth);
}

double nonsmoothStep(double tolerance, double diameter, double speed, double gravity) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double forSpeed = speed > 0.0 ? tolerance * diameter / speed : kNone;
  const double forGravity = gravity > 0.0 ? std::sqrt(2.0 * tolerance * diameter / gravity) : kNone;
  return std::min(forSpeed, forGravity);
}

double hertzStiffness(double youngsModulus, double poissonRatio, double diameter) {
  return youngsModulus * std::sqrt(2.0 * diameter) / (3.0 * (1.0 - poissonRatio * poissonRatio));
}

double smoothHertzStep(double mass, double stiffness) { return std::sqrt(mass / stiffness); }

double smoothLinearStep(double mass, double stiffness) { return kLinearStep * std::sqrt(mass / stiffness); }

}  // namespace scree
