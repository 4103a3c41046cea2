#include "app/viewport/camera/view_camera.h"

#include <QOpenGLWidget>
#include <algorithm>
#include <utility>

#include "app/document/simulation.h"
#include "app/render/geometry/scene_fit.h"
#include "app/render/scene_camera.h"
#include "engine/scene_parts/free_place.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

float ViewCamera::aspect() const {
  const ProbeRect area = host_.freeArea();
  const float free = area.x1 > area.x0 ? area.x1 - area.x0 : static_cast<float>(host_.widget.width());
  return free / static_cast<float>(std::max(1, host_.widget.height()));
}

void ViewCamera::flyTo(const Camera& goal) {
  control_.flyTo(goal);
  host_.requestFrame();
}

void ViewCamera::set(const Camera& camera) {
  control_.set(camera);
  host_.undo.forgetView();
  host_.requestFrame();
}

void ViewCamera::show(const Camera& camera) {
  wantedView_.reset();
  host_.options.selected.reset();
  host_.options.selectedPart.reset();
  set(camera);
}

void ViewCamera::frameScene() {
  if (host_.memory.parts.hideRun()) {
    frameParts();
    return;
  }
  const SceneSphere sphere = framedSphere(*host_.simulation.snapshot());
  Camera goal = control_.goal();
  scree::frame(goal, sphere.place(), sphere.radius, aspect());
  flyTo(goal);
}

void ViewCamera::frameParts() {
  const auto bounds = boundsOfAll(host_.memory.parts.parts);
  if (!bounds) {
    return;
  }
  frameSphere(0.5 * (bounds->lower + bounds->upper), std::max(0.5 * (bounds->upper - bounds->lower).norm(), 1e-3));
}

void ViewCamera::frameSphere(const Vec3& centre, double radius) {
  Camera goal = control_.goal();
  scree::frame(goal, centre, static_cast<float>(radius), aspect());
  flyTo(goal);
}

const Snapshot& ViewCamera::pickedSnapshot() const {
  const Snapshot& now = *host_.simulation.snapshot();
  return host_.memory.twin.pickedInTwin && now.twin.snapshot != nullptr ? *now.twin.snapshot->other : now;
}

void ViewCamera::frameSelection() {
  const Snapshot& now = pickedSnapshot();
  const std::optional<ParticleId>& selected = host_.options.selected;
  const auto found =
      selected ? std::lower_bound(now.grains.id.begin(), now.grains.id.end(), *selected) : now.grains.id.end();
  if (found == now.grains.id.end() || *found != *selected) {
    frameScene();
    return;
  }
  constexpr float kNeighbourhood = 8.0f;  // radius of the sphere shown, in radii of the grain
  const auto slot = static_cast<std::size_t>(found - now.grains.id.begin());
  Camera goal = control_.goal();
  scree::frame(goal, now.placeOf(slot), kNeighbourhood * now.grains.positionRadius[slot].w(), aspect());
  flyTo(goal);
}

void ViewCamera::centreOn(const Vec3& point) {
  Camera goal = control_.goal();
  goal.target = point;
  flyTo(goal);
}

void ViewCamera::pickAndFrame(ParticleId id) {
  host_.options.selected = id;
  host_.layout.reveal("inspector");
  frameSelection();
}

void ViewCamera::jumpToWorstOverlap() {
  const Snapshot& now = *host_.simulation.snapshot();
  const auto worst = std::max_element(now.grains.overlap.begin(), now.grains.overlap.end());
  if (worst == now.grains.overlap.end() || !(*worst > 0.0f)) {
    host_.notify("No contact overlaps");
    return;
  }
  pickAndFrame(now.grains.id[static_cast<std::size_t>(worst - now.grains.overlap.begin())]);
}

void ViewCamera::jumpToWorstResidual() {
  worstResidualAsked_ = true;  // the next request of a snapshot asks for residuals
  host_.requestFrame();
}

void ViewCamera::answerWorstResidual() {
  const Snapshot& now = *views_.shown();
  if (!worstResidualAsked_ || !now.onRequest.request.residual) {
    return;
  }
  worstResidualAsked_ = false;
  const auto worst = std::max_element(now.onRequest.rowResidual.begin(), now.onRequest.rowResidual.end());
  if (worst == now.onRequest.rowResidual.end() || !(*worst > 0.0f)) {
    host_.notify("No row has a residual: nothing was solved in the last step");
    return;
  }
  pickAndFrame(now.grains.id[static_cast<std::size_t>(worst - now.onRequest.rowResidual.begin())]);
}

void ViewCamera::lookFrom(double azimuth, double elevation) {
  Camera goal = control_.goal();
  goal.azimuth = static_cast<float>(azimuth);
  goal.elevation = static_cast<float>(elevation);
  flyTo(goal);
}

void ViewCamera::toggleOrthographic() {
  Camera goal = control_.goal();
  goal.parallel = !goal.parallel;
  flyTo(goal);
}

void ViewCamera::settleSceneView() { adoptSceneView(*host_.simulation.snapshot()); }

void ViewCamera::adoptSceneView(const Snapshot& snapshot) {
  if (!wantedView_ || !host_.simulation.isCurrentWorld()) {
    return;
  }
  const SceneView view = *std::exchange(wantedView_, std::nullopt);
  control_.set(sceneCamera(view, snapshot, sceneAspect_.value_or(aspect())));
  ViewOptions& options = host_.options;
  options.path.clear();  // the path belongs to another scene
  options.followPath = false;
  options.selected.reset();
  options.selectedPart.reset();
  options.clip.on = false;
  options.clip.placed = false;  // the clip's place belongs to another scene
  host_.undo.forgetView();
}

bool ViewCamera::beginFrame() {
  answerWorstResidual();
  followPath();
  return control_.advance();
}

void ViewCamera::followPath() {
  const ViewOptions& options = host_.options;
  const double time = views_.shown()->run.time;
  if (options.followPath && !options.path.isEmpty() && followedTime_ != time) {
    followedTime_ = time;
    control_.set(options.path.at(time));
  }
}

void ViewCamera::goToAskedKey() {
  const auto asked = std::exchange(host_.memory.cameraKeyAsked, std::nullopt);
  if (!asked || *asked >= host_.options.path.keys().size()) {
    return;
  }
  const CameraKey& key = host_.options.path.keys()[*asked];
  control_.flyTo(key.camera);
  const Timeline& timeline = host_.simulation.snapshot()->run.timeline;
  if (key.time >= timeline.first.time && key.time <= timeline.last.time) {
    host_.simulation.seek(stepAt(timeline, key.time));
  } else {
    host_.notify("The run does not reach that time");
  }
  host_.requestFrame();
}

void ViewCamera::addKey() {
  host_.options.path.add({host_.simulation.snapshot()->run.time, control_.camera()});
  host_.layout.reveal("camera_path");
  host_.requestFrame();
}

void ViewCamera::setFollowPath(bool follow) {
  host_.options.followPath = follow;
  followedTime_.reset();
  host_.requestFrame();
}

}  // namespace scree
