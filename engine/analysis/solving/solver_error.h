#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/world/world.h"

// Errors of a solver on a scene as it is now: copies of the world are stepped for a short time, one with the settings
// in question, one with so many substeps and sweeps that more change little. They change nothing in the world.
namespace scree {

/// A copy of a world after a short time.
struct ShortRun {
  World world;
  double time = 0.0;              ///< simulated time [s]
  double seconds = 0.0;           ///< processor time: of the thread, or of the process with more threads [s]
  double substeps = 0.0;          ///< substeps of a step, mean
  std::size_t steps = 0;          ///< number of steps
  std::vector<Vec3> forces = {};  ///< force of the particles on each body, mean over the run [N]
};

/// Settings of the converged copy: `substeps` substeps (32) of 64 sweeps with the method pgs, no step cut short by a
/// tolerance; the law of impacts and all else as in `parameters`, without merging.
Parameters convergedParameters(const Parameters& parameters, int substeps = 32);

/// Steps the world up to a simulated time.
void stepUpTo(World& world, double time);

/// Steps a copy of the world with other parameters for `time`, at least one step, without guard, emitters, sinks and
/// pull. Nothing if `interrupt` became non-zero, or a particle non-finite. `progressed` is told the part of the run
/// that is done after each step.
std::optional<ShortRun> shortRun(const World& world, const Parameters& parameters, double time, ThreadPool* threads,
                                 const std::atomic<int>* interrupt = nullptr,
                                 const std::function<void(double)>& progressed = {});

/// Distance of a run from the converged one, both from the same start.
struct SolverError {
  double time = 0.0;           ///< simulated time of the runs [s]
  std::vector<double> speeds;  ///< by slot: distance of the particle from its converged place, over the time [m/s]
  double creep = 0.0;          ///< median over the slow particles [m/s]
  double sinking = 0.0;        ///< mean of the slow particles' wrong way down, over the time [m/s]
  double profile = 0.0;        ///< rms over horizontal layers: difference of the mean velocities over the time [m/s]
  double centre = 0.0;         ///< distance of the centres of mass [m]
  double angle = 0.0;          ///< difference of the angles of repose (angleOfRepose()) [rad]
  double kinetic = 0.0;        ///< difference of the kinetic energies over the converged one
  double force = 0.0;          ///< largest difference of mean forces on a body, over the weight of all particles
};

/// Compares two runs of `start`. Slow are the three quarters of the particles whose converged way is shortest: what
/// flows goes ways of its own after any change.
SolverError solverError(const World& start, const ShortRun& converged, const ShortRun& run);

/// Error that the solver makes now: solverError() of a copy that goes on for trialTime() with the world's own
/// parameters, against one with convergedParameters() of 16 substeps, which is enough for a number on the screen and
/// costs half of the 32 of a study. Both are without merging, so that merging is not judged. Members must be placed
/// (placeMembers()). The result is the same for any number of threads. Nothing if `interrupt` became non-zero, or a
/// particle of a copy non-finite.
std::optional<SolverError> solverErrorNow(const World& world, ThreadPool* threads,
                                          const std::atomic<int>* interrupt = nullptr);

}  // namespace scree
