#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/studies/iterations/iteration_systems.h"
#include "app/studies/iterations/wall_pressure.h"
#include "app/studies/warm_start_table.h"
#include "engine/analysis/solving/contact_errors.h"
#include "engine/settings/parameters.h"
#include "engine/world/world.h"

namespace scree {

/// Times and limits of the study.
struct IterationPlan {
  double ramp = 20.0;          ///< time in which gravity rises to its value [s]
  double turn = 2.0;           ///< angle that a drum turns before its start [rad]
  double containerTime = 5.0;  ///< simulated time of a run in a container [s]
  double drumTime = 3.5;       ///< simulated time of a run in a drum [s]
  double window = 1.0;         ///< its last part, over which errors are means [s]
  double least = 0.02;         ///< error below which no run with more sweeps follows
  int mostSweeps = 724;        ///< sweeps of a solve

  double timeOf(const IterationSystem& system) const {
    return system.kind == IterationKind::drum ? drumTime : containerTime;
  }
};
IterationPlan iterationPlan(bool quick);

/// A way to solve, without its number of sweeps.
struct IterationWay {
  std::string name;
  Parameters solver = {};
  double timeStep = kIterationStep;  ///< s
  bool isMain = true;                ///< for all systems; else for those with variants
  bool formsBed = false;             ///< a container's bed settles with it, too, as published

  /// True if solves begin with forces of the last one.
  bool isWarm() const { return solver.warmStart != WarmStart::off; }
};
inline constexpr const char* kColdWay = "cold";  ///< the published way: one solve a step, from zero
inline constexpr const char* kOwnWay = "default";
/// The own warm start and over-relaxation with the preset's four substeps, whatever the stiffness.
inline constexpr const char* kFixedWay = "default, 4 substeps";
inline constexpr const char* kHistoryWay = "history 0.85";
inline constexpr const char* kColdSubstepsWay = "cold, 4 substeps";
/// All ways to solve of the study.
const std::vector<IterationWay>& iterationWays();

/// A run with a number of sweeps.
struct IterationRun {
  std::string way;
  int sweeps = 0;             ///< of a solve: of a step, or of a substep
  double substeps = 1.0;      ///< solves a step, mean
  ContactErrors errors = {};  ///< over the window
  double overlapError = 0.0;  ///< overlap less that of the reference
  double drift = 0.0;         ///< overlap of the window's second half less that of its first
  WallSums wall = {};         ///< of a container
};

/// A system with its start, its reference and all runs from that start.
struct IterationCase {
  IterationSystem system;
  int seed = 1;
  double height = 0.0;          ///< l: of the bed in a container, mean depth across the bed in a drum [d]
  double inertialNumber = 0.0;  ///< I of the means of shear rate and pressure over the bed; 0 where nothing drives it
  IterationRun reference = {};
  std::vector<IterationRun> runs = {};
};

/// World of a system at its start: grains settle under a gravity that rises slowly, a drum turns until it flows. Solved
/// by the preset accurate. Nothing after a signal, or if the scene does not load.
std::optional<World> iterationStart(const IterationSystem& system, int seed, const IterationPlan& plan);

/// Height of the bed [d]: twice that of the centre of mass above the bottom; in a drum the mean over the angles at
/// which the wall bears grains of the depth that they fill with a packing of 0.6.
double bedHeight(const IterationSystem& system, const World& world);

/// Goes on from a start with a way to solve and so many sweeps of a solve.
IterationRun iterationRun(const IterationSystem& system, const World& start, const IterationWay& way, int sweeps,
                          const IterationPlan& plan);

/// Makes the start, the reference and the runs of all ways, each with more and more sweeps until its overlap error is
/// small. Nothing after a signal, or if the scene does not load.
std::optional<IterationCase> iterationCase(const IterationSystem& system, int seed, const IterationPlan& plan);

/// Overlap that is held against a tolerance: less that of the reference, or as it is, with what the law makes of the
/// weight, as published.
enum class OverlapOf : unsigned char { solver, law };
/// Sweeps of a solve from which on the overlap error of a way is within a tolerance.
Needed neededOf(const IterationCase& one, const std::string& way, double tolerance,
                OverlapOf which = OverlapOf::solver);

}  // namespace scree
