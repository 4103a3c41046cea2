#include "app/cli/sweeping/search_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/cli/sweeping/open_sweep.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/console/status_line.h"
#include "app/sweep/point_costs.h"
#include "app/sweep/point_runner.h"
#include "app/sweep/search/search_progress.h"
#include "app/sweep/search/search_report.h"
#include "app/sweep/slurm/sbatch_script.h"
#include "engine/base/count_text.h"
#include "engine/base/duration_text.h"
#include "engine/io/output_file.h"
#include "engine/io/shipped_files.h"

namespace scree {

namespace {

std::string costText(double seconds) {
  constexpr double kShort = 10.0;  // s
  return !std::isfinite(seconds) ? "unknown"
         : seconds < kShort      ? fmt::format("{:.2g} s", seconds)
                                 : durationText(seconds);
}

/// Search that is gone through: its points, their folder, and how far it is.
class OpenSearch {
 public:
  OpenSearch(const SearchStudy& study, const SearchOptions& options)
      : study_(study),
        options_(options),
        folder_{options.out},
        progress_(study, folder_),
        points_(progress_.points()),
        state_(progress_.state()) {}

  std::vector<SceneError> errors() const { return progress_.errors(); }

  int printStatus() {
    progress_.look();
    std::map<std::string_view, std::size_t> counts;
    for (const SearchPoint& point : progress_.all()) {
      const PointStatus status = statusOf(folder_.point(point.point.hash));
      ++counts[nameOf(status.state)];
      print(stdout, "{}  {:<8} {:>10}  stage {}, {}{}\n", point.point.hash, nameOf(status.state),
            status.state == PointState::done ? costText(status.seconds) : "", stageOf(point), points_.name(point),
            status.reason.empty() ? "" : ": " + status.reason);
    }
    std::string text;
    for (const auto& [name, count] : counts) {
      text += fmt::format(", {} {}", count, name);
    }
    print(stdout, "stage {} of at most {}: {}{}\n", state_.stages.size(), study_.stages,
          countText(progress_.all().size(), "point"), text);
    printOptimum();
    return kDone;
  }

  int printPlan() {
    constexpr double kBudget = 60.0;  // s
    progress_.look();
    const std::vector<SearchPoint> points = progress_.ofLastStage();
    std::vector<PointCosts> costs;
    if (const int code = findCosts(points, kBudget, costs); code != kDone) {
      return code;
    }
    double stage = 0.0;
    for (const SearchPoint& point : points) {
      const double seconds = costOf(point.point, costs[point.scene]);
      stage += seconds;
      print(stdout, "{}  {:<8} {:>14}  {}\n", point.point.hash, nameOf(statusOf(folder_.point(point.point.hash)).state),
            costText(seconds), points_.name(point));
    }
    const std::int64_t most =
        std::min(study_.budget, static_cast<std::int64_t>(study_.stages) * study_.points * study_.seeds *
                                    static_cast<std::int64_t>(study_.scenes.size()));
    print(stdout, "stage {} of at most {}: {}, {} of processor time, as ndem plan predicts it\n", state_.stages.size(),
          study_.stages, countText(points.size(), "point"), costText(stage));
    print(stdout, "all stages: at most {}, {}; later points are chosen by the results of those before\n",
          countText(static_cast<std::uint64_t>(most), "point"),
          costText(stage * static_cast<double>(most) / static_cast<double>(std::max<std::size_t>(1, points.size()))));
    double bytes = 0.0;
    for (const PointCosts& each : costs) {
      bytes = std::max(bytes, each.stateBytes);
    }
    const bool keepsState =
        std::ranges::any_of(study_.scenes, [](const SearchScene& scene) { return scene.study.run.keepsState; });
    print(stdout, "{}",
          diskText(bytes, static_cast<std::size_t>(most), joinedStarts({}).size(), jobCount(), keepsState));
    return kDone;
  }

  /// Commands of the stage that is under way: the next one is known when they are through.
  int printCommands() {
    progress_.look();
    for (const SearchPoint& point : undone(joinedStarts(progress_.ofLastStage()))) {
      writeTaskOf(point);
      print(stdout, "{} sweep --out {} --point {}\n", shellWord(executablePath().string()),
            shellWord(std::filesystem::absolute(folder_.path).string()), point.point.hash);
    }
    return kDone;
  }

