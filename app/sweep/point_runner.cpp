#include "app/sweep/point_runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <deque>
#include <sstream>

#include "app/console/exit_codes.h"
#include "app/console/signals.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

using RunClock = std::chrono::steady_clock;

constexpr int kMostAttempts = 2;                     // of a run that is killed from outside
constexpr double kProgressInterval = 0.1;            // s
constexpr timespec kLongestWait = {0, 100'000'000};  // between looks at signals

double secondsFrom(RunClock::time_point start) {
  return std::chrono::duration<double>(RunClock::now() - start).count();
}

bool isOfOutside(int signal) { return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP; }

/// Reason for which the files of a point could not be written. On a full disk its log may not have it.
std::string whyNotWritten(const PointFolder& folder) {
  constexpr std::uintmax_t kLittle = 1 << 20;  // bytes
  const std::string line = lastLineOf(folder.log(), "cannot ");
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder.path, error);
  return !line.empty()                         ? line
         : !error && space.available < kLittle ? std::strerror(ENOSPC)
                                               : "its files cannot be written";
}

/// Starts a program with nothing to read, in a process group of its own, which the Ctrl-C of a terminal does not reach,
/// and with the usual signals. Returns its number, or 0 with `problem`.
pid_t spawnQuietly(const std::filesystem::path& program, std::vector<std::string> words, std::string& problem) {
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&files);
  sigset_t none;
  sigset_t usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
    sigaddset(&usual, number);
  }
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, program.c_str(), &files, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    problem = fmt::format("cannot start {}: {}", program.string(), std::strerror(error));
    return 0;
  }
  return child;
}

