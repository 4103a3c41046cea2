#include "app/render/scene_camera.h"

#include <algorithm>

#include "app/render/geometry/scene_fit.h"
#include "app/render/renderer.h"

namespace scree {

namespace {

constexpr float kRoomyAspect = 0.8f;  // least width / height for which the distance given by a scene is right

}  // namespace

Camera sceneCamera(const SceneView& view, const Snapshot& snapshot, float aspect) {
  const SceneSphere sphere = framedSphere(snapshot);
  Camera camera;
  camera.azimuth = static_cast<float>(view.azimuth);
  camera.elevation = static_cast<float>(view.elevation);
  frame(camera, sphere.place(), sphere.radius, aspect);
  if (view.target) {
    camera.target = *view.target;
  }
  if (view.distance) {
    // The distance given by the author is for a whole window; a narrow free part between panels needs a larger one.
    camera.distance = static_cast<float>(*view.distance) / std::min(1.0f, aspect / kRoomyAspect);
  }
  return camera;
}

}  // namespace scree
