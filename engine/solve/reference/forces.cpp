#include "engine/solve/reference/forces.h"

#include <algorithm>
#include <cmath>

#include "engine/contacts/contact_law.h"
#include "engine/solve/reference/problem.h"
#include "engine/solver/solver_constants.h"
#include "engine/solver/spook.h"

namespace scree {

namespace {

/// The normal row of the law, or one that never pushes while the contact is open. Where impacts are joined, one that
/// approaches fast leaves with its restitution, and faster by what the law's row would add to a body that does so: the
/// impact itself is over in no time, so that softness has no part in it. In a step with far more substeps one that
/// pushed in the last of them is no impact (stiffness_limit.h). Returns whether the row makes it bounce.
bool setNormalRow(ContactRows<double>& rows, const Contact& contact, bool hasPushed, const World& world,
                  const StepContext& context, const ReferenceWork& reference) {
  const Parameters& parameters = world.parameters;
  const double velocity = normalVelocity(rows, reference);
  if (!touches(contact, world)) {
    rows.target = solver::kNeverPushes;
    rows.normalCompliance = 0.0;
    rows.partingSpeed = solver::kAnySpeed;
    return false;
  }
  const ContactLaw law = lawOf(world, contact);
  const double lightness = reference.bodies[rows.a].inverseMass + reference.bodies[rows.b].inverseMass;
  const double softest =
      softestRow(parameters) * std::max(reference.bodies[rows.a].inverseMass, reference.bodies[rows.b].inverseMass);
  const SpookNormal normal = spookNormal(context.substepTime, law.stiffness, law.exponent, law.dampingTime,
                                         parameters.stabilisationSteps, contact.overlap(), velocity, softest);
  const bool isNear = hasMoreSubsteps(parameters, context.substeps) &&
                      normal.compliance < solver::kNearLimit * normal.upsilon * softest;
  const double parting = normal.isLimited || isNear
                             ? std::sqrt(partingScale(world.parameters).squareAt(diameterOf(world.particles, contact)))
                             : solver::kAnySpeed;
  const bool rebounds = parameters.impacts == Impacts::joined && velocity < -impactSpeedOf(world, contact) &&
                        !(hasPushed && hasFarMoreSubsteps(parameters, context.substeps));
  rows.partingSpeed = rebounds ? solver::kAnySpeed : parting;
  if (rebounds) {
    const double first = -law.restitution * velocity;
    const double push = std::max(0.0, normal.target + normal.upsilon * (first - velocity) - first);
    rows.normalCompliance = 0.0;
    rows.target = first + std::min(parting, push * lightness / (lightness + normal.compliance));
  } else {
    rows.normalCompliance = normal.compliance;
    rows.target = normal.target;
  }
  return rebounds;
}

Vec3 clamped(const Vec3& v, double limit) {
  const double norm = v.norm();
  return norm > limit ? Vec3(v * (limit / norm)) : v;
}

/// λ_0 = β λ(t - Δt) (W). Sweeps leave out spin rows without limits, so these must not start from anything.
void startFromHistory(ContactRows<double>& rows, const Multipliers& old, double factor) {
  const double spinFactor = rows.rollingLimit > 0.0 || rows.twistingLimit > 0.0 ? factor : 0.0;
  rows.lambdaNormal = factor * old.normal;
  rows.lambdaTangential = factor * old.tangential;
  rows.lambdaRolling = spinFactor * old.rolling;
  rows.lambdaTwisting = spinFactor * old.twisting;
}

/// λ_n0 = Δt k δ^(2 e_H - 1); the others oppose the present slip and spin as their regularised rows would, within the
/// cones (W, METHOD.md 7.3).
void startFromModel(ContactRows<double>& rows, const Contact& contact, const ContactLaw& law,
                    const StepContext& context, const ReferenceWork& reference) {
  rows.lambdaNormal = context.substepTime * lawForce(law.stiffness, law.exponent, contact.overlap());
  const Vec3 u = contactVelocity(rows, reference);
  const Vec3 slip = u - rows.normal.dot(u) * rows.normal;
  const Vec3 w = reference.bodies[rows.b].angularVelocity - reference.bodies[rows.a].angularVelocity + rows.biasSpin;
  const double about = rows.normal.dot(w);
  rows.lambdaTangential = clamped(-slip / rows.tangentialCompliance, rows.friction * rows.lambdaNormal);
  rows.lambdaRolling =
      clamped(-(w - about * rows.normal) / rows.rollingCompliance, rows.rollingLimit * rows.lambdaNormal);
  const double limit = rows.twistingLimit * rows.lambdaNormal;
  rows.lambdaTwisting = std::clamp(-about / rows.rollingCompliance, -limit, limit);
}

/// Finds the impulses of attraction, then gives them to the sides of the contacts.
void attract(const World& world, const StepContext& context, ContactList& list, ReferenceWork& reference) {
  list.pulls.assign(list.attractions.any() ? list.contacts.size() : 0, 0.0);
  for (std::size_t i = 0; i < list.pulls.size(); ++i) {
    ContactRows<double>& rows = reference.rows[i];
    rows.unseen = 0.0;
    Attraction* const attraction = list.attractions.at(i);
    if (attraction == nullptr) {
      continue;
    }
    attraction->meet(list.contacts[i].gap);
    const double ofOther = reference.bodies[rows.b].inverseMass;
    PairMotion motion;
    motion.gap = list.contacts[i].gap;
    motion.inverseMass = reference.bodies[rows.a].inverseMass + ofOther;
    // Both sides fall, or only the first.
    motion.acceleration = ofOther > 0.0 ? 0.0 : -rows.normal.dot(world.parameters.gravity);
    motion.opening = normalVelocity(rows, reference) - context.substepTime * motion.acceleration;
    list.pulls[i] = attraction->impulse(motion, context.substepTime).impulse;
    rows.unseen = attraction->inFriction ? 0.0 : list.pulls[i];
  }
  for (std::size_t i = 0; i < list.pulls.size(); ++i) {
    const ContactRows<double>& rows = reference.rows[i];
    reference.bodies[rows.a].velocity += reference.bodies[rows.a].inverseMass * list.pulls[i] * rows.normal;
    reference.bodies[rows.b].velocity -= reference.bodies[rows.b].inverseMass * list.pulls[i] * rows.normal;
  }
}

void clearMultipliers(ContactRows<double>& rows) { startFromHistory(rows, Multipliers{}, 0.0); }

/// The share of a contact's last multipliers that the warm start takes, as the bodies move before gravity: adaptive, 1
/// where the surfaces rest on each other, falling to the floor at the warm start speed and above.
double historyShare(const ContactRows<double>& rows, const Contact& contact, const World& world,
                    const StepContext& context, const ReferenceWork& reference) {
  const Parameters& parameters = world.parameters;
  switch (parameters.warmStart) {
    case WarmStart::history:
      return parameters.warmStartFactor;
    case WarmStart::adaptive: {
      const double full = warmStartScale(parameters).squareAt(diameterOf(world.particles, contact));
      // Multipliers were gathered over many solves: sliding shall not take them away, and less than ever what comes
      // closer.
      const double speed = std::max(0.0, normalVelocity(rows, reference));
      const double share = speed != 0.0 ? std::min(1.0, speed * speed / full) : 0.0;
      const double loss = warmStartLoss(parameters, context.substeps) * (1.0 - parameters.warmStartFloor);
      return 1.0 - loss * share;
    }
    case WarmStart::off:
    case WarmStart::model:
      break;
  }
  return 0.0;
}

}  // namespace

void applyForces(const World& world, const StepContext& context, ContactList& list, ReferenceWork& reference) {
  const Parameters& parameters = world.parameters;
  for (std::size_t i = 0; i < reference.rows.size(); ++i) {
    ContactRows<double>& rows = reference.rows[i];
    clearMultipliers(rows);
    const bool hasPushed = reference.warm[i].normal > 0.0 || list.rebounds[i] != 0;
    const bool rebounds = setNormalRow(rows, list.contacts[i], hasPushed, world, context, reference);
    prepareDiagonals(rows, reference.bodies);
    // Multipliers of an impact start no other solve, and an impact starts from none.
    if (touches(list.contacts[i], world) && !rebounds) {
      startFromHistory(rows, reference.warm[i], historyShare(rows, list.contacts[i], world, context, reference));
    }
    rows.rebounds = rebounds;
    list.rebounds[i] = rebounds ? 1 : 0;
  }
  for (const std::uint32_t i : list.active) {
    reference.bodies[i].velocity += context.substepTime * parameters.gravity;
  }
  attract(world, context, list, reference);
  if (context.pulled.isAny()) {
    reference.bodies[context.pulled.slot].velocity += context.substepTime * context.pulled.acceleration;
  }
  if (parameters.warmStart == WarmStart::off) {
    return;
  }
  if (parameters.warmStart == WarmStart::model) {
    for (std::size_t i = 0; i < reference.rows.size(); ++i) {
      if (touches(list.contacts[i], world)) {
        startFromModel(reference.rows[i], list.contacts[i], lawOf(world, list.contacts[i]), context, reference);
      }
    }
  }
  applyMultipliers(reference.rows, reference.bodies);
}

}  // namespace scree
