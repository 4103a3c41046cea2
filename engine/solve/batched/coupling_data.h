#pragma once

#include <vector>

#include "engine/multibody/machine.h"

namespace scree {

/// A contact of a particle with a dynamic body or a member that rides on one, where it is packed.
struct CoupledContact {
  std::uint32_t slab = 0;
  std::uint32_t batch = 0;
  std::uint32_t lane = 0;
  std::uint32_t part = 0;  ///< of the machine
  std::uint32_t row = 0;   ///< of the body's copy
  double radius = 0.0;     ///< of the sphere that the row's spin belongs to: the member, else the particle [m]
  bool isMember = false;
  Vec3 arm = Vec3::Zero();    ///< from the part's centre of mass to the contact [m]
  Vec3 lever = Vec3::Zero();  ///< from there to the middle of the member, of a surface as arm [m]
  Vec3 belt = Vec3::Zero();   ///< velocity of the surface against its body [m/s]
};

/// Working storage of the solver where bodies are dynamic.
struct CouplingData {
  Machine machine;
  std::vector<CoupledContact> contacts;
  std::vector<float> lightness;    ///< 1/kg, by row after the bodies; empty without dynamic bodies
  std::vector<Reaction> impulses;  ///< one a part: N s and N m s about its centre
};

}  // namespace scree
