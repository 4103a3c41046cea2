#include <algorithm>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/commands.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"

namespace scree {

namespace {

constexpr const char* kRunFooter =
    R"(A resumed run takes its state and parameters from the checkpoint; SCENE gives name and duration, and
--set may change solver.*, reduction.*, time_step, gravity and duration. Tables and frames go on where the earlier
run left those in the same --csv and --vtk folders, and the table of --events in its file.

)";

constexpr int kMostSteps = 1'000'000'000;
constexpr int kMostGrains = 1'000'000;  // of a cell

void addFiles(Declaration& run, RunOptions& options) {
  run.file("--report", options.report, "Write a report of the run as JSON");
  run.folder("--csv", options.csvFolder,
             "Write timeseries.csv (a row every step, or --every) and departures.csv to a folder");
  run.file("--events", options.events,
           "Write a table (CSV) of all that merges and splits: step, time, particle, aggregate before and after "
           "(0: free), cause, detail of the cause, what was measured, value, limit, unit, partner");
  CLI::Option* vtk =
      run.folder("--vtk", options.vtkFolder, "Write particles, bodies and contacts as .pvd for ParaView to a folder");
  vtk->needs(
      run.time("--every", options.every, kAboveZero, "Simulated time between frames and rows, for example '50 ms'"));
  CLI::Option* checkpoint =
      run.file("--checkpoint", options.checkpoint, "Write the complete state at the end, also after Ctrl-C");
  run.time("--save-every", options.saveEvery, kAboveZero,
           "Write the checkpoint also during the run, every so often in real time, for example every '10 min': a run "
           "that is killed goes on from there")
      ->needs(checkpoint);
  run.file("--hdf5", options.hdf5,
           "Write the state at the end as HDF5, for h5py and others: particles, contacts with forces, bodies, joints, "
           "surfaces; --resume reads it too");
  run.file("--resume", options.resume, "Go on from a checkpoint as if the run had never stopped (see below)");
  run.folder(
      "--belt", options.belt,
      "Write landings.csv (time and place of each pellet that lands on the widest belt, also in coordinates that move "
      "with it), bed.csv and profile.csv (heights of the bed that they make) to a folder. A resumed run begins anew");
  CLI::Option* population = run.folder(
      "--population", options.population,
      "Write population.csv (granules by size, with growth and the numbers of a population balance beside them), "
      "population_rates.csv, population_pairs.csv, population_kernels.csv and residence.csv to a folder. A resumed run "
      "begins anew");
  run.time("--population-window", options.populationWindow, kAboveZero,
           "Simulated time over which --population counts, a row each (1 s)")
      ->needs(population);
  run.time("--balance-from", options.balanceFrom, kFromZero,
           "Simulated time at which the balance of --population begins, with the mean rates until then, which it keeps "
           "(without it: from the start, with the rates of each window)")
      ->needs(population);
  run.time("--angle", options.angleEvery, kAboveZero,
           "Measure the angle of repose every so often, for example every '50 ms': mean and deviation in the report");
  run.time("--flow", options.flowEvery, kAboveZero,
           "Measure the flow in the turning drum every so often, for example every '50 ms': dynamic angle of repose, "
           "speeds along it and of the surface, with the deviation of five equal parts, in the report");
  CLI::Option* mixing = run.time(
      "--mixing", options.mixingEvery, kAboveZero,
      "Measure how well two populations of grains are mixed, by the index of Lacey, every so often, for example every "
      "'50 ms', and at the end: 0 apart, 1 at random, in the report");
  run.read(
         "--mixing-by",
         [&options](const std::string& text) {
           const auto found = std::ranges::find(kMixingNames, text);
           options.mixing.by = static_cast<MixingBy>(found - kMixingNames.begin());
           return std::string(found == kMixingNames.end() ? "use one of: x, y, z, size, material" : "");
         },
         "NAME",
         "Populations: grains that begin beyond the median along x, y or z and those before it; by size, those of at "
         "least the median diameter; by material, those of the first one (z)")
      ->needs(mixing);
  run.quantity("--mixing-cell", options.mixing.cell, Dimension::length, kAboveZero,
               "Edge of the cells of --mixing (four mean diameters)")
      ->needs(mixing);
  run.count("--mixing-least", options.mixing.least, 2, kMostGrains,
            "Grains that a cell of --mixing needs to count (10)")
      ->needs(mixing);
  run.time("--from", options.beltFrom, kFromZero,
           "Simulated time from which landings count in the bed, angles and the flow, and at which mixing begins (0); "
           "needs --belt, --angle, --flow or --mixing");
  CLI::Option* record =
      run.file("--record", options.record, "Record the run for ndem replay and the window; never over a file");
  run.count("--mark-every", options.markEvery, 1, kMostSteps,
            "Steps between the states that a replay is compared with (10)")
      ->needs(record);
}

void addQuestions(Declaration& run, RunOptions& options) {
  run.time("--would-move", options.wouldMove, kAboveZero,
           "Ask every so often, for example every '100 ms', which members of aggregates a full solve would move: "
           "columns in timeseries.csv, a line of the summary and a section of the report. Changes no result");
  run.time("--solver-error", options.solverError, kAboveZero,
           "Measure every so often, for example every '100 ms', the error of the solver against a converged copy: "
           "creep, sinking and angle as columns in timeseries.csv, a line of the summary and a section of the report. "
           "Merging is not judged by it. Changes no result");
}

}  // namespace

Runner declareRun(Declaration& run) {
  const auto options = std::make_shared<RunOptions>();
  addScene(run, options->scene);
  addSet(run, options->overrides, "Change a value of the scene, for example solver.sweeps=500");
  run.time("--until", options->until, kAboveZero,
           "Simulated time to stop at, for example '5 s' (default: the scene's)");
  addFiles(run, *options);
  addQuestions(run, *options);
  run.choice("--guard", options->guard, {"stop", "warn", "off"},
             "Reaction of the guard to what no sound run does: stop, warn or off (default: the scene's solver.guard, "
             "which is stop)");
  addThreads(run, options->threads, "the scene's");
  run.command().footer(kRunFooter + exitCodesText());
  return [options] {
    options->angleFrom = options->flowFrom = options->mixingFrom = options->beltFrom;
    if (options->beltFrom && options->belt.empty() && !options->angleEvery && !options->flowEvery &&
        !options->mixingEvery) {
      throw CLI::ValidationError("--from",
                                 "needs --belt, --angle, --flow or --mixing, of which it says from when they count");
    }
    return runCommand(*options);
  };
}

}  // namespace scree
