#pragma once

namespace scree {

/// Effect of a second signal.
enum class SecondSignal : unsigned char { endsAtOnce, isIgnored };

/// Catches SIGINT, SIGTERM and SIGHUP: the first signal only sets a flag, so that the step under way can finish and
/// outputs can be written; a second signal ends the program at once, unless it is to be ignored. A signal that the
/// caller ignores (nohup) stays ignored.
void watchSignals(SecondSignal second = SecondSignal::endsAtOnce);

/// Number of the caught signal; 0: none.
int signalReceived();

}  // namespace scree
