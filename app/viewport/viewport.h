#pragma once

#include <QOpenGLWidget>
#include <QPointer>
#include <string>
#include <vector>

#include "app/document/undo_history.h"
#include "app/viewport/camera/twin_commands.h"
#include "app/viewport/frame_schedule.h"
#include "app/viewport/panel_board.h"
#include "app/viewport/view_panels.h"

namespace scree {

class Simulation;

/// Viewport: the scene with overlays over it. It draws a frame only when something has changed, and passes events to
/// overlays and tools. Camera, pictures, overlays and tools are its parts. The board of the panels, a widget of its
/// own, draws with each of its frames.
class Viewport : public QOpenGLWidget {
  Q_OBJECT

 public:
  using Trigger = ViewPanels::Trigger;
  Viewport(Simulation& simulation, std::vector<ActionText> actions, Trigger trigger, QWidget* parent = nullptr);
  ~Viewport() override;

  ViewCamera& camera() { return camera_; }
  /// Pictures of the run and its twin.
  const SceneViews& views() const { return views_; }
  ToolBox& tools() { return tools_; }
  TwinCommands& twin() { return twin_; }
  ViewPanels& panels() { return panels_; }
  /// Widget of the panels, for a dock, which may delete it when the window closes; otherwise the viewport does.
  PanelBoard& board() { return *board_; }
  ViewOptions& options() { return options_; }
  PanelMemory& memory() { return memory_; }
  PanelLayout& layout() { return layout_; }
  /// History of changes. Commands that can be undone are posted through it.
  UndoHistory& undo() { return undo_; }
  /// Names and rectangles of the overlays' widgets in the last frame.
  const Probes& probes() const { return panels_.probes(); }
  const FrameSchedule& frames() const { return frames_; }

  /// Asks for a frame soon; for several when the reason is input, so that panels settle.
  void requestFrame(FrameReason reason = FrameReason::input) { frames_.request(reason); }
  /// Asks for a frame if the simulation has news, a notice ends or a clock shown has moved. The window calls it
  /// regularly.
  void tick();
  /// Cancels the drag under way: puts back a split sensor, the clip, the border between two views or the camera, or
  /// lets go of a pulled grain or body. Without a drag it lifts a restriction to an axis. Returns false if there was
  /// neither.
  bool cancelDrag();
  /// True while the mouse is held on a tool or a panel, or numbers for a split sensor are typed.
  bool isDragging() const;
  /// Adds the present view to the history of changes, unless a drag is under way.
  void noteView();

  /// Shows a notice over the view for six seconds.
  void notify(const std::string& text);
  const std::string& notice() const { return panels_.notice(); }
  /// Image of the view in device pixels, with or without overlays. Waits for shading to be ready.
  QImage picture(bool withOverlays);
  /// Sets the theme of panels and background, and the factor on the size of letters.
  void setLook(Theme theme, float scale);
  /// True if all input has been handled, no frame is wanted and shading is ready. Tests wait for it.
  bool isSettled() const;

 Q_SIGNALS:
  void painted();
  void failed(const QString& message);
  /// Emitted after notify() has shown a notice.
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
  /// Asks the questions of AskMembers and AskSolver, or no longer, and sets the measures, as the view wants it.
  void ask();
  void releaseGraphics();
  void takeSnapshot();
  void fitColours();
  /// Asks for a frame that shows shading computed aside; called when it is ready.
  void prepared();
  void buildPanels(bool mayDraw);
  /// Hands waiting input to the panels in at most `frames` frames that are built but not drawn.
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
  QPointer<PanelBoard> board_;
  bool panelsHaveMouse_ = false;  ///< an overlay has the mouse: a button went down over one
};

}  // namespace scree
