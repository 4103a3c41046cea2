#pragma once

#include <cstddef>
#include <vector>

#include "app/studies/pellets/pellet_case.h"

// Verification of single pellets (III, table 2; METHOD.md 16.4): closed forms that one pellet must follow.
namespace scree {

/// Force of a piston over that of the law, less 1, at an overlap.
struct PistonError {
  double share = 0.0;  ///< δ/d
  double error = 0.0;
};
/// Presses a pellet between a plane and a piston at 20 µm/s up to δ/d = 0.1 on both sides, without gravity: errors at
/// shares of 0.01, 0.02, 0.05 and 0.1. Empty if the scene does not load or the piston loses the pellet.
std::vector<PistonError> pressPellet(const PelletWay& way);
/// Overlap of a pellet that has lain on a plane for two seconds, over that of its law under its weight, less 1.
double restingError(const PelletWay& way);

/// A drop from a height, up to the top of the first rebound.
struct PelletDrop {
  double height = 0.0;       ///< m
  double depth = 0.0;        ///< overlap at the start of the step in which it turns [m]; negative: above the plane
  double restitution = 0.0;  ///< effective: √(top of the rebound/height); 0 if it stays on the plane
};
/// Drops of one pellet each from `count` heights, evenly between two [m].
std::vector<PelletDrop> dropPellets(const PelletWay& way, double lowest, double highest, std::size_t count);
/// Height above the plane [m] from which the stepper is down to an overlap of 1 nm at the end of step `steps`:
/// g Δt² n (n + 1)/2.
double alignedHeight(double timeStep, int steps);
/// Effective restitution of a drop whose impact is exact and that nothing pushes out: u = n g Δt after the n steps of
/// its fall, then a rebound of the stepper from where it was found, z_k = -δ + e u k Δt - g Δt² k (k + 1)/2. 0 where
/// that stays below the plane.
double steppedRestitution(const PelletDrop& drop, double timeStep);
/// Overlap [m] above which the row of the published settings pushes a drop out faster than it rebounds:
/// 4 Υ δ/(e_H Δt) + Υ e u = e u - g Δt, with Υ = 1/9 (METHOD.md 3.2).
double pushingDepth(const PelletDrop& drop, double timeStep);

/// Friction that a pellet on a slope bears before it slides: the tangent of the slope, by halving intervals. The pellet
/// cannot roll. It slides if it is 1 µm farther one second after it has settled, for which an excess of 1.4e-7 is
/// enough.
double slidingOnset(const PelletWay& way);
/// Slope [rad] from which a pellet rolls, by halving intervals to 1e-7 rad. It rolls if it is 10 µm farther two seconds
/// after it has settled, for which an excess of 1e-6 rad is enough.
double rollingOnset(const PelletWay& way);
/// Deceleration [m/s²] of a pellet that rolls on a plane with 1 m/s at first, between 0.05 and 0.35 s.
double rollingDeceleration(const PelletWay& way);

}  // namespace scree
