#pragma once

#include <CLI/App.hpp>
#include <span>

#include "app/cli/words/command.h"

namespace scree {

/// The command line of ndem: all commands with their options.
class CommandLine {
 public:
  CommandLine();

  const CLI::App& app() const { return app_; }
  const OptionTable& options() const { return options_; }
  /// Reads the words after the program's name and runs the command. Returns an ExitCode.
  int run(std::span<const std::string> words);

 private:
  CLI::App app_;
  OptionTable options_;
  Runner runner_;
};

}  // namespace scree
