#include "app/console/signals.h"

#include <array>
#include <csignal>

namespace scree {

namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

// Number of the caught signal. Global, because a signal handler has no other access.
volatile std::sig_atomic_t received = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void onSignal(int number) { received = number; }

void onFirstSignal(int number) {
  received = number;
  for (const int each : kSignals) {
    std::signal(each, SIG_DFL);
  }
}

}  // namespace

void watchSignals(SecondSignal second) {
  for (const int number : kSignals) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
      action = {};
      action.sa_handler = second == SecondSignal::isIgnored ? onSignal : onFirstSignal;
      action.sa_flags = SA_RESTART;  // interrupted writes must not fail
      sigaction(number, &action, nullptr);
    }
  }
}

int signalReceived() { return received; }

}  // namespace scree
