#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree {

/// Exit codes of ndem and scree. Documented in `ndem --help` and `scree --help`; scripts rely on the numbers.
enum ExitCode : int {
  kDone = 0,
  kUsage = 1,     ///< the command line is wrong
  kBadScene = 2,  ///< the scene was not found or has errors
  kTroubles =
      3,  ///< the run finished, but particles had to be taken out, or the guard warned; or points of a sweep failed
  kOutputFailed = 4,   ///< a requested file could not be written; all others were
  kBadCheckpoint = 5,  ///< the checkpoint or recording cannot be read
  kInternal = 6,       ///< out of memory or an error of the program
  kDiffers = 7,        ///< a replay differs from its recording
  kGuardStopped = 8,   ///< the guard stopped the run (METHOD.md 12.3); requested files were written
  kNoGraphics = 9,     ///< there is no display to open a window on, or nothing can be drawn
  kSignalled = 128,    ///< a signal ended the run; its number is added: 130 for Ctrl-C
};

/// Exit code with its meaning.
struct ExitCodeInfo {
  std::string_view code;
  std::string_view meaning;
};
std::span<const ExitCodeInfo> exitCodeTable();

/// The table as text for the help, indented, with lines of at most 100 characters.
std::string exitCodesText();

}  // namespace scree
