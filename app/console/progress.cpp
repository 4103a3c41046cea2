#include "app/console/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/duration_text.h"

namespace scree {

namespace {

constexpr double kInterval = 0.1;   // time between lines [s]
constexpr double kSmoothing = 2.0;  // time over which the rate is averaged [s]

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
    : progress_{.time = start, .start = start, .until = until}, lastTime_(start) {}

void ProgressBar::update(double time, std::size_t particles, std::size_t contacts) {
  if (!line_.isShown()) {
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
  line_.show(progressLine(progress_, StatusLine::width()));
}

}  // namespace scree
