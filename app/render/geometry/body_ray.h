#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Point at which a ray meets a body.
struct BodyHit {
  std::uint32_t body = 0;    ///< index of the body
  double distance = 0.0;     ///< distance along the ray, in lengths of its direction
  bool isContainer = false;  ///< the shape is hollow: grains inside are seen through it
};

/// Finds the body that a ray meets first with a visible shape, from either side. Planes are left out, and so are points
/// for which `wanted(body index, point)` is false. `origin` and `direction` are in the world [m].
std::optional<BodyHit> bodyAt(const Snapshot& snapshot, const Vec3& origin, const Vec3& direction,
                              const std::function<bool(std::uint32_t, const Vec3&)>& wanted);

}  // namespace scree
