#pragma once

namespace scree {

/// Catches SIGINT, SIGTERM and SIGHUP: the first signal only sets a flag, so that the step under way can finish and
/// outputs can be written; a second signal ends the program at once. A signal that the caller ignores (nohup) stays
/// ignored.
void watchSignals();

/// Number of the caught signal; 0: none.
int signalReceived();

}  // namespace scree
