#include "app/sweep/slurm/slurm_client.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "engine/base/count_text.h"

namespace scree {

namespace {

/// Program that has ended.
struct EndedProgram {
  int code = 0;    ///< 127 where it could not be started
  int number = 0;  ///< reason why it could not be started (errno)
  std::string out;
  std::string err;

  /// Its message of errors, in one line, or how it ended.
  std::string complaint(const std::string& name) const {
    if (number != 0) {
      return fmt::format("{} cannot be started: {}", name, std::strerror(number));
    }
    std::string text;
    std::istringstream lines(err);
    for (std::string line; std::getline(lines, line);) {
      text += line.empty() ? "" : (text.empty() ? "" : "; ") + line;
    }
    return text.empty() ? fmt::format("{} ended with code {}", name, code) : text;
  }
};

/// All that was written to a file in memory, which is closed.
std::string takeText(int file) {
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, ::lseek(file, 0, SEEK_END))), '\0');
  const ssize_t count = ::pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  ::close(file);
  return text;
}

/// Runs a program from PATH to its end, with nothing to read.
EndedProgram runToEnd(std::vector<std::string> words, const std::filesystem::path& folder) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const int out = ::memfd_create("out", MFD_CLOEXEC);
  const int err = ::memfd_create("err", MFD_CLOEXEC);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  EndedProgram ended;
  pid_t child = 0;
  ended.number = ::posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  while (ended.number == 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ended.code = ended.number != 0 ? 127 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ended.out = takeText(out);
  ended.err = takeText(err);
  return ended;
}

}  // namespace

SubmittedJob submitJob(std::vector<std::string> words, const std::filesystem::path& folder) {
  words.insert(words.begin(), {"sbatch", "--parsable"});
  const EndedProgram sbatch = runToEnd(std::move(words), folder);
  // "17", or "17;cluster" where there are several.
  const std::string id = sbatch.out.substr(0, sbatch.out.find_first_of(";\n"));
  if (sbatch.code != 0 || id.empty()) {
    return {.id = "", .problem = sbatch.complaint("sbatch")};
  }
  return {.id = id, .problem = ""};
}

std::string QueuedJobs::text() const {
  return fmt::format("job{} {}: {} running, {} waiting", ids.size() == 1 ? "" : "s", fmt::join(ids, " and "),
                     countText(running, "task"), waiting);
}

QueuedJobs queuedJobs(const std::vector<std::string>& names, const std::string& leftOut) {
  const EndedProgram squeue = runToEnd(
      {"squeue", "--noheader", "--array", "--name", fmt::format("{}", fmt::join(names, ",")), "--format", "%F %T"},
      ".");
  QueuedJobs jobs;
  if (squeue.code != 0) {
    jobs.isSlurmHere = squeue.number != ENOENT;
    jobs.problem = squeue.complaint("squeue");
    return jobs;
  }
  std::istringstream lines(squeue.out);
  std::string id;
  std::string state;
  while (lines >> id >> state) {
    if (id == leftOut) {
      continue;
    }
    if (std::ranges::find(jobs.ids, id) == jobs.ids.end()) {
      jobs.ids.push_back(id);
    }
    ++(state == "PENDING" || state.starts_with("REQUEUE") ? jobs.waiting : jobs.running);
  }
  return jobs;
}

}  // namespace scree
