#pragma once

#include <span>
#include <vector>

// Columns of spheres under their own weight: expected height and the error of a run.
namespace scree {

/// Equal spheres of one material stacked on a surface of the same material, with Hertz's contact law.
struct HertzColumn {
  int count = 0;                  ///< spheres
  double radius = 0.0;            ///< m
  double mass = 0.0;              ///< mass of one sphere [kg]
  double effectiveModulus = 0.0;  ///< E* [Pa]
  double gravity = 9.81;          ///< m/s²
};

/// Overlap [m] of each contact from the bottom under the weight above it, δ = (W/k)^(2/3) with k = (4/3) E* sqrt(r*)
/// (METHOD.md 3.2; the lowest contact is with the surface, r* = r, the others have r* = r/2).
std::vector<double> hertzOverlaps(const HertzColumn& column);

/// Height [m] of the column at rest: the diameters less the overlaps. The reference of W, section 4.1.
double hertzHeight(const HertzColumn& column);

/// Error of a series of heights against the expected height, over the expected height.
struct HeightError {
  double offset = 0.0;  ///< mean of the series less the expected height, negative where the column is too low
  double unrest = 0.0;  ///< standard deviation of the series

  /// Root mean square of both errors: small only when the column is right and at rest.
  double rms() const;
};

/// Compares heights [m] with the expected one [m], which must be positive. Zero error for an empty series.
HeightError heightError(std::span<const double> heights, double expected);

}  // namespace scree