class PointRunner {
 public:
  PointRunner(const std::vector<PointJob>& jobs, const RunnerOptions& options) : jobs_(jobs), options_(options) {
    result_.counts.all = jobs.size();
    attempts_.assign(jobs.size(), 0);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      waiting_.push_back(i);
    }
  }

  RunnerResult run() {
    sigset_t child;
    sigset_t before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    ::pthread_sigmask(SIG_BLOCK, &child, &before);
    for (;;) {
      if (!isStopping_ && (signalReceived() != 0 || !result_.outputProblem.empty())) {
        stop();
      }
      while (!isStopping_ && !waiting_.empty() && running_.size() < static_cast<std::size_t>(options_.jobs)) {
        const std::size_t job = waiting_.front();
        waiting_.pop_front();
        start(job);
        if (!result_.outputProblem.empty()) {
          stop();
        }
      }
      tell();
      if (running_.empty()) {
        break;
      }
      ::sigtimedwait(&child, nullptr, &kLongestWait);
      reap();
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return std::move(result_);
  }

 private:
  struct Running {
    pid_t process;
    std::size_t job;
    RunClock::time_point start;
  };

  void start(std::size_t job) {
    try {
      options_.prepare(job);
    } catch (const OutputError& error) {
      result_.outputProblem = error.what();
      return;
    }
    ++attempts_[job];
    std::string problem;
    const pid_t process =
        spawnQuietly(options_.program,
                     {"ndem", "sweep", "--out", options_.folder.path.string(), "--point", jobs_[job].hash}, problem);
    if (process == 0) {
      result_.outputProblem = problem;
      return;
    }
    running_.push_back({process, job, RunClock::now()});
  }

  void stop() {
    isStopping_ = true;
    for (const Running& each : running_) {
      ::kill(each.process, SIGTERM);
    }
  }

  void reap() {
    for (std::size_t i = 0; i < running_.size();) {
      int status = 0;
      if (::waitpid(running_[i].process, &status, WNOHANG) != running_[i].process) {
        ++i;
        continue;
      }
      const Running ended = running_[i];
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      finish(ended, status);
    }
  }

  void finish(const Running& ended, int status) {
    const PointJob& job = jobs_[ended.job];
    const PointFolder folder = options_.folder.point(job.hash);
    const PointState state = statusOf(folder).state;
    if (state == PointState::done || state == PointState::failed) {
      ++(state == PointState::done ? result_.counts.done : result_.counts.failed);
      if (std::isfinite(job.cost)) {
        predicted_ += job.cost;
        taken_ += secondsFrom(ended.start);
      }
      ++ended_;
      allTaken_ += secondsFrom(ended.start);
      return;
    }
    if (WIFSIGNALED(status)) {
      finishKilled(ended.job, WTERMSIG(status));
      return;
    }
    const int code = WEXITSTATUS(status);
    if (code == kOutputFailed && !isStopping_) {
      result_.outputProblem = fmt::format("{}: {}", job.name, whyNotWritten(folder));
    }
    result_.undone.push_back({job.name, code == kOutputFailed ? "its files could not be written"
                                        : code == kUsage      ? "not run; see the message above"
                                        : code > kSignalled   ? "interrupted; its state is saved"
                                                              : fmt::format("ended with code {}", code)});
  }

  void finishKilled(std::size_t job, int signal) {
    if (!isOfOutside(signal)) {
      try {
        markFailed(options_.folder.point(jobs_[job].hash), kSignalled + signal,
                   fmt::format("the program ended by signal {}, {}", signal, ::strsignal(signal)));
        ++result_.counts.failed;
      } catch (const OutputError& error) {
        result_.outputProblem = error.what();
      }
      return;
    }
    if (!isStopping_ && attempts_[job] < kMostAttempts) {
      waiting_.push_back(job);
      return;
    }
    result_.undone.push_back({jobs_[job].name, isStopping_ && signal == SIGTERM
                                                   ? "stopped before its first step"
                                                   : fmt::format("killed by signal {}", signal)});
  }

  void tell() {
    if (!options_.progress || (!running_.empty() && secondsFrom(told_) < kProgressInterval)) {
      return;
    }
    told_ = RunClock::now();
    RunnerProgress& counts = result_.counts;
    counts.running = running_.size();
    counts.left = timeLeft();
    options_.progress(counts);
  }

  /// Time left by the predicted costs, corrected by those of the points done; without costs by the mean time of these.
  double timeLeft() const {
    if (ended_ == 0) {
      return -1.0;
    }
    const double mean = allTaken_ / static_cast<double>(ended_);
    const double ratio = predicted_ > 0.0 ? taken_ / predicted_ : 0.0;
    const auto expected = [&](std::size_t job) {
      return ratio > 0.0 && std::isfinite(jobs_[job].cost) ? ratio * jobs_[job].cost : mean;
    };
    double left = 0.0;
    for (const std::size_t job : waiting_) {
      left += expected(job);
    }
    for (const Running& each : running_) {
      left += std::max(0.0, expected(each.job) - secondsFrom(each.start));
    }
    return left / options_.jobs;
  }

  const std::vector<PointJob>& jobs_;
  const RunnerOptions& options_;
  std::deque<std::size_t> waiting_;
  std::vector<int> attempts_;  ///< by job
  std::vector<Running> running_;
  bool isStopping_ = false;
  double predicted_ = 0.0;  ///< cost of the points through that have one [s]
  double taken_ = 0.0;      ///< their real time [s]
  double allTaken_ = 0.0;   ///< real time of all points through [s]
  std::size_t ended_ = 0;   ///< their number
  RunClock::time_point told_;
  RunnerResult result_;
};

}  // namespace

RunnerResult runPoints(const std::vector<PointJob>& jobs, const RunnerOptions& options) {
  return PointRunner(jobs, options).run();
}

std::string lastLineOf(const std::filesystem::path& file, std::string_view beginning) {
  std::string last;
  try {
    std::istringstream lines(readFile(file));
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && line.starts_with(beginning)) {
        last = line;
      }
    }
  } catch (const std::runtime_error&) {
    // there is no such file
  }
  return last;
}

}  // namespace scree
