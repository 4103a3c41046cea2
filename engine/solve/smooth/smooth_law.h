#pragma once

#include <algorithm>
#include <cmath>

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
  Vec3 normal = Vec3::UnitZ();   ///< from a to b
  double overlap = 0.0;          ///< δ > 0 [m]
  Vec3 velocity = Vec3::Zero();  ///< of b against a at the contact [m/s]
  Vec3 spin = Vec3::Zero();      ///< angular velocity of b against a [rad/s]
  double effectiveMass = 0.0;    ///< m*, 1/m* = 1/m_a + 1/m_b [kg]
  double effectiveRadius = 0.0;  ///< r* [m]
};

/// Force and torque of a contact on b; a gets the opposite force at the same point, and the opposite torque.
struct SmoothForce {
  Vec3 force = Vec3::Zero();   ///< N
  Vec3 torque = Vec3::Zero();  ///< of rolling and twisting [N m]
  double normal = 0.0;         ///< part of the force along the normal [N]; negative where the dashpot pulls
};

// In the header because a step asks once a contact and substep.

/// Vector turned into the contact plane, with its length.
inline Vec3 turnedIntoPlane(const Vec3& vector, const Vec3& normal) {
  const double before = vector.squaredNorm();
  if (before == 0.0) {
    return Vec3::Zero();
  }
  const Vec3 flat = vector - normal.dot(vector) * normal;
  const double after = flat.squaredNorm();
  return after > 0.0 ? Vec3(std::sqrt(before / after) * flat) : Vec3::Zero();
}

/// Adds the motion to a spring and its dashpot, and cuts the force at a limit. Returns the force.
inline Vec3 stretched(Vec3& spring, const Vec3& change, const Vec3& dashpot, double limit) {
  spring += change;
  const Vec3 whole = spring + dashpot;
  const double size = whole.norm();
  if (size <= limit) {
    return whole;
  }
  // Sliding: the spring holds what friction carries.
  spring = limit > 0.0 ? Vec3(whole * (limit / size)) : Vec3::Zero();
  return spring;
}

/// Force of a touching contact. The springs take the substep's motion, `time` long [s], and are cut at the limits of
/// friction, rolling and twisting. Normal: F = k δ^n + 2 ζ √(m* dF/dδ) δ'. Tangential: Mindlin's spring, which gives
/// way as the contact is relieved (Thornton, Cummins and Cleary 2013), with a dashpot alike; |F_t| <= μ F. Rolling and
/// twisting: springs of k_t r*² with caps μ_r r* F and α μ r* F (Ai, Chen, Rotter and Ooi 2011, model C).
inline SmoothForce smoothForce(const SmoothPair& pair, const SmoothTouch& touch, double time, SmoothSprings& springs) {
  const ContactSpring spring = springOf(pair.law, touch.effectiveRadius);
  const double slope = spring.slope(touch.overlap);
  const double approach = -touch.normal.dot(touch.velocity);
  const double push =
      spring.force(touch.overlap) + 2.0 * pair.damping * std::sqrt(touch.effectiveMass * slope) * approach;
  const double load = std::max(push, 0.0);
  const double stiffness = pair.tangentialShare * slope;
  const double dashpot = 2.0 * pair.damping * std::sqrt(touch.effectiveMass * stiffness);
  // A Hertz spring that is relieved loses the part of its tangential force that its smaller circle cannot hold.
  const double before = touch.overlap - approach * time;
  if (spring.exponent != 1.0 && before > touch.overlap) {
    springs.tangential *= std::sqrt(touch.overlap / before);
  }
  springs.tangential = turnedIntoPlane(springs.tangential, touch.normal);
  const Vec3 slip = touch.velocity + approach * touch.normal;
  SmoothForce result;
  result.normal = push;
  result.force = push * touch.normal +
                 stretched(springs.tangential, -stiffness * time * slip, -dashpot * slip, pair.law.friction * load);

  const double radius = touch.effectiveRadius;
  const double turning = stiffness * radius * radius;
  const double about = touch.normal.dot(touch.spin);
  const double rollingLimit = (pair.law.rollingIsLength ? 1.0 : radius) * pair.law.rollingResistance * load;
  if (rollingLimit > 0.0) {
    springs.rolling = turnedIntoPlane(springs.rolling, touch.normal);
    const Vec3 roll = touch.spin - about * touch.normal;
    result.torque +=
        stretched(springs.rolling, -turning * time * roll, -dashpot * radius * radius * roll, rollingLimit);
  } else {
    springs.rolling.setZero();
  }
  const double twistingLimit = pair.law.twisting * pair.law.friction * radius * load;
  springs.twisting = std::clamp(springs.twisting - turning * time * about, -twistingLimit, twistingLimit);
  result.torque +=
      std::clamp(springs.twisting - dashpot * radius * radius * about, -twistingLimit, twistingLimit) * touch.normal;
  return result;
}

}  // namespace scree
