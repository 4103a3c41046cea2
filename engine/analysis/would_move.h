#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/world/world.h"

// Misses of the reduction: members that would move if their forces were asked. They are found by solving a copy of the
// world in full, which costs many steps, and they change nothing.
namespace scree {

/// Members that move against their aggregate in a converged solve of the whole world.
struct WouldMove {
  std::vector<std::uint32_t> slots;  ///< slots of these members, ascending
  std::vector<double> speeds;        ///< speed of each against its aggregate at the end of the trial [m/s]
  std::size_t members = 0;           ///< number of members asked
  bool isKnown = true;               ///< false: the trial was interrupted, or a grain in it became non-finite

  double share() const { return members == 0 ? 0.0 : static_cast<double>(slots.size()) / static_cast<double>(members); }
};

/// Time for which a copy of the world is solved [s]: 1.5 √(d/g) with the mean diameter, at least one step. Overlaps
/// that were kept with other forces have settled by then, and what nothing holds has gained 1.5 √(g d).
double trialTime(const World& world);

/// Members that move faster than the merge limit on sliding against their aggregate at the end of trialTime(), when all
/// grains are free and the rows are solved to convergence: 4 substeps of 64 sweeps from the kept forces. Drives go on;
/// nothing is emitted or taken out. Of a floating aggregate the rigid motion is that of its members' momentum. The
/// result is the same for any number of threads. The trial ends early once `interrupt` is not 0.
WouldMove wouldMove(const World& world, ThreadPool* threads, const std::atomic<int>* interrupt = nullptr);

}  // namespace scree
