#pragma once

// The largest stiffness that a warm started solve of N sweeps carries (substep_count.h). With the compliance of a
// normal row S = 4 Υ/(h² K), K its stiffness, h the substep and m the lighter mass, a bed stays quiet while
// K h²/m <= N, thus S >= (4/N) Υ/m. A row that would be stiffer is made this soft: what a broken-off solve leaves
// undone then costs energy and never adds any, and the overlap under a load F is F/K instead of its law's.
//
// A limited row holds overlaps that its law would never let happen: left there by a solve that was broken off, or by a
// load that a longer substep let in. They are no stored energy, so that such a row parts its bodies no faster than a
// small part of sqrt(g d) (speed_scales.h): it asks for u_n = min(q - S λ, that speed). Its force is what the overlap
// asks for as long as the bodies stay together.
//
// A light grain between what is far heavier and a floor gets the force that it takes over many substeps. In steps with
// far more substeps than the preset a contact that pushed in the substep before is therefore no impact, whatever its
// speed: an impact starts from zero, and the grain would be squeezed flat by what it never gathers a force against.
namespace scree {

/// S m/Υ of the stiffest row that so many sweeps carry. For a light grain between a heavy body and a floor, swinging at
/// ω, the lag of the solve feeds it by 1.1 ω² h K h²/(2 m N) and the row damps it by 0.75 ω² h; for a chain of equal
/// spheres the limit is 0.9 to 1.2 N.
inline double softnessFloor(int sweeps) { return 4.0 / sweeps; }

/// Of rows that are not limited:
constexpr double kAnySpeed = 1e30;  // m/s

/// Overlap over the smaller diameter that the limit may add under a load; where it would be more, the next steps take
/// more substeps. Laws of granular material are off by more; a hundredth and above can be seen.
constexpr double kSoftenedOverlap = 0.002;

/// Overlap over the smaller diameter from which a contact that still closes, with less than half of its law's force, is
/// one that the solve does not stop. Sound scenes reach 0.15 for a step where something is hit within it, and the guard
/// stops a run at 0.25. And the square of the ratio by which the next step then has more substeps: twice as many, again
/// and again until it stops.
constexpr double kPressed = 0.2;
constexpr double kMoreForLag = 4.0;

/// Rows up to this many times as soft as the limit count as limited in steps with more substeps than the preset: these
/// are chosen so that the stiffest rows lie just at the limit. 1.5 and 2.5 give the same rebounds of falling plates;
/// with 2 the triaxial scene lost a grain, which contacts found too late cause and any change of the solver shifts.
constexpr double kNearLimit = 1.5;

}  // namespace scree
