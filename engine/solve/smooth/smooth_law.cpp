#include "engine/solve/smooth/smooth_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

/// Vector turned into the contact plane, with its length.
Vec3 inPlane(const Vec3& vector, const Vec3& normal) {
  const double before = vector.squaredNorm();
  if (before == 0.0) {
    return Vec3::Zero();
  }
  const Vec3 flat = vector - normal.dot(vector) * normal;
  const double after = flat.squaredNorm();
  return after > 0.0 ? Vec3(std::sqrt(before / after) * flat) : Vec3::Zero();
}

/// Adds the motion to a spring and its dashpot, and cuts the force at a limit. Returns the force.
Vec3 stretched(Vec3& spring, const Vec3& change, const Vec3& dashpot, double limit) {
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

}  // namespace

double dampingRatio(double restitution, StiffnessLaw law) {
  const double factor = law == StiffnessLaw::hertz ? std::sqrt(5.0 / 6.0) : 1.0;
  if (restitution <= 0.0) {
    return factor;
  }
  const double log = std::log(std::min(restitution, 1.0));
  return factor * -log / std::sqrt(std::numbers::pi * std::numbers::pi + log * log);
}

double tangentialShare(const Material& a, const Material& b) {
  const bool hasModuli = a.youngsModulus > 0.0 && b.youngsModulus > 0.0;
  double normal = 0.0;
  double shear = 0.0;
  for (const Material* one : {&a, &b}) {
    const double weight = hasModuli ? 1.0 / one->youngsModulus : 1.0;
    const double nu = one->poissonRatio;
    normal += weight * (1.0 - nu * nu);
    shear += weight * (2.0 - nu) * (1.0 + nu);
  }
  return 2.0 * normal / shear;
}

SmoothPair smoothPair(const Materials& materials, std::uint32_t law) {
  const std::size_t count = materials.list.size();
  SmoothPair pair{.law = materials.pairs[law]};
  pair.damping = dampingRatio(pair.law.restitution, pair.law.law);
  pair.tangentialShare = tangentialShare(materials.list[law / count], materials.list[law % count]);
  return pair;
}

SmoothForce smoothForce(const SmoothPair& pair, const SmoothTouch& touch, double time, SmoothSprings& springs) {
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
  springs.tangential = inPlane(springs.tangential, touch.normal);
  const Vec3 slip = touch.velocity + approach * touch.normal;
  SmoothForce result;
  result.normal = push;
  result.force = push * touch.normal + stretched(springs.tangential, -stiffness * time * slip, -dashpot * slip,
                                                 pair.law.friction * load);

  const double radius = touch.effectiveRadius;
  const double turning = stiffness * radius * radius;
  const double about = touch.normal.dot(touch.spin);
  const double rollingLimit = (pair.law.rollingIsLength ? 1.0 : radius) * pair.law.rollingResistance * load;
  if (rollingLimit > 0.0) {
    springs.rolling = inPlane(springs.rolling, touch.normal);
    const Vec3 roll = touch.spin - about * touch.normal;
    result.torque += stretched(springs.rolling, -turning * time * roll, -dashpot * radius * radius * roll, rollingLimit);
  } else {
    springs.rolling.setZero();
  }
  const double twistingLimit = pair.law.twisting * pair.law.friction * radius * load;
  springs.twisting = std::clamp(springs.twisting - turning * time * about, -twistingLimit, twistingLimit);
  result.torque += std::clamp(springs.twisting - dashpot * radius * radius * about, -twistingLimit, twistingLimit) *
                   touch.normal;
  return result;
}

}  // namespace scree
