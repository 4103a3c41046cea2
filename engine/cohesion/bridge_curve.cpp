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

/// Value of a polynomial of 16 coefficients at x, by Estrin's scheme: most of its products do not wait for each other.
double polynomialAt(const std::array<double, 16>& c, double x) {
  const double x2 = x * x;
  const double x4 = x2 * x2;
  const auto four = [&](std::size_t i) { return (c[i] + x * c[i + 1]) + x2 * (c[i + 2] + x * c[i + 3]); };
  return (four(0) + x4 * four(4)) + x4 * x4 * (four(8) + x4 * four(12));
}

/// The polynomial that a Chebyshev series is.
std::array<double, 16> polynomialOf(const std::array<double, 16>& series) {
  // T_k = 2 x T_k-1 - T_k-2
  std::array<double, 16> before{};
  std::array<double, 16> term{};
  std::array<double, 16> sum{};
  before[0] = 1.0;
  term[1] = 1.0;
  sum[0] = series[0];
  for (std::size_t k = 1; k < series.size(); ++k) {
    std::array<double, 16> next{};
    for (std::size_t power = 0; power <= k; ++power) {
      sum[power] += series[k] * term[power];
      next[power] -= before[power];
      if (power + 1 < next.size()) {
        next[power + 1] += 2.0 * term[power];
      }
    }
    before = term;
    term = next;
  }
  return sum;
}

}  // namespace

BridgeCurve::BridgeCurve(const Cohesion& law, double effectiveRadius, double volume) {
  setFit(law, effectiveRadius, volume);
  if (!isSimple_) {
    tabulate();
  }
}

double BridgeCurve::forceOnce(const Cohesion& law, double effectiveRadius, double volume, double gap) {
  BridgeCurve curve;
  curve.setFit(law, effectiveRadius, volume);
  if (!(gap < curve.rupture_)) {
    return 0.0;
  }
  return gap > 0.0 ? std::min(curve.atTouch_, curve.scale_ * curve.scaled(gap)) : curve.atTouch_;
}

void BridgeCurve::setFit(const Cohesion& law, double effectiveRadius, double volume) {
  isSimple_ = law.isSimple;
  const double radius = 2.0 * effectiveRadius;
  const double share = volume / (radius * radius * radius);  // V/R³
  const double angle = law.contactAngle;
  const double root = std::cbrt(share);
  scale_ = 2.0 * std::numbers::pi * radius * law.surfaceTension;
  cosine_ = std::max(0.0, std::cos(angle));
  rupture_ = (1.0 + 0.5 * angle) * (root + 0.1 * root * root) * radius;
  if (isSimple_) {
    perGap_ = std::sqrt(radius / volume);
    atTouch_ = scale_ * scaled(0.0);
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
  atTouch_ = scale_ * scaled(0.0);
}

void BridgeCurve::tabulate() {
  constexpr auto kCount = static_cast<double>(kTerms);
  // Chebyshev's nodes of [0, 1] for the root t of the gap over the rupture distance, x = 2 t - 1.
  static const std::array<std::array<double, kTerms>, kTerms> kCosines = [] {
    std::array<std::array<double, kTerms>, kTerms> cosines{};
    for (std::size_t term = 0; term < kTerms; ++term) {
      for (std::size_t node = 0; node < kTerms; ++node) {
        const double angle = std::numbers::pi * (static_cast<double>(node) + 0.5) / kCount;
        cosines[term][node] = std::cos(static_cast<double>(term) * angle);
      }
    }
    return cosines;
  }();
  std::array<double, kTerms> values{};
  for (std::size_t node = 0; node < kTerms; ++node) {
    const double t = 0.5 * (kCosines[1][node] + 1.0);
    values[node] = scale_ * scaled(t * t * rupture_);
  }
  std::array<double, 16> forces{};
  std::array<double, 16> works{};
  std::array<double, kTerms + 3> rate{};  // of the work over x: force · dS/dx, S = t² S_c
  for (std::size_t term = 0; term < kTerms; ++term) {
    double sum = 0.0;
    for (std::size_t node = 0; node < kTerms; ++node) {
      sum += values[node] * kCosines[term][node];
    }
    sum *= (term == 0 ? 1.0 : 2.0) / kCount;
    forces[term] = sum;
    // 2 t dt = (x + 1)/2 dx, and x T_k = (T_k+1 + T_|k-1|)/2.
    const double share = 0.5 * rupture_ * sum;
    rate[term] += share;
    rate[term + 1] += term == 0 ? share : 0.5 * share;
    if (term > 0) {
      rate[term - 1] += 0.5 * share;
    }
  }
  // The work left at t: from there to the rupture, at x = 1, where all T_k are 1.
  double atEnd = 0.0;
  for (std::size_t term = 1; term < kTerms + 2; ++term) {
    const double before = term == 1 ? 2.0 * rate[0] : rate[term - 1];
    const double sum = (before - rate[term + 1]) / (2.0 * static_cast<double>(term));
    works[term] = -sum;
    atEnd += sum;
  }
  works[0] = atEnd;
  forces_ = polynomialOf(forces);
  works_ = polynomialOf(works);
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

double BridgeCurve::force(double gap) const {
  if (!(gap < rupture_)) {
    return 0.0;
  }
  if (!(gap > 0.0)) {
    return atTouch_;
  }
  return isSimple_ ? scale_ * scaled(gap)
                   : std::min(atTouch_, polynomialAt(forces_, 2.0 * std::sqrt(gap / rupture_) - 1.0));
}

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
  return std::max(0.0, polynomialAt(works_, 2.0 * std::sqrt(from / rupture_) - 1.0));
}

double adhesionOf(const Cohesion& law, double effectiveRadius) {
  return law.pullOff + 1.5 * std::numbers::pi * law.energy * effectiveRadius;
}

double longestBridge(const Materials& materials, double smallest, double fromFilms) {
  double longest = 0.0;
  for (const PairLaw& law : materials.pairs) {
    const double volume = law.cohesion.fromFilms ? fromFilms : law.cohesion.bridgeVolume;
    if (law.cohesion.hasBridges() && volume > 0.0) {
      // The same liquid reaches farther between smaller grains.
      longest = std::max(longest, BridgeCurve(law.cohesion, 0.5 * smallest, volume).rupture());
    }
  }
  return longest;
}

}  // namespace scree
