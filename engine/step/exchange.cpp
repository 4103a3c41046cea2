#include "engine/step/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/aggregates/membership.h"
#include "engine/base/base_constants.h"
#include "engine/base/erase_places.h"
#include "engine/base/parallel.h"
#include "engine/base/place_text.h"
#include "engine/cohesion/films.h"
#include "engine/contacts/near_members.h"
#include "engine/granulation/broken_bridges.h"
#include "engine/granulation/grain_change.h"
#include "engine/granulation/pending_changes.h"
#include "engine/granulation/zones.h"
#include "engine/step/emission.h"
#include "engine/step/measure.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

bool isFinite(const Particles& particles, std::size_t i) {
  return particles.position[i].allFinite() && particles.velocity[i].allFinite() &&
         particles.angularVelocity[i].allFinite() && particles.orientation[i].coeffs().allFinite();
}

/// Of a particle's centre or of its surface about that, whichever is greater [m/s].
double speedOf(const Particles& particles, std::size_t i) {
  return std::max(particles.velocity[i].norm(), particles.angularVelocity[i].norm() * particles.radius[i]);
}

/// Comparisons with what is no number are false, so that only the place, which may be anywhere, has to be asked apart.
bool isSound(const World& world, std::size_t i) {
  constexpr double kLimit = stepping::kSpeedLimit * stepping::kSpeedLimit;
  const Particles& particles = world.particles;
  const Vec3& position = particles.position[i];
  return position.allFinite() && world.parameters.bounds.contains(position) &&
         particles.velocity[i].squaredNorm() <= kLimit &&
         particles.angularVelocity[i].squaredNorm() * particles.radius[i] * particles.radius[i] <= kLimit &&
         std::isfinite(particles.orientation[i].squaredNorm());
}

/// Empty for a sound particle, else what is wrong with it.
std::string troubleOf(const World& world, std::size_t i) {
  if (isSound(world, i)) {
    return {};
  }
  if (!isFinite(world.particles, i)) {
    return "its state became non-finite";
  }
  const double speed = speedOf(world.particles, i);
  if (speed > stepping::kSpeedLimit) {
    return fmt::format("its speed {:.3g} m/s is beyond the limit of {:.0e} m/s", speed, stepping::kSpeedLimit);
  }
  return fmt::format("it left the world's bounds at {} m", placeText(world.particles.position[i]));
}

void record(World& world, std::size_t i, std::string what) {
  ++world.faultCount;
  if (world.faults.size() < kMaxTroubles) {
    const Vec3& place = world.particles.position[i];
    world.faults.push_back(
        {.step = world.step,
         .time = world.time,
         .id = world.particles.id[i],
         .what = std::move(what),
         .position = place.allFinite() ? place : Vec3::Zero(),
         .isFault = !isFinite(world.particles, i) || speedOf(world.particles, i) > stepping::kSpeedLimit});
  }
}

/// Whether a sink takes a particle: one in its box, and by size where it has a sieve.
bool takesParticle(const Sink& sink, const Particles& particles, std::size_t i) {
  const Vec3& position = particles.position[i];
  // Most are far away, which no turning is needed to see; more than enough for what that rounds off.
  if ((position - sink.pose.position).squaredNorm() > (1.0 + kTurnRounding) * sink.halfExtents.squaredNorm()) {
    return false;
  }
  const Vec3 local = sink.pose.toLocal(position);
  return (local.cwiseAbs().array() <= sink.halfExtents.array()).all() &&
         takesBySize(sink, particles.id[i], 2.0 * particles.radius[i], local);
}

