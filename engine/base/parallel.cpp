#include "engine/base/parallel.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace scree {

namespace {

/// Parts of a step follow each other within microseconds, while it takes a sleeping thread some ten to wake up. So
/// threads stay awake this long.
constexpr std::chrono::microseconds kAwake{30};
/// In between one of them does alone what is not shared. So long they stay there as well, but only where nobody else
/// wants the processor; then they sleep.
constexpr std::chrono::microseconds kAtHand{300};

/// Looks at the matter before the first look at the clock, which takes longer than most waits.
constexpr int kFirstLooks = 64;

/// Waits awake until `isOver`, but not for long.
template <typename IsOver>
void stayAwake(IsOver isOver) {
  using Clock = std::chrono::steady_clock;
  for (int look = 0; look < kFirstLooks; ++look) {
    if (isOver()) {
      return;
    }
    hwy::Pause();
  }
  const Clock::time_point begin = Clock::now();
  for (Clock::duration waited{}; !isOver() && waited < kAtHand; waited = Clock::now() - begin) {
    if (waited < kAwake) {
      hwy::Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

// A share: its first chunk above, its end below.
constexpr std::uint64_t kFirst = std::uint64_t{1} << 32U;
std::uint64_t shareOf(std::size_t first, std::size_t end) { return first * kFirst + end; }
std::uint64_t firstOf(std::uint64_t share) { return share / kFirst; }
std::uint64_t endOf(std::uint64_t share) { return share % kFirst; }

/// Makes a share smaller, unless nothing is left of it; returns what it was before.
template <typename Smaller>
std::optional<std::uint64_t> take(std::atomic<std::uint64_t>& left, Smaller smaller) {
  std::uint64_t share = left.load(std::memory_order_acquire);
  while (firstOf(share) < endOf(share)) {
    if (left.compare_exchange_weak(share, smaller(share), std::memory_order_acq_rel)) {
      return share;
    }
  }
  return {};
}

// A loop: its number above, then whether it is open, then the threads in it.
constexpr std::uint64_t kLoop = std::uint64_t{1} << 32U;
constexpr std::uint64_t kOpen = std::uint64_t{1} << 31U;
std::uint64_t loopOf(std::uint64_t state) { return state / kLoop; }
bool isOpen(std::uint64_t state) { return (state & kOpen) != 0; }
std::uint64_t threadsIn(std::uint64_t state) { return state % kOpen; }

}  // namespace

ThreadPool::ThreadPool(int threads) : shares_(static_cast<std::size_t>(std::max(1, threads))) {
  workers_.reserve(shares_.size() - 1);
  try {
    for (std::size_t i = 1; i < shares_.size(); ++i) {
      workers_.emplace_back([this, i] { workLoop(i); });
    }
  } catch (...) {
    stop();  // those that run already would be waited for, for ever
    throw;
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

/// Its own chunks from the first on, then the last ones of others.
void ThreadPool::takeChunks(std::size_t self) {
  while (const auto share = take(shares_[self].left, [](std::uint64_t now) { return now + kFirst; })) {
    (*work_)(firstOf(*share));
  }
  for (std::size_t i = 1; i < shares_.size(); ++i) {
    Share& other = shares_[(self + i) % shares_.size()];
    while (const auto share = take(other.left, [](std::uint64_t now) { return now - 1; })) {
      (*work_)(endOf(*share) - 1);
    }
  }
}

void ThreadPool::takeChunksSafely(std::size_t self) {
  try {
    takeChunks(self);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) {
      failure_ = std::current_exception();
    }
  }
}

/// Whether there is a loop that a thread has not been in, or the end has come. Told in one order with who is asleep,
/// so that either the caller sees a sleeper or that one sees the call.
bool ThreadPool::isCalled(std::uint64_t seen) const {
  const std::uint64_t state = state_.load(std::memory_order_seq_cst);
  return stopping_.load(std::memory_order_relaxed) || (isOpen(state) && loopOf(state) != seen);
}

/// Goes into the loop unless it is closed already: then its caller need not wait for who comes late.
bool ThreadPool::enter(std::uint64_t& seen) {
  std::uint64_t state = state_.load(std::memory_order_acquire);
  while (isOpen(state) && loopOf(state) != seen) {
    if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel)) {
      seen = loopOf(state);
      return true;
    }
  }
  return false;
}

void ThreadPool::workLoop(std::size_t self) {
  std::uint64_t seen = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    stayAwake([&] { return isCalled(seen); });
    if (!isCalled(seen)) {
      std::unique_lock lock(mutex_);
      ++asleep_;
      wake_.wait(lock, [&] { return isCalled(seen); });
      --asleep_;
    }
    if (enter(seen)) {
      takeChunksSafely(self);
      state_.fetch_sub(1, std::memory_order_release);
    }
  }
}

void ThreadPool::forChunks(std::size_t chunks, const std::function<void(std::size_t)>& work) {
  work_ = &work;
  const std::size_t n = shares_.size();
  for (std::size_t i = 0; i < n; ++i) {
    shares_[i].left.store(shareOf(chunks * i / n, chunks * (i + 1) / n), std::memory_order_relaxed);
  }
  const std::uint64_t loop = loopOf(state_.load(std::memory_order_relaxed)) + 1;
  state_.store(loop * kLoop + kOpen, std::memory_order_seq_cst);
  if (asleep_.load(std::memory_order_seq_cst) > 0) {
    const std::lock_guard lock(mutex_);
    wake_.notify_all();
  }
  takeChunksSafely(0);
  // Nothing is left to be taken, unless all have failed; who is still in it is at its last chunk.
  state_.fetch_sub(kOpen, std::memory_order_acq_rel);
  const auto isOver = [&] { return threadsIn(state_.load(std::memory_order_acquire)) == 0; };
  while (!isOver()) {
    stayAwake(isOver);
  }
  if (failure_) {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
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
