#include "engine/granulation/pending_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/aggregates/membership.h"
#include "engine/cohesion/films.h"
#include "engine/granulation/grain_change.h"
#include "engine/granulation/granulation_constants.h"
#include "engine/granulation/room_search.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

class Changes {
 public:
  Changes(World& world, GranulationEvents& events)
      : world_(world), granulation_(world.granulation), p_(world.particles), events_(events) {}

  ChangedSlots make() {
    std::vector<PendingChange> waiting;
    std::vector<PendingChange> pending;
    pending.swap(granulation_.pending);
    for (const PendingChange& change : pending) {
      const std::optional<std::uint32_t> a = slotOf(world_, change.a);
      const bool isPair = change.kind == PendingChange::Kind::join;
      const std::optional<std::uint32_t> b = isPair ? slotOf(world_, change.b) : a;
      if (!a || !b || isGone(*a) || isGone(*b) || isNew(*a) || isNew(*b)) {
        continue;
      }
      if (change.kind == PendingChange::Kind::wear) {
        wear(*a, change.amount);
      } else if (world_.reduction.isFree(*a) && world_.reduction.isFree(*b)) {
        isPair ? join(*a, *b) : split(*a, change.normal);
      } else if (world_.step - change.since < granulation::kPatience) {
        waiting.push_back(change);
      }
    }
    granulation_.pending.swap(waiting);
    swell();
    std::ranges::sort(slots_.gone);
    for (const std::size_t slot : slots_.gone) {
      std::erase_if(granulation_.swelling, [&](const Swelling& one) { return one.id == p_.id[slot]; });
    }
    if (!slots_.gone.empty()) {
      removeParticles(world_, slots_.gone);
    }
    return std::move(slots_);
  }

 private:
  bool isGone(std::uint32_t slot) const { return std::ranges::find(slots_.gone, slot) != slots_.gone.end(); }
  /// A grain that has changed in this step does not change once more in it.
  bool isNew(std::uint32_t slot) const { return std::ranges::find(changed_, slot) != changed_.end(); }

  RoomSearch& rooms() {
    if (!rooms_) {
      rooms_.emplace(world_);
    }
    return *rooms_;
  }

  /// Radius that the matter of a grain has, which is larger than its own while it swells.
  double fullRadius(std::uint32_t slot) const { return 0.5 * matterDiameter(world_, slot); }

  void setRadius(std::uint32_t slot, double now, double full) {
    p_.radius[slot] = now;
    const ParticleId id = p_.id[slot];
    std::vector<Swelling>& all = granulation_.swelling;
    if (Swelling* const swelling = swellingOf(world_, id)) {
      swelling->radius = full;
    } else if (now < full) {
      all.insert(std::ranges::lower_bound(all, id, {}, &Swelling::id), {.id = id, .radius = full});
    }
  }

  void wear(std::uint32_t slot, double mass) {
    const double lost = std::min(mass, 0.5 * p_.mass[slot]);
    const double share = lost / p_.mass[slot];
    giveFines(world_, positionOf(world_, slot), lost * (1.0 - p_.water[slot] / p_.mass[slot]));
    // The water of what comes off goes with it.
    const double water = share * p_.water[slot];
    p_.water[slot] -= water;
    granulation_.sums.lostWater += water;
    p_.gained[slot] -= share * p_.gained[slot];
    granulation_.sums.abraded += lost - water;
    const double shrunk = std::cbrt(1.0 - share);
    const double diameter = 2.0 * fullRadius(slot);
    events_.growth.push_back({diameter, diameter * (shrunk - 1.0)});
    if (Swelling* const swelling = swellingOf(world_, p_.id[slot])) {
      swelling->radius *= shrunk;
    }
    changeGrain(world_, slot, p_.mass[slot] - lost, p_.radius[slot] * shrunk);
  }

