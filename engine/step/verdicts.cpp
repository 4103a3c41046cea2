#include "engine/step/verdicts.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/reduction/quarantine.h"
#include "engine/step/contact_slips.h"

namespace scree {

namespace {

constexpr std::size_t kPiece = 2048;  // contacts
constexpr std::size_t kAtOnce = 64;

Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

/// Squares beyond which a number is greater than its limit whatever rounding did to either.
double clearlyBeyond(double squaredLimit) { return (1.0 + 1e-9) * squaredLimit; }
/// And below which it is not.
double clearlyBelow(double squaredLimit) { return (1.0 - 1e-9) * squaredLimit; }

/// Squared limits that tell how a contact moves without a root or a look at its directions, mostly: in a flow most are
/// far beyond them.
struct ClearLimits {
  double velocity;  ///< above it a contact is not quiet [m²/s²]
  double spin;      ///< likewise [rad²/s²]
  double front;     ///< above it something moves faster than a front [m²/s²]
  double noFront;   ///< below it nothing does [m²/s²]

  explicit ClearLimits(const ReductionParameters& limits) {
    const double normal = std::max(limits.mergeNormalIn, limits.mergeNormalOut);
    velocity = clearlyBeyond(normal * normal + limits.mergeTangential * limits.mergeTangential);
    spin = clearlyBeyond(limits.mergeRolling * limits.mergeRolling);
    const bool isOn = limits.frontSplit == Switch::on;
    const double squared = limits.frontSpeed * limits.frontSpeed;
    front = isOn ? clearlyBeyond(squared) : std::numeric_limits<double>::infinity();
    noFront = isOn ? clearlyBelow(squared) : std::numeric_limits<double>::infinity();
  }
};

double smallerDiameter(const World& world, const Contact& contact) {
  const std::vector<double>& radius = world.particles.radius;
  return 2.0 * (contact.b == kNoParticle ? radius[contact.a] : std::min(radius[contact.a], radius[contact.b]));
}

/// Whether one of the sides may leave its quarantine if nothing stirs it. Most are in none, which is known without a
/// look at who is a member of what, far away in memory.
bool mayEndQuarantine(const MergeScratch& merging, const ContactSides& sides) {
  return merging.busy[sides.a] == kMayEndQuarantine || merging.busy[sides.b] == kMayEndQuarantine;
}

/// Of the side that may leave its quarantine; of both, of the one that came later.
double riseOf(const World& world, const MergeScratch& merging, const ContactSides& sides) {
  const auto riseAt = [&](std::uint32_t slot) {
    return merging.busy[slot] == kMayEndQuarantine ? quarantineOf(world, slot).rise : 1.0;
  };
  return std::max(riseAt(sides.a), riseAt(sides.b));
}

/// Several threads may do so to the same one.
void hold(std::uint32_t slot, MergeScratch& merging) {
  std::atomic_ref(merging.held[slot]).store(1, std::memory_order_relaxed);
}

/// Judges contacts one after the other.
class Judge {
 public:
  Judge(World& world, StepData& data)
      : world_(world), data_(data), merging_(data.merging), limits_(world.parameters.reduction), clear_(limits_) {}

