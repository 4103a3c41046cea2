#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewport/handles/gizmo_math.h"
#include "engine/world/split_sensors.h"

// The handles by which a split sensor is moved, turned and sized in the view. Pure: what is shown, what is under the
// pointer, and what a drag makes of the sensor. All in the world's frame.
namespace scree {

enum class GizmoMode : std::uint8_t { move, rotate, scale };

enum class GizmoPart : std::uint8_t {
  axis,   ///< along an axis
  plane,  ///< across an axis
  view,   ///< across the line of sight
  ring,   ///< about an axis
  size,   ///< one size: an edge of a box, radius (axis 0) or length (2) of a cylinder, radius of a sphere
  whole,  ///< all sizes alike
  normal  ///< tip of a half-space's normal
};

struct GizmoHandle {
  GizmoPart part = GizmoPart::view;
  int axis = 0;
  bool local = false;  ///< of the sensor's own axes, else of the world's

  bool operator==(const GizmoHandle&) const = default;
};

/// An axis that keys restrict to.
struct AxisLock {
  int axis = 0;
  bool local = false;
};
/// What pressing the key of an axis makes of a lock: the world's axis, the sensor's own, none.
std::optional<AxisLock> toggled(const std::optional<AxisLock>& lock, int axis);
/// The handle that a lock leaves of a mode.
GizmoHandle handleFor(GizmoMode mode, const SensorShape& shape, const AxisLock& lock);

/// The direction of a handle's axis in the world.
Vec3 axisOf(const GizmoHandle& handle, const Pose& pose);
/// Along which the handle of a size lies: a sphere's always across the view.
Vec3 sizeAxis(const SensorShape& shape, const Pose& pose, int axis, const GizmoView& view);

constexpr double kAxisPixels = 80.0;  ///< length of an arrow on the screen

/// A handle as it is on the screen.
struct GizmoShape {
  enum class Tip : std::uint8_t { none, arrow, box, disc };
  GizmoHandle handle;
  std::string name;             ///< "move.x"
  std::vector<Vec2> line;       ///< px
  std::vector<char> isInFront;  ///< of rings, one a piece of the line; else empty
  bool filled = false;          ///< an area within a closed line
  Tip tip = Tip::none;          ///< at the end of the line
  Vec2 grip = Vec2::Zero();     ///< where to take it best
};
std::vector<GizmoShape> gizmoShapes(GizmoMode mode, const SensorShape& shape, const Pose& pose, const GizmoView& view);
/// The axis of a handle as a line through the whole view, for what is being dragged; empty when it has none.
std::vector<Vec2> guideOf(const GizmoHandle& handle, const Pose& pose, const GizmoView& view);
/// The handle at a point, the nearest of those within reach.
std::optional<GizmoHandle> handleUnder(std::span<const GizmoShape> shapes, const Vec2& point);

/// A drag, or numbers typed instead.
struct GizmoDrag {
  GizmoHandle handle;
  Pose start;         ///< of the sensor when it began
  SensorShape shape;  ///< likewise
  Vec2 press = Vec2::Zero();
  Vec2 pointer = Vec2::Zero();  ///< where the pointer would be without fine motion
  bool snaps = false;
  std::string typed;
};
/// Whether a character belongs to a number as it stands; appends it then.
bool typeNumber(std::string& typed, char character);
/// The number typed; nothing while it is none, as "-".
std::optional<double> typedNumber(const std::string& typed);

constexpr double kAngleStep = 5.0;      ///< degrees, of turning in steps
constexpr double kFineMotion = 0.1;     ///< of the pointer's way
constexpr double kFactorStep = 0.1;     ///< of sizing as a whole
constexpr double kSmallestSize = 1e-5;  ///< m, half of it

struct GizmoResult {
  Pose pose;
  SensorShape shape;
  std::string label;  ///< the value, "x +0.0130 m"
};
/// What the drag makes of the sensor, from its start on, whatever was in between. Steps of lengths are `step` [m].
GizmoResult dragged(const GizmoDrag& drag, const GizmoView& view, double step);

}  // namespace scree
