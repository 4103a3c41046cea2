#include "engine/granulation/collisions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/cohesion/films.h"
#include "engine/contacts/contact_slips.h"
#include "engine/granulation/grain_change.h"
#include "engine/granulation/granulation_constants.h"

namespace scree {

namespace {

double harmonic(double a, double b) { return 2.0 * a * b / (a + b); }

/// Decides on the changes of one step.
class Judge {
 public:
  Judge(const ContactList& list, World& world) : list_(list), world_(world), laws_(world.granulation.laws) {}

  void hit(const Contact& contact, double speed) {
    if (contact.b == kNoParticle) {
      breakBy(contact.a, contact, world_.particles.mass[contact.a], speed);
      return;
    }
    ++world_.granulation.sums.collisions;
    const Particles& p = world_.particles;
    const double reduced = p.mass[contact.a] * p.mass[contact.b] / (p.mass[contact.a] + p.mass[contact.b]);
    const bool broke = breakBy(contact.a, contact, reduced, speed) || breakBy(contact.b, contact, reduced, speed);
    if (!broke && laws_.coalescence == Switch::on && stays(contact, speed)) {
      add({.kind = PendingChange::Kind::join, .a = p.id[contact.a], .b = p.id[contact.b]});
    }
  }

  /// Mass that the work of friction [J] takes off both sides, half each.
  void wear(const Contact& contact, double work) {
    const double mass = laws_.abrasionRate * work;
    const bool isPair = contact.b != kNoParticle;
    wearOff(contact.a, isPair ? 0.5 * mass : mass);
    if (isPair) {
      wearOff(contact.b, 0.5 * mass);
    }
  }

 private:
  void add(PendingChange change) {
    change.since = world_.step;
    world_.granulation.pending.push_back(change);
  }

  void wearOff(std::uint32_t slot, double mass) {
    const double most = granulation::kMostWear * world_.particles.mass[slot];
    if (mass > 0.0) {
      add({.kind = PendingChange::Kind::wear, .a = world_.particles.id[slot], .amount = std::min(mass, most)});
    }
  }

  bool breakBy(std::uint32_t slot, const Contact& contact, double reduced, double speed) {
    const Particles& p = world_.particles;
    if (laws_.breakage != Switch::on || 2.0 * p.radius[slot] < laws_.smallest ||
        0.5 * reduced * speed * speed < laws_.breakEnergy * p.mass[slot]) {
      return false;
    }
    add({.kind = PendingChange::Kind::split, .a = p.id[slot], .normal = contact.normal});
    return true;
  }

  bool stays(const Contact& contact, double speed) const {
    const Particles& p = world_.particles;
    const std::uint32_t a = contact.a;
    const std::uint32_t b = contact.b;
    if (2.0 * radiusAfter(a, b) > laws_.largest) {
      return false;
    }
    switch (laws_.sticking) {
      case Sticking::ennis: {
        const double restitution = world_.materials.pairs[contact.law].restitution;
        return staysByEnnis(laws_, harmonic(p.mass[a], p.mass[b]), 2.0 * harmonic(p.radius[a], p.radius[b]), speed,
                            0.5 * (filmThickness(world_, a) + filmThickness(world_, b)), restitution);
      }
      case Sticking::deformation: {
        const double volume = sphereVolume(p.radius[a]) + sphereVolume(p.radius[b]);
        const double density = (p.mass[a] + p.mass[b]) / volume;
        return 0.5 * (p.moisture(a) + p.moisture(b)) >= laws_.wetEnough &&
               density * speed * speed <= 2.0 * laws_.yieldStress * laws_.largestStokes;
      }
      case Sticking::probability:
        return world_.granulation.random.uniform() < laws_.probability;
    }
    return false;
  }

  double radiusAfter(std::uint32_t a, std::uint32_t b) const {
    const Particles& p = world_.particles;
    return std::cbrt(std::pow(p.radius[a], 3) + std::pow(p.radius[b], 3));
  }

  const ContactList& list_;
  World& world_;
  const GranulationLaws& laws_;
};

/// Speed at which the sides of a contact approach [m/s].
double approachOf(const World& world, const ContactList& list, const Contact& contact) {
  return -contact.normal.dot(slipOf(world, list, contact).velocity);
}

/// Gap of two particles now [m].
double gapOf(const World& world, const Contact& contact) {
  const Particles& p = world.particles;
  return world.periodic.nearest(p.position[contact.b] - p.position[contact.a]).norm() - p.radius[contact.a] -
         p.radius[contact.b];
}

}  // namespace

bool staysByEnnis(const GranulationLaws& laws, double mass, double diameter, double speed, double film,
                  double restitution) {
  if (!(film > laws.asperity)) {
    return false;
  }
  const double stokes = 8.0 * mass * 0.5 * speed / (3.0 * std::numbers::pi * laws.viscosity * diameter * diameter);
  return restitution <= 0.0 || stokes < (1.0 + 1.0 / restitution) * std::log(film / laws.asperity);
}

double filmThickness(const World& world, std::uint32_t slot) {
  const double radius = world.particles.radius[slot];
  return filmVolume(world, slot) / (4.0 * std::numbers::pi * radius * radius);
}

void beginCollisions(const World& world, const StepContext& context, const ContactList& list,
                     std::vector<ComingContact>& coming) {
  coming.clear();
  if (!world.granulation.isOn()) {
    return;
  }
  const double time = context.substepTime * context.substeps;
  for (std::uint32_t i = 0; i < list.contacts.size(); ++i) {
    if (list.matches[i] != kNoMatch) {
      continue;
    }
    const double approach = approachOf(world, list, list.contacts[i]);
    if (approach > 0.0 && list.contacts[i].gap - time * approach <= 0.0) {
      coming.push_back({i, approach});
    }
  }
}

void endCollisions(const StepContext& context, const ContactList& list, const std::vector<ComingContact>& coming,
                   World& world, GranulationEvents& events) {
  const GranulationLaws& laws = world.granulation.laws;
  const bool areJudged = laws.coalescence == Switch::on || laws.breakage == Switch::on;
  Judge judge(list, world);
  for (const ComingContact& one : coming) {
    const Contact& contact = list.contacts[one.contact];
    const bool touches = list.stays[one.contact] != 0 || (!contact.isPrescribed() && gapOf(world, contact) <= 0.0);
    if (touches || approachOf(world, list, contact) < granulation::kNotHit * one.approach) {
      if (contact.b != kNoParticle) {
        events.collisions.push_back({matterDiameter(world, contact.a), matterDiameter(world, contact.b)});
      }
      if (areJudged) {
        judge.hit(contact, one.approach);
      }
    }
  }
  if (laws.abrasion != Switch::on) {
    return;
  }
  for (std::size_t i = 0; i < list.contacts.size(); ++i) {
    const double push = list.multipliers[i].tangential.norm();
    if (push > 0.0) {
      const Contact& contact = list.contacts[i];
      const Vec3 velocity = slipOf(world, list, contact).velocity;
      const Vec3 slip = velocity - contact.normal.dot(velocity) * contact.normal;
      judge.wear(contact, context.substeps * push * slip.norm());
    }
  }
}

}  // namespace scree
