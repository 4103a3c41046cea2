#include "engine/analysis/why_free.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/contacts/contact_slips.h"
#include "engine/merging/merges.h"
#include "engine/merging/quarantine.h"
#include "engine/splitting/split_regions.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

/// Contact of the particle as merging judged it.
struct Judged {
  const Contact* contact = nullptr;
  std::uint64_t partner = UINT64_MAX;
  double push = 0.0;  ///< multiplier along the normal [N s]
  bool hasFriction = false;
  Slip slip;  ///< motion at the end of the step
  std::uint32_t quietSteps = 0;
};

/// Steps for which the contact was quiet; nothing where the history has no such contact. A neighbour that merged in the
/// step changed the key of the contact.
std::optional<std::uint32_t> quietStepsOf(const World& world, const Contact& contact) {
  const ContactHistory& history = world.history;
  const std::vector<ParticleId>& id = world.particles.id;
  const auto lookUp = [&](const ContactKey& key) -> std::optional<std::uint32_t> {
    const auto at = std::lower_bound(history.keys.begin(), history.keys.end(), key);
    const auto place = static_cast<std::size_t>(at - history.keys.begin());
    const bool isThere = at != history.keys.end() && *at == key && place < history.quietSteps.size();
    return isThere ? std::optional(history.quietSteps[place]) : std::nullopt;
  };
  std::optional<std::uint32_t> steps = lookUp(contact.key);
  if (steps || contact.b == kNoParticle || contact.isPrescribed()) {
    return steps;
  }
  steps = lookUp(ContactKey::member(id[contact.a], id[contact.b]));
  return steps ? steps : lookUp(ContactKey::member(id[contact.b], id[contact.a]));
}

/// Motion of a grain when merging judged it: members of this step have moved with their aggregate since.
GrainMotion motionOf(const World& world, const StepData& data, std::uint32_t slot) {
  const MergeWork& merging = data.merging;
  const auto at = std::lower_bound(merging.mergedSlots.begin(), merging.mergedSlots.end(), slot);
  return at != merging.mergedSlots.end() && *at == slot
             ? merging.motionBeforeMerge[static_cast<std::size_t>(at - merging.mergedSlots.begin())]
             : GrainMotion{world.particles.velocity[slot], world.particles.angularVelocity[slot]};
}

std::vector<Judged> judgedContacts(const World& world, const StepData& data, std::uint32_t slot) {
  std::vector<Judged> judged;
  const std::size_t known = std::min(data.list.contacts.size(), data.list.multipliers.size());
  for (std::size_t i = 0; i < known; ++i) {
    const Contact& contact = data.list.contacts[i];
    const bool isSecond = contact.b == slot && !contact.isPrescribed();
    if ((contact.a != slot && !isSecond) || !(data.list.multipliers[i].normal > 0.0)) {
      continue;
    }
    Judged one;
    one.contact = &contact;
    one.partner = isSecond ? world.particles.id[contact.a] : contact.key.b;
    one.push = data.list.multipliers[i].normal;
    one.hasFriction = world.materials.pairs[contact.law].friction > 0.0;
    one.slip = slipOf(world, data.list, contact, [&](std::uint32_t of) { return motionOf(world, data, of); });
    if (const std::optional<std::uint32_t> steps = quietStepsOf(world, contact)) {
      one.quietSteps = *steps;
      judged.push_back(one);
    }
  }
  return judged;
}

class Explainer {
 public:
  Explainer(const World& world, const StepData& data, std::uint32_t slot)
      : world_(world),
        limits_(reductionLimits(world)),
        slot_(slot),
        contacts_(judgedContacts(world, data, slot)),
        hasFriction_(std::any_of(contacts_.begin(), contacts_.end(), [](const Judged& c) { return c.hasFriction; })) {}

  WhyFree explain() const {
    if (const auto moving = touchedByMoving()) {
      return *moving;
    }
    if (const auto quarantine = inQuarantine()) {
      return *quarantine;
    }
    if (contacts_.empty()) {
      return {.reason = FreeReason::noPush};
    }
    if (!hasFriction_) {
      return {.reason = FreeReason::noFriction, .partner = contacts_.front().partner};
    }
    if (!anyQuiet()) {
      return notQuiet();
    }
    return notTaken();
  }

 private:
  double speedOf(const Judged& judged) const {
    const double radius = world_.particles.radius[judged.contact->a];
    return std::max(judged.slip.velocity.norm(), radius * judged.slip.spin.norm());
  }

  std::optional<WhyFree> touchedByMoving() const {
    if (!limits_.hasFront) {
      return std::nullopt;
    }
    std::optional<WhyFree> worst;
    for (const Judged& judged : contacts_) {
      const double speed = speedOf(judged);
      if (judged.hasFriction && speed > mostBeside(limits_) && (!worst || speed > worst->measured)) {
        worst = WhyFree{
            .reason = FreeReason::moving, .measured = speed, .allowed = mostBeside(limits_), .partner = judged.partner};
      }
    }
    return worst;
  }

