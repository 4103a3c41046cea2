#pragma once

#include <cstdint>
#include <deque>
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

/// Impulse of an attraction, and gaps between which it is right to 3 % of the impulse at touch in later substeps of the
/// same length, unless the contact bounces; `lowest` above `highest`: nowhere.
struct HeldImpulse {
  double impulse = 0.0;  ///< N s
  double lowest = 0.0;   ///< m
  double highest = 0.0;
};

/// Attraction of one contact in a step.
struct Attraction {
  ContactKey key;                       ///< of the contact
  double radius = 0.0;                  ///< effective radius [m]
  double volume = 0.0;                  ///< of the bridge [m³]
  double first = 0.0;                   ///< part of it from the film of the contact's first side [m³]
  double workAtTouch = 0.0;             ///< that pulls touching sides apart [J]
  const BridgeCurve* bridge = nullptr;  ///< null: no liquid
  std::size_t curve = 0;                ///< place of the bridge's curve among those of the list
  bool hasBridge = false;               ///< liquid joins the two
  double atTouch = 0.0;                 ///< force while the surfaces touch, that of the bridge included [N]
  double touchGap = 0.0;                ///< gap up to which they touch [m]
  bool inFriction = true;               ///< friction and rolling resistance see it
  bool fromFilms = false;               ///< the bridge has its liquid from the films of the two

  /// To be told of every gap that the sides have [m].
  void meet(double gap) { hasBridge = hasBridge || (bridge != nullptr && gap <= touchGap); }
  /// Force that pulls the sides together at a gap [m], N.
  double force(double gap) const { return gap <= touchGap ? atTouch : hasBridge ? bridge->force(gap) : 0.0; }
  /// Impulse of the attraction over a time [N s], such that the pair loses the work of the way that it goes in it
  /// (METHOD.md 3.9). So the work of a bridge that is pulled open does not depend on the length of the step.
  HeldImpulse impulse(const PairMotion& motion, double time) const;
  /// Energy at a gap [m], J: minus the work that pulls the sides apart.
  double energy(double gap) const {
    if (!hasBridge) {
      return gap < 0.0 ? atTouch * gap : 0.0;
    }
    return gap <= touchGap ? -workAtTouch + (gap < 0.0 ? atTouch * gap : 0.0) : -bridge->work(gap);
  }
};

/// Contact that a bridge joins whose sides do not touch.
struct OpenContact {
  Contact contact;
  std::uint32_t attraction = 0;  ///< place among all
};

/// Attractions of a list of contacts.
class Attractions {
 public:
  Attractions() = default;
  Attractions(Attractions&&) = default;
  Attractions& operator=(Attractions&&) = default;
  Attractions(const Attractions&) = delete;
  Attractions& operator=(const Attractions&) = delete;
  ~Attractions() = default;

  bool any() const { return !all_.empty(); }
  /// That of a contact, or null.
  Attraction* at(std::size_t contact) {
    return contact < of_.size() && of_[contact] != kNone ? &all_[of_[contact]] : nullptr;
  }
  const Attraction* at(std::size_t contact) const {
    return contact < of_.size() && of_[contact] != kNone ? &all_[of_[contact]] : nullptr;
  }
  /// Whether friction does not see one of them.
  bool isAnyUnseen() const;

  /// Finds those of contacts in order of keys: of all that touch or may do so, and of those that a bridge of the world
  /// joins. A grain has one bridge with a shape, at its nearest feature.
  void find(const World& world, std::span<const Contact> contacts);

  /// Follows a list of contacts from which those go for which `stays` is 0. Those of them that a bridge joins are kept
  /// as open ones.
  void follow(std::span<const Contact> contacts, std::span<const std::uint8_t> stays);
  std::span<const OpenContact> open() const { return open_; }
  const Attraction& of(const OpenContact& contact) const { return all_[contact.attraction]; }

  /// Liquid on the surfaces by slot, without what was in bridges when find() was called [m³]; empty where no bridge
  /// takes any.
  std::vector<double>& films() { return films_; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Liquid {
    double volume = 0.0;  ///< m³
    double first = 0.0;   ///< part of it from the film of the first side [m³]
  };

  void takeLaws(const Materials& materials);
  Liquid liquidOf(const World& world, const Contact& contact, const Cohesion& law, const Bridge* bridge) const;
  Attraction made(const Cohesion& law, double radius, double volume);
  void drop(const Attraction& attraction);

  std::vector<std::uint32_t> of_;  ///< place in `all_` of each contact's, or kNone; empty: there is none
  std::vector<Attraction> all_;    ///< in order of keys
  /// Attractions of the last step, and the laws that they were made for: contacts that stay need no new curve.
  std::vector<Attraction> last_;
  std::vector<Cohesion> laws_;
  std::deque<BridgeCurve> curves_;
  std::vector<std::size_t> unused_;  ///< places of curves that no contact has
  std::vector<double> films_;
  std::vector<OpenContact> open_;
};

/// Sets the bridges of the world after a step: those that hold still with the gaps of the contacts now [m], one a
/// contact of Attractions::find(), those of members, and those from films that broke. Sets the budget's cohesive
/// energy.
void keepBridges(std::span<const Contact> contacts, std::span<const double> gaps, Attractions& attractions,
                 World& world);

/// Attraction now at a contact that is in no list of attractions [N]; `pushes`: its sides press on each other.
double attractionAt(const World& world, const Contact& contact, bool pushes);

/// Gap up to which pairs have to be in the list of contacts because of bridges [m]; 0: there are none.
double bridgeReach(const World& world);

}  // namespace scree
