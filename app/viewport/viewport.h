#pragma once

#include <QElapsedTimer>
#include <QOpenGLWidget>
#include <QTimer>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/undo_history.h"
#include "app/overlays/overlays.h"
#include "app/panels/layout.h"
#include "app/render/geometry/body_ray.h"
#include "app/render/renderer.h"
#include "app/render/twin_view.h"
#include "app/ui_state/panel_context.h"
#include "app/ui_state/sensor_edits.h"
#include "app/viewport/camera_control.h"
#include "app/viewport/frame_pacer.h"
#include "app/viewport/imgui_backend.h"
#include "app/viewport/sensor_gizmo.h"
#include "engine/scene/scene.h"

namespace scree {

class Simulation;

/// The one OpenGL widget of the application: the scene with the panels over it. Draws when something happened.
class Viewport : public QOpenGLWidget {
  Q_OBJECT

 public:
  using Trigger = std::function<void(std::string_view)>;
  Viewport(Simulation& simulation, std::vector<ActionText> actions, Trigger trigger, QWidget* parent = nullptr);
  ~Viewport() override;

  /// Asks for a frame soon (several, so that panels settle when the reason is input).
  void requestFrame(FrameReason reason = FrameReason::input);
  /// Called regularly by the window: asks for a frame when the simulation has news or a clock shown has moved.
  void tick();

  void frameScene();
  void frameSelection();
  /// Picks the grain with the largest overlap and flies to it.
  void jumpToWorstOverlap();
  /// Picks the grain with the largest row residual and flies to it, as soon as that is known.
  void jumpToWorstResidual();
  /// Makes the camera as it is a key of the camera path, at the time shown.
  void addCameraKey();
  /// Whether the camera follows its path from now on.
  void setFollowPath(bool follow);
  /// Clips, or no longer; the first time through the middle of the scene.
  void toggleClip();
  /// Clips with the normal towards the eye.
  void faceClip();
  /// Looks at the present target from a direction.
  void lookFrom(double azimuth, double elevation);
  /// Looks without perspective, or with it again.
  void toggleOrthographic();
  /// Takes a scene's own view as soon as its first snapshot is there.
  void showSceneView(const SceneView& view);
  /// Does that now, without a frame: for films, which may be made while the window is not seen.
  void settleSceneView();
  /// Scenes opened from now on are seen whole at this width / height, whatever the window's is: for films from the
  /// start.
  void frameScenesFor(float aspect) { sceneAspect_ = aspect; }
  const Camera& camera() const { return camera_.camera(); }
  /// Where the camera is on its way to, or is.
  const Camera& targetCamera() const { return camera_.goal(); }
  void setCamera(const Camera& camera);
  /// Takes this view instead of the one that the scene opened last asks for; ends the pick.
  void showCamera(const Camera& camera);

  ViewOptions& options() { return options_; }
  const ViewOptions& options() const { return options_; }
  PanelMemory& memory() { return memory_; }
  PanelLayout& layout() { return layout_; }
  const Probes& probes() const { return probes_; }
  bool panelsShown() const { return panelsShown_; }
  void setPanelsShown(bool shown);
  bool cheatSheetShown() const { return cheatSheet_; }
  void setCheatSheetShown(bool shown);
  /// Closes an open combo box or list. False when there was none.
  bool closePopup();
  /// Starts a twin of the run as the Twin panel says, or stops it.
  void toggleTwin();
  bool hasTwin() const;
  /// How a run and its twin share the view, in the last frame.
  const TwinSplit& split() const { return split_; }
  /// Goes on in the list of how both share the view.
  void nextTwinMode();
  /// Colours by the difference to the twin, or by speed again.
  void toggleTwinColours();
  /// Puts back what is being dragged: a split sensor, the clip or the line between two views; lets go of a pulled grain
  /// or of an axis. False when there is none.
  bool cancelDrag();
  /// Whether something is in the middle of being changed by hand, also by numbers that are being typed.
  bool isDragging() const {
    return sensorDrag_.has_value() || (owner_ == Owner::panels ? backend_.isMouseHeld() : owner_ != Owner::nobody);
  }

  /// What can be taken back. All that changes the world by the user's hand is posted through it.
  UndoHistory& undo() { return undo_; }
  /// Tells it of the view as it is now, when nobody is moving it.
  void noteView();