  std::optional<WhyFree> inQuarantine() const {
    const Quarantine quarantine = quarantineOf(world_, limits_, slot_);
    if (!quarantine.lasts || (quarantine.mayEnd && !isStirred())) {
      return std::nullopt;
    }
    return WhyFree{.reason = FreeReason::quarantine,
                   .measured = quarantine.steps,
                   .allowed = static_cast<double>(limits_.quarantine)};
  }

  /// True if a contact of the particle keeps it in quarantine.
  bool isStirred() const {
    return std::any_of(contacts_.begin(), contacts_.end(), [this](const Judged& judged) {
      const Contact& contact = *judged.contact;
      const bool isPair = contact.b != kNoParticle && !contact.isPrescribed();
      const double own = quarantineOf(world_, limits_, slot_).rise;
      const std::uint32_t other = contact.b == slot_ ? contact.a : contact.b;
      const double rise = isPair ? std::max(own, quarantineOf(world_, limits_, other).rise) : own;
      return judged.hasFriction && stirs(limits_, rise, contact.normal, judged.slip, world_.parameters.timeStep);
    });
  }

  bool isQuietLong(const Judged& judged) const { return judged.hasFriction && judged.quietSteps >= limits_.window; }
  bool anyQuiet() const {
    return std::any_of(contacts_.begin(), contacts_.end(), [this](const Judged& c) { return isQuietLong(c); });
  }

  /// Contact that was quiet longest, or else the one that is least beyond a limit.
  WhyFree notQuiet() const {
    const Judged* longest = nullptr;
    std::optional<WhyFree> nearest;
    for (const Judged& judged : contacts_) {
      if (!judged.hasFriction) {
        continue;
      }
      if (judged.quietSteps > 0 && (longest == nullptr || judged.quietSteps > longest->quietSteps)) {
        longest = &judged;
      }
      const WhyFree beyond = excessOf(judged);
      const auto share = [](const WhyFree& why) { return why.allowed > 0.0 ? why.measured / why.allowed : 1e300; };
      if (!nearest || share(beyond) < share(*nearest)) {
        nearest = beyond;
      }
    }
    if (longest != nullptr) {
      return {.reason = FreeReason::quietShortly,
              .measured = static_cast<double>(longest->quietSteps),
              .allowed = static_cast<double>(limits_.window),
              .partner = longest->partner};
    }
    return *nearest;
  }

  WhyFree excessOf(const Judged& judged) const {
    // The motion of the step before is no longer known: limits on accelerations are reported without values.
    const auto excess = mergeExcess(limits_, judged.contact->normal, judged.slip, nullptr, world_.parameters.timeStep);
    const MergeExcess told = excess.value_or(MergeExcess{.limit = MergeLimit::history});
    return {.reason = FreeReason::notQuiet,
            .limit = told.limit,
            .measured = told.measured,
            .allowed = told.allowed,
            .partner = judged.partner};
  }

  /// Reason for which no carrier takes a particle with quiet contacts.
  WhyFree notTaken() const {
    const Vec3& place = world_.particles.position[slot_];
    for (std::size_t i = 0; i < world_.sensors.size(); ++i) {
      const SplitSensor& sensor = world_.sensors[i];
      if (sensor.enabled && contains(sensor.shape, poseOf(world_, sensor).toLocal(place))) {
        return {.reason = FreeReason::sensor, .partner = i};
      }
    }
    const std::size_t needed = contactsNeeded();
    for (const Judged& judged : contacts_) {
      if (isQuietLong(judged) && turns(*judged.contact) && contacts_.size() < needed) {
        return {.reason = FreeReason::fewContacts,
                .measured = static_cast<double>(contacts_.size()),
                .allowed = static_cast<double>(needed),
                .partner = judged.partner};
      }
    }
    return {.reason = FreeReason::noCarrier};
  }

  /// Fewest contacts that any aggregate asks of the particle to ride on it.
  std::size_t contactsNeeded() const {
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const Aggregate& aggregate : world_.reduction.aggregates) {
      fewest = std::min(fewest, contactsToRide(world_, aggregate, slot_));
    }
    return fewest;
  }

  bool turns(const Contact& contact) const {
    if (contact.key.isMember() && !world_.reduction.isFree(contact.b)) {
      return isTurning(world_, world_.reduction.aggregates[world_.reduction.aggregate[contact.b]]);
    }
    return contact.key.isBoundary() && !world_.bodies[contact.key.body()].angularVelocity.isZero(0.0);
  }

  const World& world_;
  const ReductionLimits limits_;
  std::uint32_t slot_;
  std::vector<Judged> contacts_;
  bool hasFriction_;
};

}  // namespace

std::optional<WhyFree> whyFree(const World& world, const StepData& data, std::uint32_t slot) {
  if (!world.reduction.isFree(slot)) {
    return std::nullopt;
  }
  if (world.parameters.reduction.merging != Switch::on) {
    return WhyFree{.reason = FreeReason::mergingOff};
  }
  // The history counts quiet steps while merging is on: right after it was turned on there are none.
  const bool asked = data.context.substepTime > 0.0 && slot < world.reduction.members.size() &&
                     world.history.quietSteps.size() == world.history.keys.size();
  if (!asked) {
    return WhyFree{.reason = FreeReason::notAsked};
  }
  return Explainer(world, data, slot).explain();
}

}  // namespace scree
