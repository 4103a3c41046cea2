#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "engine/base/clock.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "engine/step/measure_members.h"
#include "engine/step/step_data.h"

// Session and its run so far: seeking a step, replaying, and leaving the run for another one.
namespace scree {

namespace {

constexpr double kProgressInterval = 0.05;  // s between snapshots on the way to a step

}  // namespace

void Session::apply(const WorldCommand& command) {
  if (hasNoEffect(world_, command)) {
    // In the past even a command without effect would fork the run, and its rest would be lost.
    publishing_.message.clear();
    return;
  }
  std::string told;
  publishing_.message = applyCommand(world_, command, &told);
  if (!publishing_.message.empty()) {
    return;
  }
  publishing_.message = std::move(told);
  // A world with a change that the history lacks must not go on: it is usable only after book().
  const bool wasUsable = whole_.isUsable;
  beginChange();
  book(command);
  shareIfMesh(command);
  whole_.isUsable = wasUsable;
}

void Session::shareIfMesh(const WorldCommand& command) {
  if (std::holds_alternative<SetMadeMesh>(command)) {
    observer_.shareShapesOf(world_);
  }
}

void Session::book(const WorldCommand& command) {
  if (changesResults(command)) {
    if (history_.isPast(world_)) {
      history_.fork(world_);
      endPull(command);
    }
    history_.log(world_, command);
  }
  if (twin_.run != nullptr) {
    twin_.run->follow(command);
  }
}

void Session::endPull(const std::optional<WorldCommand>& command) {
  // The pull of the recorded run has no hand any more, unless the command is one.
  const bool isHeld =
      command && (std::holds_alternative<StartPull>(*command) || std::holds_alternative<MovePull>(*command));
  if (!world_.pull || isHeld) {
    return;
  }
  applyCommand(world_, EndPull{});
  history_.log(world_, EndPull{});
  if (twin_.run != nullptr) {
    twin_.run->follow(EndPull{});
  }
}

void Session::applyDue() {
  // Applies them once: a step may be given up and taken again.
  if (history_.isPast(world_) && seeking_.dueApplied != world_.step) {
    applyLogged();
    seeking_.dueApplied = world_.step;
  }
}

void Session::applyLogged() {
  for (const LoggedCommand& logged : history_.commandsAt(world_.step)) {
    // A command of a damaged or forged recording may be refused; the replay then differs, which History::check() finds.
    applyCommand(world_, logged.command);
    shareIfMesh(logged.command);
    if (twin_.run != nullptr && twin_.run->isLevel(world_)) {
      twin_.run->follow(logged.command);
    }
  }
}

void Session::applyCommandsAtHead() {
  if (!history_.isPast(world_)) {
    applyLogged();  // commands given at the end of the run are in force there
  }
}

void Session::apply(const SeekTo& command) {
  play_.isOn = false;
  play_.stepsWanted = 0;
  seek(command.step);
}

void Session::apply(const StepBack& command) {
  play_.isOn = false;
  play_.stepsWanted = 0;
  const std::uint64_t from = seeking_.target ? seeking_.target->to : world_.step;
  const auto count = static_cast<std::uint64_t>(std::max(command.count, 0));
  seek(from > count ? from - count : 0);
}

void Session::apply(const ResumeHere&) {
  if (history_.isPast(world_)) {
    history_.fork(world_);
    endPull(std::nullopt);
  }
}

void Session::apply(const SetHistoryBudget& command) { history_.setBudget(command.bytes, world_.step); }

void Session::apply(const SetLoop& command) { history_.setLoop(command.loop); }

void Session::apply(const TakeRecording& command) {
  if (command.to == nullptr) {
    return;
  }
  try {
    command.to->set_value(std::make_shared<const Recording>(history_.recording(world_)));
  } catch (const std::bad_alloc&) {
    command.to->set_exception(std::current_exception());  // the receiver waits for it and must learn of the failure
  }
}

void Session::apply(const ReplayRecording& command) {
  consumeInterrupt();
  const Recording* const recording = command.recording.get();
  if (recording == nullptr || recording->states.empty() ||
      std::ranges::any_of(recording->states, [](const SavedState& state) { return state.bytes == nullptr; })) {
    publishing_.message = "there is no recording to replay";
    return;
  }
  std::optional<World> first;
  try {
    first = restoreState(*recording->states.front().bytes);
  } catch (const StateError& error) {
    publishing_.message = error.what();
    return;
  }
  twin_.choice.reset();
  place(std::move(*first));
  loaded_ = recording->states.front().bytes;
  history_.begin(*recording);
  play_.stepsWanted = 0;
  play_.end.reset();
  whole_.isUsable = true;
  beginTwin();
}

void Session::goBack(bool stepOn) {
  const std::uint64_t to = std::clamp(whole_.lastStep, history_.firstStep(), history_.lastStep());
  seeking_.target.reset();
  // The discarded world makes room for the restored one.
  world_ = World{.parameters = world_.parameters};
  *data_ = StepData{};
  restore(to);
  observer_.shareShapesOf(world_);
  whole_.isUsable = true;
  if (world_.step < to && stepOn) {
    seeking_.target = Seeking::Target{.to = to, .from = world_.step, .isRecovery = true};
    return;
  }
  applyCommandsAtHead();
}

void Session::seek(std::uint64_t step) {
  const std::uint64_t to = std::clamp(step, history_.firstStep(), history_.lastStep());
  seeking_.target.reset();
  if (to == world_.step) {
    return;
  }
  const bool isAhead = world_.step < to;
  if (!isAhead || history_.stateFor(to).step > world_.step) {
    restore(to);
  }
  if (world_.step < to) {
    seeking_.target = Seeking::Target{to, world_.step};
  }
}

void Session::seekOn() {
  const bool replaying = history_.isPast(world_);
  useThreads();
  takeStep();
  if (!whole_.isUsable) {
    return;
  }
  if (replaying) {
    applyCommandsAtHead();
  }
  const bool arrived = world_.step >= seeking_.target->to;
  if (arrived) {
    seeking_.target.reset();
  }
  if (arrived || (!publishing_.snapshots.pending() && steadySeconds() - publishing_.last > kProgressInterval)) {
    publish(publishing_.request.get());
  }
}

void Session::restore(std::uint64_t step) {
  const int threads = world_.parameters.threads;
  for (bool restored = false; !restored;) {
    const SavedState& state = history_.stateFor(step);
    try {
      World world = restoreState(*state.bytes);
      if (world.step != state.step) {
        throw StateError("the state is of another step");
      }
      world_ = std::move(world);
      restored = true;
    } catch (const StateError&) {
      if (state.step == history_.firstStep()) {
        throw;  // the first state was read once already
      }
      history_.forget(state);  // the state of a recording is damaged: an earlier one leads there too
    }
  }
  world_.parameters.threads = threads;
  forgetAnswers();  // they are of another time of the run
  seeking_.dueApplied.reset();
  film_.clock.jumpTo(world_.time);  // a film goes on with the state shown
  *data_ = StepData{};
  measureMembers(world_, data_->report);
  observer_.jumped(world_);
  publishing_.isDue = true;
}

void Session::endReplay() {
  if (!history_.loop()) {
    play_.isOn = false;
    publishing_.message = "End of the run so far: playing goes on from here";
    return;
  }
  seek(history_.firstStep());
  play_.pacing.restart(steadySeconds(), world_.time);
}

}  // namespace scree
