#include "app/cli/sweeping/point_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/run_sums.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/sweep/point_runner.h"
#include "app/sweep/point_task.h"
#include "app/sweep/sweep_folder.h"
#include "engine/io/checkpoint_file.h"
#include "engine/io/output_file.h"
#include "engine/io/shipped_files.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

/// Under a sweep, or a task of its array job: asks the system for SIGTERM when that ends, however it ends, so that no
/// run goes on beside those of the next sweep. False for a point that was started by hand.
bool endWithTheSweep() {
  const pid_t parent = ::getppid();
  std::error_code error;
  if (fs::read_symlink(fmt::format("/proc/{}/exe", parent), error) != executablePath() || error) {
    return false;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) {
    std::raise(SIGTERM);
  }
  return true;
}

/// Takes the lock of a point. The run of a sweep that was killed may hold it until its step is finished, and another
/// point that of a start until that is through.
std::optional<FileLock> lockOf(const PointFolder& folder, bool isStart) {
  constexpr int kAttempts = 600;
  constexpr std::chrono::milliseconds kPause(50);
  for (int i = 0; isStart || i < kAttempts; ++i) {
    if (std::optional<FileLock> lock = FileLock::take(folder.lock())) {
      return lock;
    }
    std::this_thread::sleep_for(kPause);
  }
  return std::nullopt;
}

/// Standard output and error in a file, until the end of its life.
class OutputInFile {
 public:
  explicit OutputInFile(const fs::path& file) {
    const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (opened < 0) {
      throw OutputError(file, "write", errno);
    }
    begin_ = ::lseek(opened, 0, SEEK_END);
    out_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    err_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    ::dup2(opened, STDOUT_FILENO);
    ::dup2(opened, STDERR_FILENO);
    ::close(opened);
  }
  OutputInFile(const OutputInFile&) = delete;
  OutputInFile& operator=(const OutputInFile&) = delete;
  ~OutputInFile() {
    std::fflush(stdout);
    ::dup2(out_, STDOUT_FILENO);
    ::dup2(err_, STDERR_FILENO);
    ::close(out_);
    ::close(err_);
  }
  /// Length of the file at the beginning.
  long begin() const { return begin_; }

 private:
  long begin_ = 0;
  int out_ = -1;
  int err_ = -1;
};

/// Options of the run of a point. `start` is the folder of the point that it branches from, if it does.
RunOptions optionsOf(const PointTask& task, const PointFolder& folder, const PointFolder& start) {
  RunOptions options;
  if (!task.start.empty()) {
    options.start = start.state();
    options.startOverrides = readPoint(readFile(start.task())).task.overrides;
  }
  options.scene = task.scene.string();
  options.overrides = task.overrides;
  options.until = task.run.until;
  options.threads = task.run.threads;
  options.angleEvery = task.run.angleEvery;
  options.angleFrom = task.run.angleFrom;
  options.flowEvery = task.run.flowEvery;
  options.flowFrom = task.run.flowFrom;
  options.mixingEvery = task.run.mixingEvery;
  options.mixingFrom = task.run.mixingFrom;
  options.mixing = task.run.mixing;
  if (task.run.beltFrom) {
    options.belt = folder.path / "belt";
    options.beltFrom = task.run.beltFrom;
  }
  options.report = folder.report();
  options.checkpoint = folder.state();
  options.sums = folder.sums();
  options.saveEvery = task.run.saveEvery;
  options.keepsState = task.run.keepsState;
  return options;
}

/// Runs the point. Returns an ExitCode, for errors of all kinds.
int codeOfRun(const RunOptions& options) {
  try {
    return runCommand(options);
  } catch (const std::bad_alloc&) {
    print(stderr, "out of memory: use fewer particles or more memory\n");
  } catch (const std::exception& error) {
    print(stderr, "error of the program: {}\n", error.what());
  }
  return kInternal;
}

/// Reason of a failure: the guard's finding, or the first line that the run has written.
std::string reasonOf(int code, const PointFolder& folder, long begin) {
  try {
    if (code == kGuardStopped) {
      const auto report = nlohmann::json::parse(readFile(folder.report()));
      return "stopped by the guard: " + report.at("troubles").at("guard").at(0).at("what").get<std::string>();
    }
    const std::string log = readFile(folder.log());
    const auto from = std::min(log.size(), static_cast<std::size_t>(std::max(0L, begin)));
    return log.substr(from, log.find('\n', from) - from);
  } catch (const std::exception&) {
    return fmt::format("ended with code {}", code);
  }
}

