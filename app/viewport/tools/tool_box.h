#pragma once

#include <array>

#include "app/viewport/tools/clip_tool.h"
#include "app/viewport/tools/orbit_tool.h"
#include "app/viewport/tools/pull_tool.h"
#include "app/viewport/tools/wipe_tool.h"

namespace scree {

/// The tools of a viewport: passes each event to the tool that it is meant for.
class ToolBox {
 public:
  explicit ToolBox(ToolContext context);
  ToolBox(const ToolBox&) = delete;
  ToolBox& operator=(const ToolBox&) = delete;

  SensorCommands& sensorCommands() { return sensorCommands_; }
  SensorTool& sensor() { return sensor_; }
  ClipTool& clip() { return clip_; }
  const WipeTool& wipe() const { return wipe_; }

  /// A press on the scene: for the tool that has the mouse, or else for the first that takes it.
  void press(const QMouseEvent& event);
  /// Whether a tool has the mouse.
  bool hasMouse() const { return present_ != nullptr; }
  /// A move while a tool has the mouse. True when a frame is wanted.
  bool move(const QMouseEvent& event);
  /// A release; the tool keeps the mouse until all buttons are up.
  void release(const QMouseEvent& event);
  /// Puts back the present change, or else lets go of an axis that was chosen. False when there is neither.
  bool cancel();
  /// Ends all drags as they stand.
  void abandon();
  /// Whether something is being changed, by the mouse or by typed numbers.
  bool isChanging() const;

  /// The pointer is over the scene, and no tool has the mouse.
  void hover(const QPointF& point);
  /// The pointer is over a panel or outside.
  void leave();
  /// Zooms, unless the present tool holds the camera still.
  void zoom(double notches, const QPointF& point);
  bool wantsKey(const QKeyEvent& event) const;
  /// A key that is wanted.
  void key(const QKeyEvent& event);

  /// Brings handles up to date before a frame is drawn.
  void beginFrame();
  /// Draws all handles.
  void overlay(PanelContext& panels, const ProbeRect& free) const;

 private:
  ToolContext context_;
  SensorCommands sensorCommands_{context_};
  SensorTool sensor_{context_, sensorCommands_};
  WipeTool wipe_{context_};
  ClipTool clip_{context_};
  PickTool pick_{context_, sensorCommands_, sensor_};
  PullTool pull_{context_, pick_};
  OrbitTool orbit_{context_, pick_};
  std::array<Tool*, 5> tools_ = {&sensor_, &wipe_, &clip_, &pull_, &orbit_};  ///< in the order of asking
  Tool* present_ = nullptr;                                                   ///< has the mouse
};

}  // namespace scree
