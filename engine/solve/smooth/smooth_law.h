#pragma once

#include "engine/world/contact_spring.h"
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
};
SmoothPair smoothPair(const Materials& materials, std::uint32_t law);

/// Springs of a contact that last: forces [N] and torques [N m] on b.
struct SmoothSprings {
  Vec3 tangential = Vec3::Zero();  ///< in the contact plane
  Vec3 rolling = Vec3::Zero();     ///< in the contact plane
  double twisting = 0.0;           ///< about the normal
};

/// Contact as the law sees it in a substep.
struct SmoothTouch {
  Vec3 normal = Vec3::UnitZ();     ///< from a to b
  double overlap = 0.0;            ///< δ > 0 [m]
  Vec3 velocity = Vec3::Zero();    ///< of b against a at the contact [m/s]
  Vec3 spin = Vec3::Zero();        ///< angular velocity of b against a [rad/s]
  double effectiveMass = 0.0;      ///< m*, 1/m* = 1/m_a + 1/m_b [kg]
  double effectiveRadius = 0.0;    ///< r* [m]
};

/// Force and torque of a contact on b; a gets the opposite force at the same point, and the opposite torque.
struct SmoothForce {
  Vec3 force = Vec3::Zero();   ///< N
  Vec3 torque = Vec3::Zero();  ///< of rolling and twisting [N m]
  double normal = 0.0;         ///< part of the force along the normal [N]; negative where the dashpot pulls
};

/// Force of a touching contact. The springs take the substep's motion, `time` long [s], and are cut at the limits of
/// friction, rolling and twisting. Normal: F = k δ^n + 2 ζ √(m* dF/dδ) δ'. Tangential: Mindlin's spring, which gives way
/// as the contact is relieved (Thornton, Cummins and Cleary 2013), with a dashpot alike; |F_t| <= μ F. Rolling and
/// twisting: springs of k_t r*² with caps μ_r r* F and α μ r* F (Ai, Chen, Rotter and Ooi 2011, model C).
SmoothForce smoothForce(const SmoothPair& pair, const SmoothTouch& touch, double time, SmoothSprings& springs);

}  // namespace scree
