#pragma once

#include <array>
#include <span>

#include "engine/reduction/merge_test.h"
#include "engine/step/step_data.h"
#include "engine/world/world.h"

// How the two sides of contacts move against each other at the end of a step.
namespace scree {

/// Of one contact. Velocity where the surfaces meet, for a member at the distance that it was merged at.
Slip slipOf(const World& world, const StepData& data, const Contact& contact);

/// The same of several contacts, number for number, beside their squares.
struct ContactSlips {
  static constexpr std::size_t kMost = 128;  ///< contacts
  static constexpr std::size_t kRoom = kMost + 16;
  std::array<std::array<float, kRoom>, 3> velocity;  ///< rounded [m/s]
  std::array<std::array<float, kRoom>, 3> spin;      ///< rad/s
  std::array<double, kRoom> squaredVelocity;         ///< m²/s²
  std::array<double, kRoom> squaredSpin;             ///< rad²/s²
  /// Square of the larger of velocity and rolling for the radius of the first particle [m²/s²].
  std::array<double, kRoom> fastest;
};

/// Of contacts [begin, end) of the step, at most kMost.
void findSlips(const World& world, const StepData& data, std::size_t begin, std::size_t end, ContactSlips& slips);

}  // namespace scree
