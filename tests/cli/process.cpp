#include "tests/cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace scree {

namespace {

struct Pipe {
  int read = -1;
  int write = -1;
};

Pipe openPipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("pipe2 failed");
  }
  return {ends[0], ends[1]};
}

Pipe openTerminal() {
  Pipe ends;
  winsize size = {};
  size.ws_col = 100;
  size.ws_row = 24;
  if (::openpty(&ends.read, &ends.write, nullptr, nullptr, &size) != 0) {
    throw std::runtime_error("openpty failed");
  }
  return ends;
}

// In the child: becomes the program, or ends.
[[noreturn]] void become(const std::vector<std::string>& arguments, const ProcessOptions& options, int out, int err) {
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  // Test runners may start us with it ignored, which a program keeps.
  std::signal(SIGINT, SIG_DFL);
  for (const std::string& setting : options.environment) {
    const std::size_t equals = setting.find('=');
    ::setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
  }
  const std::string program = options.program.empty() ? NDEM_PATH : options.program;
  std::vector<char*> argv = {const_cast<char*>(options.program.empty() ? "ndem" : program.c_str())};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

// Moves what is there to `text`; false at the end.
bool drain(int end, std::string& text) {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::read(end, buffer.data(), buffer.size());  // a terminal ends with EIO
  if (count > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return count > 0;
}

}  // namespace

int startNdem(const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    become(arguments, {}, nothing, nothing);
  }
  return child;
}

ProcessResult runNdem(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  const Pipe out = openPipe();
  const Pipe err = options.terminal ? openTerminal() : openPipe();
  const pid_t child = ::fork();
  if (child == 0) {
    become(arguments, options, out.write, err.write);
  }
  ::close(out.write);
  ::close(err.write);
  ProcessResult result;
  const auto isTime = [&] {
    return (!options.interruptWhenExists.empty() && std::filesystem::exists(options.interruptWhenExists)) ||
           (!options.interruptWhenTold.empty() && result.err.find(options.interruptWhenTold) != std::string::npos);
  };
  bool signalled = false;
  std::array<pollfd, 2> ends = {pollfd{out.read, POLLIN, 0}, pollfd{err.read, POLLIN, 0}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    ::poll(ends.data(), ends.size(), 5);
    if (ends[0].revents != 0 && !drain(out.read, result.out)) {
      ends[0].fd = -1;
    }
    if (ends[1].revents != 0 && !drain(err.read, result.err)) {
      ends[1].fd = -1;
    }
    if (!signalled && isTime()) {
      ::kill(child, SIGINT);
      signalled = true;
    }
  }
  ::close(out.read);
  ::close(err.read);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace scree
