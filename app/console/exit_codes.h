#pragma once

namespace scree {

/// What ndem tells its caller. Documented in `ndem --help`; scripts rely on the numbers.
enum ExitCode : int {
  kDone = 0,
  kUsage = 1,          ///< the command line is wrong
  kBadScene = 2,       ///< no scene, or one with errors
  kTroubles = 3,       ///< the run finished, but particles had to be taken out, or the guard warned
  kOutputFailed = 4,   ///< something asked for could not be written; the rest was
  kBadCheckpoint = 5,  ///< a checkpoint or recording that cannot be read
  kInternal = 6,       ///< out of memory or an error of the program
  kDiffers = 7,        ///< a replay differs from its recording
  kGuardStopped = 8,   ///< the guard found what no sound run does and ended it; what was asked for was written
  kSignalled = 128,    ///< plus the signal's number, when one ended the run: 130 for Ctrl-C
};

}  // namespace scree
