#include "engine/session/history.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/clock.h"
#include "engine/state/state.h"

namespace scree {

namespace {

/// Share of the stepping time that saving may take on average. Half of the 3 % that users are promised, as the cost of
/// the next state is a guess from the last ones.
constexpr double kSaveShare = 0.016;
constexpr double kSaveSmoothing = 0.3;  // share of the newest state in the cost of saving

}  // namespace

void History::begin(const World& world, std::shared_ptr<const std::vector<std::byte>> first, double seconds) {
  ring_.begin({world.step, world.time, std::move(first)});
  commands_.clear();
  marks_.clear();
  lastStep_ = world.step;
  lastTime_ = world.time;
  recorded_ = false;
  diverged_.reset();
  saveSeconds_ = 2.0 * seconds;  // later states also need a hash
  sinceSave_ = 0.0;
  savingInAll_ = 0.0;
  steppingInAll_ = 0.0;
  publishCommands();
}

void History::begin(const Recording& recording) {
  // First come operations that may find no memory and change no member.
  std::vector<LoggedCommand> commands = recording.commands;
  std::vector<StepMark> marks = recording.marks;
  ring_.begin(recording.states.front());
  commands_ = std::move(commands);
  marks_ = std::move(marks);
  lastStep_ = recording.lastStep;
  lastTime_ = recording.lastTime;
  recorded_ = true;
  diverged_.reset();
  saveSeconds_ = 0.0;
  sinceSave_ = 0.0;
  savingInAll_ = 0.0;
  steppingInAll_ = 0.0;
  for (std::size_t i = 1; i < recording.states.size(); ++i) {
    ring_.add(recording.states[i], recording.states.front().step);
  }
  publishCommands();
}

void History::publishCommands() {
  std::vector<TimeMark> shown;
  shown.reserve(commands_.size());
  for (const LoggedCommand& command : commands_) {
    if (!command.text.empty()) {
      shown.push_back({command.step, command.time, command.text});
    }
  }
  shownCommands_ = std::make_shared<const std::vector<TimeMark>>(std::move(shown));
}

void History::log(const World& world, const WorldCommand& command) {
  if (!commands_.empty() && commands_.back().step == world.step && overrides(command, commands_.back().command)) {
    commands_.pop_back();
  }
  commands_.push_back({world.step, world.time, command, describe(command, world)});
  recorded_ = false;
  // A pull logs a command in every step: commands without a text do not make the shown list anew.
  if (!commands_.back().text.empty()) {
    publishCommands();
  }
}

std::span<const LoggedCommand> History::commandsAt(std::uint64_t step) const {
  const auto first = std::ranges::lower_bound(commands_, step, {}, &LoggedCommand::step);
  const auto end = std::ranges::upper_bound(commands_, step, {}, &LoggedCommand::step);
  return {first, end};
}

void History::fork(const World& world) {
  ++forks_;
  forkStep_ = world.step;
  if (diverged_ && diverged_->step <= world.step) {
    // Stepping the recorded run does not lead to this state: another run begins here.
    const double start = steadySeconds();
    auto state = std::make_shared<const std::vector<std::byte>>(saveState(world));
    begin(world, std::move(state), steadySeconds() - start);
    return;
  }
  std::erase_if(commands_, [&](const LoggedCommand& command) { return command.step >= world.step; });
  std::erase_if(marks_, [&](const StepMark& mark) { return mark.step > world.step; });
  ring_.dropAfter(world.step);
  diverged_.reset();
  lastStep_ = world.step;
  lastTime_ = world.time;
  recorded_ = false;
  publishCommands();
}

void History::stepped(const World& world, double seconds) {
  const bool known = world.step <= lastStep_;
  steppingInAll_ += seconds;
  sinceSave_ += seconds;
  if (known) {
    check(world);
  } else {
    lastStep_ = world.step;
    lastTime_ = world.time;
    recorded_ = false;
  }
  if (ring_.has(world.step)) {
    sinceSave_ = 0.0;
  } else if (sinceSave_ * kSaveShare >= saveSeconds_ && (!known || !diverged_)) {
    save(world);
  }
}

void History::save(const World& world) {
  const double start = steadySeconds();
  if (marks_.empty() || marks_.back().step < world.step) {
    marks_.push_back(markOf(world));
  }
  ring_.add({world.step, world.time, std::make_shared<const std::vector<std::byte>>(saveState(world))}, world.step);
  const double seconds = steadySeconds() - start;
  saveSeconds_ += (saveSeconds_ == 0.0 ? 1.0 : kSaveSmoothing) * (seconds - saveSeconds_);
  savingInAll_ += seconds;
  sinceSave_ = 0.0;
}

void History::check(const World& world) {
  const auto mark = std::ranges::lower_bound(marks_, world.step, {}, &StepMark::step);
  if (mark == marks_.end() || mark->step != world.step || mark->hash == stateHash(world)) {
    return;
  }
  if (!diverged_ || world.step < diverged_->step) {
    diverged_ = TimeMark{world.step, world.time, {}};
  }
}

const SavedState& History::stateFor(std::uint64_t step) const {
  return ring_.before(step > firstStep() ? step - 1 : step);
}

Timeline History::timeline(const World& world) const {
  Timeline timeline;
  timeline.first = {firstStep(), ring_.states().front().time, {}};
  timeline.last = {lastStep_, lastTime_, {}};
  timeline.commands = shownCommands_;
  timeline.past = isPast(world);
  timeline.diverged = diverged_;
  timeline.recorded = recorded_;
  timeline.loop = loop_;
  timeline.forks = forks_;
  timeline.forkStep = forkStep_;
  timeline.states = ring_.states().size();
  timeline.bytes = ring_.bytes();
  timeline.budget = ring_.budget();
  timeline.saveShare = steppingInAll_ > 0.0 ? savingInAll_ / steppingInAll_ : 0.0;
  return timeline;
}

Recording History::recording(const World& world) const {
  return {.name = world.name,
          .states = ring_.states(),
          .commands = commands_,
          .marks = marks_,
          .lastStep = lastStep_,
          .lastTime = lastTime_};
}

}  // namespace scree
