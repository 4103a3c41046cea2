#include <algorithm>
#include <utility>

#include "app/document/simulation.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/viewport.h"

// Where the camera goes: to what one wants to see, and along its path.
namespace scree {

void Viewport::frameScene() {
  const SceneSphere sphere = boundingSphere(*simulation_.snapshot());
  Camera goal = camera_.goal();
  scree::frame(goal, sphere.centre, sphere.radius, aspect());
  camera_.flyTo(goal);
  requestFrame();
}

void Viewport::frameSelection() {
  const Snapshot& now = pickedSnapshot();
  const auto found = options_.selected
                         ? std::lower_bound(now.grains.id.begin(), now.grains.id.end(), *options_.selected)
                         : now.grains.id.end();
  if (found == now.grains.id.end() || *found != *options_.selected) {
    frameScene();
    return;
  }
  constexpr float kNeighbourhood = 8.0f;  // radii around the grain
  const Eigen::Vector4f& grain = now.grains.positionRadius[static_cast<std::size_t>(found - now.grains.id.begin())];
  Camera goal = camera_.goal();
  scree::frame(goal, grain.head<3>(), kNeighbourhood * grain.w(), aspect());
  camera_.flyTo(goal);
  requestFrame();
}

void Viewport::jumpToWorstOverlap() {
  const Snapshot& now = *simulation_.snapshot();
  const auto worst = std::max_element(now.grains.overlap.begin(), now.grains.overlap.end());
  if (worst == now.grains.overlap.end() || !(*worst > 0.0f)) {
    notify("No contact overlaps");
    return;
  }
  options_.selected = now.grains.id[static_cast<std::size_t>(worst - now.grains.overlap.begin())];
  layout_.reveal("inspector");
  frameSelection();
}

void Viewport::jumpToWorstResidual() {
  worstResidualAsked_ = true;  // snapshots have residuals only when somebody wants them
  requestFrame();
}

void Viewport::answerWorstResidual() {
  const Snapshot& now = *shown_;
  if (!worstResidualAsked_ || !now.onRequest.wishes.residual) {
    return;
  }
  worstResidualAsked_ = false;
  const auto worst = std::max_element(now.onRequest.rowResidual.begin(), now.onRequest.rowResidual.end());
  if (worst == now.onRequest.rowResidual.end() || !(*worst > 0.0f)) {
    notify("No row has a residual: nothing was solved in the last step");
    return;
  }
  options_.selected = now.grains.id[static_cast<std::size_t>(worst - now.onRequest.rowResidual.begin())];
  layout_.reveal("inspector");
  frameSelection();
}

void Viewport::lookFrom(double azimuth, double elevation) {
  Camera goal = camera_.goal();
  goal.azimuth = static_cast<float>(azimuth);
  goal.elevation = static_cast<float>(elevation);
  camera_.flyTo(goal);
  requestFrame();
}

void Viewport::toggleOrthographic() {
  Camera goal = camera_.goal();
  goal.parallel = !goal.parallel;
  camera_.flyTo(goal);
  requestFrame();
}

void Viewport::followPath() {
  if (options_.followPath && !options_.path.isEmpty() && followedTime_ != shown_->run.time) {
    followedTime_ = shown_->run.time;
    camera_.set(options_.path.at(shown_->run.time));
  }
}

void Viewport::goToCameraKey() {
  const auto asked = std::exchange(memory_.cameraKeyAsked, std::nullopt);
  if (!asked || *asked >= options_.path.keys().size()) {
    return;
  }
  const CameraKey& key = options_.path.keys()[*asked];
  camera_.flyTo(key.camera);
  const Timeline& timeline = simulation_.snapshot()->run.timeline;
  if (key.time >= timeline.first.time && key.time <= timeline.last.time) {
    simulation_.seek(stepAt(timeline, key.time));
  } else {
    notify("The run does not reach that time");
  }
  requestFrame();
}

void Viewport::addCameraKey() {
  options_.path.add({simulation_.snapshot()->run.time, camera_.camera()});
  layout_.reveal("camera_path");
  requestFrame();
}

void Viewport::setFollowPath(bool follow) {
  options_.followPath = follow;
  followedTime_.reset();
  requestFrame();
}

}  // namespace scree
