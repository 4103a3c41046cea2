#pragma once

#include <string>
#include <vector>

namespace scree {

/// How a program ended and what it printed.
struct ProcessResult {
  int code = -1;    ///< exit code; 128 + n when signal n ended it
  std::string out;  ///< standard output
  std::string err;  ///< standard error
};

struct ProcessOptions {
  std::string interruptWhenExists = {};       ///< send SIGINT once this file is there
  std::string interruptWhenTold = {};         ///< sends SIGINT once the error output contains this text
  bool terminal = false;                      ///< standard error is a pseudo-terminal of 100 columns
  std::vector<std::string> environment = {};  ///< "NAME=value", besides the present one
  std::string program = {};                   ///< another program than ndem, such as /bin/bash
};

/// Starts ndem without waiting for it, its output thrown away. Returns its process, for waitpid().
int startNdem(const std::vector<std::string>& arguments);

/// Runs ndem, or another program, with arguments and waits for it.
ProcessResult runNdem(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

}  // namespace scree
