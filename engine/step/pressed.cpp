#include "engine/step/pressed.h"

#include <algorithm>
#include <cmath>

#include "engine/reduction/audits.h"

namespace scree {

namespace {

constexpr std::uint64_t kTurns = 16;  ///< steps in which each member is looked at once
/// What may be out of balance, in parts of the forces that the member was merged under and in its own weights: a
/// packing that bears half as much again finds new places.
constexpr double kShare = 0.5;
constexpr double kWeights = 2.0;
constexpr double kNoForce = 1e-12;  // N

Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

/// What a free particle does to a member.
struct Push {
  std::uint32_t member = 0;
  ParticleId by = 0;
  Vec3 force = Vec3::Zero();  ///< N
};

/// Of the members whose turn it is, in order of their slots.
std::vector<Push> pushesOf(const World& world, const StepData& data) {
  const ContactHistory& history = world.history;
  std::vector<Push> pushes;
  if (history.timeStep == 0.0) {
    return pushes;
  }
  for (const Contact& contact : data.memberContacts) {
    if ((world.particles.id[contact.b] + world.step) % kTurns != 0 ||
        isFlowing(world, world.reduction.aggregates[world.reduction.aggregate[contact.b]])) {
      continue;
    }
    const auto at = std::lower_bound(history.keys.begin(), history.keys.end(), contact.key);
    if (at == history.keys.end() || *at != contact.key) {
      continue;
    }
    const Multipliers& impulse = history.multipliers[static_cast<std::size_t>(at - history.keys.begin())];
    pushes.push_back({.member = contact.b,
                      .by = world.particles.id[contact.a],
                      .force = (impulse.normal * contact.normal + impulse.tangential) / history.timeStep});
  }
  std::stable_sort(pushes.begin(), pushes.end(), [](const Push& x, const Push& y) { return x.member < y.member; });
  return pushes;
}

}  // namespace

std::vector<Release> pressedReleases(const World& world, const StepData& data) {
  const Reduction& reduction = world.reduction;
  std::vector<Release> releases;
  const std::vector<Push> pushes = pushesOf(world, data);
  for (std::size_t i = 0; i < pushes.size();) {
    const std::uint32_t slot = pushes[i].member;
    const Vec3 weight = world.particles.mass[slot] * world.parameters.gravity;
    Vec3 sum = weight;
    const Push* strongest = &pushes[i];
    for (; i < pushes.size() && pushes[i].member == slot; ++i) {
      sum += pushes[i].force;
      strongest = pushes[i].force.squaredNorm() > strongest->force.squaredNorm() ? &pushes[i] : strongest;
    }
    Vec3 kept = Vec3::Zero();
    double borne = 0.0;
    reduction.kept.forContactsOf(slot, [&](const KeptContact& contact) {
      const Vec3 force = double{contact.normalForce} * vectorOf(contact.normal) + vectorOf(contact.tangentialForce);
      kept += contact.b == slot ? force : Vec3(-force);
      borne += double{contact.normalForce};
    });
    sum += reduction.aggregates[reduction.aggregate[slot]].pose.orientation * kept;
    const double limit = kShare * borne + kWeights * weight.norm();
    const double measured = sum.norm();
    if (measured > limit) {
      const double whole = std::max(borne + weight.norm(), kNoForce);
      releases.push_back({.slot = slot,
                          .cause = SplitCause::load,
                          .what = Measured::force,
                          .measured = measured / whole,
                          .limit = limit / whole,
                          .partner = strongest->by});
    }
  }
  return releases;
}

}  // namespace scree
