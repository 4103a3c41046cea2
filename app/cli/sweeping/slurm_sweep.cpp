#include "app/cli/sweeping/slurm_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <thread>

#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/sweep/point_runner.h"
#include "app/sweep/slurm/sbatch_script.h"
#include "app/sweep/slurm/slurm_client.h"
#include "app/sweep/study_places.h"
#include "engine/base/count_text.h"
#include "engine/io/output_file.h"
#include "engine/io/shipped_files.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr const char* kInstead = "run it here without --slurm, or elsewhere the commands that --list prints";

/// Folder of what the jobs read and say.
fs::path jobFolder(const SweepFolder& sweep) { return sweep.path / "slurm"; }
/// Points of the tasks, one a line.
fs::path listOfPoints(const SweepFolder& sweep) { return jobFolder(sweep) / "points"; }

/// Name of the job that collects.
std::string collectorOf(const std::string& name) { return name + "-tables"; }

/// Mean of the predicted costs of points [s]; NaN where none is known.
double meanCost(const UndoneRuns& runs) {
  double sum = 0.0;
  std::size_t known = 0;
  for (const StudyPoint& point : runs.points) {
    const double seconds = costOf(point, runs.costs);
    if (std::isfinite(seconds)) {
      sum += seconds;
      ++known;
    }
  }
  return known > 0 ? sum / static_cast<double>(known) : std::numeric_limits<double>::quiet_NaN();
}

/// Submits the job that goes on once all tasks of the array have ended.
SubmittedJob submitFollower(const SlurmWork& work, const ArrayJob& array, const std::string& id) {
  std::vector<std::string> words = {"--job-name=" + collectorOf(array.name), "--dependency=afterany:" + id,
                                    "--ntasks=1", "--output=slurm/%j_tables.log"};
  if (!array.partition.empty()) {
    words.push_back("--partition=" + array.partition);
  }
  if (array.timeLimit) {
    words.push_back("--time=" + slurmTime(*array.timeLimit));
  }
  words.push_back("--wrap=" + fmt::format("{} sweep {} --out {} {}", shellWord(array.program.string()),
                                          shellWord(fs::absolute(work.study).string()),
                                          shellWord(array.folder.string()), work.after));
  return submitJob(std::move(words), array.folder);
}

/// Hashes of the points of a task. Throws std::runtime_error where there is no list.
std::vector<std::string> pointsOfTask(const SweepFolder& sweep, int task, int perTask) {
  std::vector<std::string> points;
  std::istringstream lines(readFile(listOfPoints(sweep)));
  const auto first = static_cast<std::size_t>(task) * static_cast<std::size_t>(perTask);
  std::size_t at = 0;
  for (std::string hash; std::getline(lines, hash) && at < first + static_cast<std::size_t>(perTask); ++at) {
    if (at >= first) {
      points.push_back(hash);
    }
  }
  return points;
}

/// Runs of a task.
class TaskRuns {
 public:
  TaskRuns(SweepFolder sweep, std::vector<std::string> points) : sweep_(std::move(sweep)), left_(std::move(points)) {}

  int run() {
    while (takeThrough(), !left_.empty() && signalReceived() == 0) {
      const std::vector<PointJob> jobs = freeJobs();
      if (jobs.empty()) {
        std::this_thread::sleep_for(kPause);
        continue;
      }
      const RunnerResult result =
          runPoints(jobs, {.folder = sweep_, .program = executablePath(), .prepare = [](std::size_t) {}});
      for (const UndonePoint& each : result.undone) {
        print(stderr, "undone: {}: {}\n", each.name, each.reason);
      }
      if (!result.outputProblem.empty()) {
        print(stderr, "{}\nthe task was stopped: make room, and give the command of the sweep again\n",
              result.outputProblem);
        return kOutputFailed;
      }
      if (signalReceived() == 0) {
        giveUp(jobs);
      }
    }
    return !left_.empty() ? kSignalled + signalReceived() : hasTroubles_ ? kTroubles : kDone;
  }

