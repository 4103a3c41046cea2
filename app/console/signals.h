#pragma once

namespace scree {

/// From now on the first SIGINT, SIGTERM or SIGHUP only raises a flag, so that the step under way can finish and
/// outputs be written; a second signal ends the program at once. A signal that the caller had ignored (nohup) stays
/// ignored.
void watchSignals();

/// The signal that came, or 0.
int signalReceived();

}  // namespace scree
