#pragma once

// The largest stiffness that a warm started solve of N sweeps carries (substep_count.h). With the compliance of a
// normal row S = 4 Υ/(h² K), K its stiffness, h the substep and m the lighter mass, a bed stays quiet while
// K h²/m <= N, thus S >= (4/N) Υ/m. A row that would be stiffer is made this soft: what a broken-off solve leaves
// undone then costs energy and never adds any, and the overlap under a load F is F/K instead of its law's.
//
// A limited row holds overlaps that its law excludes: left by a solve that was broken off, or by a load in a longer
// substep. Such an overlap is no stored energy. The row therefore parts its bodies no faster than a small part of
// sqrt(g d) (speed_scales.h): it asks for u_n = min(q - S λ, parting speed). While the bodies stay together its force
// follows the overlap.
//
// A light grain between a far heavier body and a floor gathers its force over many substeps. In steps with far more
// substeps than the preset a contact that pushed in the substep before is therefore no impact, whatever its speed: an
// impact starts from zero, and without a force the grain would be squeezed flat.
namespace scree {

/// S m/Υ of the stiffest row that so many sweeps carry. For a light grain between a heavy body and a floor, swinging at
/// ω, the lag of the solve feeds it by 1.1 ω² h K h²/(2 m N) and the row damps it by 0.75 ω² h; for a chain of equal
/// spheres the limit is 0.9 to 1.2 N.
inline double softnessFloor(int sweeps) { return 4.0 / sweeps; }

}  // namespace scree