 private:
  static constexpr std::chrono::milliseconds kPause{200};  // between looks at points that others run

  /// Leaves out what is done or has failed.
  void takeThrough() {
    std::erase_if(left_, [&](const std::string& hash) {
      const PointState state = statusOf(sweep_.point(hash)).state;
      hasTroubles_ = hasTroubles_ || state == PointState::failed;
      return state == PointState::done || state == PointState::failed;
    });
  }
  /// Points that nobody runs.
  std::vector<PointJob> freeJobs() const {
    std::vector<PointJob> jobs;
    for (const std::string& hash : left_) {
      if (!isLocked(sweep_.point(hash).lock())) {
        jobs.push_back({hash, "points/" + hash, std::numeric_limits<double>::quiet_NaN()});
      }
    }
    return jobs;
  }
  /// Leaves out what was tried in vain, but for what somebody else runs.
  void giveUp(const std::vector<PointJob>& tried) {
    takeThrough();
    for (const PointJob& job : tried) {
      if (!isLocked(sweep_.point(job.hash).lock())) {
        hasTroubles_ = std::erase(left_, job.hash) > 0 || hasTroubles_;
      }
    }
  }

  SweepFolder sweep_;
  std::vector<std::string> left_;
  bool hasTroubles_ = false;
};

}  // namespace

void declareSlurm(Declaration& command, SlurmOptions& options) {
  CLI::Option* slurm = command.flag(
      "--slurm", options.isAsked,
      "Submit what is undone to Slurm, as an array job by DIR/sweep.sbatch, and a job after it that writes the tables");
  command
      .read(
          "--partition",
          [&options](const std::string& text) {
            options.partition = text;
            const bool isName = !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
              return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ',';
            });
            return std::string(isName ? "" : "no name of a partition: give letters, digits, '_', '-', '.'");
          },
          "NAME", "Partition of the cluster (its default)")
      ->needs(slurm);
  command
      .time(
          "--time-limit", options.timeLimit, {.least = 60.0},
          "Real time of a task, for example '2 h' (that of the partition). A task that needs more saves its state and "
          "goes on in the next one")
      ->needs(slurm);
  constexpr int kMostTasks = 4'000'000;
  command.count("--array-limit", options.atOnce, 1, kMostTasks, "Most tasks at once (any number)")->needs(slurm);
  command.count(
      "--per-task", options.perTask, 1, static_cast<int>(kMostPoints),
      "Points that a task runs one after the other (so many that there are at most 1000 tasks, and none lasts "
      "less than 10 s)");
  command.count("--after-stage", options.afterStage, 1, kMostTasks,
                "Go on after a stage of a search, as the job after its tasks does");
  command.count("--task", options.task, 0, kMostTasks, "Run the points of one task, as DIR/sweep.sbatch does");
}

bool mayStart(const SweepFolder& folder, const SlurmOptions& options) {
  std::error_code error;
  const bool isForSlurm = options.isAsked;
  if (!isForSlurm && !fs::exists(listOfPoints(folder), error)) {
    return true;
  }
  const std::string name = jobNameOf(folder.path);
  // The job after a stage of a search is one of them.
  const char* own = options.afterStage > 0 ? std::getenv("SLURM_JOB_ID") : nullptr;
  const QueuedJobs queued = queuedJobs({name, collectorOf(name)}, own != nullptr ? own : "");
  if (!queued.ids.empty()) {
    print(
        stderr,
        "{}: Slurm has this sweep already, {}: wait for it (--status tells how far it is), or cancel it with scancel\n",
        folder.path.string(), queued.text());
    return false;
  }
  if (queued.problem.empty() || (!isForSlurm && !queued.isSlurmHere)) {
    return true;
  }
  if (isForSlurm) {
    print(stderr, "{}: nothing was submitted; {}\n", queued.problem,
          queued.isSlurmHere ? "see whether Slurm answers to sinfo"
                             : fmt::format("there is no Slurm on this machine: {}", kInstead));
    return false;
  }
  print(stderr, "{}: it is not known whether jobs of this sweep are queued ({}); going on, no point is run twice\n",
        folder.path.string(), queued.problem);
  return true;
}

