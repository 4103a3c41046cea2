#pragma once

namespace scree {

/// Exit codes of ndem. Documented in `ndem --help`; scripts rely on the numbers.
enum ExitCode : int {
  kDone = 0,
  kUsage = 1,          ///< the command line is wrong
  kBadScene = 2,       ///< the scene was not found or has errors
  kTroubles = 3,       ///< the run finished, but particles had to be taken out, or the guard warned
  kOutputFailed = 4,   ///< a requested file could not be written; all others were
  kBadCheckpoint = 5,  ///< the checkpoint or recording cannot be read
  kInternal = 6,       ///< out of memory or an error of the program
  kDiffers = 7,        ///< a replay differs from its recording
  kGuardStopped = 8,   ///< the guard stopped the run (METHOD.md 12.3); requested files were written
  kSignalled = 128,    ///< a signal ended the run; its number is added: 130 for Ctrl-C
};

}  // namespace scree
