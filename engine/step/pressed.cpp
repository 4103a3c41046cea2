#include "engine/step/pressed.h"

#include <algorithm>
#include <cmath>

#include "engine/reduction/audits.h"
#include "engine/reduction/carriers.h"

namespace scree {

namespace {

/// What may be out of balance, in parts of the forces that the member was merged under and in its own weights. Each
/// layer under a growing load lags behind it, by half that part on average, so that a bed is too stiff by some such
/// parts (with half of the forces: twice). The weights are for what flows, where forces fluctuate.
constexpr double kShare = 0.1;
constexpr double kWeights = 2.0;
constexpr double kNoForce = 1e-12;  // N

Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

/// What a free particle does to a member.
struct Push {
  std::uint32_t member = 0;
  ParticleId by = 0;
  Vec3 force = Vec3::Zero();  ///< N
};

/// On a carrier that turns, gravity turns away from the forces that its members were merged under, which then never
/// balance. Where something flows on it the front opens them, elsewhere their load as a whole.
bool isBalanced(const World& world, const Aggregate& aggregate) {
  return !(isTurning(world, aggregate) && isFlowing(world, aggregate));
}

/// In order of the members' slots.
std::vector<Push> pushesOf(const World& world, const StepData& data) {
  const ContactHistory& history = world.history;
  std::vector<Push> pushes;
  if (history.timeStep == 0.0) {
    return pushes;
  }
  std::vector<char> balanced;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    balanced.push_back(isBalanced(world, aggregate) ? 1 : 0);
  }
  // Both lists ascend by key, so one pass finds all.
  std::size_t at = 0;
  for (const Contact& contact : data.memberContacts) {
    if (balanced[world.reduction.aggregate[contact.b]] == 0) {
      continue;
    }
    while (at < history.keys.size() && history.keys[at] < contact.key) {
      ++at;
    }
    if (at == history.keys.size() || history.keys[at] != contact.key) {
      continue;
    }
    const Multipliers& impulse = history.multipliers[at];
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