/// Code and wall time of the report of a run that is complete; nothing where there is none.
std::optional<std::pair<int, double>> endIn(const fs::path& report) {
  std::error_code error;
  if (!fs::exists(report, error)) {
    return std::nullopt;
  }
  try {
    const auto json = nlohmann::json::parse(readFile(report));
    return std::pair(json.at("exit").at("code").get<int>(), json.at("run").at("wall_time_s").get<double>());
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

/// Marks the point by the end of its run.
void mark(const PointFolder& folder, const PointTask& task, int code, long begin) {
  const auto end = endIn(folder.report());
  if (code == kDone || code == kTroubles) {
    removeSums(folder.sums());
    if (!task.run.keepsState) {
      std::error_code ignored;
      fs::remove(folder.state(), ignored);
    }
    markDone(folder, code, end ? end->second : 0.0);
  } else if (code != kOutputFailed && code < kSignalled) {
    markFailed(folder, code, reasonOf(code, folder, begin));
  }
}

int runLocked(const SweepFolder& sweep, const PointFolder& folder, const PointTask& task, bool isOfSweep) {
  // A run that has written its report is through but for its mark.
  if (const auto end = endIn(folder.report()); end && end->first != kOutputFailed) {
    mark(folder, task, end->first, 0);
    return end->first;
  }
  int code = kDone;
  long begin = 0;
  {
    const OutputInFile log(folder.log());
    begin = log.begin();
    code = codeOfRun(optionsOf(task, folder, sweep.point(task.start)));
  }
  if (code == kOutputFailed) {
    std::error_code ignored;
    fs::remove(folder.report(), ignored);  // not all that was asked for is there
  }
  mark(folder, task, code, begin);
  if (code != kDone && code != kTroubles && !isOfSweep) {
    print(stderr, "point {}: {}\n", folder.path.filename().string(),
          code > kSignalled ? "interrupted; its state is saved" : lastLineOf(folder.log()));
  }
  return code;
}

/// Runs a point that is not done. Its start is run before it, where that is not done.
int runPoint(const SweepFolder& sweep, const std::string& hash, bool isStart, bool isOfSweep) {
  const PointFolder folder = sweep.point(hash);
  std::error_code error;
  if (!fs::exists(folder.task(), error)) {
    print(stderr, "{}: no such point: 'ndem sweep STUDY --out {} --list' makes the folders and lists them\n",
          folder.path.string(), sweep.path.string());
    return kUsage;
  }
  try {
    const std::optional<FileLock> lock = lockOf(folder, isStart);
    if (!lock) {
      print(stderr, "{}: another process runs this point: wait for it\n", folder.path.string());
      return kUsage;
    }
    if (isStart && !fs::exists(folder.state(), error)) {
      forgetRun(folder);  // of no use to those that branch from it
    }
    const PointState state = statusOf(folder).state;
    if (state == PointState::done || state == PointState::failed) {
      return state == PointState::done ? kDone : kTroubles;
    }
    const ReadPoint point = readPoint(readFile(folder.task()));
    const SceneKeys keys(point.task.scene);
    FileHashes hashes;
    if (!keys.errors().empty() || identityOf(point.task, keys, hashes) != point.identity) {
      print(stderr, "{}: the scene, a file that it reads or this program has changed since: start the sweep again\n",
            folder.path.string());
      return kUsage;
    }
    if (!point.task.start.empty()) {
      const int code = runPoint(sweep, point.task.start, true, isOfSweep);
      const PointStatus start = statusOf(sweep.point(point.task.start));
      if (start.state == PointState::failed) {
        markFailed(folder, start.code, "its start failed: " + start.reason);
        return kTroubles;
      }
      if (start.state != PointState::done) {
        return code;
      }
    }
    return runLocked(sweep, folder, point.task, isOfSweep);
  } catch (const OutputError& failure) {
    print(stderr, "{}\n", failure.what());
    return kOutputFailed;
  } catch (const std::runtime_error& failure) {
    print(stderr, "{}: {}\n", folder.task().string(), failure.what());
    return kUsage;
  }
}

}  // namespace

int pointCommand(const fs::path& path, const std::string& hash) {
  const SweepFolder sweep{path};
  return runPoint(sweep, hash, false, endWithTheSweep());
}

}  // namespace scree
