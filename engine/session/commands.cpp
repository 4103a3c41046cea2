#include "engine/session/commands.h"

#include <chrono>
#include <utility>

namespace scree {

std::uint64_t CommandQueue::post(Command command) {
  std::uint64_t sequence = 0;
  {
    const std::lock_guard lock(mutex_);
    sequence = ++lastSequence_;
    waiting_.push_back({sequence, std::move(command)});
  }
  posted_.notify_one();
  return sequence;
}

std::vector<QueuedCommand> CommandQueue::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

bool CommandQueue::empty() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty();
}

void CommandQueue::wait(double seconds) {
  std::unique_lock lock(mutex_);
  posted_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return woken_ || !waiting_.empty(); });
  woken_ = false;
}

void CommandQueue::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  posted_.notify_one();
}

}  // namespace scree
