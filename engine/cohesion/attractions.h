#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/cohesion/bridge_curve.h"
#include "engine/world/world.h"

// Attraction at the contacts of a step (METHOD.md 3.9). It acts on the sides as an external force, so that the rows of
// a contact stay as they are: what presses a contact is its multiplier less the attraction.
namespace scree {

/// How the sides of a contact move along its normal before the attraction acts.
struct PairMotion {
  double gap = 0.0;           ///< m
  double opening = 0.0;       ///< speed at which the gap widens, without what gravity adds in the time [m/s]
  double acceleration = 0.0;  ///< of the gap by gravity, where one side does not fall with the other [m/s²]
  double inverseMass = 0.0;   ///< sum of both sides [1/kg]
};

/// Attraction of one contact in a step.
struct Attraction {
  ContactKey key;            ///< of the contact
  double radius = 0.0;       ///< effective radius [m]
  double volume = 0.0;       ///< of the bridge [m³]
  double workAtTouch = 0.0;  ///< that pulls touching sides apart [J]
  BridgeCurve bridge;
  bool mayJoin = false;    ///< a bridge forms as the surfaces touch
  bool hasBridge = false;  ///< liquid joins the two
  double atTouch = 0.0;    ///< force while the surfaces touch, that of the bridge included [N]
  double touchGap = 0.0;   ///< gap up to which they touch [m]
  bool inFriction = true;  ///< friction and rolling resistance see it

  /// To be told of every gap that the sides have [m].
  void meet(double gap) { hasBridge = hasBridge || (mayJoin && gap <= touchGap); }
  /// Force that pulls the sides together at a gap [m], N.
  double force(double gap) const { return gap <= touchGap ? atTouch : hasBridge ? bridge.force(gap) : 0.0; }
  /// Impulse of the attraction over a time [N s], such that the pair loses the work of the way that it goes in it
  /// (METHOD.md 3.9). So the work of a bridge that is pulled open does not depend on the length of the step.
  double impulse(const PairMotion& motion, double time) const;
  /// Energy at a gap [m], J: minus the work that pulls the sides apart.
  double energy(double gap) const {
    if (!hasBridge) {
      return gap < 0.0 ? atTouch * gap : 0.0;
    }
    return gap <= touchGap ? -workAtTouch + (gap < 0.0 ? atTouch * gap : 0.0) : -bridge.work(gap);
  }
};

constexpr std::uint32_t kNoAttraction = UINT32_MAX;

/// Attractions of a list of contacts.
struct Attractions {
  std::vector<std::uint32_t> of;  ///< place in `all` of each contact's, or kNoAttraction; empty: there is none
  std::vector<Attraction> all;
  /// Those of the last step and the laws of pairs that they were made for: contacts that stay need no new curve.
  std::vector<Attraction> last;
  std::vector<Cohesion> laws;

  bool any() const { return !all.empty(); }
  const Attraction* at(std::size_t contact) const {
    return contact < of.size() && of[contact] != kNoAttraction ? &all[of[contact]] : nullptr;
  }
};

/// Finds the attractions of contacts in order of keys: of all that touch, and of those that a bridge of the world
/// joins. A grain has one bridge with a shape, at its nearest feature.
void findAttractions(const World& world, std::span<const Contact> contacts, Attractions& attractions);

/// Sets the bridges of the world after a step: those that hold still with the gaps of the contacts now [m], one a
/// contact of findAttractions(). Sets the budget's cohesive energy.
void keepBridges(std::span<const Contact> contacts, std::span<const double> gaps, Attractions& attractions,
                 World& world);

/// Gap up to which pairs have to be in the list of contacts because of bridges [m]; 0: there are none.
double bridgeReach(const World& world);

}  // namespace scree
