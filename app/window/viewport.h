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

#include "app/panels/layout.h"
#include "app/panels/overlays.h"
#include "app/panels/panel_context.h"
#include "app/render/renderer.h"
#include "app/render/twin_view.h"
#include "app/window/camera_control.h"
#include "app/window/frame_pacer.h"
#include "app/window/imgui_backend.h"
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
  /// Takes a scene's own view as soon as its first snapshot is there.
  void showSceneView(const SceneView& view);
  /// Does that now, without a frame: for films, which may be made while the window is not seen.
  void settleSceneView();
  /// Scenes opened from now on are seen whole at this width / height, whatever the window's is: for films from the
  /// start.
  void frameScenesFor(float aspect) { sceneAspect_ = aspect; }
  const Camera& camera() const { return camera_.camera(); }
  void setCamera(const Camera& camera);

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
  /// Puts back what is being dragged: a split sensor, the clip or the line between two views. False when there is none.
  bool cancelDrag();
  /// The film that the line at the top and the Record panel tell of.
  void setRecordStatus(const RecordStatus& status) { recording_ = status; }
  const RecordStatus& recordStatus() const { return recording_; }
  /// Shows a line over the view for some seconds.
  void notify(const std::string& text);
  const std::string& notice() const { return notice_; }

  /// The view as an image in device pixels, with or without panels.
  QImage picture(bool withPanels);
  bool isSoftware() const { return renderer_.isSoftware(); }
  std::string graphicsInformation() const { return graphics_; }
  /// Empty, or why nothing can be drawn.
  const std::string& failure() const { return failure_; }
  /// True when all input was handled and the panels have settled: the barrier of tests.
  bool isSettled() const { return !backend_.hasPendingInput() && framesWanted_ == 0; }
  double frameMilliseconds() const { return frame_.milliseconds; }
  std::uint64_t framesDrawn() const { return framesDrawn_; }

 Q_SIGNALS:
  void painted();
  void failed(const QString& message);

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
  enum class Owner { nobody, panels, scene, sensor, clip, wipe };

  /// A split sensor under the mouse.
  struct SensorDrag {
    std::uint32_t index = 0;
    SplitSensor before;
    Vec3 start;     ///< its centre when it was pressed, in the world
    QPointF press;  ///< px
    bool moved = false;
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
  void measureFrame(double start);
  void pickAt(const QPointF& point);
  void centreAt(const QPointF& point);
  void updateSensors();
  std::vector<SensorHandle> sensorHandles() const;
  std::optional<std::uint32_t> handleAt(const QPointF& point) const;
  void hoverSensors(const QPointF& point);
  void takeSensor(std::uint32_t index, const QPointF& point);
  void dragSensor(const QMouseEvent& event);
  void changeSensor(std::uint32_t index, const SplitSensor& wanted);
  void releaseSensor();
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
  RecordStatus recording_;
  Owner owner_ = Owner::nobody;
  std::optional<SensorDrag> sensorDrag_;
  std::optional<ClipDrag> clipDrag_;
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
