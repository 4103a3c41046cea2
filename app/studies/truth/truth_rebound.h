#pragma once

// Restitution of a contact with a linear spring and a dashpot that pushes only.
namespace scree {

/// Smallest restitution that dampingTimeFor() gives: no damping makes it 0.
constexpr double kLeastRebound = 0.02;

/// Restitution of a contact whose spring k and dashpot k τ act on a mass m, with ω₀² = k/m and ζ = τ ω₀/2 (τ as in
/// METHOD.md 3.3). The contact ends where its force falls to zero, since rows only push; exp(-π ζ/√(1-ζ²)) is the
/// rebound of a contact that pulls until the overlap is gone, and lower (0.30 instead of 0.40 at ζ = 0.36).
double reboundOf(double ratio);

/// Damping time τ [s] for a restitution, with the stiffness [N/m] and the effective mass [kg] of the contact.
double dampingTimeFor(double restitution, double stiffness, double mass);

}  // namespace scree
