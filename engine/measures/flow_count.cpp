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
  if (world.reduction.memberCount == 0) {
    return;
  }
  for (std::uint32_t slot = 0; slot < place.size(); ++slot) {
    if (!world.reduction.isFree(slot)) {
      place[slot] = placeOf(world, slot);
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

FlowCount passagesThrough(const MeasureFlow& plane, const GrainPlaces& before, const GrainPlaces& now) {
  FlowCount count;
  const Vec3 normal = plane.pose.orientation * Vec3::UnitZ();
  std::size_t b = 0;
  for (std::size_t n = 0; n < now.id.size(); ++n) {
    while (b < before.id.size() && before.id[b] < now.id[n]) {
      ++b;
    }
    if (b == before.id.size()) {
      break;
    }
    if (before.id[b] != now.id[n]) {
      continue;
    }
    const double from = normal.dot(before.place[b] - plane.pose.position);
    const double to = normal.dot(now.place[n] - plane.pose.position);
    if ((from < 0.0) == (to < 0.0)) {
      continue;
    }
    const Vec3 crossing = before.place[b] + from / (from - to) * (now.place[n] - before.place[b]);
    const Vec3 local = plane.pose.toLocal(crossing);
    const bool isInside = plane.isDisk
                              ? std::hypot(local.x(), local.y()) <= plane.halfWidth
                              : std::abs(local.x()) <= plane.halfWidth && std::abs(local.y()) <= plane.halfHeight;
    if (isInside && from < 0.0) {
      ++count.forward;
      count.forwardMass += now.mass[n];
    } else if (isInside) {
      ++count.backward;
      count.backwardMass += now.mass[n];
    }
  }
  return count;
}

}  // namespace scree
