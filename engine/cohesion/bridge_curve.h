#pragma once

#include <array>
#include <cstddef>

#include "engine/world/materials.h"

namespace scree {

/// Force of a bridge of liquid against the gap between the surfaces (METHOD.md 3.9): the fit of Willett, Adams, Johnson
/// and Seville, Langmuir 16 (2000) 9396, their equations for equal spheres with R = 2 r* by Derjaguin, or their simple
/// form. The fit holds for V up to a tenth of R³ and contact angles up to 50 degrees.
class BridgeCurve {
 public:
  BridgeCurve() = default;
  /// Of a law with bridges, at an effective radius r* [m] and with a volume [m³] above 0.
  BridgeCurve(const Cohesion& law, double effectiveRadius, double volume);

  /// Force of such a bridge at one gap, without what makes many of them quick [N].
  static double forceOnce(const Cohesion& law, double effectiveRadius, double volume, double gap);

  /// Attraction at a gap [m], N: that of touching surfaces for a gap of 0 or less, 0 from the rupture distance on.
  double force(double gap) const;
  /// Gap at which the bridge breaks [m] (Lian, Thornton and Adams, 1993, with the term of Willett and others).
  double rupture() const { return rupture_; }
  /// Work that opens the bridge from a gap of 0 or more to its rupture [J].
  double work(double gap) const;

 private:
  static constexpr std::size_t kTerms = 14;

  void setFit(const Cohesion& law, double effectiveRadius, double volume);
  double scaled(double gap) const;
  void tabulate();

  double scale_ = 0.0;    ///< 2 π R γ [N]
  double perGap_ = 0.0;   ///< 1/m: makes a gap the number of the fit
  double rupture_ = 0.0;  ///< m
  double cosine_ = 1.0;   ///< of the contact angle
  double atTouch_ = 0.0;  ///< N
  bool isSimple_ = false;
  double f1_ = 0.0, f2_ = 0.0, f3_ = 0.0, f4_ = 0.0;  ///< of the full fit
  double least_ = 0.0;  ///< logarithm of the number below which the fit is taken as constant
  /// The full fit and its work as polynomials in x, from -1 at touch to 1 at rupture, x = 2 √(S/S_c) - 1 [N, J].
  std::array<double, 16> forces_{};
  std::array<double, 16> works_{};
};

/// Force by which surfaces that touch adhere without liquid at an effective radius [m], N.
double adhesionOf(const Cohesion& law, double effectiveRadius);

/// Largest gap at which any bridge of these materials holds among grains of radii from `smallest` on [m]; 0: none.
/// Bridges from films have at most the volume `fromFilms` [m³].
double longestBridge(const Materials& materials, double smallest, double fromFilms);

}  // namespace scree
