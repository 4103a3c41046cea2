#include "engine/splitting/load_imbalance.h"

#include <algorithm>
#include <cmath>

#include "engine/aggregates/carriers.h"
#include "engine/base/prefetch.h"
#include "engine/splitting/audits.h"
#include "engine/splitting/splitting_constants.h"

namespace scree {

namespace {

/// On a carrier that turns, gravity turns away from the forces that its members were merged under, which then never
/// balance. Where something flows on it the front opens them, elsewhere their load as a whole. The others are looked at
/// in each step: a bed gives way layer by layer, and every second step made a deep one twice as much too stiff.
bool isBalanced(const World& world, const Aggregate& aggregate) {
  return !(isTurning(world, aggregate) && isFlowing(world, aggregate));
}

/// The members that free particles push, with weights and pushes.
void sumPushes(const World& world, const ContactList& list, SplitWork& split) {
  const ContactHistory& history = world.history;
  std::vector<std::uint32_t>& places = split.pressed;
  std::vector<PressedMember>& pressed = split.pressedMembers;
  pressed.clear();
  if (history.timeStep == 0.0) {
    return;
  }
  std::vector<char> balanced;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    balanced.push_back(isBalanced(world, aggregate) ? 1 : 0);
  }
  if (std::find(balanced.begin(), balanced.end(), 1) == balanced.end()) {
    return;
  }
  places.resize(std::max(places.size(), world.particles.size()), kNoParticle);
  // Both lists ascend by key, so one pass finds all.
  std::size_t at = 0;
  for (std::size_t i = 0; i < list.memberContacts.size(); ++i) {
    if (i + splitting::kFetchAhead < list.memberContacts.size()) {
      const std::uint32_t member = list.memberContacts[i + splitting::kFetchAhead].b;
      fetch(places[member]);
      fetch(world.particles.mass[member]);
    }
    const Contact& contact = list.memberContacts[i];
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
    const Vec3 force = (impulse.normal * contact.normal + impulse.tangential) / history.timeStep;
    const double squared = force.squaredNorm();
    std::uint32_t& place = places[contact.b];
    if (place == kNoParticle) {
      place = static_cast<std::uint32_t>(pressed.size());
      const Vec3 weight = world.particles.mass[contact.b] * world.parameters.gravity;
      pressed.push_back(
          {.slot = contact.b, .strongest = world.particles.id[contact.a], .most = squared, .sum = weight});
      world.reduction.kept.fetchFirst(contact.b);
    }
    PressedMember& member = pressed[place];
    member.sum += force;
    if (squared > member.most) {
      member.strongest = world.particles.id[contact.a];
      member.most = squared;
    }
  }
  for (const PressedMember& member : pressed) {
    places[member.slot] = kNoParticle;
  }
}

}  // namespace

std::vector<Release> pressedReleases(World& world, const ContactList& list, SplitWork& split) {
  Reduction& reduction = world.reduction;
  std::vector<Release> releases;
  sumPushes(world, list, split);
  std::vector<std::uint32_t>& slots = split.slots;
  slots.clear();
  for (const PressedMember& member : split.pressedMembers) {
    slots.push_back(member.slot);
  }
  reduction.kept.learnForces(slots, split.places);
  for (const PressedMember& member : split.pressedMembers) {
    const double weight = (world.particles.mass[member.slot] * world.parameters.gravity).norm();
    const Aggregate& aggregate = reduction.aggregates[reduction.aggregate[member.slot]];
    const KeptForce kept = reduction.kept.forceOn(member.slot);
    const Vec3 sum = member.sum + aggregate.frame.pose.orientation * kept.force;
    const double limit = splitting::kUnbalanced * kept.borne + splitting::kUnbalancedWeights * weight;
    const double measured = sum.norm();
    if (measured > limit) {
      const double whole = std::max(kept.borne + weight, splitting::kNoForce);
      releases.push_back({.slot = member.slot,
                          .cause = SplitCause::load,
                          .what = Measured::force,
                          .measured = measured / whole,
                          .limit = limit / whole,
                          .partner = member.strongest});
    }
  }
  return releases;
}

}  // namespace scree
