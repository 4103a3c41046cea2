#pragma once

#include <QPointF>
#include <optional>
#include <string>
#include <vector>

#include "app/overlays/overlays.h"
#include "app/viewport/handles/sensor_gizmo.h"
#include "app/viewport/tools/sensor_commands.h"
#include "app/viewport/tools/tool.h"

namespace scree {

/// Tool for split sensors in the view: the handles at their centres, the gizmo of the selected sensor, drags of both,
/// restriction to an axis by keys, and typed numbers.
class SensorTool : public Tool {
 public:
  SensorTool(const ToolContext& context, SensorCommands& commands) : context_(context), commands_(commands) {}

  /// Action of the handles.
  GizmoMode mode() const { return mode_; }
  void setMode(GizmoMode mode);
  /// Restricts the drag under way, or the next one, to an axis: of the world, at the second call for the axis of the
  /// sensor itself, at the third not at all.
  void restrictAxis(int axis);
  const std::optional<AxisLock>& axisLock() const { return axisLock_; }
  /// Deletes the selected sensor, unless a sensor is dragged.
  void deleteSelected();
  /// Index of the sensor with its centre at a point of the view.
  std::optional<std::uint32_t> centreAt(const QPointF& point) const;

  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override;
  void abandon() override { drag_.reset(); }
  bool isChanging() const override { return drag_.has_value(); }
  bool hover(const QPointF& point, bool taken) override;
  void leave() override;
  bool wantsKey(const QKeyEvent& event) const override;
  void key(const QKeyEvent& event) override;
  void beginFrame() override;
  void overlay(PanelContext& panels, const ProbeRect& free) const override;

 private:
  /// Change of a sensor by a drag of the mouse or by typed numbers.
  struct Drag {
    std::uint32_t index = 0;  ///< index of the sensor
    SplitSensor before;       ///< sensor at the start
    GizmoDrag drag;
    double step = 0.01;   ///< step of lengths when they snap [m]
    QPointF press;        ///< point of the press [px]
    QPointF last;         ///< last point of the pointer [px]
    bool moved = false;   ///< the sensor has changed
    bool byMouse = true;  ///< the mouse drags; else numbers are typed
    std::string label;
  };

  std::vector<GizmoShape> gizmo() const;
  GizmoOverlay gizmoOverlay() const;
  std::vector<SensorHandle> centres() const;
  void take(std::uint32_t index, const GizmoHandle& handle, const QPointF& point);
  void apply();

  const ToolContext& context_;
  SensorCommands& commands_;
  GizmoMode mode_ = GizmoMode::move;
  std::optional<AxisLock> axisLock_;
  std::optional<Drag> drag_;
  std::optional<GizmoHandle> hotHandle_;
  std::optional<std::uint32_t> hotSensor_;
};

}  // namespace scree
