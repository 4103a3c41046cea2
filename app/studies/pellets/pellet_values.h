#pragma once

#include <string>
#include <vector>

#include "app/studies/pellets/pellet_grains.h"

namespace scree {

/// A number of the verification of single pellets, with what it is held against.
struct PelletValue {
  std::string part;  ///< elasticity, restitution, friction or rolling
  std::string way;
  std::string quantity;
  std::string unit;
  double value = 0.0;
  double deviation = 0.0;  ///< over the drops; 0 of a single number
  std::string closedForm;  ///< what the law asks for
  std::string published;   ///< what the paper found; empty if it says nothing
};

/// Drops of one way.
struct PelletDrops {
  std::string way;
  double timeStep = 0.0;
  std::vector<PelletDrop> drops;
};

/// What one part and way gave.
struct PelletVerification {
  std::vector<PelletValue> values;
  PelletDrops drops;  ///< empty but of restitution
};

/// Names of the parts on single pellets.
std::vector<std::string> pelletGrainParts();
/// Ways that a part is run by.
std::vector<PelletWay> pelletWaysOf(const std::string& part);
/// Runs one part by one way; `quick` drops fewer pellets.
PelletVerification verifyPellets(const std::string& part, const PelletWay& way, bool quick);

}  // namespace scree