  int run() {
    if (const int code = accept(); code != kDone) {
      return code;
    }
    const std::optional<FileLock> lock = lockFolder(folder_);
    if (!lock || (options_.slurm.isAsked && !mayStart(folder_, options_.slurm))) {
      return kUsage;
    }
    watchSignals();
    progress_.look();
    if (options_.retryFailed) {
      forgetFailed();
    }
    if (options_.slurm.isAsked) {
      return submitStage();
    }
    while (options_.task == SearchTask::run && !state_.isOver) {
      const std::size_t stage = state_.stages.size();
      if (const int code = runStage(); code != kDone) {
        return code;
      }
      progress_.look();
      if (!state_.isOver && state_.stages.size() == stage) {
        break;  // some of its points could not be run
      }
    }
    return finish();
  }

 private:
  std::size_t stageOf(const SearchPoint& point) const { return state_.settings[point.setting].stage + 1; }

  /// The starts of the scenes, and these points.
  std::vector<SearchPoint> joinedStarts(const std::vector<SearchPoint>& points) const {
    std::vector<SearchPoint> all = progress_.starts();
    all.insert(all.end(), points.begin(), points.end());
    return all;
  }

  std::vector<SearchPoint> undone(const std::vector<SearchPoint>& points) const {
    std::vector<SearchPoint> left;
    std::ranges::copy_if(points, std::back_inserter(left), [this](const SearchPoint& point) {
      const PointState state = statusOf(folder_.point(point.point.hash)).state;
      return state != PointState::done && state != PointState::failed;
    });
    return left;
  }

  /// Looks whether the search may begin, before anything is made. Returns an ExitCode.
  int accept() {
    if (!isFree(folder_)) {
      return kUsage;
    }
    if (options_.task != SearchTask::run) {
      return kDone;
    }
    if (!mayStart(folder_, options_.slurm)) {
      return kUsage;
    }
    progress_.look();
    std::vector<PointCosts> costs;
    return state_.isOver ? kDone : findCosts(undone(progress_.ofLastStage()), 0.0, costs);
  }

  /// Submits the stage that is under way to Slurm, where there is one that the job after the last one may submit.
  int submitStage() {
    const std::size_t stage = state_.stages.size();
    const std::vector<SearchPoint> points = progress_.ofLastStage();
    const std::vector<SearchPoint> left = state_.isOver ? std::vector<SearchPoint>() : undone(joinedStarts(points));
    const bool isAfter = options_.slurm.afterStage > 0;
    const int code = isAfter || left.empty() ? finish() : kDone;
    // A stage that its tasks have not brought to its end would not come to it by being submitted once more.
    if (left.empty() || (isAfter && stage <= static_cast<std::size_t>(options_.slurm.afterStage))) {
      return code;
    }
    std::vector<PointCosts> costs;
    if (const int problem = findCosts(points, 0.0, costs); problem != kDone) {
      return problem;
    }
    double sum = 0.0;
    SlurmWork work{.name = study_.name,
                   .study = study_.file,
                   .hashes = {},
                   .all = joinedStarts(points).size(),
                   .cost = 0.0,
                   .processors = 1,
                   .after = followerWords(stage),
                   .meaningOfAfter = "writes the tables and submits the next stage, if there is one,"};
    for (const SearchPoint& point : left) {
      writeTaskOf(point);
      work.hashes.push_back(point.point.hash);
      sum += costOf(point.point, costs[point.scene]);
      work.processors = std::max(work.processors, points_.study(point.scene).run.threads);
    }
    work.cost = sum / static_cast<double>(left.size());
    print(stdout, "stage {} of at most {}\n", stage, study_.stages);
    return submitWork(folder_, work, options_.slurm);
  }

