#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace scree {

/// Options of `ndem study repose`.
struct ReposeOptions {
  std::vector<std::string> only;  ///< parts of "drum VARIANT" or "pile VARIANT" to run; empty: all
  std::filesystem::path folder;   ///< folder of repose.csv, the series and report.md
  int jobs = 1;                   ///< number of variants run side by side
};

/// Measures the angles of repose of the drum and the pile with 150 and 500 sweeps, and with each setting that may move
/// them (effective radius, twisting, step, warm start, measuring window), beside the published values. Returns an
/// ExitCode.
int reposeExperiment(const ReposeOptions& options);

/// Options of `ndem study warm-start`.
struct WarmStartOptions {
  std::vector<std::string> only;  ///< some of the parts column, pile, drum, creep; empty: all
  std::filesystem::path folder;   ///< folder of warm_start.csv, report.md and the plots
  int jobs = 1;                   ///< number of runs side by side
  bool quick = false;             ///< smaller systems and fewer runs: minutes less, coarser numbers
  int pileParticles = 600;        ///< number of particles in the pile; the pile of paper W has 3363
};

/// Measures the gain by warm starting as paper W does: sweeps for the height of a column, height of a pile, plug and
/// angle of a drum; and the creep of beds that should rest. Reports published values beside the measured ones. Returns
/// an ExitCode.
int warmStartExperiment(const WarmStartOptions& options);

/// Options of `ndem study reduction`.
struct ReductionOptions {
  std::vector<std::string> only = {"conveyor", "collapse", "drum"};  ///< systems; the long conveyor takes an hour
  std::vector<std::string> presets = {"local", "paper-cs", "paper-tr-f", "paper-tr-fv",
                                      "paper-ctr"};         ///< presets of the reduction
  std::vector<std::string> solvers = {"default", "paper"};  ///< presets of the solver for runs with merging
  /// Solvers of the runs in full to compare with; names that fullCase() knows.
  std::vector<std::string> against = {"default", "accurate", "paper", "paper-warm", "paper-500"};
  int seeds = 1;
  int firstSeed = 1;
  std::vector<SceneOverride> settings;   ///< settings of the scenes for all runs
  std::vector<SceneOverride> reduction;  ///< settings "reduction.*" for runs with merging, applied after the preset
  int threads = 1;                       ///< number of threads of each run
  std::filesystem::path folder;          ///< folder of reduction.html, reduction.csv, series, decisions and plots
  bool quick = false;                    ///< fewer grains, and runs of half a simulated second
};

/// Compares runs with merging and runs in full from the same states: angles, flows, reduction level against that of the
/// oracle, wall time in all and by stage. Reports published values beside the measured ones. Runs take turns because
/// they are timed. Returns an ExitCode.
int reductionExperiment(const ReductionOptions& options);

/// Options of `ndem study precision`.
struct PrecisionOptions {
  std::string scene;                    ///< scene file, or the name of a shipped scene
  std::vector<SceneOverride> settings;  ///< settings of the scene
  std::vector<std::string> cases;       ///< more ways to solve: "KEY=VALUE,KEY=VALUE", keys without "solver."
  double from = 1.0;                    ///< simulated time from which on it is measured, after the first state [s]
  double time = 0.2;                    ///< simulated time of each measurement [s]
  int starts = 3;                       ///< number of measurements, each from where the last one began, `time` later
  std::filesystem::path folder;         ///< folder of precision.html, precision.csv and plots; may be empty
};

/// Measures the errors of the presets and of other ways to solve on a scene against converged runs from the same
/// states, and their processor time. Returns an ExitCode.
int precisionExperiment(const PrecisionOptions& options);

/// Options of `ndem study collision`.
struct CollisionOptions {
  std::filesystem::path folder;  ///< folder of collision.html, its tables and plots; may be empty
  bool quick = false;            ///< fewer restitutions, durations and speeds
};

/// Measures how well collisions of a set duration keep duration and restitution, with the formulas of the engine and
/// with an iterative choice beside them, and their return to the material's own. Returns an ExitCode.
int collisionExperiment(const CollisionOptions& options);

