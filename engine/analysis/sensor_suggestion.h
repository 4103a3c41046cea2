#pragma once

#include <span>
#include <vector>

#include "engine/world/aggregates.h"
#include "engine/world/particles.h"

// Where split sensors would have been of use in a run (R 3.2: automatic placement after analysis).
namespace scree {

/// A grain that was split off, where, and how much that counts.
struct SplitPlace {
  ParticleId particle = 0;
  Vec3 position = Vec3::Zero();  ///< m
  double weight = 1.0;
};

struct SuggestionOptions {
  double cell = 0.03;  ///< side of the cubes in which splits are counted [m]
  std::size_t most = 3;
  double least = 0.05;  ///< share of all splits that a box must hold to be worth having
  /// What it costs to hold a grain that never split, in splits of a mean grain that did.
  double price = 0.5;
};

/// A box along the axes of the world.
struct SuggestedBox {
  Vec3 centre = Vec3::Zero();
  Vec3 halfExtents = Vec3::Zero();
  double weight = 0.0;  ///< of the splits in it that no box before it holds
};

struct SensorSuggestion {
  std::vector<SuggestedBox> boxes;  ///< the one that holds most first
  std::size_t splits = 0;           ///< that were looked at
  double weight = 0.0;              ///< of all of them
  double held = 0.0;                ///< of those in a box
  std::size_t quiet = 0;            ///< grains that never split
  std::size_t quietHeld = 0;        ///< and are in a box

  double share() const { return weight > 0.0 ? held / weight : 0.0; }
};

/// How much a split says about where material flows: nothing when it came of a schedule, of the user or of a sensor.
double suggestionWeight(SplitCause cause);

/// A few boxes that hold most splits and little of what never split: each grows from the cube where most is to be won
/// by whole layers of cubes as long as that pays. `quiet` are the places of grains that never split.
SensorSuggestion suggestSensors(std::span<const SplitPlace> splits, std::span<const Vec3> quiet,
                                const SuggestionOptions& options);

}  // namespace scree
