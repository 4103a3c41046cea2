#include "engine/merging/merge_eligibility.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "engine/base/parallel.h"
#include "engine/contacts/contact_slips.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/merging/contact_bits.h"
#include "engine/merging/merging_constants.h"
#include "engine/merging/quarantine.h"

namespace scree {

namespace {

template <typename Use>
void forBits(std::uint64_t bits, Use use) {
  for (; bits != 0; bits &= bits - 1) {
    use(static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

/// Of the side that may leave its quarantine; of both, of the one that came later.
double riseOf(const World& world, const ReductionLimits& limits, const MergeWork& merging, const ContactSides& sides) {
  const auto riseAt = [&](std::uint32_t slot) {
    return merging.busy[slot] == kMayEndQuarantine ? quarantineOf(world, limits, slot).rise : 1.0;
  };
  return std::max(riseAt(sides.a), riseAt(sides.b));
}

/// Several threads may do so to the same one.
void hold(std::uint32_t slot, MergeWork& merging) {
  std::atomic_ref(merging.held[slot]).store(1, std::memory_order_relaxed);
}

/// Judges contacts, many at a time. Traits that a processor could not predict are bits and not branches.
class Judge {
 public:
  Judge(World& world, const ContactList& list, const ReductionLimits& limits, MergeWork& merging)
      : world_(world), list_(list), merging_(merging), limits_(limits), clear_(limits) {}

  /// Contacts [begin, end), at most contacts::kSlipsAtOnce, and room for what is found of them on the way.
  void judge(std::size_t begin, std::size_t end, ContactSlips& slips, ContactTraits& traits) {
    findSlips(world_, list_, begin, end, slips);
    const std::uint64_t waiting = lookAt(begin, end, traits);
    ContactBits bits = findBits(slips, traits, clear_, end - begin);
    forBits(bits.unclear, [&](std::size_t i) { bits.quiet |= std::uint64_t{isQuietNow(begin + i)} << i; });
    forBits(bits.nearFast, [&](std::size_t i) {
      bits.fast |= std::uint64_t{isFaster(traits.radius[i], slips.squaredVelocity[i], slips.squaredSpin[i])} << i;
    });
    forBits(bits.fast, [&](std::size_t i) {
      hold(merging_.sides[begin + i].a, merging_);
      hold(merging_.sides[begin + i].b, merging_);
    });
    const std::uint64_t slow = bits.rubbing & ~bits.fast;
    forBits(waiting & slow,
            [&](std::size_t i) { lookForStirring(begin + i, slips.squaredVelocity[i], slips.squaredSpin[i]); });
    write(begin, end, slips, bits, slow);
  }

 private:
  /// Gathers the other traits of contacts; returns the bits of contacts with a side that may end its quarantine.
  std::uint64_t lookAt(std::size_t begin, std::size_t end, ContactTraits& traits) {
    // Where the lists are does not change, which the compiler cannot know.
    const Contact* const contacts = list_.contacts.data();
    const double* const pushes = list_.pushes.data();
    const double* const radii = world_.particles.radius.data();
    const PairLaw* const materials = world_.materials.pairs.data();
    ContactSides* const allSides = merging_.sides.data();
    const char* const busy = merging_.busy.data();
    std::uint64_t waiting = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Contact& contact = contacts[i];
      const ContactSides sides{contact.a, contact.isPrescribed() ? contact.a : contact.b};
      allSides[i] = sides;
      traits.push[i - begin] = pushes[i];
      traits.radius[i - begin] = radii[contact.a];
      traits.friction[i - begin] = materials[contact.law].friction;
      const bool waits = (busy[sides.a] == kMayEndQuarantine) | (busy[sides.b] == kMayEndQuarantine);
      waiting |= std::uint64_t{waits} << (i - begin);
    }
    return waiting;
  }

  /// Keeps what was found of the contacts, and how they move where that is asked for in the next step.
  void write(std::size_t begin, std::size_t end, const ContactSlips& slips, const ContactBits& bits,
             std::uint64_t slow) {
    std::uint32_t* const quietSteps = world_.history.quietSteps.data();
    std::uint8_t* const verdicts = merging_.verdicts.data();
    const ContactSides* const sides = merging_.sides.data();
    const std::uint32_t window = limits_.window;
    const std::uint32_t since = stepsBetweenLooks(limits_);
    const std::uint64_t quiet = bits.quiet;
    const std::uint64_t pushing = bits.pushing;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = i - begin;
      const auto isIn = [at](std::uint64_t set) { return static_cast<unsigned>(set >> at) & 1U; };
      quietSteps[i] = (quietSteps[i] + (quietSteps[i] == 0 ? 1U : since)) * isIn(quiet);
      const unsigned isQuiet = isIn(slow) & (quietSteps[i] >= window ? 1U : 0U);
      const unsigned isPair = sides[i].a != sides[i].b ? 1U : 0U;
      verdicts[i] = static_cast<std::uint8_t>(isQuiet * kQuiet + isIn(pushing) * kPushing + isPair * kPair);
    }
    if (!world_.history.motion.empty()) {
      std::copy_n(slips.rounded.begin(), end - begin,
                  world_.history.motion.begin() + static_cast<std::ptrdiff_t>(begin));
    }
  }

  bool isQuietNow(std::size_t place) const {
    const Contact& contact = list_.contacts[place];
    const auto& motion = world_.history.motion;
    const bool isKnown = !motion.empty() && motion[place].has_value();
    const Slip last = isKnown ? slipOf(*motion[place]) : Slip{};
    return isQuiet(limits_, contact.normal, slipOf(world_, list_, contact), isKnown ? &last : nullptr,
                   world_.parameters.timeStep);
  }

  /// Than what may merge beside it.
  bool isFaster(double radius, double squaredVelocity, double squaredSpin) const {
    return limits_.hasFront &&
           std::max(std::sqrt(squaredVelocity), radius * std::sqrt(squaredSpin)) > mostBeside(limits_);
  }

  /// Keeps the particles in quarantine that a contact stirs.
  void lookForStirring(std::size_t place, double squaredVelocity, double squaredSpin) {
    const ContactSides& sides = merging_.sides[place];
    const double rise = riseOf(world_, limits_, merging_, sides);
    const double squaredRise = rise * rise;
    // Few are so near to a limit that they need a closer look.
    if (rise <= 1.0 || clear_.isSurelyQuiet(squaredRise * squaredVelocity, squaredRise * squaredSpin)) {
      return;
    }
    const Contact& contact = list_.contacts[place];
    if (!clear_.isSurelyBeyond(squaredRise * squaredVelocity, squaredRise * squaredSpin) &&
        !stirs(limits_, rise, contact.normal, slipOf(world_, list_, contact), world_.parameters.timeStep)) {
      return;
    }
    for (const std::uint32_t slot : {sides.a, sides.b}) {
      if (merging_.busy[slot] == kMayEndQuarantine) {
        hold(slot, merging_);
      }
    }
  }

  World& world_;
  const ContactList& list_;
  MergeWork& merging_;
  const ReductionLimits& limits_;
  const ClearLimits clear_;
};

/// How the free particles stand with their quarantines.
void findStanding(World& world, const ContactList& list, const ReductionLimits& limits, MergeWork& merge) {
  std::vector<char>& busy = merge.busy;
  std::vector<char>& held = merge.held;
  busy.resize(world.particles.size());
  held.resize(world.particles.size());
  for (const std::uint32_t slot : list.active) {
    busy[slot] = kMayMerge;
    held[slot] = 0;
  }
  Reduction& reduction = world.reduction;
  const auto steps = static_cast<int>(limits.quarantine);
  if (steps > reduction.quarantine) {
    reduction.listQuarantined();
  }
  reduction.quarantine = steps;
  std::vector<std::uint32_t>& slots = reduction.quarantined;
  slots.erase(std::remove_if(slots.begin(), slots.end(),
                             [&](std::uint32_t slot) {
                               const Quarantine quarantine = quarantineOf(world, limits, slot);
                               if (!reduction.isFree(slot) || !quarantine.lasts) {
                                 return true;
                               }
                               busy[slot] = quarantine.mayEnd ? kMayEndQuarantine : kBusy;
                               return false;
                             }),
              slots.end());
}

}  // namespace

void judgeContacts(World& world, const StepContext& context, const ContactList& list, const ReductionLimits& limits,
                   MergeWork& merge) {
  findStanding(world, list, limits, merge);
  merge.verdicts.resize(list.contacts.size());
  merge.sides.resize(list.contacts.size());
  Judge judge(world, list, limits, merge);
  forPieces(context.threads, list.contacts.size(), merging::kContactsAPiece, [&](std::size_t begin, std::size_t end) {
    ContactSlips slips;
    ContactTraits traits;
    for (std::size_t at = begin; at < end; at += contacts::kSlipsAtOnce) {
      judge.judge(at, std::min(end, at + contacts::kSlipsAtOnce), slips, traits);
    }
  });
}

}  // namespace scree
