#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/sweeping/point_command.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/console/status_line.h"
#include "app/sweep/point_costs.h"
#include "app/sweep/point_runner.h"
#include "app/sweep/study_start.h"
#include "app/sweep/sweep_folder.h"
#include "app/sweep/sweep_points.h"
#include "app/sweep/sweep_report.h"
#include "app/sweep/sweep_table.h"
#include "engine/base/duration_text.h"
#include "engine/base/processors.h"
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
};

/// A study with its points and their folder.
struct OpenSweep {
  SweepStudy study;
  std::vector<StudyPoint> points;
  std::vector<StudyPoint> starts;  ///< that the points branch from
  SweepFolder folder;
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

int refuse(const std::vector<SceneError>& errors, const std::filesystem::path& study) {
  for (const SceneError& error : errors) {
    print(stderr, "{}\n", error.text());
  }
  print(stderr, "{} error{} in {}: nothing was run\n", errors.size(), errors.size() == 1 ? "" : "s", study.string());
  return kBadScene;
}

/// Writes the task of a point into its folder, if it is not there.
void writeTask(const OpenSweep& sweep, const StudyPoint& point, const SceneKeys& keys, FileHashes& hashes) {
  const PointFolder folder = sweep.folder.point(point.hash);
  const PointTask task = taskOf(sweep.study, point);
  const std::string text = pointJson(task, identityOf(task, keys, hashes));
  std::error_code error;
  if (!std::filesystem::exists(folder.task(), error) || readFile(folder.task()) != text) {
    writeFileQuickly(folder.task(), text);
  }
}

/// Rows of points that are not done, each once.
std::vector<std::size_t> rowsOf(const std::vector<StudyPoint>& points) {
  std::vector<std::size_t> rows;
  for (const StudyPoint& point : points) {
    if (rows.empty() || rows.back() != point.row) {
      rows.push_back(point.row);
    }
  }
  return rows;
}

std::vector<StudyPoint> undoneOf(const std::vector<StudyPoint>& points, const OpenSweep& sweep) {
  std::vector<StudyPoint> undone;
  std::ranges::copy_if(points, std::back_inserter(undone), [&](const StudyPoint& point) {
    const PointState state = statusOf(sweep.folder.point(point.hash)).state;
    return state != PointState::done && state != PointState::failed;
  });
  return undone;
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
  print(stdout, "{} points{}\n", sweep.points.size(), text);
  return kDone;
}

int printPlan(const OpenSweep& sweep) {
  constexpr double kBudget = 60.0;  // s
  const std::vector<std::size_t> rows = rowsOf(sweep.points);
  const PointCosts costs = costsOf(sweep.study, rows, kBudget);
  if (!costs.errors.empty() || !costs.broken.empty()) {
    return refuse(costs.errors.empty() ? costs.broken : costs.errors, sweep.study.file);
  }
  double all = 0.0;
  double left = 0.0;
  const auto count = [&](const StudyPoint& point, double seconds) {
    const PointState state = statusOf(sweep.folder.point(point.hash)).state;
    all += seconds;
    left += state == PointState::done || state == PointState::failed ? 0.0 : seconds;
    print(stdout, "{}  {:<8} {:>14}  {}\n", point.hash, nameOf(state), timeOf(seconds),
          nameOfPoint(sweep.study, point));
  };
  for (const StudyPoint& start : sweep.starts) {
    count(start, costs.startSeconds);
  }
  for (const StudyPoint& point : sweep.points) {
    count(point, costs.seconds[point.row]);
  }
  print(stdout, "{} points: {} of processor time without merging, {} of it still to be run, as ndem plan predicts it\n",
        sweep.points.size(), timeOf(all), timeOf(left));
  if (costs.looked < rows.size()) {
    print(stdout, "{} of {} settings were looked at; the others have the mean of those\n", costs.looked, rows.size());
  }
  const double bytes = costs.stateBytes * static_cast<double>(sweep.points.size() + sweep.starts.size());
  print(stdout, "disk: up to {:.3g} MB of states{}\n", 1e-6 * bytes,
        sweep.study.run.keepsState ? "" : " during the runs; those of points are removed after them");
  return kDone;
}

std::string shellQuoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return text + "'";
}

