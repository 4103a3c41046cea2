#include "engine/splitting/trial.h"

#include <algorithm>

#include "engine/aggregates/carriers.h"
#include "engine/splitting/splitting_constants.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Sums of what contacts do to each particle.
struct Loads {
  std::vector<Vec3> force;   ///< N
  std::vector<Vec3> torque;  ///< N m
};

World fullCopy(const World& world) {
  World copy = world;
  placeMembers(copy);
  copy.reduction = Reduction{};
  copy.history = ContactHistory{};
  copy.emitters.clear();
  copy.sinks.clear();
  copy.granulation = Granulation{};
  Parameters& p = copy.parameters;
  p.reduction.merging = Switch::off;
  p.method = Method::pgs;
  p.substeps = 1;
  p.sweeps = p.reduction.trial.sweeps;
  p.impactSweeps = p.reduction.trial.sweeps;  // R knows one number of sweeps for both stages (algorithms 1 and 2)
  p.tolerance = 0.0;
  p.restTolerance = 0.0;
  p.warmStart = WarmStart::off;
  // A particle that leaves the bounds would change the slots.
  p.bounds = Bounds{Vec3::Constant(-1e300), Vec3::Constant(1e300)};
  return copy;
}

Loads loadsOf(const World& trial, const TrialResult& result) {
  Loads loads{std::vector<Vec3>(trial.particles.size(), Vec3::Zero()),
              std::vector<Vec3>(trial.particles.size(), Vec3::Zero())};
  const double perTime = 1.0 / result.substepTime;
  for (std::size_t i = 0; i < result.list.contacts.size(); ++i) {
    const Contact& contact = result.list.contacts[i];
    const Multipliers& m = result.list.multipliers[i];
    const Attraction* const attraction = result.list.attractions.at(i);
    const double attracted = attraction == nullptr ? 0.0 : attraction->force(contact.gap);
    const Vec3 pressed = perTime * (m.normal * contact.normal + m.tangential);
    const Vec3 force = pressed - attracted * contact.normal;
    const Vec3 torque = perTime * (m.rolling + m.twisting * contact.normal);
    loads.force[contact.a] -= force;
    loads.torque[contact.a] -= trial.particles.radius[contact.a] * contact.normal.cross(force) + torque;
    if (contact.b != kNoParticle) {
      loads.force[contact.b] += force;
      loads.torque[contact.b] += -trial.particles.radius[contact.b] * contact.normal.cross(force) + torque;
    }
  }
  return loads;
}

double mismatch(const Vec3& asked, const Vec3& given) {
  return (asked - given).norm() / (asked.norm() + given.norm() + splitting::kNoForce);
}

/// Velocity of b against a at a contact after the trial.
Vec3 slipOf(const World& trial, const TrialResult& result, const Contact& contact) {
  const Particles& p = trial.particles;
  const Vec3 arm = p.radius[contact.a] * contact.normal;
  const Vec3 a = p.velocity[contact.a] + p.angularVelocity[contact.a].cross(arm);
  if (contact.b == kNoParticle) {
    return result.list.surfaces[contact.surface].velocity - a;
  }
  return p.velocity[contact.b] - p.angularVelocity[contact.b].cross(p.radius[contact.b] * contact.normal) - a;
}

}  // namespace

std::vector<Release> trialReleases(const World& world, const TrialStep& stepTrial) {
  const ReductionParameters& r = world.parameters.reduction;
  World trial = fullCopy(world);
  const TrialResult result = stepTrial(trial);

  std::vector<Release> releases;
  std::vector<char> isMarked(world.particles.size(), 0);
  const auto add = [&](std::uint32_t slot, Measured what, double measured, double limit, std::uint64_t partner) {
    if (limit > 0.0 && measured > limit && !world.reduction.isFree(slot) && isMarked[slot] == 0) {
      isMarked[slot] = 1;
      releases.push_back({slot, SplitCause::trialSolve, what, measured, limit, partner});
    }
  };
  for (const Contact& contact : result.list.contacts) {
    const Vec3 slip = slipOf(trial, result, contact);
    const double along = contact.normal.dot(slip);
    const double sliding = (slip - along * contact.normal).norm();
    const auto addBoth = [&](Measured what, double measured, double limit) {
      add(contact.a, what, measured, limit, contact.key.b);
      if (contact.b != kNoParticle) {
        add(contact.b, what, measured, limit, contact.key.a);
      }
    };
    addBoth(Measured::approach, -along, r.trial.normalIn);
    addBoth(Measured::separation, along, r.trial.normalOut);
    addBoth(Measured::sliding, sliding, r.trial.tangential);
  }
  const Loads loads = loadsOf(trial, result);
  for (std::uint32_t slot = 0; slot < world.reduction.aggregate.size(); ++slot) {
    const std::uint32_t index = world.reduction.aggregate[slot];
    if (index == kFree) {
      continue;
    }
    const Aggregate& aggregate = world.reduction.aggregates[index];
    const CarrierVelocity now = carrierVelocityOf(world, aggregate);
    // How forces will move it is not known yet: as in the last step.
    const CarrierVelocity before =
        isMovedByForces(world, aggregate)
            ? CarrierVelocity{aggregate.frame.lastVelocity, aggregate.frame.lastAngularVelocity}
            : CarrierVelocity{aggregate.frame.velocity, aggregate.frame.angularVelocity};
    const double dt = world.parameters.timeStep;
    const Vec3 arm = placeOf(world, slot) - aggregate.frame.pose.position;
    const Vec3 turning = (now.angularVelocity - before.angularVelocity) / dt;
    const Vec3 acceleration = (now.velocity - before.velocity) / dt + turning.cross(arm) +
                              now.angularVelocity.cross(now.angularVelocity.cross(arm));
    add(slot, Measured::force,
        mismatch(world.particles.mass[slot] * (acceleration - world.parameters.gravity), loads.force[slot]),
        r.trial.force, UINT64_MAX);
    add(slot, Measured::torque, mismatch(world.particles.inertia(slot) * turning, loads.torque[slot]), r.trial.torque,
        UINT64_MAX);
  }
  return releases;
}

}  // namespace scree