  /// Words of the job after a stage: the options of this command, which its next stages have too.
  std::string followerWords(std::size_t stage) const {
    const SlurmOptions& slurm = options_.slurm;
    std::string words = fmt::format("--slurm --after-stage {}", stage);
    words += slurm.partition.empty() ? "" : " --partition " + slurm.partition;
    words += slurm.timeLimit ? fmt::format(" --time-limit {}", *slurm.timeLimit) : "";
    words += slurm.atOnce > 0 ? fmt::format(" --array-limit {}", slurm.atOnce) : "";
    words += slurm.perTask > 0 ? fmt::format(" --per-task {}", slurm.perTask) : "";
    return words;
  }

  void writeTaskOf(const SearchPoint& point) {
    const PointFolder folder = folder_.point(point.point.hash);
    const std::string text = pointJson(points_.task(point), points_.identity(point));
    std::error_code error;
    if (!std::filesystem::exists(folder.task(), error) || readFile(folder.task()) != text) {
      writeFileQuickly(folder.task(), text);
    }
  }

  void forgetFailed() {
    for (const SearchPoint& point : progress_.all()) {
      const PointFolder folder = folder_.point(point.point.hash);
      if (statusOf(folder).state == PointState::failed) {
        forgetRun(folder);
        progress_.forget(point.setting);
      }
    }
    progress_.look();
  }

  /// Costs by scene, of rows that are settings.
  int findCosts(const std::vector<SearchPoint>& points, double budget, std::vector<PointCosts>& costs) {
    for (std::size_t scene = 0; scene < study_.scenes.size(); ++scene) {
      std::vector<std::size_t> rows;
      for (const SearchPoint& point : points) {
        if (point.scene == scene && point.point.row != kStartRow && (rows.empty() || rows.back() != point.setting)) {
          rows.push_back(point.setting);
        }
      }
      const PointCosts& found = costs.emplace_back(costsOf(points_.study(scene), rows, budget));
      if (!found.errors.empty()) {
        return refuseStudy(found.errors, study_.file);
      }
      // Where no scene can be built nothing is run; later the failures of single points are told.
      const bool isNew =
          state_.stages.size() == 1 && undone(progress_.ofLastStage()).size() == progress_.ofLastStage().size();
      if (!found.broken.empty() && isNew && !options_.retryFailed) {
        return refuseStudy(found.broken, study_.file);
      }
    }
    return kDone;
  }

  int jobCount() const {
    int threads = 1;
    for (const SearchScene& scene : study_.scenes) {
      const int own = scene.study.run.threads;
      threads = own == 0 || threads == 0 ? 0 : std::max(threads, own);
    }
    return options_.jobs > 0 ? options_.jobs : usualJobs(threads);
  }

  /// Runs the undone points of the last stage. Returns an ExitCode; kDone where the search may go on.
  int runStage() {
    const std::vector<SearchPoint> points = undone(progress_.ofLastStage());
    std::vector<PointCosts> costs;
    if (const int code = findCosts(points, 0.0, costs); code != kDone) {
      return code;
    }
    if (const int code = runThem(undone(joinedStarts({})), costs); code != kDone) {
      return code;
    }
    return runThem(points, costs);
  }

  /// Runs these points. Returns an ExitCode; kDone where the search may go on.
  int runThem(std::vector<SearchPoint> left, const std::vector<PointCosts>& costs) {
    const auto cost = [&](const SearchPoint& point) { return costOf(point.point, costs[point.scene]); };
    std::ranges::stable_sort(left, std::greater{},
                             [&](const SearchPoint& point) { return std::isfinite(cost(point)) ? cost(point) : 0.0; });
    std::vector<PointJob> jobs;
    for (const SearchPoint& point : left) {
      jobs.push_back({point.point.hash, points_.name(point), cost(point)});
    }
    StatusLine line;
    RunnerOptions runner{.folder = folder_, .program = executablePath(), .jobs = jobCount()};
    runner.prepare = [&](std::size_t job) { writeTaskOf(left[job]); };
    runner.progress = [&](const RunnerProgress& progress) {
      std::string text =
          fmt::format("stage {}: {} of {} done, {} running, {} failed", state_.stages.size(), progress.done,
                      countText(progress.all, "point"), progress.running, progress.failed);
      text += progress.left >= 0.0 ? fmt::format(", {} left", durationText(progress.left)) : "";
      line.show(text.substr(0, StatusLine::width()));
    };
    const RunnerResult result = runPoints(jobs, runner);
    line.clear();
    for (const UndonePoint& each : result.undone) {
      print(stderr, "undone: {}: {}\n", each.name, each.reason);
    }
    const std::size_t count = undone(left).size();
    if (!result.outputProblem.empty()) {
      print(stderr, "{}\nthe sweep was stopped: {} undone; make room, and give the same command again\n",
            result.outputProblem, countText(count, "point"));
      return kOutputFailed;
    }
    if (signalReceived() != 0 && count > 0) {
      print(stderr, "interrupted in stage {}: {} of its {} undone; the same command goes on there\n",
            state_.stages.size(), count, countText(state_.stages.back().count * runsOfSetting(), "point"));
      return kSignalled + signalReceived();
    }
    return kDone;
  }

