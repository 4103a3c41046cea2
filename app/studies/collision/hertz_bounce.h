#pragma once

namespace scree {

/// Hertz contact with a linear dashpot, m δ'' + d δ' + k δ^1.5 = 0.
struct HertzContact {
  double mass = 0.0;       ///< m [kg]
  double stiffness = 0.0;  ///< k [N/m^1.5]
  double dashpot = 0.0;    ///< d [kg/s]
};

/// Collision from touch to touch.
struct HertzBounce {
  double restitution = 0.0;  ///< 0 where the grains stick
  double duration = 0.0;     ///< s
  double depth = 0.0;        ///< largest overlap [m]
};

/// Duration of a collision without a dashpot [s], (4/5) √π Γ(2/5)/Γ(9/10) (25 m²/(16 k² u))^(1/5) (Hertz 1882).
double elasticDuration(const HertzContact& contact, double speed);
/// Largest overlap of one [m], (5 m u²/(4 k))^(2/5).
double elasticDepth(const HertzContact& contact, double speed);
/// Stiffness at which it lasts so long [N/m^1.5].
double elasticStiffness(double mass, double speed, double duration);

/// The collision at a speed of impact [m/s], integrated by Runge-Kutta of third order in steps of this length [s].
/// Collisions that take more than `longest` [s] stick.
HertzBounce bounceOf(const HertzContact& contact, double speed, double step, double longest);

}  // namespace scree
