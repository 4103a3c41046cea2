#pragma once

#include <QOpenGLWidget>
#include <string>
#include <vector>

#include "app/document/undo_history.h"
#include "app/viewport/camera/twin_commands.h"
#include "app/viewport/frame_schedule.h"
#include "app/viewport/view_panels.h"

namespace scree {

class Simulation;

/// The one OpenGL widget of the application: the scene with the panels over it. Draws when something happened. Passes
/// events to panels and tools; cameras, pictures, panels and tools are parts of their own.
class Viewport : public QOpenGLWidget {
  Q_OBJECT

 public:
  using Trigger = ViewPanels::Trigger;
  Viewport(Simulation& simulation, std::vector<ActionText> actions, Trigger trigger, QWidget* parent = nullptr);
  ~Viewport() override;

  ViewCamera& camera() { return camera_; }
  /// The pictures of the run and its twin.
  const SceneViews& views() const { return views_; }
  ToolBox& tools() { return tools_; }
  TwinCommands& twin() { return twin_; }
  ViewPanels& panels() { return panels_; }
  ViewOptions& options() { return options_; }
  PanelMemory& memory() { return memory_; }
  PanelLayout& layout() { return layout_; }
  /// The history of changes. All that changes the world by the user's hand is posted through it.
  UndoHistory& undo() { return undo_; }
  /// Names and places of the panels' widgets.
  const Probes& probes() const { return panels_.probes(); }
  const FrameSchedule& frames() const { return frames_; }

  /// Asks for a frame soon (several, so that panels settle when the reason is input).
  void requestFrame(FrameReason reason = FrameReason::input) { frames_.request(reason); }
  /// Called regularly by the window: asks for a frame when the simulation has news or a clock shown has moved.
  void tick();
  /// Puts back the change under way: a split sensor, the clip or the line between two views; lets go of a pulled grain
  /// or of an axis. False when there is none.
  bool cancelDrag();
  /// Whether something is being changed by hand, also by numbers that are being typed.
  bool isDragging() const;
  /// Tells the history of the view as it is now, unless a change is under way.
  void noteView();

  /// Shows a line over the view for some seconds.
  void notify(const std::string& text);
  const std::string& notice() const { return panels_.notice(); }
  /// The view as an image in device pixels, with or without panels.
  QImage picture(bool withPanels);
  /// Theme of panels and backdrop, and scale of the panels' letters.
  void setLook(Theme theme, float scale);
  /// True when all input was handled and the panels have settled: the barrier of tests.
  bool isSettled() const;

 Q_SIGNALS:
  void painted();
  void failed(const QString& message);
  /// `notify` has shown a line.
  void notified(const QString& text);

 protected:
  void initializeGL() override;
  void paintGL() override;
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool) override { return false; }
  void mousePressEvent(QMouseEvent* event) override { pressed(*event); }
  void mouseDoubleClickEvent(QMouseEvent* event) override { pressed(*event); }
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
  void pressed(const QMouseEvent& event);
  SnapshotRequest request() const;
  void releaseGraphics();
  void takeSnapshot();
  void fitColours();
  /// Asks for a frame with the shading that is ready.
  void prepared();
  void buildPanels(bool mayDraw);
  /// Hands waiting input to the panels in frames that are not drawn.
  void drainInput(int frames);
  bool wantsText();

  Simulation& simulation_;
  ViewOptions options_;
  PanelMemory memory_;
  PanelLayout layout_;
  UndoHistory undo_;
  ViewHost host_;
  SceneViews views_{host_};
  ViewCamera camera_{host_, views_};
  TwinCommands twin_{host_};
  ScenePicker picker_{host_, camera_.now(), views_};
  ViewPanels panels_;
  ToolBox tools_;
  FrameSchedule frames_{*this};
  bool panelsHaveMouse_ = false;  ///< a button went down over a panel
  std::string lastMessage_;       ///< of the simulation
};

}  // namespace scree
