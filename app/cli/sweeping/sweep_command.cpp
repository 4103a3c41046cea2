#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/sweeping/open_sweep.h"
#include "app/cli/sweeping/point_command.h"
#include "app/cli/sweeping/search_command.h"
#include "app/cli/sweeping/slurm_sweep.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/console/status_line.h"
#include "app/sweep/point_costs.h"
#include "app/sweep/point_runner.h"
#include "app/sweep/slurm/sbatch_script.h"
#include "app/sweep/study_branches.h"
#include "app/sweep/study_places.h"
#include "app/sweep/study_start.h"
#include "app/sweep/sweep_report.h"
#include "app/sweep/sweep_table.h"
#include "app/sweep/wanted_points.h"
#include "engine/base/count_text.h"
#include "engine/base/duration_text.h"
#include "engine/io/hdf5_file.h"
#include "engine/io/output_file.h"
#include "engine/io/shipped_files.h"

namespace scree {

namespace {

/// Options of `ndem sweep`.
struct SweepOptions {
  std::filesystem::path study;
  std::filesystem::path out;
  int jobs = 0;  ///< 0: processors over threads of a run
  bool status = false;
  bool dryRun = false;
  bool list = false;
  bool collect = false;
  bool retryFailed = false;
  std::string point;
  SlurmOptions slurm;
};

/// File of a study, or of a shipped study of that name.
std::filesystem::path fileOf(const std::filesystem::path& study) {
  std::error_code error;
  if (!std::filesystem::exists(study, error)) {
    for (const std::filesystem::path& file : findShipped(executablePath(), {}, "studies", ".yaml").files) {
      if (study == file.stem()) {
        return file;
      }
    }
  }
  return study;
}

std::string timeOf(double seconds) {
  return !std::isfinite(seconds) ? "unknown"
         : seconds < 10.0        ? fmt::format("{:.2g} s", seconds)
                                 : durationText(seconds);
}

/// Prints the line of a point and returns its state.
PointState printPoint(const OpenSweep& sweep, const StudyPoint& point) {
  const PointStatus status = statusOf(sweep.folder.point(point.hash));
  print(stdout, "{}  {:<8} {:>10}  {}{}\n", point.hash, nameOf(status.state),
        status.state == PointState::done ? timeOf(status.seconds) : "", nameOfPoint(sweep.study, point),
        status.reason.empty() ? "" : ": " + status.reason);
  return status.state;
}

int printStatus(const OpenSweep& sweep) {
  for (const StudyPoint& start : sweep.starts) {
    printPoint(sweep, start);
  }
  std::array<std::size_t, 5> counts{};
  for (const StudyPoint& point : sweep.points) {
    ++counts.at(static_cast<std::size_t>(printPoint(sweep, point)));
  }
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    text += counts[i] == 0 ? "" : fmt::format(", {} {}", counts[i], nameOf(static_cast<PointState>(i)));
  }
  print(stdout, "{}{}\n", countText(sweep.points.size(), "point"), text);
  return kDone;
}

int printPlan(const OpenSweep& sweep, int jobs) {
  constexpr double kBudget = 60.0;  // s
  const std::vector<std::size_t> rows = rowsOf(sweep.points);
  const PointCosts costs = costsOf(sweep.study, rows, kBudget);
  if (!costs.errors.empty() || !costs.broken.empty()) {
    return refuseStudy(costs.errors.empty() ? costs.broken : costs.errors, sweep.study.file);
  }
  double all = 0.0;
  double left = 0.0;
  const auto count = [&](const StudyPoint& point) {
    const PointState state = statusOf(sweep.folder.point(point.hash)).state;
    const double seconds = costOf(point, costs);
    all += seconds;
    left += state == PointState::done || state == PointState::failed ? 0.0 : seconds;
    print(stdout, "{}  {:<8} {:>14}  {}\n", point.hash, nameOf(state), timeOf(seconds),
          nameOfPoint(sweep.study, point));
  };
  std::ranges::for_each(sweep.starts, count);
  std::ranges::for_each(sweep.points, count);
  print(stdout, "{}: {} of processor time without merging, {} of it still to be run, as ndem plan predicts it\n",
        countText(sweep.points.size(), "point"), timeOf(all), timeOf(left));
  if (costs.looked < rows.size()) {
    print(stdout, "{} of {} were looked at; the others have the mean of those\n", costs.looked,
          countText(rows.size(), "setting"));
  }
  print(stdout, "{}",
        diskText(costs.stateBytes, sweep.points.size(), sweep.starts.size(), jobs, sweep.study.run.keepsState));
  return kDone;
}

int printCommands(const OpenSweep& sweep) {
  TaskWriter tasks(sweep);
  for (const StudyPoint& point : joined(undoneStarts(sweep), undonePoints(sweep))) {
    tasks.write(point);
    print(stdout, "{} sweep --out {} --point {}\n", shellWord(executablePath().string()),
          shellWord(std::filesystem::absolute(sweep.folder.path).string()), point.hash);
  }
  return kDone;
}

/// Writes tables and report. Returns an ExitCode.
int writeTables(const OpenSweep& sweep) {
  const CollectedTable table = collectedTable(sweep.study, sweep.points, sweep.folder);
  const std::filesystem::path& folder = sweep.folder.path;
  writeFileAtomically(folder / "sweep.csv", runsCsv(sweep.study, table));
  writeFileAtomically(folder / "means.csv", meansCsv(sweep.study, table));
  if (sweep.study.compare) {
    writeFileAtomically(folder / "differences.csv", differencesCsv(sweep.study, table));
  }
  writeFileAtomically(folder / "sweep.h5", tableHdf5(sweep.study, table));
  writeFileAtomically(folder / "sweep.html", sweepReport(sweep.study, table));
  print(stdout, "  wrote      {}\n", (folder / "sweep.html").string());
  print(stdout, "  wrote      {}, means.csv, {}sweep.h5\n", (folder / "sweep.csv").string(),
        sweep.study.compare ? "differences.csv, " : "");
  return kDone;
}

/// `what` is points or starts.
std::string progressText(const RunnerProgress& progress, std::string_view what) {
  std::string text = fmt::format("{} of {} {} done, {} running, {} failed", progress.done, progress.all, what,
                                 progress.running, progress.failed);
  if (progress.left >= 0.0) {
    text += fmt::format(", {} left", durationText(progress.left));
  }
  return text.substr(0, StatusLine::width());
}

/// Failed points with their reasons, the first few.
void printFailures(const OpenSweep& sweep) {
  constexpr std::size_t kShown = 10;
  std::size_t failed = 0;
  for (const StudyPoint& point : joined(sweep.starts, sweep.points)) {
    const PointStatus status = statusOf(sweep.folder.point(point.hash));
    if (status.state == PointState::failed && ++failed <= kShown) {
      const std::string places = placesOfKeysIn(sweep.study, status.reason);
      print(stderr, "failed: {} (points/{}): {}{}\n", nameOfPoint(sweep.study, point), point.hash, status.reason,
            places.empty() ? "" : fmt::format(" ({})", places));
    }
  }
  if (failed > kShown) {
    print(stderr, "and {} more: see --status\n", failed - kShown);
  }
  if (failed > 0) {
    print(stderr, "--retry-failed runs failed points again\n");
  }
}

/// Points without a result, the first few, with what is known of them.
void printUndone(const OpenSweep& sweep) {
  constexpr std::size_t kShown = 10;
  const std::vector<StudyPoint> undone = undonePoints(sweep);
  for (std::size_t i = 0; i < std::min(kShown, undone.size()); ++i) {
    const PointFolder folder = sweep.folder.point(undone[i].hash);
    const std::string problem = lastLineOf(folder.log(), "cannot ");
    print(stderr, "undone: {} (points/{}): {}{}\n", nameOfPoint(sweep.study, undone[i]), undone[i].hash,
          nameOf(statusOf(folder).state), problem.empty() ? "" : ", " + problem);
  }
  if (undone.size() > kShown) {
    print(stderr, "and {} more: see --status\n", undone.size() - kShown);
  }
}

/// Runs these starts or points. Returns an ExitCode; kDone where the sweep may go on.
int runThem(const OpenSweep& sweep, const std::vector<StudyPoint>& undone, const PointCosts& costs, int jobCount) {
  std::vector<PointJob> jobs;
  for (const StudyPoint& point : undone) {
    jobs.push_back({point.hash, nameOfPoint(sweep.study, point), costOf(point, costs)});
  }
  TaskWriter tasks(sweep);
  StatusLine line;
  RunnerOptions runner{.folder = sweep.folder, .program = executablePath(), .jobs = jobCount};
  runner.prepare = [&](std::size_t job) { tasks.write(undone[job]); };
  const bool areStarts = !undone.empty() && undone.front().row == kStartRow;
  runner.progress = [&line, areStarts](const RunnerProgress& progress) {
    line.show(progressText(progress, areStarts ? "starts" : "points"));
  };
  const RunnerResult result = runPoints(jobs, runner);
  line.clear();
  for (const UndonePoint& each : result.undone) {
    print(stderr, "undone: {}: {}\n", each.name, each.reason);
  }
  const std::size_t left = undonePoints(sweep).size();
  if (!result.outputProblem.empty()) {
    print(stderr, "{}\nthe sweep was stopped: {} undone; make room, and give the same command again\n",
          result.outputProblem, countText(left, "point"));
    return kOutputFailed;
  }
  if (signalReceived() != 0 && left > 0) {
    print(stderr, "interrupted: {} of {} undone; the same command goes on there\n", left,
          countText(sweep.points.size(), "point"));
    return kSignalled + signalReceived();
  }
  return kDone;
}

/// Finds the points that the study needs now. Returns false where they are the same.
bool lookAgain(OpenSweep& sweep) {
  const std::size_t before = sweep.points.size();
  sweep.points = wantedPoints(sweep.study, sweep.all, sweep.folder);
  sweep.starts = startsOf(sweep.study, sweep.points);
  return sweep.points.size() != before;
}

/// Runs side by side.
int jobsOf(const OpenSweep& sweep, const SweepOptions& options) {
  return options.jobs > 0 ? options.jobs : usualJobs(sweep.study.run.threads);
}

/// Runs all that is not done: starts, then points. Returns an ExitCode; kDone where tables can be made.
int runUndone(const OpenSweep& sweep, const SweepOptions& options, const PointCosts& costs) {
  const int jobCount = jobsOf(sweep, options);
  const UndoneRuns undone = undoneRuns(sweep, jobCount > 1, options.retryFailed, &costs);
  if (undone.code != kDone) {
    return undone.code;
  }
  if (const int code = runThem(sweep, undone.starts, undone.costs, jobCount); code != kDone) {
    return code;
  }
  return runThem(sweep, undone.points, undone.costs, jobCount);
}

/// Looks whether the sweep may begin, before anything is made. Returns an ExitCode, and the costs that it found.
int acceptSweep(const OpenSweep& sweep, const SweepOptions& options, PointCosts& costs) {
  if (!isFree(sweep.folder)) {
    return kUsage;
  }
  if (options.collect) {
    return kDone;
  }
  if (!mayStart(sweep.folder, options.slurm)) {
    return kUsage;
  }
  UndoneRuns undone = undoneRuns(sweep, options.slurm.isAsked || jobsOf(sweep, options) > 1, options.retryFailed);
  costs = std::move(undone.costs);
  return undone.code;
}

int runSweep(OpenSweep& sweep, const SweepOptions& options) {
  PointCosts costs;
  if (const int code = acceptSweep(sweep, options, costs); code != kDone) {
    return code;
  }
  const std::optional<FileLock> lock = lockFolder(sweep.folder);
  if (!lock || (options.slurm.isAsked && !mayStart(sweep.folder, options.slurm))) {
    return kUsage;
  }
  watchSignals();
  if (options.retryFailed) {
    for (const StudyPoint& point : joined(sweep.starts, sweep.points)) {
      const PointFolder folder = sweep.folder.point(point.hash);
      if (statusOf(folder).state == PointState::failed) {
        forgetRun(folder);
      }
    }
    lookAgain(sweep);
  }
  if (options.slurm.isAsked) {
    if (const std::optional<int> code = submitSweep(sweep, options.slurm, costs)) {
      return *code;
    }
  } else if (!options.collect) {
    do {
      if (const int code = runUndone(sweep, options, costs); code != kDone) {
        return code;
      }
    } while (undonePoints(sweep).empty() && lookAgain(sweep));
  }
  std::array<std::size_t, 3> counts{};  // done, failed, undone
  for (const StudyPoint& point : sweep.points) {
    const PointState state = statusOf(sweep.folder.point(point.hash)).state;
    ++counts.at(state == PointState::done ? 0 : state == PointState::failed ? 1 : 2);
  }
  print(stdout, "{}: {}, {} done, {} failed, {} undone\n", sweep.study.name, countText(sweep.points.size(), "point"),
        counts[0], counts[1], counts[2]);
  printFailures(sweep);
  if (options.collect) {
    printUndone(sweep);
  }
  const int code = writeTables(sweep);
  return code == kDone && counts[0] < sweep.points.size() ? kTroubles : code;
}

int goThroughSearch(const SearchResult& search, const SweepOptions& options) {
  if (!search.study) {
    return refuseStudy(search.errors, options.study);
  }
  const SearchTask task = options.status    ? SearchTask::status
                          : options.dryRun  ? SearchTask::dryRun
                          : options.list    ? SearchTask::list
                          : options.collect ? SearchTask::collect
                                            : SearchTask::run;
  try {
    return searchCommand(*search.study, {options.out, options.jobs, task, options.retryFailed, options.slurm});
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

int sweepCommand(const SweepOptions& options) {
  if (!options.point.empty()) {
    return pointCommand(options.out, options.point);
  }
  if (options.slurm.task >= 0) {
    return taskCommand(options.out, options.slurm.task, std::max(1, options.slurm.perTask));
  }
  if (options.study.empty()) {
    throw CLI::ValidationError("STUDY", "there is none: give a study file, or --point");
  }
  if (int{options.status} + int{options.dryRun} + int{options.list} + int{options.collect} +
          int{options.slurm.isAsked} >
      1) {
    throw CLI::ValidationError("--status", "give one of --status, --dry-run, --list, --collect and --slurm");
  }
  if (options.slurm.afterStage > 0 && !options.slurm.isAsked) {
    throw CLI::ValidationError("--after-stage", "goes with --slurm");
  }
  if (options.slurm.perTask > 0 && !options.slurm.isAsked) {
    throw CLI::ValidationError("--per-task", "goes with --slurm");
  }
  if (const std::optional<SearchResult> search = readSearch(fileOf(options.study))) {
    return goThroughSearch(*search, options);
  }
  StudyResult read = readStudy(fileOf(options.study));
  if (!read.study) {
    return refuseStudy(read.errors, options.study);
  }
  OpenSweep sweep{.study = std::move(*read.study), .all = {}, .points = {}, .starts = {}, .folder = {options.out}};
  const SceneKeys keys(sweep.study.scene);
  if (const std::vector<SceneError> errors = keys.errors(); !errors.empty()) {
    return refuseStudy(errors, sweep.study.scene);
  }
  if (const std::vector<SceneError> errors = errorsOfKeys(sweep.study, keys); !errors.empty()) {
    return refuseStudy(errors, options.study);
  }
  if (options.slurm.isAsked && sweep.study.run.threads == 0) {
    return refuseStudy({errorOfThreads(sweep.study)}, options.study);
  }
  if (!options.status && !options.collect) {
    if (const std::vector<SceneError> errors = errorsOfBranches(sweep.study); !errors.empty()) {
      return refuseStudy(errors, options.study);
    }
  }
  sweep.all = pointsOf(sweep.study, keys);
  lookAgain(sweep);
  try {
    return options.status   ? printStatus(sweep)
           : options.dryRun ? printPlan(sweep, jobsOf(sweep, options))
           : options.list   ? printCommands(sweep)
                            : runSweep(sweep, options);
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

constexpr const char* kSweepFooter =
    R"(Each point runs in a process of its own, in a folder DIR/points/HASH. The same command again does what is undone and
goes on from the saved states; a changed study adds points. See ndem help sweeps.
A study with match or minimise looks for values of keys. See ndem help calibration.

)";

}  // namespace

Runner declareSweep(Declaration& command) {
  const auto options = std::make_shared<SweepOptions>();
  command.know(
      command.command()
          .add_option("STUDY", options->study, "A study file (see: ndem help sweeps), or the name of a shipped study")
          ->type_name(""),
      {ValueKind::file});
  command.folder("--out", options->out, "Folder of points, tables and report")->required();
  CLI::Option* jobs =
      command.count("--jobs", options->jobs, 1, mostThreads(),
                    "Runs side by side; results do not depend on it (processors over threads of a run; 1 where these "
                    "are 0)");
  command.flag("--status", options->status, "Print the points with their states and times; run nothing");
  command.flag("--dry-run", options->dryRun,
               "Print the points with the processor time that is predicted for each, and the disk; run nothing");
  command.flag("--list", options->list,
               "Print one command a line for each point that is undone, for GNU parallel and others; run nothing");
  command.flag("--collect", options->collect, "Write the tables and the report of what is done; run nothing");
  command.flag("--retry-failed", options->retryFailed, "Run failed points again, from their start");
  command.text("--point", options->point, "HASH", "Run one point, as --list prints it");
  declareSlurm(command, options->slurm);
  command.command().get_option("--slurm")->excludes(jobs);
  command.command().footer(kSweepFooter + exitCodesText());
  return [options] { return sweepCommand(*options); };
}

}  // namespace scree
