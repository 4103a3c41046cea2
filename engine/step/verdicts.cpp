#include "engine/step/verdicts.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/reduction/quarantine.h"
#include "engine/step/contact_slips.h"

namespace scree {

namespace {

constexpr std::size_t kPiece = 2048;     // contacts
constexpr std::size_t kFetchAhead = 12;  // particles

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

bool isQuietNow(const World& world, const Contact& contact, const Slip& slip, const ContactMotion& motion) {
  const Slip last{vectorOf(motion.velocity), vectorOf(motion.spin)};
  return isQuiet(world.parameters.reduction, contact.normal, slip, motion.isKnown ? &last : nullptr,
                 world.parameters.timeStep, smallerDiameter(world, contact));
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

  /// Contacts [begin, end), at most ContactSlips::kMost.
  void judge(std::size_t begin, std::size_t end) {
    ContactSlips slips;
    findSlips(world_, data_, begin, end, slips);
    for (std::size_t i = begin; i < end; ++i) {
      judgeOne(i, i - begin, slips);
    }
  }

 private:
  void judgeOne(std::size_t i, std::size_t at, const ContactSlips& slips) {
    const Contact& contact = data_.contacts[i];
    const bool isPair = !contact.isPrescribed();
    const ContactSides sides{contact.a, isPair ? contact.b : contact.a};
    merging_.sides[i] = sides;
    const bool pushes = data_.multipliers[i].normal > 0.0;
    ContactMotion& motion = world_.history.motion[i];
    const bool quiet = pushes && slips.squaredVelocity[at] <= clear_.velocity && slips.squaredSpin[at] <= clear_.spin &&
                       isQuietNow(world_, contact, slipOf(world_, data_, contact), motion);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      motion.velocity[axis] = slips.velocity[axis][at];
      motion.spin[axis] = slips.spin[axis][at];
    }
    motion.isKnown = true;
    motion.quietSteps = quiet ? motion.quietSteps + 1 : 0;
    unsigned verdict =
        (pushes ? kPushing : kOther) | (isPair ? kPair : kOther) | (contact.key.isBoundary() ? kOnBody : kOther);
    if (pushes && world_.materials.pairs[contact.law].friction > 0.0) {
      if (isFaster(contact, slips.squaredVelocity[at], slips.squaredSpin[at], slips.fastest[at])) {
        hold(sides.a, merging_);
        hold(sides.b, merging_);
      } else {
        verdict |= motion.quietSteps >= static_cast<std::uint32_t>(limits_.mergeWindow) ? kQuiet : kOther;
        lookForStirring(contact, sides);
      }
    }
    merging_.verdicts[i] = static_cast<std::uint8_t>(verdict);
  }

  /// Than a front.
  bool isFaster(const Contact& contact, double squaredVelocity, double squaredSpin, double fastest) const {
    if (fastest > clear_.front) {
      return true;
    }
    if (fastest < clear_.noFront) {
      return false;
    }
    const double rolling = world_.particles.radius[contact.a] * std::sqrt(squaredSpin);
    return limits_.frontSplit == Switch::on && std::max(std::sqrt(squaredVelocity), rolling) > limits_.frontSpeed;
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
void findStanding(const World& world, StepData& data) {
  std::vector<char>& busy = data.merging.busy;
  std::vector<char>& held = data.merging.held;
  busy.resize(world.particles.size());
  held.resize(world.particles.size());
  const std::vector<std::uint32_t>& active = data.active;
  for (std::size_t i = 0; i < active.size(); ++i) {
    if (i + kFetchAhead < active.size()) {
      fetch(world.reduction.members[active[i + kFetchAhead]].changed);
    }
    const std::uint32_t slot = active[i];
    const Quarantine quarantine = quarantineOf(world, slot);
    busy[slot] = quarantine.mayEnd ? kMayEndQuarantine : quarantine.lasts ? kBusy : kMayMerge;
    held[slot] = 0;
  }
}

}  // namespace

void judgeContacts(World& world, StepData& data) {
  findStanding(world, data);
  data.merging.verdicts.resize(data.contacts.size());
  data.merging.sides.resize(data.contacts.size());
  Judge judge(world, data);
  forPieces(data.threads, data.contacts.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; at += ContactSlips::kMost) {
      judge.judge(at, std::min(end, at + ContactSlips::kMost));
    }
  });
}

}  // namespace scree