int submitWork(const SweepFolder& folder, const SlurmWork& work, const SlurmOptions& options) {
  const std::size_t count = work.hashes.size();
  const ArrayJob array{.name = jobNameOf(folder.path),
                       .program = executablePath(),
                       .folder = fs::absolute(folder.path),
                       .points = count,
                       .perTask = options.perTask > 0 ? std::min(static_cast<std::size_t>(options.perTask), count)
                                                      : pointsPerTask(count, work.cost),
                       .processors = work.processors,
                       .partition = options.partition,
                       .timeLimit = options.timeLimit,
                       .atOnce = options.atOnce};
  std::string list;
  for (const std::string& hash : work.hashes) {
    list += hash + "\n";
  }
  std::error_code error;
  fs::create_directories(jobFolder(folder), error);  // a problem is that of the list
  writeFileAtomically(listOfPoints(folder), list);
  const fs::path script = folder.path / "sweep.sbatch";
  writeFileAtomically(script, sbatchScript(array));
  const SubmittedJob job = submitJob({script.filename().string()}, array.folder);
  if (job.id.empty()) {
    print(stderr, "sbatch does not take {}: {}\nnothing was submitted: change the options, or {}\n", script.string(),
          job.problem, kInstead);
    return kUsage;
  }
  print(stdout, "{}: {} of {} undone, submitted as job {}: {} of {}\n", work.name, count, countText(work.all, "point"),
        job.id, countText(array.tasks(), "task"), countText(array.perTask, "point"));
  const SubmittedJob after = submitFollower(work, array, job.id);
  if (after.id.empty()) {
    print(stderr, "sbatch does not take the job that {}: {}\ngive {} when job {} has ended\n", work.meaningOfAfter,
          after.problem, work.after, job.id);
    return kOutputFailed;
  }
  print(stdout, "Job {} {} when all have ended; --status tells how far they are\n", after.id, work.meaningOfAfter);
  return kDone;
}

std::optional<int> submitSweep(const OpenSweep& sweep, const SlurmOptions& options, const PointCosts& costs) {
  const UndoneRuns undone = undoneRuns(sweep, true, true, &costs);
  if (undone.code != kDone || undone.points.empty()) {
    return undone.code != kDone ? std::optional(undone.code) : std::nullopt;
  }
  SlurmWork work{.name = sweep.study.name,
                 .study = sweep.study.file,
                 .hashes = {},
                 .all = sweep.points.size() + sweep.starts.size(),
                 .cost = meanCost(undone),
                 .processors = sweep.study.run.threads,
                 .after = "--collect",
                 .meaningOfAfter = "writes the tables"};
  TaskWriter tasks(sweep);
  // A start before its points; those that come too early wait for it.
  for (const StudyPoint& point : joined(undone.starts, undone.points)) {
    tasks.write(point);
    work.hashes.push_back(point.hash);
  }
  return submitWork(sweep.folder, work, options);
}

SceneError errorOfThreads(const SweepStudy& study) {
  return errorAt(study, "run threads",
                 "'threads: 0' leaves the number of threads to each run, and Slurm asks for that "
                 "of a task",
                 "give it, such as 'threads: 4'");
}

int taskCommand(const fs::path& folder, int task, int perTask) {
  watchSignals(SecondSignal::isIgnored);  // Slurm and the script of the task may both tell it to stop
  const SweepFolder sweep{folder};
  try {
    return TaskRuns(sweep, pointsOfTask(sweep, task, perTask)).run();
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  } catch (const std::runtime_error& error) {
    print(stderr, "{}: 'ndem sweep STUDY --out {} --slurm' lists the points of tasks there\n", error.what(),
          folder.string());
    return kUsage;
  }
}

}  // namespace scree
