#include "engine/step/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/collision/surface.h"
#include "engine/contacts/contact_law.h"
#include "engine/multibody/machine.h"
#include "engine/settings/presets.h"
#include "engine/settings/substeps_needed.h"
#include "engine/solver/spook.h"
#include "engine/step/guard_rooms.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

void add(const Vec3& point, double reach, Bounds& bounds) {
  const Vec3 arm = Vec3::Constant(reach);
  if (point.allFinite() && std::isfinite(reach)) {
    bounds.lower = bounds.lower.cwiseMin(point - arm);
    bounds.upper = bounds.upper.cwiseMax(point + arm);
  }
}

bool isEmpty(const Bounds& bounds) { return (bounds.lower.array() > bounds.upper.array()).any(); }

/// Twice the work of gravity on a mass of 1 along the whole of a box [m²/s²].
double fallThrough(const Bounds& extent, const Vec3& gravity) {
  return isEmpty(extent) ? 0.0 : 2.0 * gravity.cwiseAbs().dot(extent.upper - extent.lower);
}

/// The same from a box's nearest point to a place outside; negative where gravity points away from there.
double fallBeyond(const Bounds& extent, const Vec3& gravity, const Vec3& place) {
  const Vec3 nearest = place.cwiseMax(extent.lower).cwiseMin(extent.upper);
  return isEmpty(extent) ? 0.0 : std::max(0.0, 2.0 * gravity.dot(place - nearest));
}

double square(double x) { return x * x; }

/// Speed that a grain gains in a step as it falls through the sides of the periodic box, where its fall has no end
/// [m/s].
double gainThroughSides(const World& world) {
  Vec3 along = Vec3::Zero();
  for (int axis = 0; axis < 3; ++axis) {
    along[axis] = world.periodic.isAlong(axis) ? world.parameters.gravity[axis] : 0.0;
  }
  return world.parameters.timeStep * along.norm();
}

/// Largest square of a speed of the surfaces of all bodies that move [m²/s²]. `extent` takes in where they get to: what
/// they lift may fall from there.
double drivenSquared(const World& world, Bounds& extent) {
  double fastest = 0.0;
  for (const Body& body : world.bodies) {
    const double turning = body.angularVelocity.norm();
    for (const ShapeInstance& shape : body.shapes) {
      if (body.isStatic() && shape.surfaceVelocity.isZero(0.0)) {
        continue;
      }
      const double radius = boundingRadius(shape.shape);
      add((body.pose * shape.local).position, radius, extent);
      const double across = isEmpty(extent) ? 0.0 : (extent.upper - extent.lower).norm();
      const double reach = shape.local.position.norm() + (std::isfinite(radius) ? radius : across);
      fastest = std::max(fastest, body.velocity.norm() + turning * reach + shape.surfaceVelocity.norm());
    }
  }
  return square(fastest);
}

/// Looks at one step.
class Watch {
 public:
  Watch(World& world, const StepContext& context, const ContactList& list, const StepReport& report)
      : world_(world), context_(context), list_(list), report_(report), guard_(world.guard) {}

  void look(bool begins) {
    const bool isFinite = std::isfinite(world_.budget.kinetic + world_.budget.potential);
    lookForFaults(isFinite);
    if (isFinite) {
      lookAtEnergy(begins);
      lookAtSpeed(begins);
    }
    lookAtOverlap();
    if (begins || world_.step % stepping::kRoomTurn == 0) {
      lookAtRooms();
    }
  }

 private:
  const Particles& particles() const { return world_.particles; }

