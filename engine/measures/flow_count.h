#pragma once

#include <vector>

#include "engine/measures/measure_list.h"
#include "engine/world/world.h"

// Grains that pass through a plane in a step.
namespace scree {

/// Places of all grains at one instant, by ascending id.
struct GrainPlaces {
  std::vector<ParticleId> id;
  std::vector<Vec3> place;   ///< m
  std::vector<double> mass;  ///< kg
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  PeriodicBox periodic;

  void follow(const World& world);
};

/// Passages through a plane, along its normal and against it.
struct FlowCount {
  double forwardMass = 0.0;   ///< kg
  double backwardMass = 0.0;  ///< kg
  std::uint64_t forward = 0;
  std::uint64_t backward = 0;

  void add(const FlowCount& other);
  void subtract(const FlowCount& other);
};

/// Counts the grains that went through the rectangle or disk of a plane on the straight ways between two instants, in a
/// periodic box the shorter ones, at both sides of it that they go through. A grain in the plane counts as in front of
/// it, so none is counted twice. Grains present at one instant only do not count.
FlowCount passagesThrough(const MeasureFlow& plane, const GrainPlaces& before, const GrainPlaces& now);

}  // namespace scree
