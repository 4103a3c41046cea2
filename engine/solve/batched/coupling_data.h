#pragma once

#include <vector>

#include "engine/multibody/machine.h"

namespace scree {

/// Place of a packed contact of a particle with a dynamic body, or with a member that rides on one.
struct CoupledContact {
  std::uint32_t slab = 0;
  std::uint32_t batch = 0;
  std::uint32_t lane = 0;
  std::uint32_t part = 0;  ///< part of the machine
  std::uint32_t row = 0;   ///< row of the body's copy
  double radius = 0.0;     ///< radius of the sphere that the row's spin belongs to: the member, else the particle [m]
  bool isMember = false;
  Vec3 arm = Vec3::Zero();  ///< from the part's centre of mass to the contact [m]
  Vec3 lever =
      Vec3::Zero();  ///< from the part's centre of mass to the centre of the member; for a surface equal to `arm` [m]
  Vec3 belt = Vec3::Zero();  ///< velocity of the surface against its body [m/s]
};

/// Working storage of the solver where bodies are dynamic.
struct CouplingData {
  Machine machine;
  std::vector<CoupledContact> contacts;
  std::vector<float> lightness;    ///< inverse masses of the copies by row [1/kg]; empty without dynamic bodies
  std::vector<Reaction> impulses;  ///< impulses on each part [N s], and about its centre [N m s]
};

}  // namespace scree
