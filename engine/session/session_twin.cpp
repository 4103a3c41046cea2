#include "engine/session/session.h"

#include "engine/step/step_threads.h"

// Session and its twin.
namespace scree {

void Session::apply(const StartTwin& command) {
  twinChoice_ = command.choice;
  if (usable_) {
    beginTwin();  // else the twin begins with the next world
  }
}

void Session::apply(const StopTwin&) {
  twinChoice_.reset();
  twin_.reset();
}

void Session::beginTwin() {
  twin_ = nullptr;
  if (twinChoice_) {
    steppingTwin_ = true;
    twin_ = std::make_unique<LiveTwin>(world_, *twinChoice_, ++twinsBegun_);
    steppingTwin_ = false;
  }
}

bool Session::takeStepWithTwin() {
  const bool replaying = history_.isPast(world_);
  if (twin_ != nullptr && !twin_->isLevel(world_)) {
    beginTwin();  // the world has moved to another step since
  }
  applyDue();
  if (!stepBoth()) {
    return false;
  }
  if (usable_ && replaying) {
    applyCommandsAtHead();
  }
  return true;
}

bool Session::stepBoth() {
  useThreads();  // both worlds use the same threads, as their times are compared
  if (twin_ == nullptr) {
    takeStep();
    return true;
  }
  const bool twinFirst = twin_->goesFirst();
  if (twinFirst && !stepTwin()) {
    return false;
  }
  takeStep();
  if (usable_ && (twinFirst || stepTwin())) {
    steppingTwin_ = true;
    twin_->bothStepped(world_, stepCost_, request_.get().oracle);
    steppingTwin_ = false;
  }
  return true;
}

bool Session::stepTwin() {
  using namespace std::chrono;
  status_.step = twin_->world().step + 1;
  status_.stepStartNanos = duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  status_.stepping = true;
  steppingTwin_ = true;
  const bool done = twin_->step(threads_->get(), interrupts_, twinInterrupts_);
  steppingTwin_ = false;
  status_.stepping = false;
  return done;
}

void Session::showTwin(Snapshot& snapshot) {
  snapshot.twin.snapshot.reset();
  snapshot.twin.apart.clear();
  if (twin_ != nullptr && twin_->isLevel(world_)) {
    twin_->show(world_, observer_.shapes(), pool_, snapshot);
  }
}

}  // namespace scree
