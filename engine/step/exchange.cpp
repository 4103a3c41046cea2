#include "engine/step/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/reduction/membership.h"
#include "engine/step/emission.h"
#include "engine/step/measure.h"
#include "engine/step/near_members.h"

namespace scree {

namespace {

/// No grain is that fast [m/s]; keeping velocities under it keeps every product in the solver finite, so that one bad
/// particle cannot spoil its neighbours.
constexpr double kSpeedLimit = 1e6;

/// Empty for a sound particle, else what is wrong with it.
std::string troubleOf(const World& world, std::size_t i) {
  const Particles& particles = world.particles;
  const Vec3& x = particles.position[i];
  const Vec3& v = particles.velocity[i];
  const Vec3& w = particles.angularVelocity[i];
  if (!x.allFinite() || !v.allFinite() || !w.allFinite() || !particles.orientation[i].coeffs().allFinite()) {
    return "its state became non-finite";
  }
  if (v.norm() > kSpeedLimit || w.norm() * particles.radius[i] > kSpeedLimit) {
    return fmt::format("its speed {:.3g} m/s is beyond the limit of {:.0e} m/s",
                       std::max(v.norm(), w.norm() * particles.radius[i]), kSpeedLimit);
  }
  if (!world.parameters.bounds.contains(x)) {
    return fmt::format("it left the world's bounds at ({:.4g}, {:.4g}, {:.4g}) m", x.x(), x.y(), x.z());
  }
  return {};
}

void record(World& world, std::size_t i, std::string what) {
  ++world.troubleCount;
  if (world.troubles.size() < kMaxTroubles) {
    world.troubles.push_back({world.step, world.time, world.particles.id[i], std::move(what)});
  }
}

bool departs(World& world, std::size_t i) {
  const Particles& particles = world.particles;
  for (Sink& sink : world.sinks) {
    const Vec3 local = sink.pose.toLocal(particles.position[i]);
    if ((local.cwiseAbs().array() <= sink.halfExtents.array()).all()) {
      sink.departures.push_back({.time = world.time,
                                 .id = particles.id[i],
                                 .position = particles.position[i],
                                 .velocity = particles.velocity[i],
                                 .diameter = 2.0 * particles.radius[i],
                                 .mass = particles.mass[i]});
      sink.mass += particles.mass[i];
      return true;
    }
  }
  return false;
}

/// Takes marked entries out of a list by slot.
template <typename T>
void compact(const std::vector<char>& gone, std::vector<T>& list) {
  if (list.size() == gone.size()) {
    std::size_t to = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      list[to] = list[i];
      to += gone[i] != 0 ? 0 : 1;
    }
    list.resize(to);
  }
}

void takeOut(World& world, StepData& data) {
  std::vector<std::uint32_t> leaving;
  // Members were split off before they could leave anything.
  for (const std::uint32_t i : data.active) {
    std::string trouble = troubleOf(world, i);
    if (!trouble.empty()) {
      record(world, i, std::move(trouble));
    } else if (!departs(world, i)) {
      continue;
    }
    leaving.push_back(i);
    const double energy = mechanicalEnergy(world, i);
    world.budget.totalLeft += std::isfinite(energy) ? energy : 0.0;
  }
  if (!leaving.empty()) {
    std::vector<char> gone(world.particles.size(), 0);
    for (const std::uint32_t slot : leaving) {
      gone[slot] = 1;
    }
    removeParticles(world, gone);
    compact(gone, data.contactCount);
    compact(gone, data.largestOverlap);
    listActive(world, data);
  }
}

double particleEnergy(const World& world, const StepData& data) {
  Budget budget;
  measureParticles(world, data.active, budget);
  return budget.kinetic + budget.potential;
}

/// A change of gravity lifts or lowers all potential energy at once: that is work done by whoever changed it.
double workOfGravityChange(World& world) {
  const Vec3 change = world.parameters.gravity - world.budgetGravity;
  world.budgetGravity = world.parameters.gravity;
  if (world.step == 0 || change.isZero(0.0)) {
    return 0.0;
  }
  double work = 0.0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    work -= change.dot(aggregate.mass * aggregate.pose.position + aggregate.pose.orientation * aggregate.moment);
  }
  for (std::uint32_t i = 0; i < world.particles.size(); ++i) {
    if (world.reduction.isFree(i) && world.particles.position[i].allFinite()) {
      work -= world.particles.mass[i] * change.dot(world.particles.position[i]);
    }
  }
  for (const Body& body : world.bodies) {
    work -= body.mass.mass * change.dot(body.pose.toWorld(body.mass.centre));
  }
  return work;
}

}  // namespace

void exchangeParticles(World& world, StepData& data) {
  listActive(world, data);
  data.gravityWork = workOfGravityChange(world);
  takeOut(world, data);
  const std::size_t present = world.particles.size();
  data.energyBefore = particleEnergy(world, data) + world.budget.elastic - data.gravityWork;
  emitParticles(world, data.active);
  for (std::uint32_t i = static_cast<std::uint32_t>(present); i < world.particles.size(); ++i) {
    const double energy = mechanicalEnergy(world, i);
    world.budget.totalEntered += energy;
    data.energyBefore += energy;
  }
}

}  // namespace scree
