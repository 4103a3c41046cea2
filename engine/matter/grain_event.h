#pragma once

#include <cstdint>

#include "engine/base/ids.h"
#include "engine/base/types.h"

namespace scree {

/// Change of grains by a collision, told once it is made.
struct GrainEvent {
  enum class Kind : std::uint8_t {
    joined,  ///< the other grain became part of the grain, which goes on
    broke    ///< the grain became two halves, the second of which is the other grain
  };
  Kind kind = Kind::joined;
  ParticleId grain = 0;
  ParticleId other = 0;
  std::uint64_t step = 0;     ///< step at whose start it was made
  Vec3 place = Vec3::Zero();  ///< centre of what became of it [m]
  /// Diameters of the matter of the two that joined; of the whole that broke, and of each half [m].
  double first = 0.0;
  double second = 0.0;
};

}  // namespace scree
