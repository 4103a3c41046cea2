#pragma once

#include <cstdint>
#include <vector>

#include "engine/solve/smooth/smooth_law.h"
#include "engine/world/bodies.h"
#include "engine/world/contact.h"

namespace scree {

/// Contact with its constants and its springs, through the substeps of a step.
struct SmoothContact {
  std::uint32_t a = 0;
  std::uint32_t b = kNoParticle;
  std::uint32_t pair = 0;        ///< place in SmoothWork::pairs
  double effectiveMass = 0.0;    ///< kg
  double effectiveRadius = 0.0;  ///< m
  double radiusA = 0.0;          ///< m
  double radii = 0.0;            ///< sum of both radii [m]
  SmoothSprings springs;
  double normal = 0.0;  ///< part of the force along the normal [N]
};

/// Force and torques of a contact on its grains in a substep.
struct SmoothPush {
  Vec3 force = Vec3::Zero();    ///< on b; a gets the opposite [N]
  Vec3 momentA = Vec3::Zero();  ///< torque on a, of the force and of rolling and twisting [N m]
  Vec3 momentB = Vec3::Zero();  ///< the same on b [N m]
  bool touches = false;
};

/// Working storage of smooth DEM. Not state.
struct SmoothWork {
  std::vector<SmoothPair> pairs;        ///< one a pair of materials
  std::vector<SmoothPush> pushes;       ///< as ContactList::contacts
  std::vector<SmoothContact> contacts;  ///< as ContactList::contacts
  std::vector<std::uint32_t> firsts;    ///< by slot: first of its entries in `entries`; one more at the end
  std::vector<std::uint32_t> entries;   ///< contacts of each slot, ascending: 2 i as the first side of i, 2 i + 1
  std::vector<Reaction> onBodies;       ///< sum over the step's substeps, one a contact: of a contact with a shape
};

}  // namespace scree