  void lookForFaults(bool isFinite) {
    if (guard_.has(GuardKind::nonFinite)) {
      return;
    }
    for (auto trouble = world_.faults.rbegin(); trouble != world_.faults.rend(); ++trouble) {
      if (trouble->step + 1 != world_.step) {
        break;
      }
      if (trouble->isFault) {
        report({.kind = GuardKind::nonFinite, .particle = trouble->id, .position = trouble->position},
               trouble->what + " and it was taken out", "use a shorter time_step" + orAccurate());
        return;
      }
    }
    if (isFinite) {
      return;
    }
    for (const std::uint32_t slot : list_.active) {
      if (!particles().position[slot].allFinite() || !particles().velocity[slot].allFinite() ||
          !particles().angularVelocity[slot].allFinite()) {
        reportParticle(GuardKind::nonFinite, slot, "its position or velocity is no finite number");
        return;
      }
    }
    const auto broken = std::ranges::find_if(
        world_.bodies, [](const Body& body) { return !body.pose.position.allFinite() || !body.velocity.allFinite(); });
    report({.kind = GuardKind::nonFinite,
            .particle = kNoGrain,
            .partner = broken == world_.bodies.end() ? "" : nameOf(*broken)},
           "the kinetic energy is no finite number", "use a shorter time_step" + orAccurate());
  }

  /// Compares speeds with those that bodies, hands, emitters and falls may have given.
  void lookAtSpeed(bool begins) {
    double driven = drivenSquared(world_, guard_.extent);
    if (context_.pulled.isAny()) {
      add(particles().position[context_.pulled.slot], 0.0, guard_.extent);
      driven = std::max(driven, std::max(particles().velocity[context_.pulled.slot].squaredNorm(),
                                         context_.pulled.velocity.squaredNorm()));
    }
    for (const Emitter& emitter : world_.emitters) {
      driven = std::max(driven, emitter.velocity.squaredNorm());
    }
    if (begins) {
      guard_.drivenSquared += storedInContacts();
    }
    guard_.drivenSquared =
        std::max(guard_.drivenSquared, driven + fallThrough(guard_.extent, world_.parameters.gravity));
    if (const double gain = gainThroughSides(world_); gain > 0.0) {
      guard_.drivenSquared = square(std::sqrt(guard_.drivenSquared) + gain);
    }
    const double limit = square(stepping::kSpeedFactor) * guard_.drivenSquared;
    if (square(report_.largestSpeed) <= limit || guard_.has(GuardKind::speed)) {
      return;
    }
    std::uint32_t fastest = kNoParticle;
    double excess = 0.0;
    const double gathered =
        stepping::kGathered * guard_.stored / static_cast<double>(std::max<std::size_t>(1, list_.contacts.size()));
    for (const std::uint32_t slot : list_.active) {
      const Vec3& place = particles().position[slot];
      const double beyond = particles().velocity[slot].squaredNorm() - limit -
                            square(stepping::kSpeedFactor) * 2.0 * gathered / particles().mass[slot] -
                            fallBeyond(guard_.extent, world_.parameters.gravity, place);
      if (beyond > excess) {
        excess = beyond;
        fastest = slot;
      }
    }
    if (fastest != kNoParticle) {
      reportParticle(GuardKind::speed, fastest,
                     fmt::format("it moves at {:.3g} m/s, while drives, starts and falls give {:.3g} m/s at most",
                                 particles().velocity[fastest].norm(), std::sqrt(guard_.drivenSquared)));
    }
  }

  /// Square of the speed that the fullest contact can give the lighter side [m²/s²].
  double storedInContacts() const {
    double most = 0.0;
    for (const Contact& contact : list_.contacts) {
      const ContactLaw law = lawOf(world_, contact);
      const double energy = lawEnergy(law.stiffness, law.exponent, contact.overlap());
      most = std::max(most, 2.0 * energy * lightness(contact));
    }
    return most;
  }

