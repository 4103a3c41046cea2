#include "engine/session/session.h"

#include "engine/step/step_threads.h"

// Session with its twin, and with what is asked and measured about it in the background.
namespace scree {

void Session::apply(const StartTwin& command) {
  twin_.choice = command.choice;
  if (whole_.isUsable) {
    beginTwin();  // else the twin begins with the next world
  }
}

void Session::apply(const StopTwin&) {
  twin_.choice.reset();
  twin_.run.reset();
}

void Session::apply(const AskMembers& command) { publishing_.members.switchOn(command.on); }

void Session::apply(const AskSolver& command) { publishing_.solver.switchOn(command.on); }

void Session::apply(const MeasurePrecision& command) {
  publishing_.precision.start(world_, command.time, command.more);
}

void Session::apply(const StopPrecision&) { publishing_.precision.stop(); }

void Session::ask() {
  const AskedMoment now{world_.step, publishing_.lastCommand};
  publishing_.members.offer(world_, now);
  publishing_.solver.offer(world_, now);
  const bool ofMembers = publishing_.members.takeNews();
  const bool ofSolver = publishing_.solver.takeNews();
  const bool ofPrecision = publishing_.precision.takeNews();
  publishing_.isDue = ofMembers || ofSolver || ofPrecision || publishing_.isDue;
}

void Session::forgetAnswers() {
  publishing_.members.forget();
  publishing_.solver.forget();
}

void Session::beginTwin() {
  twin_.run = nullptr;
  if (twin_.choice) {
    twin_.isStepping = true;
    twin_.run = std::make_unique<LiveTwin>(world_, *twin_.choice, ++twin_.begun);
    twin_.isStepping = false;
  }
}

bool Session::takeStepWithTwin() {
  const bool replaying = history_.isPast(world_);
  if (twin_.run != nullptr && !twin_.run->isLevel(world_)) {
    beginTwin();  // the world has moved to another step since
  }
  applyDue();
  if (!stepBoth()) {
    return false;
  }
  if (whole_.isUsable && replaying) {
    applyCommandsAtHead();
  }
  return true;
}

bool Session::stepBoth() {
  useThreads();  // both worlds use the same threads, as their times are compared
  if (twin_.run == nullptr) {
    takeStep();
    return true;
  }
  const bool twinFirst = twin_.run->goesFirst();
  if (twinFirst && !stepTwin()) {
    return false;
  }
  takeStep();
  if (whole_.isUsable && (twinFirst || stepTwin())) {
    twin_.isStepping = true;
    twin_.run->bothStepped(world_, twin_.ownCost, publishing_.request.get().oracle);
    twin_.isStepping = false;
  }
  return true;
}

bool Session::stepTwin() {
  using namespace std::chrono;
  status_.step = twin_.run->world().step + 1;
  status_.stepStartNanos = duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  status_.stepping = true;
  twin_.isStepping = true;
  const bool done = twin_.run->step(threads_->get(), interrupts_, twin_.interrupts);
  twin_.isStepping = false;
  status_.stepping = false;
  return done;
}

void Session::showTwin(Snapshot& snapshot) {
  snapshot.twin.snapshot.reset();
  snapshot.twin.apart.clear();
  if (twin_.run != nullptr && twin_.run->isLevel(world_)) {
    twin_.run->show(world_, observer_.shapes(), publishing_.pool, snapshot);
  }
}

}  // namespace scree