  /// Contacts [begin, end), at most kAtOnce.
  void judge(std::size_t begin, std::size_t end) {
    std::array<ContactSlip, kAtOnce> slips;
    findSlips(world_, data_, begin, end, slips.data());
    // Where the lists are does not change, which the compiler cannot know.
    const Contact* const contacts = data_.contacts.data();
    const Multipliers* const multipliers = data_.multipliers.data();
    const double* const radii = world_.particles.radius.data();
    const PairLaw* const materials = world_.materials.pairs.data();
    ContactMotion* const motions = world_.history.motion.data();
    ContactSides* const allSides = merging_.sides.data();
    std::uint8_t* const verdicts = merging_.verdicts.data();
    const ClearLimits clear = clear_;
    const auto window = static_cast<std::uint32_t>(limits_.mergeWindow);
    for (std::size_t i = begin; i < end; ++i) {
      const Contact& contact = contacts[i];
      const ContactSlip& slip = slips[i - begin];
      ContactMotion& motion = motions[i];
      const bool isPair = !contact.isPrescribed();
      const ContactSides sides{contact.a, isPair ? contact.b : contact.a};
      const bool pushes = multipliers[i].normal > 0.0;
      const bool quiet = pushes && slip.squaredVelocity <= clear.velocity && slip.squaredSpin <= clear.spin &&
                         isQuietNow(contact, motion);
      std::memcpy(motion.velocity, slip.velocity.data(), sizeof motion.velocity);
      std::memcpy(motion.spin, slip.spin.data(), sizeof motion.spin);
      motion.isKnown = true;
      motion.quietSteps = quiet ? motion.quietSteps + 1 : 0;
      unsigned verdict = (pushes ? kPushing : kOther) | (isPair ? kPair : kOther);
      if (pushes && materials[contact.law].friction > 0.0) {
        const double radius = radii[contact.a];
        const double fastest = std::max(slip.squaredVelocity, radius * radius * slip.squaredSpin);
        if (fastest > clear.front || (fastest >= clear.noFront && isFaster(radius, slip))) {
          hold(sides.a, merging_);
          hold(sides.b, merging_);
        } else {
          verdict |= motion.quietSteps >= window ? kQuiet : kOther;
          lookForStirring(contact, sides);
        }
      }
      allSides[i] = sides;
      verdicts[i] = static_cast<std::uint8_t>(verdict);
    }
  }

 private:
  bool isQuietNow(const Contact& contact, const ContactMotion& motion) const {
    const Slip last{vectorOf(motion.velocity), vectorOf(motion.spin)};
    return isQuiet(limits_, contact.normal, slipOf(world_, data_, contact), motion.isKnown ? &last : nullptr,
                   world_.parameters.timeStep, smallerDiameter(world_, contact));
  }

  /// Than a front.
  bool isFaster(double radius, const ContactSlip& slip) const {
    return limits_.frontSplit == Switch::on &&
           std::max(std::sqrt(slip.squaredVelocity), radius * std::sqrt(slip.squaredSpin)) > limits_.frontSpeed;
  }

  /// Those in quarantine that a contact stirs have to stay in it.
  void lookForStirring(const Contact& contact, const ContactSides& sides) {
    if (!mayEndQuarantine(merging_, sides) ||
        !stirs(limits_, riseOf(world_, merging_, sides), contact.normal, slipOf(world_, data_, contact),
               world_.parameters.timeStep, smallerDiameter(world_, contact))) {
      return;
    }
    for (const std::uint32_t slot : {sides.a, sides.b}) {
      if (merging_.busy[slot] == kMayEndQuarantine) {
        hold(slot, merging_);
      }
    }
  }

  World& world_;
  StepData& data_;
  MergeScratch& merging_;
  const ReductionParameters& limits_;
  const ClearLimits clear_;
};

/// How the free particles stand with their quarantines.
void findStanding(World& world, StepData& data) {
  std::vector<char>& busy = data.merging.busy;
  std::vector<char>& held = data.merging.held;
  busy.resize(world.particles.size());
  held.resize(world.particles.size());
  for (const std::uint32_t slot : data.active) {
    busy[slot] = kMayMerge;
    held[slot] = 0;
  }
  Reduction& reduction = world.reduction;
  if (world.parameters.reduction.quarantine > reduction.quarantine) {
    reduction.listQuarantined();
  }
  reduction.quarantine = world.parameters.reduction.quarantine;
  std::vector<std::uint32_t>& slots = reduction.quarantined;
  slots.erase(std::remove_if(slots.begin(), slots.end(),
                             [&](std::uint32_t slot) {
                               const Quarantine quarantine = quarantineOf(world, slot);
                               if (!reduction.isFree(slot) || !quarantine.lasts) {
                                 return true;
                               }
                               busy[slot] = quarantine.mayEnd ? kMayEndQuarantine : kBusy;
                               return false;
                             }),
              slots.end());
}

}  // namespace

void judgeContacts(World& world, StepData& data) {
  findStanding(world, data);
  data.merging.verdicts.resize(data.contacts.size());
  data.merging.sides.resize(data.contacts.size());
  Judge judge(world, data);
  forPieces(data.threads, data.contacts.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; at += kAtOnce) {
      judge.judge(at, std::min(end, at + kAtOnce));
    }
  });
}

}  // namespace scree