int printCommands(const OpenSweep& sweep) {
  const SceneKeys keys(sweep.study.scene);
  FileHashes hashes;
  std::vector<StudyPoint> undone = undoneOf(sweep.starts, sweep);
  std::ranges::copy(undoneOf(sweep.points, sweep), std::back_inserter(undone));
  for (const StudyPoint& point : undone) {
    writeTask(sweep, point, keys, hashes);
    print(stdout, "{} sweep --out {} --point {}\n", shellQuoted(executablePath().string()),
          shellQuoted(std::filesystem::absolute(sweep.folder.path).string()), point.hash);
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
  std::vector<StudyPoint> all = sweep.starts;
  all.insert(all.end(), sweep.points.begin(), sweep.points.end());
  for (const StudyPoint& point : all) {
    const PointStatus status = statusOf(sweep.folder.point(point.hash));
    if (status.state == PointState::failed && ++failed <= kShown) {
      print(stderr, "failed: {} (points/{}): {}\n", nameOfPoint(sweep.study, point), point.hash, status.reason);
    }
  }
  if (failed > kShown) {
    print(stderr, "and {} more: see --status\n", failed - kShown);
  }
  if (failed > 0) {
    print(stderr, "--retry-failed runs failed points again\n");
  }
}

double costOf(const StudyPoint& point, const PointCosts& costs) {
  return point.row == kStartRow ? costs.startSeconds : costs.seconds[point.row];
}

std::vector<PointJob> jobsOf(const OpenSweep& sweep, std::vector<StudyPoint>& undone, const PointCosts& costs) {
  std::ranges::stable_sort(undone, std::greater{}, [&](const StudyPoint& point) {
    const double seconds = costOf(point, costs);
    return std::isfinite(seconds) ? seconds : 0.0;
  });
  std::vector<PointJob> jobs;
  for (const StudyPoint& point : undone) {
    jobs.push_back({point.hash, nameOfPoint(sweep.study, point), costOf(point, costs)});
  }
  return jobs;
}

/// Runs the starts, or the points, that are not done. Returns an ExitCode; kDone where the sweep may go on.
int runStage(const OpenSweep& sweep, std::vector<StudyPoint> undone, const PointCosts& costs, int jobCount) {
  const std::vector<PointJob> jobs = jobsOf(sweep, undone, costs);
  const SceneKeys keys(sweep.study.scene);
  FileHashes hashes;
  StatusLine line;
  RunnerOptions runner{.folder = sweep.folder, .program = executablePath(), .jobs = jobCount};
  runner.prepare = [&](std::size_t job) { writeTask(sweep, undone[job], keys, hashes); };
  runner.progress = [&](const RunnerProgress& progress) {
    const bool areStarts = !undone.empty() && undone.front().row == kStartRow;
    line.show(progressText(progress, areStarts ? "starts" : "points"));
  };
  const RunnerResult result = runPoints(jobs, runner);
  line.clear();
  for (const UndonePoint& each : result.undone) {
    print(stderr, "undone: {}: {}\n", each.name, each.reason);
  }
  const std::size_t left = undoneOf(sweep.points, sweep).size();
  if (!result.outputProblem.empty()) {
    print(stderr, "{}\nthe sweep was stopped: {} points are undone; make room, and give the same command again\n",
          result.outputProblem, left);
    return kOutputFailed;
  }
  if (signalReceived() != 0 && left > 0) {
    print(stderr, "interrupted: {} of {} points are undone; the same command goes on where they are\n", left,
          sweep.points.size());
    return kSignalled + signalReceived();
  }
  return kDone;
}

/// Runs all that is not done: starts, then points. Returns an ExitCode; kDone where tables can be made.
int runUndone(const OpenSweep& sweep, const SweepOptions& options) {
  const std::vector<StudyPoint> undone = undoneOf(sweep.points, sweep);
  const int threads = std::max(1, sweep.study.run.threads);
  const int jobCount = options.jobs > 0 ? options.jobs : std::max(1, usableProcessors() / threads);
  // To look at a setting takes the time of its load: no more than a small share of that of all runs.
  constexpr double kShareOfTime = 0.002;  // s a point
  constexpr double kMostTime = 5.0;       // s
  const double budget = jobCount > 1 ? std::min(kMostTime, kShareOfTime * static_cast<double>(undone.size())) : 0.0;
  const PointCosts costs = costsOf(sweep.study, rowsOf(undone), budget);
  if (!costs.errors.empty()) {
    return refuse(costs.errors, sweep.study.file);
  }
  if (!costs.broken.empty() && undone.size() == sweep.points.size() && !options.retryFailed) {
    return refuse(costs.broken, sweep.study.file);
  }
  // Starts that only points need which are done are not run again.
  const std::vector<StudyPoint> starts = undoneOf(startsOf(sweep.study, undone), sweep);
  if (const int code = runStage(sweep, starts, costs, jobCount); code != kDone) {
    return code;
  }
  return runStage(sweep, undone, costs, jobCount);
}

int runSweep(const OpenSweep& sweep, const SweepOptions& options) {
  const std::optional<FileLock> lock = FileLock::take(sweep.folder.lock());
  if (!lock) {
    print(stderr, "{}: another sweep, process {}, works in this folder: wait for it, or give another --out\n",
          sweep.folder.path.string(), lockOwner(sweep.folder.lock()));
    return kUsage;
  }
  watchSignals();
  if (options.retryFailed) {
    std::vector<StudyPoint> all = sweep.starts;
    all.insert(all.end(), sweep.points.begin(), sweep.points.end());
    for (const StudyPoint& point : all) {
      const PointFolder folder = sweep.folder.point(point.hash);
      if (statusOf(folder).state == PointState::failed) {
        forgetRun(folder);
      }
    }
  }
  if (const int code = options.collect ? kDone : runUndone(sweep, options); code != kDone) {
    return code;
  }
  std::array<std::size_t, 3> counts{};  // done, failed, undone
  for (const StudyPoint& point : sweep.points) {
    const PointState state = statusOf(sweep.folder.point(point.hash)).state;
    ++counts.at(state == PointState::done ? 0 : state == PointState::failed ? 1 : 2);
  }
  print(stdout, "{}: {} points, {} done, {} failed, {} undone\n", sweep.study.name, sweep.points.size(), counts[0],
        counts[1], counts[2]);
  printFailures(sweep);
  const int code = writeTables(sweep);
  return code == kDone && counts[0] < sweep.points.size() ? kTroubles : code;
}

int sweepCommand(const SweepOptions& options) {
  if (!options.point.empty()) {
    return pointCommand(options.out, options.point);
  }
  if (options.study.empty()) {
    throw CLI::ValidationError("STUDY", "there is none: give a study file, or --point");
  }
  if (int{options.status} + int{options.dryRun} + int{options.list} + int{options.collect} > 1) {
    throw CLI::ValidationError("--status", "give one of --status, --dry-run, --list and --collect");
  }
  StudyResult read = readStudy(fileOf(options.study));
  if (!read.study) {
    return refuse(read.errors, options.study);
  }
  OpenSweep sweep{.study = std::move(*read.study), .points = {}, .starts = {}, .folder = {options.out}};
  const SceneKeys keys(sweep.study.scene);
  if (const std::vector<SceneError> errors = keys.errors(); !errors.empty()) {
    return refuse(errors, sweep.study.scene);
  }
  if (const std::vector<SceneError> errors = errorsOfKeys(sweep.study, keys); !errors.empty()) {
    return refuse(errors, options.study);
  }
  sweep.points = pointsOf(sweep.study, keys);
  sweep.starts = startsOf(sweep.study, sweep.points);
  try {
    return options.status   ? printStatus(sweep)
           : options.dryRun ? printPlan(sweep)
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
  command.count("--jobs", options->jobs, 1, mostThreads(),
                "Runs side by side; results do not depend on it (processors over threads of a run)");
  command.flag("--status", options->status, "Print the points with their states and times; run nothing");
  command.flag("--dry-run", options->dryRun,
               "Print the points with the processor time that is predicted for each, and the disk; run nothing");
  command.flag("--list", options->list,
               "Print one command a line for each point that is undone, for GNU parallel and others; run nothing");
  command.flag("--collect", options->collect, "Write the tables and the report of what is done; run nothing");
  command.flag("--retry-failed", options->retryFailed, "Run failed points again, from their start");
  command.text("--point", options->point, "HASH", "Run one point, as --list prints it");
  command.command().footer(kSweepFooter + exitCodesText());
  return [options] { return sweepCommand(*options); };
}

}  // namespace scree
