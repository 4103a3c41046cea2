#pragma once

#include <QPointF>

#include "app/ui_state/panel_context.h"

class QKeyEvent;
class QMouseEvent;

namespace scree {

/// Interaction of the mouse with the view. The first tool that takes a press has the mouse until all buttons are up.
/// Points are in logical pixels of the widget.
class Tool {
 public:
  virtual ~Tool() = default;

  /// Takes a press on the scene; false leaves it to the next tool.
  virtual bool press(const QMouseEvent& event) = 0;
  /// Handles a further button that goes down while the tool has the mouse.
  virtual void pressMore(const QMouseEvent&) {}
  /// Handles a move of the pointer while the tool has the mouse. Returns true if a frame is wanted.
  virtual bool move(const QMouseEvent& event) = 0;
  /// Handles a button that goes up while the tool has the mouse.
  virtual void release(const QMouseEvent& event) = 0;
  /// Cancels the change under way and puts its object back; the rest of the drag does nothing. Returns false if there
  /// is no change.
  virtual bool cancel() { return false; }
  /// Ends the drag and keeps its result: the widget has lost the focus.
  virtual void abandon() {}
  /// True if a change is under way, which may be without the mouse (typed numbers).
  virtual bool isChanging() const { return false; }
  /// True if the wheel zooms while the tool has the mouse.
  virtual bool allowsZoom() const { return false; }

  /// Handles a pointer over the scene while no tool has the mouse. `taken` is true if a tool before this one would take
  /// a press there. Returns true if this tool would take it.
  virtual bool hover(const QPointF&, bool) { return false; }
  /// Handles a pointer that has left the scene: it is over a panel or outside the widget.
  virtual void leave() {}

  /// True if a key is meant for the tool.
  virtual bool wantsKey(const QKeyEvent&) const { return false; }
  virtual void key(const QKeyEvent&) {}

  /// Brings handles up to date before a frame is drawn.
  virtual void beginFrame() {}
  /// Draws handles over the free part of the view.
  virtual void overlay(PanelContext&, const ProbeRect&) const {}
};

}  // namespace scree
