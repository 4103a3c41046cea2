#pragma once

#include <vector>

#include "engine/matter/grain_event.h"

namespace scree {

/// Changes and collisions of grains in one step, in the order in which they happened, for measuring (METHOD.md 21.7).
/// Diameters are those of the grains' matter, which is larger than the grain while it swells [m].
struct GranulationEvents {
  /// Two grains that hit each other.
  struct Collision {
    double first = 0.0;
    double second = 0.0;
  };
  /// Growth by layering, or loss by wear, of a grain.
  struct Growth {
    double diameter = 0.0;  ///< before
    double change = 0.0;    ///< below 0: wear
  };

  std::vector<Collision> collisions;
  std::vector<Growth> growth;
  std::vector<GrainEvent> changes;  ///< joins and breaks, with the grains and places

  void clear() {
    collisions.clear();
    growth.clear();
    changes.clear();
  }
};

}  // namespace scree
