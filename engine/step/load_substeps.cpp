#include "engine/step/load_substeps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/reduction/carriers.h"
#include "engine/reduction/riders.h"
#include "engine/step/contact_law.h"
#include "engine/step/machine_coupling.h"
#include "engine/world/substeps_needed.h"

namespace scree {

namespace {

/// Overlap over a grain's diameter within which a body that falls onto it is to be stopped.
constexpr double kStoppingOverlap = 0.02;

/// A body that forces move, or an aggregate that floats, and how many grains it meets in the step.
struct Load {
  double mass = 0.0;  ///< kg, with what rides on it
  int contacts = 0;
};

/// Speed at which a contact's surfaces approach, with what gravity adds in the step [m/s].
double approachOf(const World& world, const StepData& data, const Contact& contact) {
  const Vec3 relative = data.surfaces[contact.surface].velocity - world.particles.velocity[contact.a];
  return std::max(0.0, -contact.normal.dot(relative)) + world.parameters.timeStep * world.parameters.gravity.norm();
}

bool meets(const World& world, const StepData& data, const Contact& contact) {
  return contact.gap <= world.parameters.timeStep * approachOf(world, data, contact);
}

/// Row stiffness of the law under a load F [N/m]: k, or e_H k sqrt(δ) with F = k δ^1.5.
double stiffnessUnder(const ContactLaw& law, double load) {
  return law.exponent == 1.0 ? law.stiffness : law.exponent * law.stiffness * std::cbrt(load / law.stiffness);
}

/// Stiffness that keeps the overlap under the body's weight, and where it stops, small; no more than the law's [N/m].
double stiffnessWanted(const World& world, const StepData& data, const Contact& contact, const Load& load) {
  const double share = load.mass / load.contacts;
  const double diameter = 2.0 * world.particles.radius[contact.a];
  const double weight = share * world.parameters.gravity.norm();
  const double speed = approachOf(world, data, contact);
  const double stop = kStoppingOverlap * diameter;
  const double wanted = std::max(weight / (kSoftenedOverlap * diameter), share * speed * speed / (stop * stop));
  const double force = std::max(weight, share * speed * speed / stop);
  return std::min(wanted, stiffnessUnder(lawOf(world, contact), force));
}

}  // namespace

void takeSubstepsForBodies(World& world, StepData& data) {
  const Parameters& p = world.parameters;
  const double softest = softestRow(p);
  if (p.substeps == 1 || p.mostSubsteps <= p.substeps || softest == 0.0 || !hasMachine(world)) {
    return;
  }
  std::vector<Load> loads(world.bodies.size() + world.reduction.aggregates.size());
  for (const Contact& contact : data.contacts) {
    const std::optional<std::uint32_t> mover = contact.isPrescribed() ? moverOf(world, contact) : std::nullopt;
    if (mover && meets(world, data, contact)) {
      ++loads[*mover].contacts;
    }
  }
  double largest = 0.0;
  for (const Contact& contact : data.contacts) {
    const std::optional<std::uint32_t> mover = contact.isPrescribed() ? moverOf(world, contact) : std::nullopt;
    if (!mover || !meets(world, data, contact)) {
      continue;
    }
    Load& load = loads[*mover];
    if (load.mass == 0.0) {
      load.mass = *mover < world.bodies.size() ? massWithRiders(world, *mover).mass
                                               : world.reduction.aggregates[*mover - world.bodies.size()].mass;
    }
    // K h²/m_a <= N, softest = 4/N.
    const double wanted = stiffnessWanted(world, data, contact, load);
    largest = std::max(largest, 0.25 * softest * wanted / world.particles.mass[contact.a]);
  }
  const double needed = std::min<double>(std::ceil(p.timeStep * std::sqrt(largest)), kMostSubstepsUnderLoad);
  if (needed > data.substeps) {
    data.substeps = static_cast<int>(needed);
    data.substepTime = p.timeStep / data.substeps;
    world.history.substepRate = std::max(world.history.substepRate, needed / p.timeStep);
  }
}

}  // namespace scree
