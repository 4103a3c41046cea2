#include "engine/measures/measured_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;

double contactsAt(std::span<const std::uint16_t> contacts, std::uint32_t slot) {
  return slot < contacts.size() ? static_cast<double>(contacts[slot]) : kUnknown;
}

/// Slot of a grain; nothing if it is not there.
std::optional<std::uint32_t> presentSlot(const World& world, ParticleId id) {
  const std::vector<ParticleId>& ids = world.particles.id;
  const auto found = std::ranges::lower_bound(ids, id);
  return found != ids.end() && *found == id ? std::optional(static_cast<std::uint32_t>(found - ids.begin()))
                                            : std::nullopt;
}

}  // namespace

std::optional<Vec3> placeOf(const World& world, const MeasurePoint& point) {
  if (point.grain) {
    const auto slot = presentSlot(world, *point.grain);
    return slot ? std::optional(positionOf(world, *slot)) : std::nullopt;
  }
  if (point.body) {
    return *point.body < world.bodies.size() ? std::optional(world.bodies[*point.body].pose.toWorld(point.place))
                                             : std::nullopt;
  }
  return point.place;
}

std::array<double, 4> rulerValues(const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  return {way.norm(), way.x(), way.y(), way.z()};
}

double cornerAngle(const Vec3& a, const Vec3& corner, const Vec3& b) {
  const Vec3 first = a - corner;
  const Vec3 second = b - corner;
  if (first.norm() == 0.0 || second.norm() == 0.0) {
    return kUnknown;
  }
  return kDegreesPerRadian * std::atan2(first.cross(second).norm(), first.dot(second));
}

double volumeOf(const SensorShape& shape) {
  if (const auto* box = std::get_if<SensorBox>(&shape)) {
    return 8.0 * box->halfExtents.prod();
  }
  if (const auto* sphere = std::get_if<SensorSphere>(&shape)) {
    return sphereVolume(sphere->radius);
  }
  if (const auto* cylinder = std::get_if<SensorCylinder>(&shape)) {
    return 2.0 * std::numbers::pi * cylinder->radius * cylinder->radius * cylinder->halfLength;
  }
  return std::numeric_limits<double>::infinity();
}

std::array<double, 6> regionValues(const World& world, const MeasureRegion& region,
                                   std::span<const std::uint16_t> contacts) {
  const Particles& particles = world.particles;
  double mass = 0.0;
  double count = 0.0;
  double speed = 0.0;
  double height = 0.0;
  double touching = 0.0;
  double volume = 0.0;
  for (std::uint32_t slot = 0; slot < particles.size(); ++slot) {
    const Vec3 place = positionOf(world, slot);
    if (!contains(region.shape, region.pose.toLocal(place))) {
      continue;
    }
    count += 1.0;
    mass += particles.mass[slot];
    speed += motionOf(world, slot).velocity.norm();
    height += place.z();
    touching += contactsAt(contacts, slot);
    volume += sphereVolume(particles.radius[slot]);
  }
  const auto mean = [count](double sum) { return count > 0.0 ? sum / count : kUnknown; };
  return {mass, count, mean(speed), mean(height), mean(touching), volume / volumeOf(region.shape)};
}

std::array<double, 9> grainValues(const World& world, ParticleId id, std::span<const std::uint16_t> contacts) {
  const auto slot = presentSlot(world, id);
  if (!slot) {
    std::array<double, 9> none{};
    none.fill(kUnknown);
    return none;
  }
  const Vec3 place = positionOf(world, *slot);
  const GrainMotion motion = motionOf(world, *slot);
  const double energy = 0.5 * world.particles.mass[*slot] * motion.velocity.squaredNorm() +
                        0.5 * world.particles.inertia(*slot) * motion.angularVelocity.squaredNorm();
  return {motion.velocity.norm(),
          place.x(),
          place.y(),
          place.z(),
          motion.velocity.z(),
          motion.angularVelocity.norm(),
          contactsAt(contacts, *slot),
          energy,
          world.reduction.isFree(*slot) ? 0.0 : 1.0};
}

}  // namespace scree
