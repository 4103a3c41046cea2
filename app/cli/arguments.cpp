#include "app/cli/arguments.h"

#include "engine/scene_file/units.h"

namespace scree {

const char* const kRunFooter =
    R"(A resumed run takes its state and parameters from the checkpoint; SCENE gives name and duration, and
--set may change solver.*, reduction.*, time_step, gravity and duration. Tables and frames go on where the earlier
run left those in the same --csv and --vtk folders, and the table of --events in its file.

)";

namespace {

// Converts "5 s" or "100 ms" into seconds.
double seconds(const std::string& text, const char* option) {
  const Quantity quantity = parseQuantity(text, Dimension::time);
  if (!quantity.what.empty()) {
    throw CLI::ValidationError(option, quantity.what + ": " + quantity.remedy);
  }
  if (!(quantity.value > 0.0)) {
    throw CLI::ValidationError(option, "must be more than 0 s, for example 5 s or 100 ms");
  }
  return quantity.value;
}

}  // namespace

std::vector<SceneOverride> overridesFrom(const std::vector<std::string>& settings) {
  std::vector<SceneOverride> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw CLI::ValidationError("--set", "'" + setting + "' is not key=value, for example solver.sweeps=500");
    }
    overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return overrides;
}

void addScene(CLI::App& command, Arguments& arguments) {
  command.add_option("SCENE", arguments.run.scene, "A scene file, or the name of a shipped scene (see: ndem scenes)")
      ->type_name("")
      ->required();
  command
      .add_option("--set", arguments.settings,
                  "Change a value of the scene, for example solver.sweeps=500; may be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void addRun(CLI::App& run, Arguments& arguments) {
  RunOptions& options = arguments.run;
  addScene(run, arguments);
  run.add_option("--until", arguments.until, "Simulated time to stop at, for example '5 s' (default: the scene's)")
      ->type_name("TIME");
  run.add_option("--report", options.report, "Write a report of the run as JSON")->type_name("FILE");
  run.add_option("--csv", options.csvFolder,
                 "Write timeseries.csv (a row every step, or --every) and departures.csv to a folder")
      ->type_name("DIR");
  run.add_option("--events", options.events,
                 "Write a table (CSV) of all that merges and splits: step, time, particle, aggregate before and after "
                 "(0: free), cause, detail of the cause, what was measured, value, limit, unit, partner")
      ->type_name("FILE");
  auto* vtk = run.add_option("--vtk", options.vtkFolder,
                             "Write particles, bodies and contacts as .pvd for ParaView to a folder")
                  ->type_name("DIR");
  auto* every =
      run.add_option("--every", arguments.every, "Simulated time between frames and rows, for example '50 ms'")
          ->type_name("TIME");
  vtk->needs(every);
  run.add_option("--would-move", arguments.wouldMove,
                 "Ask every so often, for example every '100 ms', which members of aggregates a full solve would move: "
                 "columns in timeseries.csv, a line of the summary and a section of the report. Changes no result")
      ->type_name("TIME");
  run.add_option(
         "--solver-error", arguments.solverError,
         "Measure every so often, for example every '100 ms', the error of the solver against a converged copy: "
         "creep, sinking and angle as columns in timeseries.csv, a line of the summary and a section of the "
         "report. Merging is not judged by it. Changes no result")
      ->type_name("TIME");
  run.add_option("--checkpoint", options.checkpoint, "Write the complete state at the end, also after Ctrl-C")
      ->type_name("FILE");
  run.add_option("--hdf5", options.hdf5,
                 "Write the state at the end as HDF5, for h5py and others: particles, contacts with forces, bodies, "
                 "joints, surfaces; --resume reads it too")
      ->type_name("FILE");
  run.add_option("--resume", options.resume, "Go on from a checkpoint as if the run had never stopped (see below)")
      ->type_name("FILE");
  run.add_option("--record", options.record, "Record the run for ndem replay and the window; never over a file")
      ->type_name("FILE");
  run.add_option("--mark-every", options.markEvery, "Steps between the states that a replay is compared with (10)")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->needs("--record");
  run.add_option("--guard", options.guard,
                 "Reaction of the guard to what no sound run does: stop, warn or off (default: the scene's "
                 "solver.guard, which is stop)")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"stop", "warn", "off"}));
  run.add_option("--threads", arguments.threads,
                 "Threads to use; results do not depend on it. 0: as many as pay off (default: the scene's)")
      ->type_name("N");
}

int runParsed(const CLI::App& run, Arguments& arguments) {
  RunOptions& options = arguments.run;
  options.overrides = overridesFrom(arguments.settings);
  if (!arguments.until.empty()) {
    options.until = seconds(arguments.until, "--until");
  }
  if (!arguments.every.empty()) {
    options.every = seconds(arguments.every, "--every");
  }
  if (!arguments.wouldMove.empty()) {
    options.wouldMove = seconds(arguments.wouldMove, "--would-move");
  }
  if (!arguments.solverError.empty()) {
    options.solverError = seconds(arguments.solverError, "--solver-error");
  }
  if (run.count("--threads") > 0) {
    options.threads = arguments.threads;
  }
  return runCommand(options);
}

}  // namespace scree
