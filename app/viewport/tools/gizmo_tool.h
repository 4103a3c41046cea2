#pragma once

#include <QPointF>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/overlays/overlays.h"
#include "app/viewport/handles/sensor_gizmo.h"
#include "app/viewport/tools/tool.h"
#include "app/viewport/tools/tool_context.h"

namespace scree {

/// Thing that a gizmo moves, turns and sizes.
struct PlacedThing {
  Pose pose;  ///< in the world
  SensorShape shape;
  bool turns = true;                               ///< it has rings
  std::array<bool, 3> sizes = {true, true, true};  ///< its sizes that have a handle, by axis
  bool scales = true;                              ///< it has the handle for all sizes, or for its direction
};

/// Tool for things with a place in the view: the handles at their centres, the gizmo of the chosen one, drags of both,
/// restriction to an axis by keys, and typed numbers. Classes derived from it know the things.
class GizmoTool : public Tool {
 public:
  explicit GizmoTool(const ToolContext& context) : context_(context) {}

  /// Action of the handles, the same for all things.
  GizmoMode mode() const;
  void setMode(GizmoMode mode);
  /// Restricts the drag under way, or the next one, to an axis: of the world, at the second call for the axis of the
  /// thing itself, at the third not at all.
  void restrictAxis(int axis);
  const std::optional<AxisLock>& axisLock() const { return axisLock_; }
  /// Index of the thing with its centre at a point of the view.
  std::optional<std::uint32_t> centreAt(const QPointF& point) const;
  /// Index of the chosen thing; nothing if none is chosen or the list of things is about to change.
  virtual std::optional<std::uint32_t> chosen() const = 0;
  /// Deletes the chosen thing, unless it is dragged.
  virtual void deleteSelected() = 0;
  /// Adds a copy of the chosen thing beside it.
  virtual void duplicate() = 0;

  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override;
  void abandon() override { finish(); }
  bool isChanging() const override { return drag_.has_value(); }
  bool hover(const QPointF& point, bool taken) override;
  void leave() override;
  bool wantsKey(const QKeyEvent& event) const override;
  void key(const QKeyEvent& event) override;
  void overlay(PanelContext& panels, const ProbeRect& free) const override;

 protected:
  /// Index as from chosen(); shows a notice if there is none.
  virtual std::optional<std::uint32_t> chosenOrNotice() const = 0;
  virtual bool areShown() const = 0;
  virtual bool isThere(std::uint32_t index) const = 0;
  virtual std::vector<SensorHandle> centres() const = 0;
  virtual PlacedThing placed(std::uint32_t index) const = 0;
  virtual double snapStep() const = 0;  ///< step of lengths when they snap [m]
  virtual void choose(std::uint32_t index) = 0;
  /// Remembers a thing at the start of a drag.
  virtual void begin(std::uint32_t index) = 0;
  /// Changes a thing; `isExact` is true for numbers that were typed or snapped.
  virtual void change(std::uint32_t index, const Pose& pose, const SensorShape& shape, bool isExact) = 0;
  /// Puts a thing back as it was at the start of the drag.
  virtual void putBack(std::uint32_t index) = 0;
  virtual void ended(bool /*moved*/) {}
  virtual void clicked(std::uint32_t /*index*/) {}

  /// Ends drag and restriction without a word: the things are others.
  void forget();
  bool isHeld(std::uint32_t index) const;
  bool isMoved() const;  ///< true while a drag has changed its thing
  void clearAxis() { axisLock_.reset(); }
  std::optional<std::uint32_t> hot() const { return hotThing_; }

  const ToolContext& context_;

 private:
  /// Change of a thing by a drag of the mouse or by typed numbers.
  struct Drag {
    std::uint32_t index = 0;
    GizmoDrag drag;
    double step = 0.01;   ///< step of lengths when they snap [m]
    QPointF press;        ///< point of the press [px]
    QPointF last;         ///< last point of the pointer [px]
    bool moved = false;   ///< the thing has changed
    bool byMouse = true;  ///< the mouse drags; else numbers are typed
    std::string label;
    std::string limit;  ///< sentence about a typed size that was limited
  };

  bool hasGizmo() const;
  static bool allows(const PlacedThing& thing, const GizmoHandle& handle);
  std::vector<GizmoShape> gizmo() const;
  GizmoOverlay gizmoOverlay() const;
  void take(std::uint32_t index, const GizmoHandle& handle, const QPointF& point);
  void apply();
  void finish();

  std::optional<AxisLock> axisLock_;
  std::optional<Drag> drag_;
  std::optional<GizmoHandle> hotHandle_;
  std::optional<std::uint32_t> hotThing_;
};

}  // namespace scree