/// Whether a particle in a sink, or in a row of its sieve, will still be there at the next taking turn, so that it can
/// wait. Flight decides, with a radius to spare ahead for what it may hit.
bool canWait(const World& world, const Sink& sink, std::size_t i) {
  const Particles& particles = world.particles;
  const double time =
      static_cast<double>(stepping::kTakingTurn - world.step % stepping::kTakingTurn) * world.parameters.timeStep;
  const Vec3 way = time * particles.velocity[i] + 0.5 * time * time * world.parameters.gravity;
  const Vec3 now = sink.pose.toLocal(particles.position[i]);
  const Vec3 then = sink.pose.toLocal(particles.position[i] + way);
  Bounds room{-sink.halfExtents, sink.halfExtents};
  if (sink.sieve) {
    const int along = sink.sieve->axis;
    const SieveRow row = rowAt(*sink.sieve, sink.halfExtents[along], now[along]);
    room.lower[along] = row.lower;
    room.upper[along] = row.upper;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double radius = then[axis] == now[axis] ? 0.0 : particles.radius[i];
    if (then[axis] < room.lower[axis] || then[axis] > room.upper[axis] ||
        (then[axis] < now[axis] ? then[axis] - radius < room.lower[axis] : then[axis] + radius > room.upper[axis])) {
      return false;
    }
  }
  return true;
}

/// Books a particle with the first sink that it is in.
void depart(World& world, std::size_t i) {
  const Particles& particles = world.particles;
  for (Sink& sink : world.sinks) {
    if (takesParticle(sink, particles, i)) {
      sink.departures.push_back({.time = world.time,
                                 .id = particles.id[i],
                                 .position = particles.position[i],
                                 .velocity = particles.velocity[i],
                                 .diameter = matterDiameter(world, static_cast<std::uint32_t>(i)),
                                 .mass = particles.mass[i],
                                 .material = particles.material[i],
                                 .water = particles.water[i],
                                 .gained = particles.gained[i],
                                 .born = particles.born[i]});
      sink.mass += particles.mass[i];
      return;
    }
  }
}

/// Takes these slots out of a list by slot of `count` particles, if it is one.
template <typename T>
void eraseSlots(std::span<const std::size_t> slots, std::size_t count, std::vector<T>& list) {
  if (list.size() == count) {
    erasePlaces(slots, list);
  }
}

/// Takes the leaving ones out of the free ones; the rest moves down. Both ascend.
void forgetLeaving(std::span<const std::size_t> leaving, std::vector<std::uint32_t>& active) {
  std::size_t gone = 0;
  std::size_t to = 0;
  for (const std::uint32_t slot : active) {
    if (gone < leaving.size() && leaving[gone] == slot) {
      ++gone;
    } else {
      active[to++] = slot - static_cast<std::uint32_t>(gone);
    }
  }
  active.resize(to);
}

/// Result of a look at the free particles.
struct Found {
  std::vector<std::uint32_t> leaving;  ///< slots of particles that a sink or a fault takes, ascending
  bool isDue = false;                  ///< a particle cannot wait for the next turn
  FreeEnergy waiting;                  ///< energy of particles in sinks
  FreeEnergy energy;                   ///< energy of the other sound particles
  std::vector<EmitterNeighbour> near;  ///< sound particles near emitters at work
};

/// Members were split off before they could leave anything.
std::vector<Found> lookAtFree(const World& world, std::span<const EmitterRoom> rooms, const StepContext& context,
                              const ContactList& list) {
  std::vector<Found> found((list.active.size() + stepping::kSummedAPiece - 1) / stepping::kSummedAPiece);
  forPieces(context.threads, list.active.size(), stepping::kSummedAPiece, [&](std::size_t begin, std::size_t end) {
    Found mine;
    for (std::size_t at = begin; at < end; ++at) {
      const std::uint32_t i = list.active[at];
      if (!isSound(world, i)) {
        mine.leaving.push_back(i);
        mine.isDue = true;
        continue;
      }
      for (const EmitterRoom& room : rooms) {
        if (world.periodic.isOn() || room.mayReach(world.particles.position[i], world.particles.radius[i])) {
          lookAtRoom(world, room, i, mine.near);
        }
      }
      const auto takes = [&](const Sink& sink) { return takesParticle(sink, world.particles, i); };
      const auto sink = std::find_if(world.sinks.begin(), world.sinks.end(), takes);
      if (sink != world.sinks.end()) {
        mine.leaving.push_back(i);
        mine.waiting += energyOf(world, i);
        mine.isDue = mine.isDue || !canWait(world, *sink, i);
      } else {
        mine.energy += energyOf(world, i);
      }
    }
    found[begin / stepping::kSummedAPiece] = std::move(mine);
  });
  return found;
}

