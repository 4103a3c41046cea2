#include "app/ui_state/matter_rates.h"

namespace scree {

void MatterRates::add(const Snapshot& snapshot) {
  if (snapshot.run.worldVersion != world_ || (!samples_.empty() && snapshot.run.time < samples_.back().time)) {
    samples_.clear();
    world_ = snapshot.run.worldVersion;
  }
  if (!samples_.empty() && snapshot.run.time == samples_.back().time) {
    return;
  }
  samples_.push_back({snapshot.run.time, snapshot.matter.sums});
  while (samples_.size() > 2 && samples_[1].time <= snapshot.run.time - kSpan) {
    samples_.pop_front();
  }
}

MatterRates::Rates MatterRates::rates() const {
  Rates rates;
  if (samples_.size() < 2) {
    return rates;
  }
  const Sample& first = samples_.front();
  const Sample& last = samples_.back();
  const double span = last.time - first.time;
  if (span < kLeast) {
    return rates;
  }
  const auto rate = [span](auto from, auto to) { return (static_cast<double>(to) - static_cast<double>(from)) / span; };
  rates.span = span;
  rates.layered = rate(first.sums.layered, last.sums.layered);
  rates.water = rate(first.sums.wetted, last.sums.wetted);
  rates.worn = rate(first.sums.abraded, last.sums.abraded);
  rates.shattered = rate(first.sums.shattered, last.sums.shattered);
  rates.collisions = rate(first.sums.collisions, last.sums.collisions);
  rates.joined = rate(first.sums.joined, last.sums.joined);
  rates.broken = rate(first.sums.broken, last.sums.broken);
  rates.refused = rate(first.sums.refused, last.sums.refused);
  return rates;
}

}  // namespace scree
