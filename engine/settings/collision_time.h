#pragma once

// Collisions of a set duration and restitution (METHOD.md 18), after Ray, Kempe and Fröhlich 2015.
namespace scree {

/// Hertz collision with a linear dashpot, m δ'' + d δ' + k δ^1.5 = 0, that has a wanted restitution and duration at any
/// mass m and speed u of impact: with z = δ/(u t*) it is z'' + 2 λ z' + z^1.5 = 0.
struct HertzCollision {
  double damping = 0.0;  ///< λ
  double time = 0.0;     ///< t*, the unit of time [s]

  /// k [N/m^1.5] for a mass [kg] and a speed [m/s] of impact.
  double stiffness(double mass, double speed) const;
  /// d [kg/s].
  double dashpot(double mass) const { return 2.0 * damping * mass / time; }
};

/// λ and t* by the direct formulas: restitution is met within 0.14 % for e in [0.3, 1] and 1.7 % at 0.18, the duration
/// within 0.3 % and 1.2 %. Below settings::kLeastStretched they are those of that.
HertzCollision hertzCollision(double restitution, double duration);

/// Springs of contacts whose collisions last a set time, over their effective mass.
struct StretchedLaw {
  double duration = 0.0;  ///< s; 0: contacts keep their own springs
  bool isHertz = false;
  HertzCollision collision;  ///< Hertz only
  double slope = 0.0;        ///< largest dF/dδ over m* [1/s²]

  bool isOn() const { return duration > 0.0; }
};

/// The springs for a restitution and a duration [s], which may be 0. Linear ones have dF/dδ = m* (π² + ln² e)/T²
/// whatever the speed. Hertz ones become straight where they would be stiffer than at the deepest point of a collision
/// of this duration, and some more: loads on contacts that began slowly would ask for shorter substeps.
StretchedLaw stretchedLaw(bool isHertz, double restitution, double duration);

}  // namespace scree
