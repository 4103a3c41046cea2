#include "app/console/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/console/print.h"
#include "engine/base/duration_text.h"

namespace scree {

namespace {

constexpr double kInterval = 0.1;   // time between lines [s]
constexpr double kSmoothing = 2.0;  // time over which the rate is averaged [s]

bool stderrIsTerminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t terminalWidth() {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

std::string progressLine(const RunProgress& p, std::size_t width) {
  const double span = p.until - p.start;
  const double share = span > 0.0 ? std::clamp((p.time - p.start) / span, 0.0, 1.0) : 1.0;
  constexpr int kCells = 20;
  const int filled = static_cast<int>(std::floor(share * kCells));
  const std::string bar = fmt::format("[{:#<{}}{:.<{}}] ", "", filled, "", kCells - filled);

  // Parts in order of importance; a part is shown only if all parts before it fit.
  std::vector<std::string> parts = {fmt::format("{:3.0f} %  {:.3f} / {:g} s", 100.0 * share, p.time, p.until)};
  if (p.rate > 0.0) {
    parts.push_back(durationText((p.until - p.time) / p.rate) + " left");
    parts.push_back(fmt::format("{:.3g} x real time", p.rate));
  }
  parts.push_back(fmt::format("{} particles", p.particles));
  parts.push_back(fmt::format("{} contacts", p.contacts));
  std::string line = parts.front();
  for (std::size_t i = 1; i < parts.size() && line.size() + 2 + parts[i].size() <= width; ++i) {
    line += "  " + parts[i];
  }
  return line.size() + bar.size() <= width ? bar + line : line.substr(0, width);
}

ProgressBar::ProgressBar(double start, double until)
    : terminal_(stderrIsTerminal()), progress_{.time = start, .start = start, .until = until}, lastTime_(start) {}

void ProgressBar::update(double time, std::size_t particles, std::size_t contacts) {
  if (!terminal_) {
    return;
  }
  const Clock::time_point now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - lastShown_).count();
  if (elapsed < kInterval) {
    return;
  }
  const double rate = (time - lastTime_) / elapsed;
  const double weight = progress_.rate > 0.0 ? 1.0 - std::exp(-elapsed / kSmoothing) : 1.0;
  progress_.rate += weight * (rate - progress_.rate);
  progress_.time = time;
  progress_.particles = particles;
  progress_.contacts = contacts;
  lastShown_ = now;
  lastTime_ = time;
  // One column stays free: some terminals wrap the line when its last column is written.
  print(stderr, "\r\x1b[K{}", progressLine(progress_, terminalWidth() - 1));
  std::fflush(stderr);
  shown_ = true;
}

void ProgressBar::clear() {
  if (shown_) {
    print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
  }
}

}  // namespace scree
