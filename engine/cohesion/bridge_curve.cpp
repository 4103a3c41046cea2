#include "engine/cohesion/bridge_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {

namespace {

/// Polynomial in the logarithm of the scaled volume, whose coefficients are of second order in the contact angle.
double polynomial(const double (&coefficients)[4][3], double angle, double logarithm) {
  double sum = 0.0;
  for (int power = 3; power >= 0; --power) {
    const auto& c = coefficients[power];
    sum = sum * logarithm + (c[0] + angle * (c[1] + angle * c[2]));
  }
  return sum;
}

// Willett and others (2000), table 1.
constexpr double kF1[4][3] = {{-0.44507, 0.050832, -1.1466},
                              {-0.1119, -0.000411, -0.1490},
                              {-0.012101, -0.0036456, -0.01255},
                              {-0.0005, -0.0003505, -0.00029076}};
constexpr double kF2[4][3] = {
    {1.9222, -0.57473, -1.2918}, {-0.0668, -0.1201, -0.22574}, {-0.0013375, -0.0068988, -0.01137}, {0.0, 0.0, 0.0}};
constexpr double kF3[4][3] = {{1.268, -0.01396, -0.23566},
                              {0.198, 0.092, -0.06418},
                              {0.02232, 0.02238, -0.009853},
                              {0.0008585, 0.001318, -0.00053}};
constexpr double kF4[4][3] = {
    {-0.010703, 0.073776, -0.34742}, {0.03345, 0.04543, -0.09056}, {0.0018574, 0.004456, -0.006257}, {0.0, 0.0, 0.0}};

// The simple form, 1/(1 + 1.05 s + 2.5 s²).
constexpr double kLinear = 1.05;
constexpr double kSquare = 2.5;

}  // namespace

BridgeCurve::BridgeCurve(const Cohesion& law, double effectiveRadius, double volume) : isSimple_(law.isSimple) {
  const double radius = 2.0 * effectiveRadius;
  const double share = volume / (radius * radius * radius);  // V/R³
  const double angle = law.contactAngle;
  const double root = std::cbrt(share);
  scale_ = 2.0 * std::numbers::pi * radius * law.surfaceTension;
  cosine_ = std::max(0.0, std::cos(angle));
  rupture_ = (1.0 + 0.5 * angle) * (root + 0.1 * root * root) * radius;
  if (isSimple_) {
    perGap_ = std::sqrt(radius / volume);
    return;
  }
  perGap_ = 0.5 * std::sqrt(radius / volume);
  const double logarithm = std::log(share);
  f1_ = polynomial(kF1, angle, logarithm);
  f2_ = polynomial(kF2, angle, logarithm);
  f3_ = polynomial(kF3, angle, logarithm);
  f4_ = polynomial(kF4, angle, logarithm);
  // f3 l + f4 l² falls towards small gaps, but for f4 > 0 has a minimum, below which the fit is not meant.
  least_ = f4_ > 0.0 ? -0.5 * f3_ / f4_ : -std::numeric_limits<double>::infinity();
}

double BridgeCurve::scaled(double gap) const {
  if (isSimple_) {
    const double s = perGap_ * gap;
    return cosine_ / (1.0 + s * (kLinear + kSquare * s));
  }
  if (!(gap > 0.0) && std::isinf(least_)) {
    return std::exp(f1_);
  }
  const double l = std::max(least_, std::log(perGap_ * std::max(gap, std::numeric_limits<double>::min())));
  return std::exp(f1_ - f2_ * std::exp(l * (f3_ + f4_ * l)));
}

double BridgeCurve::force(double gap) const { return gap < rupture_ ? scale_ * scaled(std::max(gap, 0.0)) : 0.0; }

double BridgeCurve::work(double gap) const {
  const double from = std::max(gap, 0.0);
  if (!(from < rupture_)) {
    return 0.0;
  }
  if (isSimple_) {
    const double root = std::sqrt(4.0 * kSquare - kLinear * kLinear);
    const auto integral = [&](double s) { return 2.0 / root * std::atan((2.0 * kSquare * s + kLinear) / root); };
    return scale_ * cosine_ / perGap_ * (integral(perGap_ * rupture_) - integral(perGap_ * from));
  }
  // Gauss's rule of eight points over the root of the gap, where the force has no steep end: right to 1e-5 (test
  // WorkIsTheIntegralOfTheForce).
  constexpr std::array<double, 4> kPoints = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                             0.9602898564975363};
  constexpr std::array<double, 4> kWeights = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                              0.1012285362903763};
  const double middle = 0.5 * (std::sqrt(rupture_) + std::sqrt(from));
  const double half = 0.5 * (std::sqrt(rupture_) - std::sqrt(from));
  double sum = 0.0;
  for (std::size_t i = 0; i < kPoints.size(); ++i) {
    for (const double t : {middle - half * kPoints[i], middle + half * kPoints[i]}) {
      sum += kWeights[i] * 2.0 * t * scaled(t * t);
    }
  }
  return scale_ * sum * half;
}

double adhesionOf(const Cohesion& law, double effectiveRadius) {
  return law.pullOff + 1.5 * std::numbers::pi * law.energy * effectiveRadius;
}

double longestBridge(const Materials& materials, double smallest) {
  double longest = 0.0;
  for (const PairLaw& law : materials.pairs) {
    if (law.cohesion.hasBridges()) {
      // The same liquid reaches farther between smaller grains.
      longest = std::max(longest, BridgeCurve(law.cohesion, 0.5 * smallest, law.cohesion.bridgeVolume).rupture());
    }
  }
  return longest;
}

}  // namespace scree