  /// What the handles of the selected split sensor do.
  GizmoMode gizmoMode() const { return gizmoMode_; }
  void setGizmoMode(GizmoMode mode);
  /// Restricts the present drag of a sensor, or the next one, to an axis of the world; again: its own axis; again:
  /// none.
  void restrictAxis(int axis);
  const std::optional<AxisLock>& axisLock() const { return axisLock_; }
  /// Adds a split sensor of a kind (SensorShape's alternatives) where the camera looks.
  void addSensorInView(int kind);
  /// The same at a point of the view, on what is seen there.
  void addSensorAt(int kind, const QPointF& point);
  void deleteSensor();
  void duplicateSensor();
  /// The film that the line at the top and the Record panel tell of.
  void setRecordStatus(const RecordStatus& status) { recording_ = status; }
  const RecordStatus& recordStatus() const { return recording_; }
  /// Shows a line over the view for some seconds.
  void notify(const std::string& text);
  const std::string& notice() const { return notice_; }

  /// The view as an image in device pixels, with or without panels.
  QImage picture(bool withPanels);
  /// Theme of panels and backdrop, and scale of the panels' letters.
  void setLook(Theme theme, float scale);
  bool isSoftware() const { return renderer_.isSoftware(); }
  std::string graphicsInformation() const { return graphics_; }
  /// Empty, or why nothing can be drawn.
  const std::string& failure() const { return failure_; }
  /// True when all input was handled and the panels have settled: the barrier of tests.
  bool isSettled() const { return !backend_.hasPendingInput() && framesWanted_ == 0 && !isPreparing(); }
  double frameMilliseconds() const { return frame_.milliseconds; }
  std::uint64_t framesDrawn() const { return framesDrawn_; }

 Q_SIGNALS:
  void painted();
  void failed(const QString& message);
  /// Something was said to the user by `notify`.
  void notified(const QString& text);

 protected:
  void initializeGL() override;
  void paintGL() override;
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool) override { return false; }
  void mousePressEvent(QMouseEvent* event) override { pressed(*event, false); }
  void mouseDoubleClickEvent(QMouseEvent* event) override { pressed(*event, true); }
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void inputMethodEvent(QInputMethodEvent* event) override;
  QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;
  void focusOutEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  enum class Owner { nobody, panels, scene, sensor, clip, wipe, pull };

  /// A split sensor in hand: under the mouse, or changed by typed numbers.
  struct SensorDrag {
    std::uint32_t index = 0;
    SplitSensor before;
    GizmoDrag drag;
    double step = 0.01;  ///< m, of motion in steps
    QPointF press;       ///< px
    QPointF last;        ///< px
    bool moved = false;
    bool byMouse = true;
    std::string label;
  };

  /// A grain or a body that the mouse pulls.
  struct PullDrag {
    ParticleId particle = 0;
    std::optional<Grip> grip;  ///< of a body
    std::size_t side = 0;      ///< of the view, when a twin has the other
    Vec3 start;                ///< its centre, or where it was gripped, when it was pressed [m]
    Vec3 offset;               ///< from what was pressed to there [m]
    Vec3 normal;               ///< of the plane that the pointer moves in
    double stiffness = 0.0;
    QPointF press;                          ///< px
    std::optional<std::uint64_t> sequence;  ///< of the command, once it was moved
    Vec3 target = Vec3::Zero();
  };

  /// A grain of the picture.
  struct GrainUnder {
    std::size_t side = 0;
    std::size_t index = 0;  ///< in that side's snapshot
    ParticleId id = 0;
  };

  struct ClipDrag {
    ClipOptions before;
    QPointF press;  ///< px
  };

