#pragma once

#include <cstdint>

#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Errors at the contacts as Servin et al. (2014), section 4.1, define them, summed over steps.
///
/// The overlap error is δ/d with d the smaller diameter, over the contacts that overlap. A contact slides if its
/// surfaces pass each other at 0.01 √(g d/2) or more and its normal force is above 0.01 m g. Of these the slide error
/// is
/// (|f_t| - μ f_n)/(μ f_n), and the direction error (θ - π)/π with θ the angle between the velocity and the friction of
/// one side. Both are 0 in a solution.
struct ContactErrors {
  std::uint64_t steps = 0;
  std::uint64_t contacts = 0;  ///< contacts that overlap, of all steps
  std::uint64_t sliding = 0;   ///< contacts that slide, of all steps
  double overlaps = 0.0;       ///< sum of δ/d
  double slides = 0.0;         ///< sum of the sizes of slide errors
  double directions = 0.0;     ///< sum of the sizes of direction errors

  ContactErrors& operator+=(const ContactErrors& other) {
    steps += other.steps;
    contacts += other.contacts;
    sliding += other.sliding;
    overlaps += other.overlaps;
    slides += other.slides;
    directions += other.directions;
    return *this;
  }
  /// Mean of δ/d over contacts and steps; 0 without contacts.
  double overlap() const { return contacts == 0 ? 0.0 : overlaps / static_cast<double>(contacts); }
  /// Mean size of the slide error; 0 where nothing slides.
  double slide() const { return sliding == 0 ? 0.0 : slides / static_cast<double>(sliding); }
  /// Mean size of the direction error; 0 where nothing slides.
  double direction() const { return sliding == 0 ? 0.0 : directions / static_cast<double>(sliding); }
  /// Contacts that slide over all that overlap.
  double slidingShare() const {
    return contacts == 0 ? 0.0 : static_cast<double>(sliding) / static_cast<double>(contacts);
  }
};

/// Adds the contacts of the last step. `data` must hold that step; kept contacts of members are left out.
void addContactErrors(const World& world, const StepData& data, ContactErrors& errors);

}  // namespace scree
