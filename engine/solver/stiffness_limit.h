#pragma once

// The largest stiffness that a warm started solve of N sweeps carries (substep_count.h). With the compliance of a
// normal row S = 4 Υ/(h² K), K its stiffness, h the substep and m the lighter mass, a bed stays quiet while
// K h²/m <= N, thus S >= (4/N) Υ/m. A row that would be stiffer is made this soft: what a broken-off solve leaves
// undone then costs energy and never adds any, and the overlap under a load F is F/K instead of its law's.
//
// An overlap that no force carried is no stored energy: a solve that was broken off left it there, a contact that was
// not found while the two came together, or a load that a longer substep let in. The law's row would part the bodies as
// if it were. So a row that is limited, or one that starts from less than half the force that its law gives at rest at
// its overlap, parts its bodies no faster than a part of sqrt(g d): it asks for u_n = min(q - S λ, that speed). While
// they approach it asks for what the law does. Its warm start keeps what it carries unless the surfaces part: sliding,
// creeping and being pressed together take nothing from it.
namespace scree {

/// S m/Υ of the stiffest row that so many sweeps carry. For a light grain between a heavy body and a floor, swinging at
/// ω, the lag of the solve feeds it by 1.1 ω² h K h²/(2 m N) and the row damps it by 0.75 ω² h; for a chain of equal
/// spheres the limit is 0.9 to 1.2 N.
inline double softnessFloor(int sweeps) { return 4.0 / sweeps; }

/// Of rows that are not limited:
constexpr double kAnySpeed = 1e30;  // m/s

/// Overlap over the diameter that the limit may add under a load; where it would be more, the next steps take
/// more substeps, and up to which an overlap that is not carried is as good as one that is. Laws of granular material
/// are off by more; a hundredth and above can be seen.
constexpr double kSoftenedOverlap = 0.002;

/// A row starts from no less than this part of its law's force at rest, or its overlap is not carried. In the triaxial
/// scene, whose contacts lie open for a step before they are found, 0.25, 0.5 and 0.8 keep the energy alike.
constexpr double kCarried = 0.5;
/// Speed at which an overlap that is not carried is let go, over that of a limited row: 0.4 sqrt(g d). Slower, and what
/// was pressed into each other stays so; as fast as sqrt(g d), and plates that fall on light grains jump.
constexpr double kReleaseFactor = 20.0;

}  // namespace scree