  void lookAtEnergy(bool begins) {
    const Budget& budget = world_.budget;
    // The work of a hand that tears at a body is known to a part in a hundred only.
    const bool isTornAt = world_.pull && world_.pull->grip;
    const double lost = budget.totalDissipation + budget.elastic;
    if (begins || isTornAt) {
      guard_.settled = budget.totalDissipation;
      guard_.lostAtBegin = lost;
    }
    if (begins) {
      guard_.elastic = guard_.paid = guard_.elasticAtBegin = budget.elastic;
    }
    guard_.turnedOver = std::max(guard_.turnedOver, budget.kinetic);
    guard_.put += std::abs(budget.stepWork);
    payForElastic(budget);
    const double regained = guard_.settled - lost;
    guard_.settled = std::max(guard_.settled, budget.totalDissipation);
    const double mayRegain = stepping::kEnergyShare * (std::max(0.0, guard_.settled) + guard_.turnedOver) +
                             stepping::kStoredShare * guard_.stored + swingOfBodies();
    // Motion can never have more than all that was put in, whatever contacts store on the way. What motors and gravity
    // give to bodies that forces move is known to the step's own error only.
    const double gained = guard_.lostAtBegin - lost;
    const double known = hasDynamicBodies(world_) ? guard_.stored : guard_.elasticAtBegin;
    const double mayGain = stepping::kEnergyShare * (std::max(0.0, guard_.settled) + guard_.turnedOver + guard_.put) +
                           stepping::kStoredShare * known + swingOfBodies();
    if ((regained > mayRegain || gained > mayGain) && !guard_.has(GuardKind::energy)) {
      reportEnergy(std::max(regained, gained));
    }
  }

  void reportEnergy(double energy) {
    const std::string what =
        fmt::format("{:.3g} J of energy appeared from nowhere, of {:.3g} J kinetic", energy, world_.budget.kinetic);
    const Body* body = mostMovedBody();
    if (body == nullptr) {
      report(fastestParticle(GuardKind::energy), what);
      return;
    }
    report({.kind = GuardKind::energy, .particle = kNoGrain, .position = body->pose.position, .partner = nameOf(*body)},
           what,
           fmt::format("use a time_step of at most {:.2g} s{}", stepping::kHalfStep * world_.parameters.timeStep,
                       orAccurate()));
  }

  /// Swing of the energy of dynamic bodies that the step itself makes [J]. Velocities are half a substep h ahead of
  /// places: under gravity the sum of kinetic and potential energy is off by h g p/2 with the momentum p along gravity,
  /// and p² is at most 2 m T with the mass m of all bodies and their largest kinetic energy T.
  double swingOfBodies() const {
    double mass = 0.0;
    for (const Body& body : world_.bodies) {
      mass += body.isDynamic() ? body.mass.mass : 0.0;
    }
    return context_.substepTime * world_.parameters.gravity.norm() * std::sqrt(2.0 * mass * guard_.turnedOver);
  }

  /// The dynamic body with the largest kinetic energy; null when free particles have more together.
  const Body* mostMovedBody() const {
    const Body* most = nullptr;
    double largest = 0.0;
    for (const Body& body : world_.bodies) {
      const double kinetic = machineEnergy({body}, Vec3::Zero()).kinetic;
      if (body.isDynamic() && (most == nullptr || kinetic > largest)) {
        most = &body;
        largest = kinetic;
      }
    }
    const bool hasMost = most != nullptr && 2.0 * largest >= world_.budget.kinetic;
    return hasMost || list_.active.empty() ? most : nullptr;
  }

  /// Pays a rise of elastic energy from the credit that motion and work left in the last steps. The rest came from
  /// contacts that were found deep: a run may not give it back.
  void payForElastic(const Budget& budget) {
    const double rise = budget.elastic - guard_.elastic;
    guard_.credit = stepping::kCreditKept * guard_.credit + std::max(0.0, budget.stepDissipation + rise);
    if (rise > 0.0) {
      const double paid = std::min(rise, guard_.credit);
      guard_.credit -= paid;
      guard_.paid += paid;
    } else {
      guard_.paid = std::min(guard_.paid, budget.elastic);
    }
    guard_.elastic = budget.elastic;
    guard_.stored = std::max(guard_.stored, guard_.paid);
  }

  GuardFinding fastestParticle(GuardKind kind) const {
    GuardFinding finding{.kind = kind};
    const auto fastest = std::ranges::max_element(
        list_.active, {}, [&](std::uint32_t slot) { return particles().velocity[slot].squaredNorm(); });
    if (fastest != list_.active.end()) {
      finding.particle = particles().id[*fastest];
      finding.position = particles().position[*fastest];
      culprit_ = *fastest;
    }
    return finding;
  }

