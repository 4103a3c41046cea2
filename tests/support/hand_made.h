#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree::testing {

/// A world with contacts as a step leaves them, made by hand instead. Add them in the order of their keys: by the first
/// slot, particles before bodies.
struct HandMade {
  HandMade();

  World world;
  StepData data;

  /// Slots a < b touch along x.
  void touch(std::uint32_t a, std::uint32_t b);
  /// A particle stands on the first shape of a body, whose surface moves at `velocity` there, and is pushed up by
  /// `force` [N].
  void stand(std::uint32_t a, std::uint32_t body, const Vec3& velocity = Vec3::Zero(), double force = 0.0);
};

}  // namespace scree::testing
