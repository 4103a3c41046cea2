#pragma once

#include <array>
#include <cstdint>

#include "engine/contacts/contact_slips.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/world/reduction_limits.h"

// Traits of contacts as bits, many at a time and without a branch, which a processor could not predict in a flow.
namespace scree {

/// Limits on squares and along the normal by which most contacts are quiet or not without a root.
struct ClearLimits {
  explicit ClearLimits(const ReductionLimits& limits);

  /// True if a contact is quiet whatever rounding did: squares of its velocity [m²/s²] and spin [rad²/s²].
  /// Most contacts are surely quiet or surely beyond.
  bool isSurelyQuiet(double squaredVelocity, double squaredSpin) const {
    return squaredVelocity <= calm && squaredSpin <= rolling;
  }
  bool isSurelyBeyond(double squaredVelocity, double squaredSpin) const {
    return squaredVelocity > velocity || squaredSpin > spin;
  }

  double velocity;  ///< above it a contact is not quiet [m²/s²]
  double calm;  ///< up to it a contact is quiet as far as velocities go; none where accelerations have limits [m²/s²]
  double spin;  ///< above it a contact is not quiet [rad²/s²]
  double in;    ///< approach: below it a contact is not quiet [m/s]
  double out;   ///< separation: above it a contact is not quiet [m/s]
  double sliding;  ///< calm across the normal: up to it a contact does not slide [m²/s²]
  double rolling;  ///< up to it a contact does not roll [rad²/s²]
  double front;    ///< square of mostBeside(): above it a contact is too fast [m²/s²]
  double noFront;  ///< below it a contact is not too fast [m²/s²]
};

/// Quantities of some contacts beside their relative motion.
struct ContactTraits {
  alignas(64) std::array<double, contacts::kSlipsAtOnce> push{};  ///< multiplier along the normal [N s]
  std::array<double, contacts::kSlipsAtOnce> friction{};          ///< friction coefficient
  std::array<double, contacts::kSlipsAtOnce> radius{};            ///< radius of the first side [m]
};

/// Traits of up to 64 contacts, one bit a contact.
struct ContactBits {
  std::uint64_t pushing = 0;
  std::uint64_t rubbing = 0;   ///< push with friction
  std::uint64_t quiet = 0;     ///< within the merge limits for sure
  std::uint64_t unclear = 0;   ///< possibly within the merge limits
  std::uint64_t fast = 0;      ///< rubbing, and too fast beside a grain that may merge
  std::uint64_t nearFast = 0;  ///< rubbing, and possibly too fast
};

/// Finds the bits of the first `count` contacts.
ContactBits findBits(const ContactSlips& slips, const ContactTraits& traits, const ClearLimits& clear,
                     std::size_t count);

}  // namespace scree
