#include "app/ui_state/long_work.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree {

namespace {

constexpr double kShownAfter = 0.4;     // real time before work is shown [s]
constexpr double kEstimateEvery = 0.5;  // time between estimates [s]
constexpr double kLeastShare = 0.02;    // share that must be done before an estimate
constexpr double kAgreement = 0.25;     // difference of estimates that agree, as a part of the time left
constexpr int kAgreed = 3;              // number of estimates in a row that must agree

}  // namespace

std::optional<double> TimeLeft::update(double share, double now) {
  if (startShare_ < 0.0 || share < share_) {
    *this = TimeLeft{};
    start_ = now;
    startShare_ = share_ = share;
    checked_ = now;
    return std::nullopt;
  }
  share_ = share;
  if (now - checked_ >= kEstimateEvery && share - startShare_ >= kLeastShare) {
    const double end = start_ + (now - start_) * (1.0 - startShare_) / (share - startShare_);
    const bool agrees = std::abs(end - end_) <= kAgreement * std::max(end - now, 1.0);
    agreed_ = agrees ? agreed_ + 1 : 1;
    end_ = end;
    checked_ = now;
  }
  return agreed_ >= kAgreed ? std::optional(std::max(end_ - now, 0.0)) : std::nullopt;
}

void LongWorkList::update(std::vector<LongWork> works, double now) {
  std::vector<Known> known;
  shown_.clear();
  for (LongWork& work : works) {
    const auto old = std::ranges::find(known_, work.name, &Known::name);
    Known one = old == known_.end() ? Known{work.name, work.stage, now, {}} : *old;
    if (one.stage != work.stage) {
      one.stage = work.stage;
      one.left = {};  // another stage has another pace
    }
    if (work.share) {
      work.left = one.left.update(*work.share, now);
    }
    if (now - one.begun >= kShownAfter) {
      shown_.push_back(std::move(work));
    }
    known.push_back(std::move(one));
  }
  known_ = std::move(known);
}

}  // namespace scree