  void lookAtOverlap() {
    if (report_.worstOverlap <= stepping::kDeepestOverlap) {
      guard_.deep.clear();
      return;
    }
    std::vector<DeepContact> deep;
    const Contact* lasting = nullptr;
    for (const Contact& contact : list_.contacts) {
      if (contact.overlap() <= stepping::kDeepestOverlap * diameterOf(contact)) {
        continue;
      }
      const auto known = std::ranges::lower_bound(guard_.deep, contact.key, {}, &DeepContact::key);
      const std::uint32_t before = known != guard_.deep.end() && known->key == contact.key ? known->steps : 0;
      deep.push_back({contact.key, before + 1});
      const double time = world_.parameters.timeStep * (before + 1);
      const double period = 2.0 * std::numbers::pi / std::sqrt(slopeOf(contact) * lightness(contact));
      const bool isDeeper = lasting == nullptr || contact.overlap() > lasting->overlap();
      if (before + 1 >= stepping::kDeepSteps && time > stepping::kDeepPeriods * period && isDeeper) {
        lasting = &contact;
      }
    }
    std::ranges::sort(deep, {}, &DeepContact::key);
    guard_.deep = std::move(deep);
    if (lasting != nullptr && !guard_.has(GuardKind::overlap)) {
      reportOverlap(*lasting);
    }
  }

  void reportOverlap(const Contact& contact) {
    const double diameter = diameterOf(contact);
    const auto at = static_cast<std::size_t>(&contact - list_.contacts.data());
    const double force = at < list_.multipliers.size() ? list_.multipliers[at].normal / context_.substepTime : 0.0;
    const ContactLaw law = lawOf(world_, contact);
    const double byLaw = lawForce(law.stiffness, law.exponent, contact.overlap());
    std::string remedy;
    // Where the contact carries what its law says, the law is too soft for the load; else the solve has not got there.
    if (force > stepping::kCarried * byLaw) {
      remedy = fmt::format("{} carries {:.3g} N and would need a stiffness of {:.2g} N/m for an overlap of {:g} %",
                           "the contact", force, force / (stepping::kAimedOverlap * diameter),
                           100.0 * stepping::kAimedOverlap);
    }
    culprit_ = contact.a;
    report({.kind = GuardKind::overlap,
            .particle = particles().id[contact.a],
            .position = particles().position[contact.a],
            .partner = partnerName(contact, contact.a)},
           fmt::format("it overlaps by {:.3g} % of a diameter and stays so", 100.0 * contact.overlap() / diameter),
           remedy);
  }

  void lookAtRooms() {
    for (GuardedRoom& room : guard_.rooms) {
      const Body& body = world_.bodies[room.body];
      const ShapeInstance& shape = body.shapes[room.shape];
      const Pose pose = body.pose * shape.local;
      const RoomShape walls(shape.shape);
      ParticleId seen = room.seen;
      ParticleId unseen = std::numeric_limits<ParticleId>::max();  // the first that could not be looked at
      std::vector<ParticleId> inside;
      inside.reserve(room.inside.size());
      auto known = room.inside.begin();
      for (std::uint32_t slot = 0; slot < particles().size(); ++slot) {
        const ParticleId id = particles().id[slot];
        while (known != room.inside.end() && *known < id) {
          ++known;
        }
        const bool was = known != room.inside.end() && *known == id;
        if (!world_.reduction.isFree(slot)) {
          if (was) {
            inside.push_back(id);
          } else if (id >= room.seen) {
            unseen = std::min(unseen, id);
          }
          continue;
        }
        if (context_.pulled.isAny() && context_.pulled.slot == slot) {
          continue;  // a hand may take it anywhere
        }
        const Vec3 local = pose.toLocal(particles().position[slot]);
        const double out = walls.outside(local);
        const bool isNew = id >= room.seen;
        seen = std::max(seen, id + 1);
        if (was ? !(out > particles().radius[slot]) : isNew && walls.holds(local)) {
          inside.push_back(id);
        } else if (was && !guard_.has(GuardKind::outside)) {
          reportParticle(GuardKind::outside, slot,
                         fmt::format("it is {:.3g} mm outside {}, which is closed", 1e3 * out, nameOf(body)));
        }
      }
      room.inside = std::move(inside);
      room.seen = std::min(seen, unseen);
    }
  }

