#include "engine/aggregates/floating.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

namespace scree {

namespace {

/// The place of an empty floating aggregate from `from` on, or of a new one.
std::uint32_t emptyPlace(std::uint32_t from, std::vector<Aggregate>& all) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(from, all.size()));
  const auto empty =
      std::find_if(first, all.end(), [](const Aggregate& one) { return one.floats() && one.members == 0; });
  const auto place = static_cast<std::uint32_t>(empty - all.begin());
  if (empty == all.end()) {
    all.emplace_back();
  }
  return place;
}

}  // namespace

bool hasFloating(const World& world) {
  const std::vector<Aggregate>& all = world.reduction.aggregates;
  return std::any_of(all.begin(), all.end(), [](const Aggregate& one) { return one.floats() && one.members > 0; });
}

bool hasMachine(const World& world) { return hasDynamicBodies(world) || hasFloating(world); }

Mat3 inertiaOf(const Mat3& spread) { return spread.trace() * Mat3::Identity() - spread; }

BodyMass massOf(const Aggregate& aggregate) {
  BodyMass mass;
  mass.mass = aggregate.inertia.mass;
  mass.centre = aggregate.inertia.firstMoment / aggregate.inertia.mass;
  mass.inertia = inertiaOf(aggregate.inertia.secondMoment) + aggregate.inertia.spinInertia * Mat3::Identity() -
                 inertiaOf(mass.mass * mass.centre * mass.centre.transpose());
  return mass;
}

Body bodyOf(const Aggregate& aggregate) {
  Body body;
  if (aggregate.floats() && aggregate.members > 0) {
    body.pose = aggregate.frame.pose;
    body.velocity = aggregate.frame.velocity;
    body.angularVelocity = aggregate.frame.angularVelocity;
    body.mass = massOf(aggregate);
  }
  return body;
}

void takeMotion(const Body& body, Aggregate& aggregate) {
  if (!body.pose.position.allFinite() || !body.pose.orientation.coeffs().allFinite() || !body.velocity.allFinite() ||
      !body.angularVelocity.allFinite()) {
    return;  // the grain that does that is taken out, and said so
  }
  aggregate.frame.pose = body.pose;
  aggregate.frame.velocity = body.velocity;
  aggregate.frame.angularVelocity = body.angularVelocity;
}

std::uint32_t addFloating(World& world, std::span<const std::uint32_t> slots, std::uint32_t from) {
  const Particles& particles = world.particles;
  double mass = 0.0;
  Vec3 moment = Vec3::Zero();
  Vec3 momentum = Vec3::Zero();
  for (const std::uint32_t slot : slots) {
    mass += particles.mass[slot];
    moment += particles.mass[slot] * particles.position[slot];
    momentum += particles.mass[slot] * particles.velocity[slot];
  }
  const Vec3 centre = moment / mass;
  Mat3 spread = Mat3::Zero();
  double spinInertia = 0.0;
  Vec3 spin = Vec3::Zero();
  for (const std::uint32_t slot : slots) {
    const Vec3 arm = particles.position[slot] - centre;
    spread += particles.mass[slot] * arm * arm.transpose();
    spinInertia += particles.inertia(slot);
    spin += particles.mass[slot] * arm.cross(particles.velocity[slot]) +
            particles.inertia(slot) * particles.angularVelocity[slot];
  }
  const Mat3 inertia = inertiaOf(spread) + spinInertia * Mat3::Identity();
  const std::uint32_t index = emptyPlace(from, world.reduction.aggregates);
  Aggregate made;
  made.id = world.reduction.nextId++;
  made.frame.pose.position = centre;
  made.frame.velocity = made.frame.lastVelocity = made.frame.steadyVelocity = momentum / mass;
  made.frame.angularVelocity = made.frame.lastAngularVelocity = made.frame.steadyAngularVelocity =
      inertia.ldlt().solve(spin);
  made.load.gravity = world.parameters.gravity;
  made.floating.formed = world.step;
  world.reduction.aggregates[index] = made;
  return index;
}

bool isRoot(const World& world, std::uint32_t slot) {
  const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[slot]];
  return aggregate.floats() && aggregate.floating.root == world.particles.id[slot];
}

std::vector<std::uint32_t> membersOf(const World& world, std::uint32_t index) {
  std::vector<std::uint32_t> slots;
  const MemberCells& cells = world.reduction.aggregates[index].cells;
  if (!cells.empty()) {
    const Bounds& all = cells.bounds();
    cells.forBox(all.lower, all.upper, [&](const MemberCells::Entry& entry) { slots.push_back(entry.slot); });
  }
  std::sort(slots.begin(), slots.end());
  return slots;
}

void chooseRoot(World& world, std::uint32_t index) {
  Aggregate& aggregate = world.reduction.aggregates[index];
  const Vec3 centre = aggregate.inertia.firstMoment / aggregate.inertia.mass;
  double nearest = std::numeric_limits<double>::infinity();
  for (const std::uint32_t slot : membersOf(world, index)) {
    const double apart = (world.reduction.members[slot].local - centre).squaredNorm();
    if (apart < nearest) {
      nearest = apart;
      aggregate.floating.root = world.particles.id[slot];
    }
  }
}

}  // namespace scree