  void join(std::uint32_t a, std::uint32_t b) {
    const Vec3 apart = world_.periodic.nearest(p_.position[b] - p_.position[a]);
    const double mass = p_.mass[a] + p_.mass[b];
    const double full = std::cbrt(std::pow(fullRadius(a), 3) + std::pow(fullRadius(b), 3));
    const Vec3 middle = world_.periodic.wrapped(p_.position[a] + (p_.mass[b] / mass) * apart);
    const double room = rooms().radiusAt(middle, full, a, b);
    const Vec3 velocity = (p_.mass[a] * p_.velocity[a] + p_.mass[b] * p_.velocity[b]) / mass;
    const double reduced = p_.mass[a] * p_.mass[b] / mass;
    const Vec3 angular = reduced * apart.cross(p_.velocity[b] - p_.velocity[a]) +
                         p_.inertia(a) * p_.angularVelocity[a] + p_.inertia(b) * p_.angularVelocity[b];
    const double inertia = kSphereInertia * mass * room * room;
    const double before = kineticOf(world_, a) + kineticOf(world_, b);
    const double after = 0.5 * (mass * velocity.squaredNorm() + angular.squaredNorm() / inertia);
    // Two that move as one already lose nothing but what is rounded.
    if (room < granulation::kLeastRoom * full || after > (1.0 + granulation::kRoundOff) * before) {
      ++granulation_.sums.refused;
      return;
    }
    // The larger one goes on.
    const std::uint32_t stays = p_.mass[a] >= p_.mass[b] ? a : b;
    const std::uint32_t goes = stays == a ? b : a;
    takeBridgesOf(world_, std::array{std::size_t{goes}});
    const double potential = p_.mass[a] * height(a) + p_.mass[b] * height(b);
    events_.changes.push_back({.kind = GrainEvent::Kind::joined,
                               .grain = p_.id[stays],
                               .other = p_.id[goes],
                               .step = world_.step,
                               .place = middle,
                               .first = 2.0 * fullRadius(a),
                               .second = 2.0 * fullRadius(b)});
    p_.position[stays] = middle;
    p_.velocity[stays] = velocity;
    p_.angularVelocity[stays] = angular / inertia;
    p_.mass[stays] = mass;
    p_.water[stays] += p_.water[goes];
    p_.gained[stays] += p_.gained[goes];
    p_.born[stays] = std::min(p_.born[stays], p_.born[goes]);
    setRadius(stays, room, full);
    // Across a periodic end along gravity the middle has another height.
    world_.budget.totalEntered += mass * height(stays) - potential;
    book(before - after);
    slots_.gone.push_back(goes);
    p_.radius[goes] = 0.0;
    changed_.push_back(stays);
    rooms().add(stays);
    ++granulation_.sums.joined;
  }

