#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewport/handles/gizmo_math.h"
#include "engine/world/split_sensors.h"

// Handles by which a split sensor is moved, turned and sized in the view: their shapes on the screen, the handle under
// the pointer, and the result of a drag. Pure functions; poses are in the world's frame.
namespace scree {

enum class GizmoMode : std::uint8_t { move, rotate, scale };

enum class GizmoPart : std::uint8_t {
  axis,   ///< moves along an axis
  plane,  ///< moves in the plane across an axis
  view,   ///< moves across the line of sight
  ring,   ///< turns about an axis
  size,   ///< changes one size: an edge of a box, radius (axis 0) or length (2) of a cylinder, radius of a sphere
  whole,  ///< changes all sizes by one factor
  normal  ///< turns the normal of a half-space by its tip
};

struct GizmoHandle {
  GizmoPart part = GizmoPart::view;
  int axis = 0;
  bool local = false;  ///< the axis is the sensor's own, else the world's

  bool operator==(const GizmoHandle&) const = default;
};

/// Axis to which a key restricts a drag; `local` for the sensor's own axis, else the world's.
struct AxisLock {
  int axis = 0;
  bool local = false;
};
/// Lock after a press of an axis' key: in turn the world's axis, the sensor's own axis, none.
std::optional<AxisLock> toggled(const std::optional<AxisLock>& lock, int axis);
/// Handle of a mode that acts along or about the axis of a lock.
GizmoHandle handleFor(GizmoMode mode, const SensorShape& shape, const AxisLock& lock);

/// Direction of a handle's axis in the world; `pose` is the sensor's.
Vec3 axisOf(const GizmoHandle& handle, const Pose& pose);
/// Direction in the world along which the handle of a size lies; for a sphere to the right of the view.
Vec3 sizeAxis(const SensorShape& shape, const Pose& pose, int axis, const GizmoView& view);

constexpr double kAxisPixels = 80.0;  ///< length of an arrow on the screen [px]

/// Shape of a handle on the screen.
struct GizmoShape {
  enum class Tip : std::uint8_t { none, arrow, box, disc };
  GizmoHandle handle;
  std::string name;             ///< name, such as "move.x"
  std::vector<Vec2> line;       ///< points of the line [px]
  std::vector<char> isInFront;  ///< for rings one a piece of the line; else empty
  bool filled = false;          ///< the line is closed and its area is filled
  Tip tip = Tip::none;          ///< tip at the end of the line
  Vec2 grip = Vec2::Zero();     ///< point at which the handle is taken best [px]
};
std::vector<GizmoShape> gizmoShapes(GizmoMode mode, const SensorShape& shape, const Pose& pose, const GizmoView& view);
/// Axis of a handle as a line through the whole view [px], drawn during a drag; empty for a handle without an axis.
std::vector<Vec2> guideOf(const GizmoHandle& handle, const Pose& pose, const GizmoView& view);
/// Handle nearest to a point [px] and within reach.
std::optional<GizmoHandle> handleUnder(std::span<const GizmoShape> shapes, const Vec2& point);

/// Drag of a handle, or a number typed in its place.
struct GizmoDrag {
  GizmoHandle handle;
  Pose start;                   ///< pose of the sensor at the start of the drag
  SensorShape shape;            ///< shape of the sensor at the start of the drag
  Vec2 press = Vec2::Zero();    ///< point of the press [px]
  Vec2 pointer = Vec2::Zero();  ///< pointer [px], its way scaled down where motion was fine
  bool snaps = false;           ///< values snap to steps
  std::string typed;            ///< number typed so far
};
/// Appends a character to a number if it may follow there; returns whether it did.
bool typeNumber(std::string& typed, char character);
/// Number typed; nothing while the text is no number, such as "-".
std::optional<double> typedNumber(const std::string& typed);

constexpr double kAngleStep = 5.0;      ///< step of angles when they snap [degrees]
constexpr double kFineMotion = 0.1;     ///< factor on the pointer's way for fine motion
constexpr double kFactorStep = 0.1;     ///< step of the factor on all sizes when it snaps
constexpr double kSmallestSize = 1e-5;  ///< least half edge, half length or radius [m]

struct GizmoResult {
  Pose pose;
  SensorShape shape;
  std::string label;  ///< value of the drag, such as "x +0.0130 m"
  std::string limit;  ///< sentence about a size that was limited; empty: none was
};
/// Pose and shape of the sensor after a drag. The result depends only on start and present state of the drag, not on
/// the way between. `step` is the step of lengths when they snap [m].
GizmoResult dragged(const GizmoDrag& drag, const GizmoView& view, double step);

}  // namespace scree
