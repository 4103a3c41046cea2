#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "app/cli/commands.h"

namespace scree {

/// Values of the command line, as text where they need another conversion.
struct Arguments {
  RunOptions run;
  std::vector<std::string> settings;
  std::string until;
  std::string every;
  std::string wouldMove;
  std::string solverError;
  int threads = 0;
  bool json = false;
};

/// Text below the help of `ndem run`.
extern const char* const kRunFooter;

/// Values of --set. Throws CLI::ValidationError.
std::vector<SceneOverride> overridesFrom(const std::vector<std::string>& settings);

void addScene(CLI::App& command, Arguments& arguments);
void addRun(CLI::App& run, Arguments& arguments);
/// Runs `ndem run` with the values read; throws CLI::ValidationError.
int runParsed(const CLI::App& run, Arguments& arguments);

}  // namespace scree
