#pragma once

#include <optional>

#include "app/viewport/camera/camera_control.h"
#include "app/viewport/camera/scene_views.h"
#include "engine/scene/scene.h"

namespace scree {

/// The camera of a viewport: commands that move it, the views that scenes and sessions ask for, and its path.
class ViewCamera {
 public:
  ViewCamera(const ViewHost& host, const SceneViews& views) : host_(host), views_(views) {}

  const Camera& now() const { return control_.camera(); }
  /// The end of the flight under way, or the camera where there is none.
  const Camera& goal() const { return control_.goal(); }
  /// The camera under the mouse and in flight.
  CameraControl& control() { return control_; }

  void set(const Camera& camera);
  /// Takes this view in place of the one that the scene opened last asks for; ends the pick.
  void show(const Camera& camera);
  /// Flies to the whole scene.
  void frameScene();
  /// Flies to the picked grain, or to the whole scene.
  void frameSelection();
  /// Turns about a point from now on.
  void centreOn(const Vec3& point);
  /// Picks the grain with the largest overlap and flies to it.
  void jumpToWorstOverlap();
  /// Picks the grain with the largest row residual and flies to it, as soon as the residuals are known.
  void jumpToWorstResidual();
  /// Whether residuals are awaited for a jump.
  bool wantsResidual() const { return worstResidualAsked_; }
  /// Looks at the present target from a direction.
  void lookFrom(double azimuth, double elevation);
  /// Turns perspective off or on.
  void toggleOrthographic();

  /// Takes a scene's own view as soon as its first snapshot is there.
  void showSceneView(const SceneView& view) { wantedView_ = view; }
  /// Takes it now, without a frame: for films of a window that is not seen.
  void settleSceneView();
  /// Takes it if the snapshot is of the scene that was opened last.
  void adoptSceneView(const Snapshot& snapshot);
  bool awaitsScene() const { return wantedView_.has_value(); }
  /// Shows scenes whole at this width / height from now on, whatever the window's is: for films from the start.
  void frameScenesFor(float aspect) { sceneAspect_ = aspect; }

  /// Adds the camera as it is to its path, at the time shown.
  void addKey();
  void setFollowPath(bool follow);
  /// Flies to the key of the path that the panel asked for, and goes to its time.
  void goToAskedKey();
  /// Moves the camera along its path or flight before a frame is drawn. True while it flies.
  bool beginFrame();

 private:
  float aspect() const;
  /// The snapshot that the picked grain was picked in.
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
  std::optional<double> followedTime_;  ///< s, for which the camera was put on its path
};

}  // namespace scree
