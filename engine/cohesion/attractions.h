#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/cohesion/bridge_curve.h"
#include "engine/world/world.h"

// Attraction at the contacts of a step (METHOD.md 3.7). It acts on the sides as an external force, so that the rows of
// a contact stay as they are: what presses a contact is its multiplier less the attraction.
namespace scree {

/// Attraction of one contact in a step.
struct Attraction {
  BridgeCurve bridge;
  bool hasBridge = false;  ///< liquid joins the two
  double atTouch = 0.0;    ///< force while the surfaces touch, that of the bridge included [N]
  double touchGap = 0.0;   ///< gap up to which they touch [m]
  bool inFriction = true;  ///< friction and rolling resistance see it

  /// Force that pulls the sides together at a gap [m], N.
  double force(double gap) const { return gap <= touchGap ? atTouch : hasBridge ? bridge.force(gap) : 0.0; }
  /// Mean force over a time in which the gap goes from one to another [m], N: by the trapezoidal rule, so that the work
  /// of a bridge that is pulled open is right to second order.
  double meanForce(double gap, double then) const {
    return gap <= touchGap ? atTouch : 0.5 * (force(gap) + force(then < touchGap ? touchGap : then));
  }
  /// Energy at a gap [m], J: minus the work that pulls the sides apart.
  double energy(double gap) const {
    return gap <= touchGap ? -(hasBridge ? bridge.work(0.0) : 0.0) + atTouch * (gap < 0.0 ? gap : 0.0)
                           : (hasBridge ? -bridge.work(gap) : 0.0);
  }
};

constexpr std::uint32_t kNoAttraction = UINT32_MAX;

/// Attractions of a list of contacts.
struct Attractions {
  std::vector<std::uint32_t> of;  ///< place in `all` of each contact's, or kNoAttraction; empty: there is none
  std::vector<Attraction> all;

  bool any() const { return !all.empty(); }
  const Attraction* at(std::size_t contact) const {
    return contact < of.size() && of[contact] != kNoAttraction ? &all[of[contact]] : nullptr;
  }
};

/// Finds the attractions of contacts in order of keys: of all that touch, and of those that a bridge of the world
/// joins. A grain has one bridge with a shape, at its nearest feature.
void findAttractions(const World& world, std::span<const Contact> contacts, Attractions& attractions);

/// What is known of a contact at the end of a step.
struct ContactEnd {
  double gap = 0.0;      ///< m
  bool touched = false;  ///< in the last substep
};

/// Sets the bridges of the world after a step: where surfaces of a law with bridges have touched, and where liquid
/// joins them still. `ends` has an entry for each of the contacts of findAttractions(). Sets the budget's cohesive
/// energy.
void keepBridges(std::span<const Contact> contacts, std::span<const ContactEnd> ends, const Attractions& attractions,
                 World& world);

/// Gap up to which pairs have to be in the list of contacts because of bridges [m]; 0: there are none.
double bridgeReach(const World& world);

}  // namespace scree