  double diameterOf(const Contact& contact) const {
    const std::vector<double>& radius = particles().radius;
    return 2.0 * (contact.b == kNoParticle ? radius[contact.a] : std::min(radius[contact.a], radius[contact.b]));
  }

  double slopeOf(const Contact& contact) const {
    const ContactLaw law = lawOf(world_, contact);
    return lawSlope(law.stiffness, law.exponent, contact.overlap());
  }

  /// 1/m_a + 1/m_b [1/kg].
  double lightness(const Contact& contact) const {
    const double other = contact.isPrescribed() ? 0.0 : 1.0 / particles().mass[contact.b];
    return 1.0 / particles().mass[contact.a] + other;
  }

  static std::string nameOf(const Body& body) { return fmt::format("body '{}'", body.name); }

  std::string partnerName(const Contact& contact, std::uint32_t slot) const {
    if (contact.b == kNoParticle) {
      return nameOf(world_.bodies[contact.key.body()]);
    }
    return fmt::format("particle {}", particles().id[contact.a == slot ? contact.b : contact.a]);
  }

  /// The deepest contact of a particle.
  const Contact* hardestOf(std::uint32_t slot) const {
    const Contact* hardest = nullptr;
    for (const Contact& contact : list_.contacts) {
      if ((contact.a == slot || contact.b == slot) && (hardest == nullptr || contact.gap < hardest->gap)) {
        hardest = &contact;
      }
    }
    return hardest;
  }

  void reportParticle(GuardKind kind, std::uint32_t slot, std::string what) {
    const Vec3& place = particles().position[slot];
    culprit_ = slot;
    report({.kind = kind, .particle = particles().id[slot], .position = place.allFinite() ? place : Vec3::Zero()},
           std::move(what));
  }

  /// Completes and keeps a finding.
  void report(GuardFinding finding, std::string what, std::string remedy = {}) {
    finding.step = world_.step;
    finding.time = world_.time;
    finding.what = std::move(what);
    const Contact* hardest = culprit_ != kNoParticle ? hardestOf(culprit_) : nullptr;
    if (finding.partner.empty() && hardest != nullptr) {
      finding.partner = partnerName(*hardest, culprit_);
    }
    finding.remedy = remedy.empty() ? remedyFor(stiffestOf(hardest)) : std::move(remedy);
    guard_.findings.push_back(std::move(finding));
    culprit_ = kNoParticle;
  }

  /// The contact that needs the most substeps: of the culprit, else of all that touch.
  const Contact* stiffestOf(const Contact* hardest) const {
    const Contact* stiffest = nullptr;
    double most = 0.0;
    for (const Contact& contact : list_.contacts) {
      const bool isHis = hardest == nullptr || contact.a == culprit_ || contact.b == culprit_;
      const double ratio = isHis && contact.overlap() > 0.0 ? slopeOf(contact) * lightness(contact) : 0.0;
      if (ratio > most) {
        most = ratio;
        stiffest = &contact;
      }
    }
    return stiffest;
  }

  std::string orAccurate() const {
    return presetOf(world_.parameters) == Preset::accurate ? "" : ", or the preset accurate";
  }

  /// The time step in which the culprit, else the fastest particle, goes stepping::kShortWay of its diameter; infinite
  /// where it goes less in the present one [s].
  double stepForWay() const {
    if (culprit_ == kNoParticle) {
      return std::numeric_limits<double>::infinity();
    }
    const double diameter = 2.0 * particles().radius[culprit_];
    // A particle that was thrown is faster than what the step has to follow.
    const double speed = std::min(particles().velocity[culprit_].norm(), std::sqrt(guard_.drivenSquared));
    const bool isFar = speed * world_.parameters.timeStep > stepping::kShortWay * diameter;
    return isFar ? stepping::kShortWay * diameter / speed : std::numeric_limits<double>::infinity();
  }

