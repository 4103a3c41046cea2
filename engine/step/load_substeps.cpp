#include "engine/step/load_substeps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/floating.h"
#include "engine/aggregates/riders.h"
#include "engine/contacts/contact_law.h"
#include "engine/settings/settings_constants.h"
#include "engine/settings/substeps_needed.h"
#include "engine/solver/solver_constants.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

/// A body that forces move, or an aggregate that floats, and how many grains it meets in the step.
struct Load {
  double mass = 0.0;  ///< kg, with what rides on it
  int contacts = 0;
};

/// Speed at which a contact's surfaces approach, with what gravity adds in the step [m/s].
double approachOf(const World& world, const ContactList& list, const Contact& contact) {
  const Vec3& other =
      contact.isPrescribed() ? list.surfaces[contact.surface].velocity : world.particles.velocity[contact.b];
  const Vec3 relative = other - world.particles.velocity[contact.a];
  return std::max(0.0, -contact.normal.dot(relative)) + world.parameters.timeStep * world.parameters.gravity.norm();
}

bool meets(const World& world, const ContactList& list, const Contact& contact) {
  return contact.gap <= world.parameters.timeStep * approachOf(world, list, contact);
}

/// Row stiffness of the law under a load F [N/m]: k, or e_H k sqrt(δ) with F = k δ^1.5.
double stiffnessUnder(const ContactLaw& law, double load) {
  return law.exponent == 1.0 ? law.stiffness : law.exponent * law.stiffness * std::cbrt(load / law.stiffness);
}

/// Stiffness that keeps the overlap under the body's weight, and where it stops, small; no more than the law's [N/m].
double stiffnessWanted(const World& world, const ContactList& list, const Contact& contact, const Load& load) {
  const double share = load.mass / load.contacts;
  const double diameter = 2.0 * world.particles.radius[contact.a];
  const double weight = share * world.parameters.gravity.norm();
  const double speed = approachOf(world, list, contact);
  const double stop = stepping::kStoppingOverlap * diameter;
  const double wanted = std::max(weight / (solver::kSoftenedOverlap * diameter), share * speed * speed / (stop * stop));
  const double force = std::max(weight, share * speed * speed / stop);
  return std::min(wanted, stiffnessUnder(lawOf(world, contact), force));
}

/// Largest K/m that the contacts of bodies and aggregates ask for, times N/4 softest [1/s²]: K h²/m_a <= N, softest =
/// 4/N.
double neededForBodies(const World& world, const ContactList& list, double softest) {
  if (!hasMachine(world)) {
    return 0.0;
  }
  std::vector<Load> loads(world.bodies.size() + world.reduction.aggregates.size());
  for (const Contact& contact : list.contacts) {
    const std::optional<std::uint32_t> mover = contact.isPrescribed() ? moverOf(world, contact) : std::nullopt;
    if (mover && meets(world, list, contact)) {
      ++loads[*mover].contacts;
    }
  }
  double largest = 0.0;
  for (const Contact& contact : list.contacts) {
    const std::optional<std::uint32_t> mover = contact.isPrescribed() ? moverOf(world, contact) : std::nullopt;
    if (!mover || !meets(world, list, contact)) {
      continue;
    }
    Load& load = loads[*mover];
    if (load.mass == 0.0) {
      load.mass = *mover < world.bodies.size() ? massWithRiders(world, *mover).mass
                                               : world.reduction.aggregates[*mover - world.bodies.size()].inertia.mass;
    }
    const double wanted = stiffnessWanted(world, list, contact, load);
    largest = std::max(largest, 0.25 * softest * wanted / world.particles.mass[contact.a]);
  }
  return largest;
}

/// Contacts that each grain meets in the step.
std::vector<int> countMeetings(const World& world, const ContactList& list) {
  std::vector<int> meetings(world.particles.size());
  for (const Contact& contact : list.contacts) {
    if (meets(world, list, contact)) {
      ++meetings[contact.a];
      if (!contact.isPrescribed()) {
        ++meetings[contact.b];
      }
    }
  }
  return meetings;
}

/// neededForBodies() for grains that are far heavier than a grain that they press against something else. The whole
/// mass of the heavier one counts, as it may meet this one first. Its weight is left to the measure of the last step.
double neededForGrains(const World& world, const ContactList& list, double softest) {
  const Particles& p = world.particles;
  const std::vector<int> meetings = countMeetings(world, list);
  double largest = 0.0;
  for (const Contact& contact : list.contacts) {
    if (contact.isPrescribed() || !meets(world, list, contact)) {
      continue;
    }
    const bool isHeavier = p.mass[contact.a] > p.mass[contact.b];
    const std::uint32_t heavy = isHeavier ? contact.a : contact.b;
    const std::uint32_t light = isHeavier ? contact.b : contact.a;
    if (p.mass[heavy] < stepping::kHeavyContact * p.mass[light] || meetings[light] < stepping::kPressedBetween) {
      continue;
    }
    const double speed = approachOf(world, list, contact);
    const double stop = stepping::kStoppingOverlapOfGrains * 2.0 * p.radius[light];
    const double energy = p.mass[heavy] * speed * speed;
    const double wanted = std::min(energy / (stop * stop), stiffnessUnder(lawOf(world, contact), energy / stop));
    largest = std::max(largest, 0.25 * softest * wanted / p.mass[light]);
  }
  return largest;
}

}  // namespace

void takeSubstepsForLoads(World& world, const Extremes& extremes, StepContext& context, const ContactList& list) {
  const Parameters& p = world.parameters;
  const double softest = softestRow(p);
  if (p.method == Method::smooth || p.substeps == 1 || p.mostSubsteps <= p.substeps || softest == 0.0) {
    return;
  }
  const bool hasHeavyGrains = extremes.heaviest >= stepping::kHeavyContact * extremes.lightest;
  const double forGrains = hasHeavyGrains ? neededForGrains(world, list, softest) : 0.0;
  const double largest = std::max(neededForBodies(world, list, softest), forGrains);
  const double needed = std::min<double>(std::ceil(p.timeStep * std::sqrt(largest)), settings::kMostSubstepsUnderLoad);
  if (needed > context.substeps) {
    context.substeps = static_cast<int>(needed);
    context.substepTime = p.timeStep / context.substeps;
    world.history.substepRate = std::max(world.history.substepRate, needed / p.timeStep);
  }
}

}  // namespace scree
