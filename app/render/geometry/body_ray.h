#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Where a ray meets a body.
struct BodyHit {
  std::uint32_t body = 0;
  double distance = 0.0;     ///< along the ray, in lengths of its direction
  bool isContainer = false;  ///< a hollow shape, which one looks into
};

/// The body that a ray meets first with a visible shape, from either side; planes are no part of it. Only bodies that
/// `wanted` takes, at points that it takes: it is asked with the body's index and the point.
std::optional<BodyHit> bodyAt(const Snapshot& snapshot, const Vec3& origin, const Vec3& direction,
                              const std::function<bool(std::uint32_t, const Vec3&)>& wanted);

}  // namespace scree