  std::size_t runsOfSetting() const { return static_cast<std::size_t>(study_.seeds) * study_.scenes.size(); }

  void printOptimum() const {
    if (state_.landscape() != nullptr) {
      print(stdout, "optimum after stage {}:\n{}", 1 + (state_.stage() - state_.stages.data()),
            searchSummary(study_, state_));
    }
  }

  void printFailed(const std::vector<SearchRun>& runs) const {
    constexpr std::size_t kShown = 10;
    std::size_t failed = 0;
    for (const SearchRun& each : runs) {
      if (each.run.state == "failed" && ++failed <= kShown) {
        print(stderr, "failed: {} (points/{}): {}\n", points_.name(each.point), each.point.point.hash, each.run.reason);
      }
    }
    if (failed > kShown) {
      print(stderr, "and {} more: see --status\n", failed - kShown);
    }
    if (failed > 0) {
      print(stderr, "--retry-failed runs failed points again; stages after them may then change\n");
    }
  }

  /// Tables, report and summary.
  int finish() {
    const std::vector<SearchRun> runs = runsOf(state_, points_, folder_);
    std::size_t through = 0;
    std::size_t failed = 0;
    for (const SearchRun& each : runs) {
      through += each.run.counts() ? 1 : 0;
      failed += each.run.state == "failed" ? 1 : 0;
    }
    print(stdout, "{}: {}, {}, {} done, {} failed, {} undone; {}\n", study_.name,
          countText(state_.stages.size(), "stage"), countText(runs.size(), "point"), through, failed,
          runs.size() - through - failed, state_.isOver ? state_.end : "not over");
    printFailed(runs);
    printOptimum();
    writeFileAtomically(folder_.path / "sweep.csv", searchRunsCsv(study_, state_, points_, runs));
    writeFileAtomically(folder_.path / "search.csv", searchCsv(study_, state_));
    writeFileAtomically(folder_.path / "stages.csv", stagesCsv(study_, state_));
    writeFileAtomically(folder_.path / "sweep.html", searchReport(study_, state_, points_, runs));
    print(stdout, "  wrote      {}\n  wrote      {}, search.csv, stages.csv\n", (folder_.path / "sweep.html").string(),
          (folder_.path / "sweep.csv").string());
    return through == runs.size() && state_.landscape() != nullptr ? kDone : kTroubles;
  }

  const SearchStudy& study_;
  const SearchOptions& options_;
  SweepFolder folder_;
  SearchProgress progress_;
  SearchPoints& points_;
  const SearchState& state_;
};

}  // namespace

int searchCommand(const SearchStudy& study, const SearchOptions& options) {
  for (const SearchScene& scene : study.scenes) {
    if (options.slurm.isAsked && scene.study.run.threads == 0) {
      return refuseStudy({errorOfThreads(scene.study)}, study.file);
    }
  }
  OpenSearch search(study, options);
  if (const std::vector<SceneError> errors = search.errors(); !errors.empty()) {
    return refuseStudy(errors, study.file);
  }
  switch (options.task) {
    case SearchTask::status:
      return search.printStatus();
    case SearchTask::dryRun:
      return search.printPlan();
    case SearchTask::list:
      return search.printCommands();
    case SearchTask::run:
    case SearchTask::collect:
      break;
  }
  return search.run();
}

}  // namespace scree
