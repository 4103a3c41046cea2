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

}  // namespace scree