  /// Remedy for the user, with numbers from the contact.
  std::string remedyFor(const Contact* contact) const {
    const Parameters& p = world_.parameters;
    const double half = stepping::kHalfStep * p.timeStep;
    if (const double step = stepForWay(); step < half) {
      // More sweeps or substeps do not help: contacts are searched once a step.
      return fmt::format("it moves {:.2g} diameters in a time step: use a time_step of at most {:.2g} s",
                         stepping::kShortWay * p.timeStep / step, step);
    }
    if (contact == nullptr) {
      return fmt::format("use a time_step of at most {:.2g} s{}", half, orAccurate());
    }
    if (contact->b == kNoParticle) {
      const Body& body = world_.bodies[contact->key.body()];
      const double ratio = body.mass.mass / particles().mass[contact->a];
      if (body.isDynamic() && ratio > stepping::kHeavyBody) {
        return fmt::format(
            "{} is {:.2g} times as heavy as the particle: use {} sweeps or more, or a time_step of at "
            "most {:.2g} s",
            nameOf(body), ratio, stepping::kMoreSweeps * p.sweeps, stepping::kShorterStep * p.timeStep);
      }
    }
    // As substep_count.h: per substep of length h, k h²/m may be as large as the sweeps.
    const double stiffness = 0.5 * slopeOf(*contact) * lightness(*contact);  // 1/s²
    const double needed = substepsNeeded(square(p.timeStep) * stiffness, p.sweeps);
    if (needed <= context_.substeps) {
      return fmt::format("use a time_step of at most {:.2g} s, or more sweeps than {}{}", half, p.sweeps, orAccurate());
    }
    const double softer = slopeOf(*contact) * square(context_.substeps / needed);
    return fmt::format(
        "its contact has k = {:.3g} N/m and needs {:.0f} substeps, the step takes {}: use a time_step "
        "of at most {:.2g} s, {:.0f} sweeps, or a stiffness of at most {:.2g} N/m there",
        slopeOf(*contact), std::ceil(needed), context_.substeps, p.timeStep * context_.substeps / needed,
        std::ceil(square(p.timeStep / context_.substeps) * stiffness), softer);
  }

  World& world_;
  const StepContext& context_;
  const ContactList& list_;
  const StepReport& report_;
  Guard& guard_;
  mutable std::uint32_t culprit_ = kNoParticle;  // slot of the particle that a finding is about
};

}  // namespace

bool beginWatch(World& world) {
  Guard& guard = world.guard;
  if (world.parameters.guard == GuardAction::off || guard.begun) {
    return false;
  }
  guard.begun = true;
  guard.extent = {.lower = Vec3::Constant(INFINITY), .upper = Vec3::Constant(-INFINITY)};
  double fastest = 0.0;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    if (world.reduction.isFree(slot)) {
      add(world.particles.position[slot], world.particles.radius[slot], guard.extent);
      fastest = std::max(fastest, world.particles.velocity[slot].squaredNorm());
    }
  }
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    add(aggregate.frame.pose.position, aggregate.bounds.extent, guard.extent);
  }
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& shape : body.shapes) {
      add((body.pose * shape.local).position, boundingRadius(shape.shape), guard.extent);
    }
  }
  for (const Emitter& emitter : world.emitters) {
    add(emitter.pose.position, emitter.halfExtents.norm(), guard.extent);
  }
  guard.drivenSquared = std::isfinite(fastest) ? fastest : 0.0;
  guard.turnedOver = 0.0;
  guard.stored = 0.0;
  guard.deep.clear();
  world.guard.rooms = closedRooms(world);
  return true;
}

void watchStep(World& world, const StepContext& context, const ContactList& list, const StepReport& report,
               bool begins) {
  if (world.parameters.guard == GuardAction::off) {
    world.guard.begun = false;
    return;
  }
  Watch(world, context, list, report).look(begins);
}

}  // namespace scree
