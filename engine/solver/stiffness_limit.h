#pragma once

// The largest stiffness that a warm started solve of N sweeps carries (substep_count.h): with the compliance of a
// normal row S = 4 Υ/(h² K), K its stiffness, h the substep and 1/m = (1/m_a + 1/m_b)/2, a bed stays quiet while
// K h²/m <= N, thus S >= (2/N) Υ (1/m_a + 1/m_b). A row that would be stiffer is made this soft: what a broken-off
// solve leaves undone then costs energy and never adds any, and the overlap under a load F is F/K instead of its
// law's. The same for every contact, as the law demands of each.
namespace scree {

/// S/(Υ (1/m_a + 1/m_b)) of the stiffest row that so many sweeps carry.
inline double softnessFloor(int sweeps) { return 2.0 / sweeps; }

/// A row that is softer than its law holds overlaps that its law would never let happen: left there by a solve that was
/// broken off, or by a load that a longer substep let in. They are no stored energy, so that such a row parts its
/// bodies no faster than a small speed, a part of sqrt(g d) (speed_scales.h): it asks for u_n = min(q - S λ, that
/// speed). Its force is what the overlap asks for as long as the bodies stay together; what it can throw is below a
/// thousandth of the energy of a fall by d. Of rows that are not limited:
constexpr double kAnySpeed = 1e30;  // m/s

/// Overlap over the smaller diameter that the limit may add under a load; where it would be more, the next steps take
/// more substeps. Laws of granular material are off by more; a hundredth and above can be seen.
constexpr double kSoftenedOverlap = 0.002;

}  // namespace scree
