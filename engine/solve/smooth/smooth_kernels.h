#pragma once

#include <span>

#include "engine/base/periodic_box.h"
#include "engine/base/types.h"
#include "engine/solve/smooth/smooth_lanes.h"

// The vector code of smooth DEM. It runs on the best instruction set of the processor it finds itself on; all round
// alike.
namespace scree {

/// Lists that the substeps go through.
struct SmoothLists {
  SmoothGrain* grains = nullptr;
  SmoothRow* rows = nullptr;
  SmoothBatch* batches = nullptr;
  SmoothSurfaces* surfaces = nullptr;
  SmoothGiven* given = nullptr;  ///< by batch; where a law has its duration of collisions set
  SmoothFound* found = nullptr;  ///< by batch; filled where the caller asks for it
  const SmoothLawNumbers* laws = nullptr;
  const PeriodicBox* box = nullptr;  ///< null: no axis is periodic
  double restKept = 1.0;             ///< part of the overlap at rest that lasts through a substep
};

/// Finds the forces of the contacts of a group, lets its springs take the motion of a substep of `time` [s], and adds
/// the forces to the rows. Keeps the geometry and normal forces where `keeps` is set.
void pushGroup(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps);

/// Grains that are moved together, and the rows with the forces on them.
struct SmoothMove {
  std::uint32_t first = 0;  ///< grains [first, last); a multiple of kSmoothWidth is read and written
  std::uint32_t last = 0;
  std::uint32_t firstRow = 0;                  ///< row of the first; the others follow
  const std::uint32_t* firstOthers = nullptr;  ///< by grain: first of its rows in other pieces; one more at the end
  const std::uint32_t* others = nullptr;       ///< rows in other pieces
  Vec3 gravity = Vec3::Zero();                 ///< m/s²
  double time = 0.0;                           ///< of a substep [s]
  bool goesOn = false;                         ///< another substep follows: its first half drift is done too
};

/// Moves grains by the first half drift of a substep.
void driftGrains(const SmoothMove& move, SmoothGrain* grains);
/// Gives grains their new velocities, moves and turns them, and empties their rows. Returns the square of the largest
/// speed [m²/s²].
double moveGrains(const SmoothMove& move, SmoothGrain* grains, SmoothRow* rows);

}  // namespace scree
