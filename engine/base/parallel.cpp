#include "engine/base/parallel.h"

#include <algorithm>

namespace scree {

ThreadPool::ThreadPool(int threads) {
  const int workers = std::max(0, threads - 1);
  workers_.reserve(static_cast<std::size_t>(workers));
  for (int i = 0; i < workers; ++i) {
    workers_.emplace_back([this] { workLoop(); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

void ThreadPool::takeChunks(std::unique_lock<std::mutex>& lock) {
  while (next_ < chunks_) {
    const std::size_t chunk = next_++;
    ++running_;
    lock.unlock();
    (*work_)(chunk);
    lock.lock();
    --running_;
  }
}

void ThreadPool::workLoop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stopping_ || next_ < chunks_; });
    if (stopping_) {
      return;
    }
    takeChunks(lock);
    if (running_ == 0) {
      done_.notify_all();
    }
  }
}

void ThreadPool::forChunks(std::size_t chunks, const std::function<void(std::size_t)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  chunks_ = chunks;
  wake_.notify_all();
  takeChunks(lock);
  done_.wait(lock, [this] { return running_ == 0; });
  chunks_ = 0;
  next_ = 0;
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