/// Takes out the free particles that leave: particles in sinks all together in their turn, or earlier where one would
/// be through before it. Returns the energy of the others [J]; appends the ones near emitters.
FreeEnergy takeOut(World& world, std::span<const EmitterRoom> rooms, const StepContext& context, ContactList& list,
                   StepReport& report, std::vector<EmitterNeighbour>& near) {
  std::vector<std::size_t> leaving;
  FreeEnergy staying;
  FreeEnergy waiting;
  bool isDue = world.step % stepping::kTakingTurn == 0;
  for (const Found& found : lookAtFree(world, rooms, context, list)) {
    near.insert(near.end(), found.near.begin(), found.near.end());
    leaving.insert(leaving.end(), found.leaving.begin(), found.leaving.end());
    isDue = isDue || found.isDue;
    staying += found.energy;
    waiting += found.waiting;
  }
  if (leaving.empty()) {
    return staying;
  }
  if (!isDue) {
    staying += waiting;
    return staying;
  }
  for (const std::size_t i : leaving) {
    std::string trouble = troubleOf(world, i);
    if (!trouble.empty()) {
      record(world, i, std::move(trouble));
    } else {
      depart(world, i);
    }
    const FreeEnergy lost = energyOf(world, i);
    const double gone = lost.kinetic + lost.potential;
    world.budget.totalLeft += std::isfinite(gone) ? gone : 0.0;
  }
  eraseSlots(leaving, world.particles.size(), report.touches.counts);
  eraseSlots(leaving, world.particles.size(), report.touches.overlaps);
  std::erase_if(near, [&](const EmitterNeighbour& one) {
    return std::binary_search(leaving.begin(), leaving.end(), std::size_t{one.slot});
  });
  takeBridgesOf(world, leaving);
  removeParticles(world, leaving);
  forgetLeaving(leaving, list.active);
  return staying;
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
    work -= change.dot(aggregate.inertia.mass * aggregate.frame.pose.position +
                       aggregate.frame.pose.orientation * aggregate.inertia.firstMoment);
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

/// Lets grains take up water and fines, grow together and break (METHOD.md 21), and keeps the lists by slot.
void granulate(World& world, ContactList& list, StepReport& report, GranulationEvents& events) {
  events.clear();
  if (!world.granulation.isOn()) {
    return;
  }
  const std::size_t present = world.particles.size();
  const ChangedSlots changed = makeChanges(world, events);
  eraseSlots(changed.gone, present, report.touches.counts);
  eraseSlots(changed.gone, present, report.touches.overlaps);
  forgetLeaving(changed.gone, list.active);
  for (std::size_t slot = world.particles.size() - changed.added; slot < world.particles.size(); ++slot) {
    list.active.push_back(static_cast<std::uint32_t>(slot));
  }
  layerFines(world, events);
  sprayWater(world);
  exchangeMoisture(world);
  world.reduction.sizes = {};
}

}  // namespace

void exchangeParticles(World& world, const StepContext& context, ContactList& list, StepReport& report,
                       GranulationEvents& events) {
  listActive(world, list);
  shareBrokenBridges(world);
  granulate(world, list, report, events);
  report.gravityWork = workOfGravityChange(world);
  const std::vector<EmitterRoom> rooms = emitterRooms(world);
  std::vector<EmitterNeighbour> near;
  const FreeEnergy free = takeOut(world, rooms, context, list, report, near);
  const std::size_t present = world.particles.size();
  report.energyBefore =
      mechanicalEnergy(world, free) + world.budget.elastic + world.budget.cohesive - report.gravityWork;
  emitParticles(world, rooms, near, list.active);
  for (std::uint32_t i = static_cast<std::uint32_t>(present); i < world.particles.size(); ++i) {
    world.particles.position[i] = world.periodic.wrapped(world.particles.position[i]);
    const FreeEnergy entering = energyOf(world, i);
    const double energy = entering.kinetic + entering.potential;
    world.budget.totalEntered += energy;
    report.energyBefore += energy;
  }
}

}  // namespace scree
