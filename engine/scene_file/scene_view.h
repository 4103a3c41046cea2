#pragma once

#include <optional>

#include "engine/base/types.h"

namespace scree {

/// Where the scene's author wants the eye; absent values frame the scene.
struct SceneView {
  std::optional<Vec3> target;      ///< m
  std::optional<double> distance;  ///< m
  double azimuth = -1.2;           ///< rad, of the eye about +z seen from the target, 0 = +x
  double elevation = 0.35;         ///< rad, above the horizon
};

}  // namespace scree
