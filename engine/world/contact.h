#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/types.h"

namespace scree {

/// Multipliers of one contact's rows: impulses [N s] on b, angular impulses [N m s] on b.
struct alignas(64) Multipliers {
  double normal = 0.0;
  Vec3 tangential = Vec3::Zero();  ///< in the contact plane
  Vec3 rolling = Vec3::Zero();     ///< in the contact plane
  double twisting = 0.0;           ///< about the normal
};

/// How the surfaces moved at a contact at the end of a step; the fourth numbers are nothing.
struct ContactMotion {
  std::array<float, 4> velocity{};  ///< of b against a [m/s]
  std::array<float, 4> spin{};      ///< rad/s
};

/// What the next step's warm start needs: keys in ascending order with their multipliers. And what merging does.
struct ContactHistory {
  std::vector<ContactKey> keys;
  std::vector<Multipliers> multipliers;
  std::vector<std::uint32_t> quietSteps;  ///< in a row within the merge limits; empty while nothing may merge
  /// In the last step, of contacts that were in it; empty unless merging has limits on accelerations.
  std::vector<std::optional<ContactMotion>> motion;
  /// Stiffness that contacts were given as they came to touch, for the duration of their collisions [N/m^1.5]; 0: none.
  /// Empty unless collisions have a set duration.
  std::vector<double> given;
  double timeStep = 0.0;   ///< s: multipliers are impulses, so another step wants them scaled
  double stiffness = 0.0;  ///< mean of dF/dδ over the mass of what touched, 0 where nothing did [1/s²]
  /// Substeps a second [1/s] that keep contacts which are softer than their law from overlapping much more; 0: no
  /// contact asks for any.
  double substepRate = 0.0;
  double diameter = 0.0;  ///< mean at the contacts that touched, 0 where nothing did [m]
};

/// One contact as found in this step. Normal from a to b. Small, because a step goes over all contacts several times:
/// what the law makes of it is lawOf(), what the surface does is in a list of its own.
struct alignas(64) Contact {
  ContactKey key;
  std::uint32_t a = 0;            ///< slot of the particle
  std::uint32_t b = kNoParticle;  ///< slot of the other particle, also of a member, or kNoParticle for a boundary
  Vec3 normal = Vec3::UnitZ();
  double gap = 0.0;           ///< m, negative when overlapping
  std::uint32_t law = 0;      ///< index in Materials::pairs
  std::uint32_t surface = 0;  ///< prescribed: index in the list of surface contacts

  bool isPrescribed() const { return key.isPrescribed(); }
  double overlap() const { return gap < 0.0 ? -gap : 0.0; }
};

/// Liquid between two grains, or a grain and a shape of a body. It forms where they touch and holds until they are
/// apart by its rupture distance (METHOD.md 3.9).
struct Bridge {
  ContactKey key;       ///< of the two grains in order of ids, free or not, or of the grain and the shape, feature 0
  double volume = 0.0;  ///< m³
  double first = 0.0;   ///< part of the volume that came from the film of the first grain [m³]
  /// It broke in the last step: the next one gives each grain half of the liquid, and a shape none.
  bool isBroken = false;

  bool operator==(const Bridge&) const = default;
};

/// How a boundary or a member moves at a contact.
struct SurfaceContact {
  Vec3 velocity = Vec3::Zero();  ///< of its surface [m/s]
  Vec3 spin = Vec3::Zero();      ///< angular velocity of its body [rad/s]
  std::uint32_t triangle = 0;    ///< SurfaceTouch::triangle
};

}  // namespace scree
