#include "engine/measures/flow_count.h"

#include <cmath>

#include "engine/world/placement.h"

namespace scree {

void GrainPlaces::follow(const World& world) {
  step = world.step;
  time = world.time;
  id = world.particles.id;
  mass = world.particles.mass;
  place = world.particles.position;
  periodic = world.periodic;
  if (world.reduction.memberCount == 0) {
    return;
  }
  for (std::uint32_t slot = 0; slot < place.size(); ++slot) {
    if (!world.reduction.isFree(slot)) {
      place[slot] = positionOf(world, slot);
    }
  }
}

void FlowCount::add(const FlowCount& other) {
  forwardMass += other.forwardMass;
  backwardMass += other.backwardMass;
  forward += other.forward;
  backward += other.backward;
}

void FlowCount::subtract(const FlowCount& other) {
  forwardMass -= other.forwardMass;
  backwardMass -= other.backwardMass;
  forward -= other.forward;
  backward -= other.backward;
}

namespace {

/// Sense in which the way between two places goes through a plane: 1 along its normal, -1 against it, 0 not.
int passage(const MeasureFlow& plane, const Vec3& before, const Vec3& now) {
  const Vec3 normal = plane.pose.orientation * Vec3::UnitZ();
  const double from = normal.dot(before - plane.pose.position);
  const double to = normal.dot(now - plane.pose.position);
  if ((from < 0.0) == (to < 0.0)) {
    return 0;
  }
  const Vec3 crossing = before + from / (from - to) * (now - before);
  const Vec3 local = plane.pose.toLocal(crossing);
  const bool isInside = plane.isDisk
                            ? std::hypot(local.x(), local.y()) <= plane.halfWidth
                            : std::abs(local.x()) <= plane.halfWidth && std::abs(local.y()) <= plane.halfHeight;
  if (!isInside) {
    return 0;
  }
  return from < 0.0 ? 1 : -1;
}

/// The same of a grain in a periodic box: its way begins at the place before and, where it went through a side, ends at
/// the place now beyond another.
int passage(const MeasureFlow& plane, const PeriodicBox& box, const Vec3& before, const Vec3& now) {
  const Vec3 shift = box.shiftToNearest(now - before);
  const int first = passage(plane, before, now + shift);
  return first != 0 || shift.isZero(0.0) ? first : passage(plane, before - shift, now);
}

}  // namespace

FlowCount passagesThrough(const MeasureFlow& plane, const GrainPlaces& before, const GrainPlaces& now) {
  FlowCount count;
  std::size_t b = 0;
  for (std::size_t n = 0; n < now.id.size(); ++n) {
    while (b < before.id.size() && before.id[b] < now.id[n]) {
      ++b;
    }
    if (b == before.id.size()) {
      break;
    }
    const int sense = before.id[b] == now.id[n] ? passage(plane, now.periodic, before.place[b], now.place[n]) : 0;
    if (sense > 0) {
      ++count.forward;
      count.forwardMass += now.mass[n];
    } else if (sense < 0) {
      ++count.backward;
      count.backwardMass += now.mass[n];
    }
  }
  return count;
}

}  // namespace scree
