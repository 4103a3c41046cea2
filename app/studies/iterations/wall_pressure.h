#pragma once

#include <span>
#include <vector>

#include "engine/analysis/force_network.h"
#include "engine/world/world.h"

namespace scree {

/// Sums over the wall of an upright container in strips 5 d high from the bottom, and over several instants.
class WallSums {
 public:
  /// Adds an instant. The container is the first body, with its bottom at z = 0. `contacts` are those of
  /// findForceContacts().
  void add(const World& world, std::span<const ForceContact> contacts);

  struct Strip {
    double normal = 0.0;   ///< sum of normal forces on the wall [N]
    double squares = 0.0;  ///< sum of their squares [N²]
    double support = 0.0;  ///< sum of the upward forces on the grains [N]
    double weight = 0.0;   ///< sum of the weights of the grains in the strip [N]
  };
  const std::vector<Strip>& strips() const { return strips_; }
  double instants() const { return instants_; }

 private:
  std::vector<Strip> strips_;
  double instants_ = 0.0;
};

/// Pressures at the middle of a strip.
struct WallPoint {
  double depth = 0.0;     ///< below the surface [d]
  double pressure = 0.0;  ///< on the wall [Pa]
  double vertical = 0.0;  ///< of the weight above less what the wall bears of it, over the section [Pa]
  double scatter = 0.0;   ///< standard error of the pressure by the scatter of single forces, over the pressure
};

/// Pressure on the wall of a container, after Janssen (1895): p = p_inf (1 - exp(-z/λ)), p_inf = ρ g D/(4 m) and
/// λ = D/(4 m K) with the friction m that the wall bears over its normal force, and K = p over the vertical pressure.
struct JanssenProfile {
  std::vector<WallPoint> points;  ///< from the surface down, without the lowest strip, where the floor bears
  double mobilised = 0.0;         ///< m, mean over the wall
  double fittedPressure = 0.0;    ///< p_inf by a fit of both [Pa]
  double fittedLength = 0.0;      ///< λ by the fit [d]
  double fittedRatio = 0.0;       ///< K that λ and m give
  double meanRatio = 0.0;         ///< K as the mean over the strips
  double closedPressure = 0.0;    ///< ρ g D/(4 m) with the bulk density ρ [Pa]
  double deviation = 0.0;         ///< root mean square of measured less fitted, over p_inf
  double expected = 0.0;          ///< root mean square of the standard errors of the strips, over p_inf
  double hydrostatic = 0.0;       ///< ρ g z at the lowest point [Pa]
  bool isFitted = false;          ///< at least four points, and the fit ended
};

/// Profile in a container so wide [d], with a bed so high [d], of grains of diameter d [m].
JanssenProfile janssenProfile(const WallSums& sums, double width, double height, double diameter);

}  // namespace scree
