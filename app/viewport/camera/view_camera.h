#pragma once

#include <optional>

#include "app/viewport/camera/camera_control.h"
#include "app/viewport/camera/scene_views.h"
#include "engine/scene/scene.h"

namespace scree {

/// Camera of a viewport: commands that move it, views of scenes and sessions, and its path.
class ViewCamera {
 public:
  ViewCamera(const ViewHost& host, const SceneViews& views) : host_(host), views_(views) {}

  const Camera& now() const { return control_.camera(); }
  /// End of the flight under way, else the camera.
  const Camera& goal() const { return control_.goal(); }
  /// Control of the camera by mouse and flights.
  CameraControl& control() { return control_; }

  void set(const Camera& camera);
  /// Sets the camera, drops the view that the scene opened last asks for, and unpicks the picked grain, body or joint.
  void show(const Camera& camera);
  /// Flies to the whole scene.
  void frameScene();
  /// Flies to the parts of the scene's text; those of a size before planes, and sinks last.
  void frameParts();
  /// Flies to the picked grain and its neighbours, or to the whole scene if no grain is picked.
  void frameSelection();
  /// Flies to a sphere [m], so that all of it is seen.
  void frameSphere(const Vec3& centre, double radius);
  /// Flies to `point` [m] as the new target, about which the camera turns.
  void centreOn(const Vec3& point);
  /// Picks the grain with the largest overlap and flies to it.
  void jumpToWorstOverlap();
  /// Picks the grain with the largest row residual and flies to it, as soon as a snapshot has the residuals.
  void jumpToWorstResidual();
  /// True while jumpToWorstResidual() waits for residuals.
  bool wantsResidual() const { return worstResidualAsked_; }
  /// Looks at the present target from a direction, by the angles of Camera [rad].
  void lookFrom(double azimuth, double elevation);
  /// Switches between perspective and orthographic view.
  void toggleOrthographic();

  /// Notes the view of a scene just opened, for adoptSceneView().
  void showSceneView(const SceneView& view) { wantedView_ = view; }
  /// Calls adoptSceneView() with the newest snapshot, without a frame: for films of a window that is not shown.
  void settleSceneView();
  /// Sets the camera to the view that showSceneView() noted, once the run is of the scene opened last. Clears path,
  /// pick and clip, which belong to the scene before.
  void adoptSceneView(const Snapshot& snapshot);
  bool awaitsScene() const { return wantedView_.has_value(); }
  /// Sets the ratio width / height at which scenes opened later are shown whole, in place of the window's: for films.
  void frameScenesFor(float aspect) { sceneAspect_ = aspect; }

  /// Adds the present camera to its path, at the time shown.
  void addKey();
  void setFollowPath(bool follow);
  /// Flies to the key of the path that the Camera path panel asked for, and goes to its time if the run reaches it.
  void goToAskedKey();
  /// Moves the camera along its path or flight before a frame is drawn. Returns true while it flies.
  bool beginFrame();

 private:
  float aspect() const;
  /// Newest snapshot of the side, run or twin, in which the grain was picked.
  const Snapshot& pickedSnapshot() const;
  void pickAndFrame(ParticleId id);
  void answerWorstResidual();
  void followPath();
  void flyTo(const Camera& goal);

  const ViewHost& host_;
  const SceneViews& views_;
  CameraControl control_;
  std::optional<SceneView> wantedView_;
  std::optional<float> sceneAspect_;
  bool worstResidualAsked_ = false;
  std::optional<double> followedTime_;  ///< simulated time for which the camera was last put on its path [s]
};

}  // namespace scree
