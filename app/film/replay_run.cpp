#include "app/film/replay_run.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/state/state.h"

namespace scree {

namespace {

constexpr std::size_t kLittle = 1;  // limit of memory for earlier states [bytes]: a film never goes back

}  // namespace

ReplayRun::ReplayRun(const ReplayPlan& plan) : session_(World(), false), interval_(plan.interval) {
  session_.request(plan.request);
  session_.post(SetTargetRate{0.0});
  session_.post(SetMeasures{std::make_shared<const MeasureList>(plan.measures)});
  session_.post(AskMembers{plan.asksMembers});
  session_.post(AskSolver{plan.asksSolver});
  place(plan);
}

void ReplayRun::place(const ReplayPlan& plan) {
  double end = plan.until.value_or(INFINITY);
  const auto twinBefore = [&plan](double begin) {
    return plan.twin && plan.twin->since && *plan.twin->since < begin ? *plan.twin->since : begin;
  };
  if (const auto* recording = std::get_if<std::shared_ptr<const Recording>>(&plan.source)) {
    const Recording& run = **recording;
    restoreState(*run.states.front().bytes);  // throws on damage; the session would only set a message
    session_.post(ReplayRecording{*recording});
    session_.advance();
    const Timeline timeline = session_.snapshots().latest()->run.timeline;
    firstStep_ = stepAt(timeline, plan.from);
    lastStep_ = run.lastStep;
    begin_ = scree::timeOf(timeline, firstStep_);
    end = std::min(end, run.lastTime);
    twinStep_ = stepAt(timeline, twinBefore(begin_));
    if (twinStep_ > timeline.first.step) {
      session_.post(SeekTo{twinStep_});
    }
  } else {
    const World& world = *std::get<std::shared_ptr<const World>>(plan.source);
    if (!std::isfinite(end)) {
      throw std::invalid_argument("a film of a scene needs an end");
    }
    session_.post(ReplaceWorld{std::get<std::shared_ptr<const World>>(plan.source)});
    session_.post(SetHistoryBudget{kLittle});
    begin_ = std::max(world.time, plan.from);
    const auto stepOf = [&world](double time) {
      return world.step + static_cast<std::uint64_t>(std::llround((time - world.time) / world.parameters.timeStep));
    };
    firstStep_ = stepOf(begin_);
    twinStep_ = stepOf(std::max(world.time, twinBefore(begin_)));
    if (twinStep_ > world.step) {
      session_.post(StepOnce{static_cast<int>(twinStep_ - world.step)});
    }
  }
  if (plan.twin) {
    twin_ = plan.twin->choice;
  }
  constexpr double kRounding = 1e-6;  // tolerance of the number of frames [frames]
  frames_ = 1 + static_cast<std::uint64_t>(std::max(std::floor((end - begin_) / interval_ + kRounding), 0.0));
}

void ReplayRun::tellWay(std::uint64_t to) {
  const std::uint64_t now = session_.world().step;
  wayFrom_ = std::min(wayFrom_, now);  // a recording goes back to a state before the film first
  wayShare_ =
      to > wayFrom_ ? std::min(1.0, static_cast<double>(now - wayFrom_) / static_cast<double>(to - wayFrom_)) : 1.0;
}

std::optional<ReplayWay> ReplayRun::way() const {
  constexpr double kWhole = 1.0;
  const double share = wayShare_;
  return share > kWhole ? std::nullopt : std::optional(ReplayWay{twin_ && wayPosted_, share});
}

double ReplayRun::advance() {
  const double wait = session_.advance();
  if (session_.status().failures > 0) {
    throw std::runtime_error(session_.snapshots().latest()->run.message);
  }
  if (!filming_) {
    if (session_.world().step < twinStep_) {
      tellWay(twinStep_);
      return wait;
    }
    if (!wayPosted_) {
      wayFrom_ = twinStep_;
      wayShare_ = 0.0;
      wayPosted_ = true;
      if (twin_) {
        session_.post(StartTwin{*twin_});
      }
      if (firstStep_ > twinStep_) {
        session_.post(StepOnce{static_cast<int>(firstStep_ - twinStep_)});
      }
      return 0.0;
    }
    tellWay(firstStep_);
    if (session_.world().step >= firstStep_) {
      filming_ = true;
      wayShare_ = 2.0;
      begin_ = session_.world().time;
      session_.post(CaptureFrames{interval_});
      session_.post(Play{});
    }
    return filming_ ? 0.0 : wait;
  }
  over_ = session_.world().step >= lastStep_;
  return wait;
}

}  // namespace scree
