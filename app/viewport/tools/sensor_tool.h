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

/// Split sensors in the view: the points in their centres and the gizmo of the selected one, dragging both, axes chosen
/// by keys, and numbers typed meanwhile.
class SensorTool : public Tool {
 public:
  SensorTool(const ToolContext& context, SensorCommands& commands) : context_(context), commands_(commands) {}

  /// The action of the handles.
  GizmoMode mode() const { return mode_; }
  void setMode(GizmoMode mode);
  /// Restricts the present drag, or the next one, to an axis of the world; again: its own axis; again: none.
  void restrictAxis(int axis);
  const std::optional<AxisLock>& axisLock() const { return axisLock_; }
  /// Deletes the selected sensor, unless it is dragged.
  void deleteSelected();
  /// The sensor with its centre at a point of the view.
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
  /// A sensor that the mouse drags, or that typed numbers change.
  struct Drag {
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
