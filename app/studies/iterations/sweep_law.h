#pragma once

#include <span>
#include <vector>

namespace scree {

/// Constants of eq. 41 of Servin et al. (2014).
struct SweepLaw {
  double factor = 0.3;   ///< c0
  double flow = 2.0;     ///< c1
  double height = 0.44;  ///< c2
};

/// Sweeps that a bed needs.
struct SweepPoint {
  double sweeps = 0.0;
  double tolerance = 0.05;      ///< ε
  double height = 0.0;          ///< l [d]
  double width = 0.0;           ///< w [d]
  double inertialNumber = 0.0;  ///< I
};

/// Sweeps by the law: c0 (1 + c1 I)/ε times w (1 - exp(-c2 l/w)) for w of 5 and more, else times c2 l.
double sweepsOf(const SweepLaw& law, const SweepPoint& point);

/// The law fitted to points.
struct SweepFit {
  SweepLaw law = {};
  SweepLaw errors = {};  ///< standard errors; 0 for c1 where nothing flows
  double scatter = 0.0;  ///< standard deviation of ln(sweeps/law)
  std::size_t points = 0;
  bool hasFlow = false;  ///< c1 was fitted: at rest it is 0
  bool isFound = false;
};

/// Fits the constants by least squares of ln(sweeps/law), so that a short and a tall bed count alike. Points that flow
/// determine c1; without any it is 0. Not found without more points than constants, or with a constant that the points
/// leave open: a standard error of more than itself.
SweepFit fittedLaw(std::span<const SweepPoint> points);

}  // namespace scree
