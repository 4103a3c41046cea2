#pragma once

#include <cstdint>

#include "engine/base/types.h"
#include "engine/settings/collision_time.h"
#include "engine/world/materials.h"
#include "engine/world/world.h"

// Contact laws of smooth DEM (METHOD.md 18): springs, dashpots and their limits.
namespace scree {

/// Share ζ of critical damping that gives the restitution e: ζ = -ln e/√(π² + ln² e) for a linear spring; times √(5/6)
/// for a Hertz spring, with the dashpot 2 ζ √(m* dF/dδ) (Tsuji, Tanaka and Ishida 1992; Antypov and Elliott 2011). 1 at
/// e = 0, times the same.
double dampingRatio(double restitution, StiffnessLaw law);

/// Stiffness of the tangential spring over that of the normal one, 4 G*/E* (Mindlin 1949): 2 (1 - ν)/(2 - ν) for equal
/// materials. Materials without Young's modulus count as equally stiff.
double tangentialShare(const Material& a, const Material& b);

/// Law of two materials that all their contacts share.
struct SmoothPair {
  PairLaw law;
  double damping = 0.0;          ///< ζ
  double tangentialShare = 1.0;  ///< k_t/(dF/dδ)
  StretchedLaw stretched;
};
SmoothPair smoothPair(const World& world, std::uint32_t law);

/// Springs of a contact that last: forces [N] and torques [N m] on b.
struct SmoothSprings {
  Vec3 tangential = Vec3::Zero();  ///< in the contact plane
  Vec3 rolling = Vec3::Zero();     ///< in the contact plane
  double twisting = 0.0;           ///< about the normal
  double rest = 0.0;               ///< overlap at which the normal spring is at rest [m]
  double given = 0.0;              ///< see ContactHistory [N/m^1.5]
};

}  // namespace scree
