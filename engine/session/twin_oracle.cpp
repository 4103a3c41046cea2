#include "engine/session/twin_oracle.h"

#include <algorithm>

namespace scree {

void TwinOracle::follow(const World& world) {
  ReductionParameters now = world.parameters.reduction;
  now.merging = Switch::off;  // in one of the two worlds it is, whatever the limits are
  if (!setting_ || reduction_ != now) {
    clear();
    setting_ = oracleSettingOf(reductionLimits(world));
    reduction_ = now;
  }
}

void TwinOracle::add(const World& first, const World& full, const StepData& data) {
  follow(first);
  const int every = std::max(kOracleEvery, setting_->window);
  ++steps_;
  if (steps_ <= every - setting_->window) {
    return;
  }
  if (!oracle_) {
    oracle_.emplace(std::vector{*setting_});
  }
  oracle_->add(full, data);
  if (steps_ == every) {
    const double own = first.reduction.levelOf(first.particles.size()).level();
    remember({.time = first.time, .own = own, .most = oracle_->level()});
    oracle_.reset();
    steps_ = 0;
  }
}

void TwinOracle::remember(const Answer& answer) {
  recent_.push_back(answer);
  sum_.own += answer.own;
  sum_.most += answer.most;
  while (recent_.front().time <= answer.time - kOracleSpan) {
    sum_.own -= recent_.front().own;
    sum_.most -= recent_.front().most;
    recent_.pop_front();
  }
  const double share = 1.0 / static_cast<double>(recent_.size());
  reading_ = {.own = answer.own,
              .most = answer.most,
              .meanOwn = share * sum_.own,
              .meanMost = share * sum_.most,
              .span = answer.time - recent_.front().time};
}

void TwinOracle::clear() { *this = {}; }

}  // namespace scree