/// Options of `ndem study iterations`.
struct IterationOptions {
  std::vector<std::string> only;  ///< columns, containers, drums; empty: all
  int seeds = 1;
  int firstSeed = 1;
  int jobs = 1;                  ///< number of systems side by side
  bool quick = false;            ///< few small systems
  std::filesystem::path folder;  ///< folder of iterations.html, its tables, the scenes and plots
};

/// Measures the errors at contacts against the number of sweeps in the containers and drums of Servin et al. (2014),
/// the sweeps for an overlap error of 5 %, the constants of their eq. 41, and the pressure on walls against Janssen's
/// law. Returns an ExitCode.
int iterationExperiment(const IterationOptions& options);

/// Options of `ndem study triaxial`.
struct TriaxialOptions {
  std::filesystem::path folder;   ///< folder of triaxial.html, triaxial.csv, the curves and the plots
  std::vector<std::string> only;  ///< parts of the names of the samples to run; empty: all
  std::vector<std::string> ways;  ///< parts of the names of the ways to solve; empty: all
  int seeds = 3;
  int jobs = 1;        ///< number of runs side by side
  bool quick = false;  ///< a small sample and few runs, to test the study itself
};

/// Measures the critical stress of the triaxial test against sweeps, cold and warm, and against other settings that may
/// move it. Reports published values beside the measured ones. Returns an ExitCode.
int triaxialExperiment(const TriaxialOptions& options);

/// Options of `ndem study gallery`.
struct GalleryOptions {
  int scenes = 51;                      ///< number of scenes: three of each class
  int first = 0;                        ///< place of the first one in the gallery
  std::vector<std::string> only;        ///< names of classes; empty: all classes in turn
  int seeds = 3;                        ///< runs in full, and merged runs, of each scene
  int jobs = 1;                         ///< number of scenes run side by side
  std::filesystem::path out;            ///< table of all quantities (CSV); may be empty
  std::filesystem::path write;          ///< folder to write the scenes to; nothing is run then
  bool isControl = false;               ///< runs in full with other seeds in place of merged runs
  bool asksMembers = true;              ///< samples the members that would move
  std::vector<SceneOverride> settings;  ///< settings of the scenes for all runs
};

/// Names of the classes of scenes.
std::vector<std::string> galleryClassNames();

/// Runs random scenes of many classes in full and merged, and compares flows, places, surfaces, forces and energies;
/// counts grains through walls, hanging members and members that would move. Returns an ExitCode.
int galleryExperiment(const GalleryOptions& options);

/// Options of `ndem study truth`.
struct TruthOptions {
  std::vector<std::string> only;  ///< names of systems or of parts; empty: all
  std::vector<std::string> ways;  ///< names of ways to solve; empty: those of each part
  int seeds = 5;
  int firstSeed = 1;
  int jobs = 1;               ///< number of runs side by side; results do not depend on it
  std::filesystem::path out;  ///< table of all single values (CSV); may be empty
};

/// Names of the parts and systems of the study of the truth.
std::vector<std::string> truthSystemNames();
/// Names of its ways to solve.
std::vector<std::string> truthWayNames();

/// Measures the bias of the presets against references with small steps, what restitution and damping time do at
/// default steps, and where the bias comes from. Returns an ExitCode.
int truthExperiment(const TruthOptions& options);

/// Options of `ndem study all`.
struct ValidationOptions {
  bool quick = false;             ///< fewer systems and ways to solve; else all
  std::vector<std::string> only;  ///< names of parts; empty: all
  int seeds = 0;                  ///< 0: two if quick, else three
  int firstSeed = 1;
  int jobs = 1;                     ///< runs side by side, where nothing is timed; results do not depend on it
  bool pageOnly = false;            ///< measures nothing: writes the page anew from the table
  std::filesystem::path benchmark;  ///< table of scree_bench whose rows are taken over; may be empty
  std::filesystem::path folder;  ///< folder of VALIDATION.md and validation.csv; rows in it that are not measured stay
};

