#pragma once

#include <optional>

#include "engine/base/types.h"

namespace scree {

/// View that the scene's author wants; absent values frame the scene.
struct SceneView {
  std::optional<Vec3> target;      ///< point in the centre of the view [m]
  std::optional<double> distance;  ///< distance of the eye from the target [m]
  double azimuth = -1.2;           ///< azimuth of the eye about +z seen from the target, 0 = +x [rad]
  double elevation = 0.35;         ///< elevation of the eye above the horizon [rad]
};

}  // namespace scree