  void pressed(const QMouseEvent& event, bool isDouble);
  Wishes wishes() const;
  void revealPicked(const std::optional<ParticleId>& before);
  void placeClip();
  std::optional<ClipHandle> clipHandle() const;
  bool isOnClipHandle(const QPointF& point) const;
  void dragClip(const QMouseEvent& event);
  void releaseGraphics();
  void takeSnapshot();
  void adoptSceneView(const Snapshot& snapshot);
  void drawFilmOutline(PanelContext& context);
  void fitColours();
  void answerWorstResidual();
  void followPath();
  void goToCameraKey();
  void drawScene();
  void drawPanels(bool mayDraw);
  PanelContext panelContext();
  /// Hands waiting input to the panels in frames that are not drawn.
  void drainInput(int frames);
  bool wantsText();
  /// Whether a resting picture is to have shading that is still being made.
  bool isPreparing() const;
  void prepared();
  void measureFrame(double start);
  void pickAt(const QPointF& point);
  void centreAt(const QPointF& point);
  void updateSensors();
  std::vector<SensorHandle> sensorHandles() const;
  std::optional<std::uint32_t> handleAt(const QPointF& point) const;
  void hoverSensors(const QPointF& point);
  bool takeHandleAt(const QPointF& point);
  void takeSensor(std::uint32_t index, const GizmoHandle& handle, const QPointF& point);
  void dragSensor(const QMouseEvent& event);
  void applySensorDrag();
  void releaseSensor();
  bool wantsGizmoKey(const QKeyEvent& event) const;
  void gizmoKey(const QKeyEvent& event);
  PostCommand poster();
  /// The selected split sensor, if it is in the list as it stands.
  std::optional<std::uint32_t> listedSensor() const;
  std::optional<std::uint32_t> selectedSensorOrNotice();
  GizmoView gizmoView(std::size_t side) const;
  std::vector<GizmoShape> shownGizmo() const;
  GizmoOverlay gizmoOverlay() const;
  std::optional<GrainUnder> grainUnder(const QPointF& point);
  /// The body under a point, unless the grain there is in front of it or to be seen through it.
  std::optional<BodyHit> bodyUnder(const QPointF& point, const std::optional<GrainUnder>& grain) const;
  std::optional<PickedPart> jointUnder(const QPointF& point) const;
  std::optional<Vec3> pointUnder(const QPointF& point);
  bool takeThing(const QPointF& point);
  void dragPull(const QMouseEvent& event);
  void releasePull();
  void letGo();
  std::optional<PullOverlay> pullOverlay() const;
  void openMenu(const QPointF& point);
  void prepareTwin();
  QSize devicePixels() const;
  void divideView();
  void drawTwinViews(PanelContext& context);
  /// The side that has a point of the view.
  std::size_t sideAt(const QPointF& point) const;
  Renderer& rendererOf(std::size_t side) { return side == 0 ? renderer_ : twinRenderer_; }
  /// The snapshot that the picked grain was picked in.
  const Snapshot& pickedSnapshot() const;
  void zoomAt(double notches, const QPointF& point);
  std::optional<QPointF> handlePixel(const Vec3& point) const;
  bool isOnWipeLine(const QPointF& point) const;
  void dragWipe(const QPointF& point);
  void startFrameTimer(FrameReason reason);
  float aspect() const;

  Simulation& simulation_;
  std::vector<ActionText> actions_;
  Trigger trigger_;
  std::string graphics_;
  std::string failure_;

  ViewOptions options_;
  PanelMemory memory_;
  PanelLayout layout_;
  Probes probes_;
  Renderer renderer_;
  Renderer twinRenderer_;
  bool twinReady_ = false;  ///< the twin's renderer has what it needs
  ImGuiBackend backend_;
  CameraControl camera_;

  std::shared_ptr<const Snapshot> shown_;  ///< the one in the renderer
  std::optional<SceneView> wantedView_;
  bool worstResidualAsked_ = false;
  std::optional<double> followedTime_;  ///< s, for which the camera was put on its path
  std::optional<float> sceneAspect_;
  UndoHistory undo_;
  RecordStatus recording_;
  Owner owner_ = Owner::nobody;
  std::optional<SensorDrag> sensorDrag_;
  std::optional<ClipDrag> clipDrag_;
  std::optional<PullDrag> pullDrag_;
  GizmoMode gizmoMode_ = GizmoMode::move;
  std::optional<AxisLock> axisLock_;
  std::optional<GizmoHandle> hotHandle_;
  bool clipHot_ = false;
  std::optional<std::uint32_t> hotSensor_;
  TwinSplit split_;                  ///< of the view, in the last frame ...
  ProbeRect dividedArea_;            ///< ... made for this free part of it
  std::optional<float> wipeBefore_;  ///< place of the line when it was taken, while it is dragged
  bool hotWipe_ = false;
  ProbeRect free_;  ///< part of the view between the panels
  std::string notice_;
  QElapsedTimer noticeAge_;
  std::string lastMessage_;
  bool panelsShown_ = true;
  bool overlaysShown_ = true;
  bool cheatSheet_ = false;

  QTimer frameTimer_;
  QTimer hoverTimer_;
  FramePacer pacer_;
  FrameTimes frame_;
  std::deque<double> frameStarts_;
  int framesWanted_ = 0;
  std::uint64_t framesDrawn_ = 0;
  QElapsedTimer clockTick_;
};

}  // namespace scree
