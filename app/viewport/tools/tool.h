#pragma once

#include <QPointF>

#include "app/ui_state/panel_context.h"

class QKeyEvent;
class QMouseEvent;

namespace scree {

/// An interaction of the mouse with the view. The first tool that takes a press has the mouse until all buttons are
/// up. Points are logical pixels of the widget.
class Tool {
 public:
  virtual ~Tool() = default;

  /// Takes a press on the scene; false leaves it to the next tool.
  virtual bool press(const QMouseEvent& event) = 0;
  /// A further button goes down while the tool has the mouse.
  virtual void pressMore(const QMouseEvent&) {}
  /// The pointer moves while the tool has the mouse. True when a frame is wanted.
  virtual bool move(const QMouseEvent& event) = 0;
  /// A button goes up while the tool has the mouse.
  virtual void release(const QMouseEvent& event) = 0;
  /// Puts back what is being changed; the rest of the drag does nothing. False when there is nothing to put back.
  virtual bool cancel() { return false; }
  /// Ends the drag as it stands: the widget has lost the focus.
  virtual void abandon() {}
  /// Whether a change is under way without the mouse.
  virtual bool isChanging() const { return false; }
  /// Whether the wheel zooms while the tool has the mouse.
  virtual bool allowsZoom() const { return false; }

  /// The pointer is over the scene and no tool has the mouse; `taken`: a tool before this one would take a press there.
  /// Returns whether this tool would.
  virtual bool hover(const QPointF&, bool) { return false; }
  /// The pointer is over a panel or outside.
  virtual void leave() {}

  /// Whether a key is meant for the tool.
  virtual bool wantsKey(const QKeyEvent&) const { return false; }
  virtual void key(const QKeyEvent&) {}

  /// Brings handles up to date before a frame is drawn.
  virtual void beginFrame() {}
  /// Draws handles over the free part of the view.
  virtual void overlay(PanelContext&, const ProbeRect&) const {}
};

}  // namespace scree