  /// Two halves side by side in the place of the grain, across the impact; they swell to their size.
  void split(std::uint32_t slot, const Vec3& normal) {
    const GranulationLaws& laws = granulation_.laws;
    const Vec3 spin = p_.angularVelocity[slot];
    Vec3 along = spin.cross(normal);
    if (!(along.squaredNorm() > 0.0)) {
      along = normal.unitOrthogonal();
    }
    along.normalize();
    const double whole = p_.mass[slot];
    const double fines = laws.finesShare * (whole - p_.water[slot]);
    const double lostWater = laws.finesShare * p_.water[slot];
    const double half = 0.5 * (whole - fines - lostWater);
    const double before = kineticOf(world_, slot);
    const double share = half / whole;
    const double radius = 0.5 * p_.radius[slot];
    const double size = fullRadius(slot);
    const double full = size * std::cbrt(share);
    const Vec3 angular = 2.0 * share * p_.inertia(slot) * spin;
    // Across the line of centres the two turn about their middle, too; the spin is across it.
    const double inertia = 2.0 * (kSphereInertia + 1.0) * half * radius * radius;
    const Vec3 turning = angular / inertia;
    Particle other;
    other.position = world_.periodic.wrapped(p_.position[slot] + radius * along);
    other.orientation = p_.orientation[slot];
    other.velocity = p_.velocity[slot] + turning.cross(radius * along);
    other.angularVelocity = turning;
    other.radius = radius;
    other.mass = half;
    other.material = p_.material[slot];
    other.water = 0.5 * (p_.water[slot] - lostWater);
    other.gained = share * p_.gained[slot];
    other.born = p_.born[slot];
    giveFines(world_, p_.position[slot], fines);
    const double potential = whole * height(slot);
    p_.velocity[slot] -= turning.cross(radius * along);
    p_.position[slot] = world_.periodic.wrapped(p_.position[slot] - radius * along);
    p_.angularVelocity[slot] = turning;
    p_.mass[slot] = half;
    p_.water[slot] = other.water;
    p_.gained[slot] = other.gained;
    setRadius(slot, radius, full);
    const auto added = static_cast<std::uint32_t>(p_.size());
    const ParticleId id = p_.add(other);
    events_.changes.push_back({.kind = GrainEvent::Kind::broke,
                               .grain = p_.id[slot],
                               .other = id,
                               .step = world_.step,
                               .place = 0.5 * (p_.position[slot] + p_.position[added]),
                               .first = 2.0 * size,
                               .second = 2.0 * full});
    setRadius(added, radius, full);
    ++slots_.added;
    changed_.push_back(slot);
    changed_.push_back(added);
    if (rooms_) {
      rooms_->add(slot);
      rooms_->add(added);
    }
    // The share of the fines leaves with them, the break takes the rest.
    const double gone = (1.0 - 2.0 * share) * before;
    world_.budget.totalEntered += half * (height(slot) + height(added)) - potential - gone;
    book(before - gone - kineticOf(world_, slot) - kineticOf(world_, added));
    granulation_.sums.shattered += fines;
    granulation_.sums.lostWater += lostWater;
    ++granulation_.sums.broken;
  }

  double height(std::uint32_t slot) const { return -world_.parameters.gravity.dot(p_.position[slot]); }

  void book(double lost) {
    world_.budget.totalDissipation += lost;
    granulation_.sums.energyLost += lost;
  }

  /// Grains that are smaller than their matter grow; members wait.
  void swell() {
    std::erase_if(granulation_.swelling, [&](const Swelling& one) {
      const std::optional<std::uint32_t> slot = slotOf(world_, one.id);
      if (!slot || isGone(*slot)) {
        return true;
      }
      if (!world_.reduction.isFree(*slot) || isNew(*slot)) {
        return false;
      }
      const double before = kineticOf(world_, *slot);
      const double old = p_.radius[*slot];
      const double more = one.radius * world_.parameters.timeStep / granulation::kSwellingTime;
      p_.radius[*slot] = std::min(one.radius, old + more);
      p_.angularVelocity[*slot] *= (old * old) / (p_.radius[*slot] * p_.radius[*slot]);
      book(before - kineticOf(world_, *slot));
      return p_.radius[*slot] >= one.radius;
    });
  }

  World& world_;
  Granulation& granulation_;
  Particles& p_;
  ChangedSlots slots_;
  std::vector<std::uint32_t> changed_;
  std::optional<RoomSearch> rooms_;
  GranulationEvents& events_;
};

}  // namespace

ChangedSlots makeChanges(World& world, GranulationEvents& events) {
  if (world.granulation.pending.empty() && world.granulation.swelling.empty()) {
    return {};
  }
  return Changes(world, events).make();
}

std::vector<std::uint32_t> membersToFree(const World& world) {
  std::vector<std::uint32_t> slots;
  for (const PendingChange& change : world.granulation.pending) {
    const auto need = [&](ParticleId id) {
      const std::optional<std::uint32_t> slot = slotOf(world, id);
      if (slot && !world.reduction.isFree(*slot)) {
        slots.push_back(*slot);
      }
    };
    if (change.kind == PendingChange::Kind::join) {
      need(change.a);
      need(change.b);
    } else if (change.kind == PendingChange::Kind::split) {
      need(change.a);
    }
  }
  return slots;
}

}  // namespace scree
