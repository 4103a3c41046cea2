#include "app/render/scene_camera.h"

#include <algorithm>

#include "app/render/geometry/scene_fit.h"
#include "app/render/renderer.h"

namespace scree {

namespace {

constexpr float kRoomyAspect = 0.8f;  // width over height from which a scene's own distance is right

}  // namespace

Camera sceneCamera(const SceneView& view, const Snapshot& snapshot, float aspect) {
  const SceneSphere sphere = boundingSphere(snapshot);
  Camera camera;
  camera.azimuth = static_cast<float>(view.azimuth);
  camera.elevation = static_cast<float>(view.elevation);
  frame(camera, sphere.centre, sphere.radius, aspect);
  if (view.target) {
    camera.target = view.target->cast<float>();
  }
  if (view.distance) {
    // The author saw the whole window; between the panels of a narrow one there is less room.
    camera.distance = static_cast<float>(*view.distance) / std::min(1.0f, aspect / kRoomyAspect);
  }
  return camera;
}

}  // namespace scree
