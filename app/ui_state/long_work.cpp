#include "app/ui_state/long_work.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree {

namespace {

constexpr double kShownAfter = 0.4;     // real time before work is shown [s]
constexpr double kEstimateEvery = 0.5;  // time between estimates [s]
constexpr double kLeastShare = 0.02;    // share that must be done before an estimate
constexpr double kJudgedShare = 0.01;   // growth of the share over which a pace is judged
constexpr double kStalledShare = 0.1;   // growth to be expected in a time in which work that does not grow has stalled
constexpr double kAgreement = 0.3;      // difference of a pace and the mean pace that agree, as a part of the latter
constexpr int kAgreed = 3;              // number of paces in a row that must agree

}  // namespace

std::optional<double> TimeLeft::update(double share, double now) {
  if (startShare_ < 0.0 || share < share_) {
    *this = TimeLeft{};
    start_ = judged_ = checked_ = now;
    startShare_ = judgedShare_ = share_ = share;
    return std::nullopt;
  }
  const bool hasGrown = share > share_;
  share_ = share;
  if (now - checked_ >= kEstimateEvery && share - startShare_ >= kLeastShare) {
    if (hasGrown) {  // a share told in coarse parts is true only when it has just grown
      pace_ = (share - startShare_) / (now - start_);
      end_ = now + (1.0 - share) / pace_;
      checked_ = now;
    }
    judge(now);
  }
  return agreed_ >= kAgreed ? std::optional(std::max(end_ - now, 0.0)) : std::nullopt;
}

void TimeLeft::judge(double now) {
  const double growth = share_ - judgedShare_;
  const double expected = pace_ * (now - judged_);
  if (growth < kJudgedShare && expected < kStalledShare) {
    return;
  }
  const bool isFirst = judged_ == start_;  // the mean pace itself
  const bool agrees = !isFirst && std::abs(growth - expected) <= kAgreement * expected;
  agreed_ = agrees ? agreed_ + 1 : 0;
  judged_ = now;
  judgedShare_ = share_;
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
