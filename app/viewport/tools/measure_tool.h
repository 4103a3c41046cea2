#pragma once

#include <QPointF>
#include <optional>
#include <string>
#include <vector>

#include "app/overlays/measure_overlay.h"
#include "app/overlays/overlays.h"
#include "app/ui_state/measure_edits.h"
#include "app/viewport/handles/sensor_gizmo.h"
#include "app/viewport/tools/measure_snap.h"
#include "app/viewport/tools/tool.h"

namespace scree {

/// Tool that places measures in the view and drags their points. A plane, a box and a region have the handles of split
/// sensors, which move, turn and size them.
class MeasureTool : public Tool {
 public:
  explicit MeasureTool(const ToolContext& context) : context_(context), snap_(context) {}

  /// Begins to place a measure of a kind (place in kMeasureKindNames), or ends it if that kind is being placed. The
  /// angle of repose of the bed needs no place.
  void begin(int kind);
  /// True if the selected measure has the handles of split sensors.
  bool hasGizmo() const;
  GizmoMode mode() const { return static_cast<GizmoMode>(context_.host.memory.gizmoMode); }
  void setMode(GizmoMode mode);
  /// Deletes the selected measure. Returns false if there is none.
  bool deleteSelected();

  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override;
  void abandon() override;
  bool isChanging() const override { return drag_.has_value() || !points_.empty(); }
  bool hover(const QPointF& point, bool taken) override;
  void leave() override;
  bool wantsKey(const QKeyEvent& event) const override;
  void key(const QKeyEvent& event) override;
  void beginFrame() override;
  void overlay(PanelContext& panels, const ProbeRect& free) const override;

 private:
  /// Drag of a point, or of a handle of the gizmo.
  struct Drag {
    MeasureHandle handle;
    MeasureKind before;
    std::optional<GizmoDrag> gizmo;
    QPointF press;  ///< [px]
    QPointF last;   ///< last point of the pointer [px]
    bool moved = false;
    bool isNew = false;  ///< the measure was made by the press
    std::string label;
  };

  std::optional<int>& placing() const { return context_.host.memory.measures.placing; }
  Measure* selected() const;
  std::vector<GizmoShape> gizmo() const;
  GizmoOverlay gizmoOverlay() const;
  std::optional<MeasureHandle> handleAt(const QPointF& point) const;
  bool place(const QPointF& point);
  void placeAngle(const QPointF& point);
  void take(const MeasureHandle& handle, const QPointF& point, const std::optional<GizmoHandle>& part);
  void applyGizmo();
  void applyPoint(const QPointF& point, bool snaps);
  std::string hint() const;

  const ToolContext& context_;
  MeasureSnap snap_;
  std::optional<Drag> drag_;
  std::vector<MeasurePoint> points_;  ///< points of an angle so far
  std::optional<MeasureHandle> hotPoint_;
  std::optional<GizmoHandle> hotPart_;
};

}  // namespace scree
