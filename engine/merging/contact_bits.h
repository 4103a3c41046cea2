#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "engine/base/base_constants.h"
#include "engine/contacts/contact_slips.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/settings/parameters.h"

// What contacts are, many at a time and without a branch, which nobody could guess of each in a flow.
namespace scree {

/// Limits on squares and along the normal that tell how a contact moves without a root, mostly.
struct ClearLimits {
  explicit ClearLimits(const Parameters& parameters);

  /// Whether a contact that moves so is quiet, or is not, whatever rounding did: squares of its velocity [m²/s²] and
  /// spin [rad²/s²], velocity along the normal [m/s] and diameter of the smaller side [m]. Most are either.
  bool isSurelyQuiet(double squaredVelocity, double squaredSpin, double along, double diameter) const {
    return squaredVelocity <= calm && squaredSpin <= rolling &&
           (1.0 + kFewRoundings) * std::abs(along) * timeStep <= breath * diameter;
  }
  bool isSurelyBeyond(double squaredVelocity, double squaredSpin) const {
    return squaredVelocity > velocity || squaredSpin > spin;
  }

  double velocity;  ///< above it a contact is not quiet [m²/s²]
  double calm;      ///< up to it, it is as far as velocities go; nothing is where that says little [m²/s²]
  double spin;      ///< likewise above it [rad²/s²]
  double in;        ///< below it, approaching, likewise [m/s]
  double out;       ///< above it, separating, likewise [m/s]
  double breath;    ///< likewise, of the change of its overlap in a step over the diameter
  double sliding;  ///< up to it, across the normal, a contact does not slide [m²/s²]; nothing is where that says little
  double rolling;   ///< up to it, it does not roll [rad²/s²]
  double front;     ///< above it something moves faster than a front [m²/s²]
  double noFront;   ///< below it nothing does [m²/s²]
  double timeStep;  ///< s
};

/// What is asked of some contacts besides how they move.
struct ContactTraits {
  alignas(64) std::array<double, contacts::kSlipsAtOnce> push{};  ///< along the normal [N s]
  std::array<double, contacts::kSlipsAtOnce> friction{};          ///< coefficient
  std::array<double, contacts::kSlipsAtOnce> radius{};            ///< of the first side [m]
  std::array<double, contacts::kSlipsAtOnce> diameter{};          ///< of the smaller side [m]
};

/// Which of some contacts are what, by bit.
struct ContactBits {
  std::uint64_t pushing = 0;
  std::uint64_t rubbing = 0;   ///< they push, with friction
  std::uint64_t quiet = 0;     ///< within the merge limits
  std::uint64_t unclear = 0;   ///< maybe within them
  std::uint64_t fast = 0;      ///< rubbing, and faster than a front
  std::uint64_t nearFast = 0;  ///< rubbing, and maybe faster
};

/// Of the first `count` contacts.
ContactBits findBits(const ContactSlips& slips, const ContactTraits& traits, const ClearLimits& clear,
                     std::size_t count);

}  // namespace scree
