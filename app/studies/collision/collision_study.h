#pragma once

#include <vector>

#include "app/studies/collision/grain_pair.h"
#include "app/studies/collision/iterated_choice.h"

namespace scree {

/// Values whose combinations are measured.
struct CollisionGrid {
  std::vector<double> restitutions;
  std::vector<double> durations;  ///< s
  std::vector<double> speeds;     ///< m/s
  std::vector<double> shares;     ///< collision times over the material's own duration, for its return
  int repeats = 1;                ///< choices that are timed together
};
CollisionGrid collisionGrid(bool quick);

/// A wanted collision, and those with the stiffness and dashpot that each choice gives.
struct ChoiceBounces {
  WantedBounce wanted;
  HertzBounce direct;    ///< by the formulas of the engine
  HertzBounce iterated;  ///< by iteratedChoice()
  int integrations = 0;
  bool isFound = false;
  double directSeconds = 0.0;    ///< processor time of a choice
  double iteratedSeconds = 0.0;  ///< likewise
};

struct GrainBounces {
  GrainPair pair;
  PairBounce bounce;
};

/// Grains with a set collision time beside the same with that of the material.
struct OwnBounces {
  GrainPair pair;
  double share = 0.0;  ///< collision time over the material's own duration
  PairBounce bounce;
  PairBounce own;
};

struct CollisionStudy {
  std::vector<ChoiceBounces> choices;
  std::vector<GrainBounces> grains;
  std::vector<OwnBounces> owns;
};

/// The equation integrated with a contact, finely.
HertzBounce measuredBounce(const WantedBounce& wanted, const HertzContact& contact);
/// Stiffness and dashpot by the formulas of METHOD.md 18.
HertzContact directChoice(const WantedBounce& wanted);

/// Measures all; ends early after a signal, with what there is.
CollisionStudy collisionStudy(const CollisionGrid& grid);

}  // namespace scree
