#pragma once

#include <span>
#include <vector>

#include "engine/world/aggregates.h"
#include "engine/world/particles.h"

// Suggested places of split sensors, from the splits of a run (R 3.2: automatic placement after analysis).
namespace scree {

/// Split of a grain: its place and its weight in the search.
struct SplitPlace {
  ParticleId particle = 0;
  Vec3 position = Vec3::Zero();  ///< m
  double weight = 1.0;
};

struct SuggestionOptions {
  double cell = 0.03;    ///< side of the cubes in which splits are counted [m]
  std::size_t most = 3;  ///< largest number of boxes
  double least = 0.05;   ///< smallest share of the weight of all splits that a box must hold
  /// Price of a box for each grain in it that never split, over the mean weight of a grain that did.
  double price = 0.5;
};

/// Suggested sensor: a box along the axes of the world [m].
struct SuggestedBox {
  Vec3 centre = Vec3::Zero();
  Vec3 halfExtents = Vec3::Zero();
  double weight = 0.0;  ///< weight of its splits that no earlier box holds
};

struct SensorSuggestion {
  std::vector<SuggestedBox> boxes;  ///< boxes by weight, the heaviest first
  std::size_t splits = 0;           ///< number of splits with a weight
  double weight = 0.0;              ///< weight of all splits
  double held = 0.0;                ///< weight of the splits in a box
  std::size_t quiet = 0;            ///< number of grains that never split
  std::size_t quietHeld = 0;        ///< number of grains in a box that never split

  double share() const { return weight > 0.0 ? held / weight : 0.0; }
};

/// Weight of a split in the search for places where material flows: 1, or 0 where it says nothing of a flow, as a split
/// by load, audit, user or sensor.
double suggestionWeight(SplitCause cause);

/// Finds a few boxes that hold most splits and few grains that never split. Each box grows from the cube with the
/// largest gain by whole layers of cubes as long as that pays. `quiet` are the places of grains that never split [m].
SensorSuggestion suggestSensors(std::span<const SplitPlace> splits, std::span<const Vec3> quiet,
                                const SuggestionOptions& options);

}  // namespace scree
