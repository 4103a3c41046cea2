#include "engine/base/parallel.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <chrono>

namespace scree {

namespace {

/// Parts of a step follow each other within microseconds, while it takes a sleeping thread some ten to wake up. So
/// threads stay awake this long.
constexpr std::chrono::microseconds kAwake{30};
/// In between one of them does alone what is not shared. So long they stay there as well, but only where nobody else
/// wants the processor; then they sleep.
constexpr std::chrono::microseconds kAtHand{300};

/// Waits awake until `isOver`, but no longer than that.
template <typename IsOver>
void stayAwake(IsOver isOver) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  for (Clock::duration waited{}; !isOver() && waited < kAtHand; waited = Clock::now() - begin) {
    if (waited < kAwake) {
      hwy::Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  const int workers = std::max(0, threads - 1);
  workers_.reserve(static_cast<std::size_t>(workers));
  left_.resize(static_cast<std::size_t>(workers) + 1);
  for (int i = 0; i < workers; ++i) {
    workers_.emplace_back([this, i] { workLoop(static_cast<std::size_t>(i) + 1); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    ++calls_;
  }
  wake_.notify_all();
}

bool ThreadPool::isAnyLeft() const {
  return std::any_of(left_.begin(), left_.end(), [](const Range& range) { return range.begin < range.end; });
}

/// The next chunk of the thread's own share, else the last of whoever has most left.
std::size_t ThreadPool::takeChunk(std::size_t self) {
  if (left_[self].begin < left_[self].end) {
    return left_[self].begin++;
  }
  const auto size = [](const Range& range) { return range.end - range.begin; };
  const auto most =
      std::max_element(left_.begin(), left_.end(), [&](const Range& a, const Range& b) { return size(a) < size(b); });
  return --most->end;
}

void ThreadPool::takeChunks(std::size_t self, std::unique_lock<std::mutex>& lock) {
  while (isAnyLeft()) {
    const std::size_t chunk = takeChunk(self);
    ++running_;
    lock.unlock();
    (*work_)(chunk);
    lock.lock();
    --running_;
  }
  isBusy_.store(running_ > 0, std::memory_order_release);
}

void ThreadPool::workLoop(std::size_t self) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const std::uint64_t seen = calls_.load(std::memory_order_relaxed);
    lock.unlock();
    stayAwake([&] { return calls_.load(std::memory_order_acquire) != seen; });
    lock.lock();
    wake_.wait(lock, [this] { return stopping_ || isAnyLeft(); });
    if (stopping_) {
      return;
    }
    takeChunks(self, lock);
    if (running_ == 0) {
      done_.notify_all();
    }
  }
}

void ThreadPool::forChunks(std::size_t chunks, const std::function<void(std::size_t)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  for (std::size_t i = 0; i < left_.size(); ++i) {
    left_[i] = {chunks * i / left_.size(), chunks * (i + 1) / left_.size()};
  }
  ++calls_;
  wake_.notify_all();
  takeChunks(0, lock);
  if (running_ > 0) {
    lock.unlock();
    stayAwake([&] { return !isBusy_.load(std::memory_order_acquire); });
    lock.lock();
  }
  done_.wait(lock, [this] { return running_ == 0; });
  work_ = nullptr;
}

void forChunks(ThreadPool* threads, std::size_t chunks, const std::function<void(std::size_t)>& work) {
  if (threads != nullptr && threads->size() > 1 && chunks > 1) {
    threads->forChunks(chunks, work);
    return;
  }
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    work(chunk);
  }
}

}  // namespace scree
