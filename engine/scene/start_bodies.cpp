#include "engine/scene/start_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/place_text.h"
#include "engine/collision/surface.h"
#include "engine/multibody/body_contacts.h"
#include "engine/world/contact_spring.h"

namespace scree {

namespace {

/// Largest overlap of bodies at the start without gravity, over the diameter of the shape.
constexpr double kOverlapWithoutGravity = 0.01;

/// Overlap of a pair of bodies.
struct BodyOverlap {
  double energy = 0.0;    ///< energy that the contacts store [J]
  double deepest = 0.0;   ///< depth of the deepest contact [m]
  double diameter = 0.0;  ///< diameter of the sampled shape there [m]
  Vec3 normal = Vec3::UnitZ();
};

/// Mass of the lighter of the bodies that forces move [kg].
double lighterMass(const Body& a, const Body& b) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  return std::min(a.isDynamic() ? a.mass.mass : kNone, b.isDynamic() ? b.mass.mass : kNone);
}

/// Box around a shape in the world; endless for a plane.
Bounds boundsOf(const Body& body, const ShapeInstance& instance) {
  const Bounds own = boundingBox(instance.shape);
  if (!own.lower.allFinite() || !own.upper.allFinite()) {
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(-kEndless), Vec3::Constant(kEndless)};
  }
  const Pose pose = body.pose * instance.local;
  const Vec3 centre = pose.toWorld(0.5 * (own.lower + own.upper));
  const Vec3 half = pose.orientation.toRotationMatrix().cwiseAbs() * (0.5 * (own.upper - own.lower));
  return {centre - half, centre + half};
}

/// Whether a shape is within `reach` [m] of a side of the box across an axis, and does not go through both sides.
bool endsAtSide(const PeriodicBox& box, int axis, const Bounds& shape, double reach) {
  const double lower = box.lower[axis];
  const double upper = box.upper(axis);
  const bool isInside = shape.upper[axis] > lower - reach && shape.lower[axis] < upper + reach;
  const bool meetsSide = shape.lower[axis] < lower + reach || shape.upper[axis] > upper - reach;
  const bool isThrough = shape.lower[axis] <= lower - reach && shape.upper[axis] >= upper + reach;
  return isInside && meetsSide && !isThrough;
}

}  // namespace

void checkBodies(const SceneDescription& description, const World& world, ErrorList& errors) {
  std::vector<BodyTouch> touches;
  if (hasDynamicBodies(world)) {
    findBodyTouches(world, world.bodies, 0.0, touches);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, BodyOverlap> overlaps;
  for (const BodyTouch& touch : touches) {
    const double depth = std::max(0.0, -touch.gap);
    BodyOverlap& overlap = overlaps[std::minmax(touch.a, touch.b)];
    overlap.energy += springOf(world.materials.pairs[touch.law], touch.radius).energy(depth);
    if (depth > overlap.deepest) {
      overlap.deepest = depth;
      overlap.diameter = touch.diameter;
      overlap.normal = touch.a < touch.b ? touch.normal : Vec3(-touch.normal);
    }
  }
  const double gravity = world.parameters.gravity.norm();
  for (const auto& [pair, overlap] : overlaps) {
    const Body& first = world.bodies[pair.first];
    const Body& second = world.bodies[pair.second];
    const double speed = std::sqrt(2.0 * overlap.energy / lighterMass(first, second));
    const bool isThrown = gravity > 0.0 ? speed * speed > gravity * overlap.diameter
                                        : overlap.deepest > kOverlapWithoutGravity * overlap.diameter;
    if (!isThrown || pair.second >= description.bodies.size()) {
      continue;
    }
    const Mark& mark = description.bodies[pair.second].where.mark;
    const std::string what = fmt::format(
        "the bodies '{}' and '{}' overlap by {:.3g} mm at the start; their contacts would throw the lighter one at "
        "{:.3g} m/s",
        first.name, second.name, 1e3 * overlap.deepest, speed);
    const std::string remedy = fmt::format("move '{}' by {:.3g} mm along {}, or join them", second.name,
                                           1e3 * overlap.deepest, placeText(overlap.normal));
    if (world.parameters.guard == GuardAction::stop) {
      errors.add(mark, what, remedy);
    } else {
      errors.note(mark, what, remedy);
    }
  }
}

void noteCutAxes(const SceneDescription& description, const World& world, ErrorList& errors) {
  for (int axis = 0; axis < 3; ++axis) {
    const PeriodicBox& box = world.periodic;
    if (!box.isAlong(axis)) {
      continue;
    }
    const Bounds& bounds = world.parameters.bounds;
    if (description.bounds && (bounds.lower[axis] > box.lower[axis] || bounds.upper[axis] < box.upper(axis))) {
      errors.note(description.bounds->where.mark,
                  fmt::format("the bounds cut the periodic axis {}: particles are taken out there", "xyz"[axis]),
                  "let them reach beyond both ends");
    }
    for (std::size_t b = 0; b < std::min(world.bodies.size(), description.bodies.size()); ++b) {
      const Body& body = world.bodies[b];
      const bool isCut = std::ranges::any_of(body.shapes, [&](const ShapeInstance& shape) {
        constexpr double kAlong = 1e-9;  // round-off of a normal
        const Vec3 normal = (body.pose * shape.local).orientation * Vec3::UnitZ();
        return std::holds_alternative<Plane>(shape.shape) && std::abs(normal[axis]) > kAlong;
      });
      if (isCut) {
        errors.note(description.bodies[b].where.mark,
                    fmt::format("'{}' has a plane across the periodic axis {}: particles that leave by one end come in "
                                "behind it",
                                body.name, "xyz"[axis]),
                    fmt::format("leave {} out of 'periodic', or turn the plane along it", "xyz"[axis]));
      }
    }
  }
}

void noteEndsOfBodies(const SceneDescription& description, const std::vector<Particle>& particles, const World& world,
                      ErrorList& errors) {
  double reach = 0.0;
  for (const Particle& particle : particles) {
    reach = std::max(reach, particle.radius);
  }
  for (const Emitter& emitter : world.emitters) {
    reach = std::max(reach, 0.5 * largestDiameter(emitter.sizes));
  }
  for (std::size_t b = 0; b < std::min(world.bodies.size(), description.bodies.size()); ++b) {
    const Body& body = world.bodies[b];
    for (int axis = 0; axis < 3; ++axis) {
      const bool ends =
          world.periodic.isAlong(axis) && std::ranges::any_of(body.shapes, [&](const ShapeInstance& shape) {
            return endsAtSide(world.periodic, axis, boundsOf(body, shape), reach);
          });
      if (ends) {
        errors.note(
            description.bodies[b].where.mark,
            fmt::format("'{}' ends at an end of the periodic axis {}: bodies do not repeat, and particles pass "
                        "where it has none",
                        body.name, "xyz"[axis]),
            fmt::format("let it reach {:.3g} mm or more beyond both ends, or keep it as far within them", 1e3 * reach));
      }
    }
  }
}

}  // namespace scree
