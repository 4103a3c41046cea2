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
  /// Clips, or no longer; the first time through the middle of the scene.
  void toggleClip();
  /// Clips with the normal towards the eye.
  void faceClip();
  /// Looks at the present target from a direction.
  void lookFrom(double azimuth, double elevation);
  /// Takes a scene's own view as soon as its first snapshot is there.
  void showSceneView(const SceneView& view);
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
  /// Puts back what is being dragged, a split sensor or the clip. False when there is nothing.
  bool cancelDrag();
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
  enum class Owner { nobody, panels, scene, sensor, clip };

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
  void fitColours();
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
  ImGuiBackend backend_;
  CameraControl camera_;

  std::shared_ptr<const Snapshot> shown_;  ///< the one in the renderer
  std::optional<SceneView> wantedView_;
  Owner owner_ = Owner::nobody;
  std::optional<SensorDrag> sensorDrag_;
  std::optional<ClipDrag> clipDrag_;
  bool clipHot_ = false;
  std::optional<std::uint32_t> hotSensor_;
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
