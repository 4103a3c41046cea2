#pragma once

#include <array>

#include "app/viewport/tools/clip_tool.h"
#include "app/viewport/tools/measure_tool.h"
#include "app/viewport/tools/orbit_tool.h"
#include "app/viewport/tools/part_tool.h"
#include "app/viewport/tools/pull_tool.h"
#include "app/viewport/tools/wipe_tool.h"

namespace scree {

/// Tools of a viewport. Passes each event to the tool that it is meant for.
class ToolBox {
 public:
  explicit ToolBox(ToolContext context);
  ToolBox(const ToolBox&) = delete;
  ToolBox& operator=(const ToolBox&) = delete;

  SensorCommands& sensorCommands() { return sensorCommands_; }
  SensorTool& sensor() { return sensor_; }
  PartTool& part() { return part_; }
  /// Gizmo that keys act on: that of the parts while one is selected, else that of the split sensors of the run.
  GizmoTool& gizmo() { return part_.chosen() ? static_cast<GizmoTool&>(part_) : sensor_; }
  MeasureTool& measure() { return measure_; }
  ClipTool& clip() { return clip_; }
  const WipeTool& wipe() const { return wipe_; }

  /// Action of the handles in the view, the same for sensors, parts and measures.
  GizmoMode gizmoMode() const { return sensor_.mode(); }
  void setGizmoMode(GizmoMode mode);
  /// Deletes the selected measure, part or split sensor.
  void deleteSelected();

  /// Passes a press on the scene to the tool that has the mouse, else to the first tool that takes it.
  void press(const QMouseEvent& event);
  /// True if a tool has the mouse.
  bool hasMouse() const { return present_ != nullptr; }
  /// Passes a move to the tool that has the mouse. Returns true if a frame is wanted.
  bool move(const QMouseEvent& event);
  /// Passes a release to the tool that has the mouse; the tool keeps it until all buttons are up.
  void release(const QMouseEvent& event);
  /// Cancels the change under way, or else lifts a restriction to an axis. Returns false if there was neither.
  bool cancel();
  /// Ends all drags and keeps their results; a pull is let go.
  void abandon();
  /// True while a tool has the mouse or typed numbers change a sensor.
  bool isChanging() const;

  /// Tells all tools that the pointer is over the scene while no tool has the mouse.
  void hover(const QPointF& point);
  /// Tells all tools that the pointer is over a panel or outside the widget.
  void leave();
  /// Zooms, unless the tool that has the mouse does not allow it.
  void zoom(double notches, const QPointF& point);
  /// True if a key is meant for a tool.
  bool wantsKey(const QKeyEvent& event) const;
  /// Passes a key to the first tool that wants it.
  void key(const QKeyEvent& event);

  /// Brings handles up to date before a frame is drawn.
  void beginFrame();
  /// Draws all handles.
  void overlay(PanelContext& panels, const ProbeRect& free) const;

 private:
  ToolContext context_;
  SensorCommands sensorCommands_{context_};
  MeasureTool measure_{context_};
  SensorTool sensor_{context_, sensorCommands_};
  PartTool part_{context_};
  WipeTool wipe_{context_};
  ClipTool clip_{context_};
  PickTool pick_{context_, sensorCommands_, sensor_};
  PullTool pull_{context_, pick_};
  OrbitTool orbit_{context_, pick_};
  std::array<Tool*, 7> tools_ = {&measure_, &part_, &sensor_, &wipe_,
                                 &clip_,    &pull_, &orbit_};  ///< tools in the order in which a press is offered
  Tool* present_ = nullptr;                                    ///< tool that has the mouse; null: none
};

}  // namespace scree
