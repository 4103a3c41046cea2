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

constexpr double kSpeedFactor = 0.2;     // of I √(p/ρ)
constexpr double kMeanPressure = 0.295;  // of ρ g d l: half of the packing 0.59
constexpr double kWarmStartGain = 3.0;   // warm starting paper: 2 to 5 times fewer sweeps
constexpr double kLinearStep = 0.17;     // of √(m/k)

/// Height over which the weight adds up before walls bear it [diameters], times c2.
double reachOfWeight(double height, double width) {
  const double along = kHeightFactor * height;
  return width >= kWidthOfArches ? width * (1.0 - std::exp(-along / width)) : along;
}

}  // namespace

double sweepRule(double tolerance, double height, double width, double inertialNumber) {
  return kSweepFactor * (1.0 + kFlowFactor * inertialNumber) / tolerance * reachOfWeight(height, width);
}

double sweepsOfSubstep(double cold, int substeps, bool isWarm) {
  const double parts = substeps;
  return cold / (parts * parts) / (isWarm ? kWarmStartGain : 1.0);
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
