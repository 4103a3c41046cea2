#pragma once

// Rules of Servin, Wang, Lacoursière and Bodin, "Examining the smooth and nonsmooth discrete element approaches to
// granular matter" (2014), for step, sweeps and speeds of a bed. Heights and widths are in diameters; all else is in SI
// units. Equations are those of the paper.
namespace scree {

/// Cost of smooth DEM, K_SDEM in eq. 36: LIGGGHTS on one core of 2013 [s a grain and step].
constexpr double kPaperSmoothCost = 1e-6;
/// Cost of nonsmooth DEM, K_NDEM in eq. 38: the paper's own solver on the same machine [s a contact and sweep].
constexpr double kPaperSweepCost = 1e-6;
/// Contacts a grain in the paper's table I. Its eq. 42 allows up to 10; only with 1 the table comes out.
constexpr double kPaperContacts = 1.0;

/// Eq. 41: Gauss-Seidel sweeps from a cold start for a mean overlap error ε.
double sweepRule(double tolerance, double height, double width, double inertialNumber);

/// The same from a warm start (history or adaptive), by a law of the same form with constants of Scree's own
/// (METHOD.md 17.20): sweeps of a step that were one solve. They were measured with four substeps.
double warmSweepRule(double tolerance, double height, double width, double inertialNumber);

/// Sweeps that a substep needs, from the number for a step that is one solve. The error that a solve leaves is a share
/// of the speed that gravity gave, and moves grains for the time of the substep: both are divided by the number of
/// substeps.
double sweepsOfSubstep(double sweeps, int substeps);

/// Grains in a bed: l π/4 w², no fewer than one a layer (section 5.3, table I).
double grainsOf(double height, double width);

/// Relative speed of neighbours, 0.2 I √(p/ρ) (section 5.3) [m/s]. The paper does not tell p. The 23 speeds of table I
/// all come out with the mean pressure of a bed of packing 0.59 that saturates as the sweeps of eq. 41 do, so that this
/// is taken: p = ρ g d (0.295/c2) w (1 - exp(-c2 l/w)).
double relativeSpeed(double inertialNumber, double gravity, double diameter, double height, double width);

/// Eq. 37: largest step of nonsmooth DEM, min(ε d/v, √(2 ε d/g)) [s]. Infinite if nothing moves and nothing falls.
double nonsmoothStep(double tolerance, double diameter, double speed, double gravity);

/// k_n of Hertz's law, E √(2 d)/(3 (1 - ν²)) (section 2.2) [N/m^1.5]. By its definition d is that of two spheres in
/// contact, half of their own; table I has taken the diameter of one.
double hertzStiffness(double youngsModulus, double poissonRatio, double diameter);

/// Step of smooth DEM with Hertz's law, √(m/k_n) (eq. 36) [s]. The number is the paper's; m/k_n lacks a √m to be a time
/// squared, and numbers are to be in SI units.
double smoothHertzStep(double mass, double stiffness);
/// Step of smooth DEM with a linear law, 0.17 √(m/k) [s] (Wang, Servin and Berglund, parametrisation).
double smoothLinearStep(double mass, double stiffness);

}  // namespace scree