/// Names of the parts that `ndem study all` can measure.
std::vector<std::string> validationPartNames();

/// Measures all that Scree claims, beside what it is held against, and writes it as a page and a table. Returns an
/// ExitCode.
int validationStudy(const ValidationOptions& options);

/// Options of `ndem study benchmark`.
struct BenchmarkOptions {
  std::vector<std::string> only;  ///< cases, drum and penetration; empty: all
  std::vector<std::string> ways;  ///< ways to step; empty: all
  int seeds = 1;
  int firstSeed = 1;
  int jobs = 1;                  ///< number of runs side by side
  bool quick = false;            ///< a sixteenth of the grains and a fifth of the time
  std::filesystem::path data;    ///< folder of the published starts, for seed 1; empty: filled anew
  std::filesystem::path folder;  ///< folder of benchmark.html, benchmark.csv, the scenes and plots
};

/// Runs the cases of Dosta et al. 2024 by the solver, by smooth DEM and by LIGGGHTS from the same starts, and reports
/// counts, depths and processor times. Returns an ExitCode.
int benchmarkExperiment(const BenchmarkOptions& options);

/// Options of `ndem study angles`.
struct AnglesOptions {
  std::vector<std::string> only;  ///< names of cases; empty: all
  std::vector<std::string> ways;  ///< ways to step; empty: all
  int seeds = 1;
  int firstSeed = 1;
  int jobs = 1;                  ///< number of runs side by side
  bool quick = false;            ///< fewer grains, and no step of 0.2 ms
  std::filesystem::path folder;  ///< folder of angles.html, angles.csv and the scenes
};

/// Runs column, pile, collapse and drum from the same starts by the solver at several steps, by smooth DEM and by
/// LIGGGHTS, and reports angles by one measure with their differences. Returns an ExitCode.
int anglesExperiment(const AnglesOptions& options);

/// Options of `ndem study balling`.
struct BallingOptions {
  std::vector<std::string> only;  ///< names of drums, or their beginnings before a dash; empty: those of a night
  std::vector<std::string> ways;  ///< full, merged; empty: both
  int seeds = 1;
  int firstSeed = 1;
  int jobs = 1;                  ///< number of runs side by side
  bool quick = false;            ///< the small shipped drum alone
  std::filesystem::path folder;  ///< folder of balling.html, tables and plots
};

/// Runs balling drums with their belts until they are steady, records them, and reports flow and bed beside the
/// published figures, in full and merged. Returns an ExitCode.
int ballingExperiment(const BallingOptions& options);

/// Options of `ndem study silo`.
struct SiloOptions {
  std::vector<std::string> ways;  ///< ways to step; empty: all
  int seeds = 1;
  int firstSeed = 1;
  int jobs = 1;                  ///< number of runs side by side
  bool quick = false;            ///< 3000 grains, smaller orifices
  std::filesystem::path folder;  ///< folder of silo.html, silo.csv, the scenes and plots
};

/// Fills a silo anew, opens each of two orifices, and reports rates of discharge beside Beverloo's law. Returns an
/// ExitCode.
int siloExperiment(const SiloOptions& options);

/// Options of `ndem study pellets`.
struct PelletsOptions {
  std::vector<std::string> only;  ///< names of parts; empty: all
  int seeds = 1;                  ///< piles of each way
  int firstSeed = 1;
  int jobs = 1;                  ///< number of runs side by side
  bool quick = false;            ///< fewer drops, a shorter pile, no step of 0.2 ms in it
  std::filesystem::path folder;  ///< folder of pellets.html, its tables and plots
};

/// Names of its parts: those on single pellets, pile and fine-pile.
std::vector<std::string> pelletPartNames();

/// Verifies single pellets of iron ore against closed forms, builds the long pile of the paper on them, and reports
/// published values beside ours. Returns an ExitCode.
int pelletsExperiment(const PelletsOptions& options);

}  // namespace scree
