#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace scree {

/// A fixed set of threads that share loops; idle threads soon sleep. The caller of `forChunks` works too.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }
  /// Calls work(chunk) once for each chunk in [0, chunks), in any order on any thread; returns when all are done.
  /// Every thread begins with a share of its own, so that it mostly finds what it had the last time in its cache.
  /// What `work` throws first is thrown again here, when no thread is in it any more; not all chunks are done then.
  void forChunks(std::size_t chunks, const std::function<void(std::size_t)>& work);

 private:
  /// What is left of a thread's share: the first and the end in one number, so that they change together. In a line of
  /// the cache of its own.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> left{0};
  };

  void workLoop(std::size_t self);
  void stop();
  bool isCalled(std::uint64_t seen) const;
  bool enter(std::uint64_t& seen);
  void takeChunks(std::size_t self);
  /// The same; keeps what the work throws.
  void takeChunksSafely(std::size_t self);

  const std::function<void(std::size_t)>* work_ = nullptr;
  std::vector<Share> shares_;
  /// Number of the loop, whether it is open to more threads, and how many are in it beside the caller.
  std::atomic<std::uint64_t> state_{0};
  std::mutex mutex_;  ///< of those that sleep, and of the failure
  std::condition_variable wake_;
  std::atomic<int> asleep_{0};
  std::atomic<bool> stopping_{false};
  std::exception_ptr failure_;  ///< the first of this loop
  std::vector<std::jthread> workers_;
};

/// The same on the pool, or on the calling thread when there is none.
void forChunks(ThreadPool* threads, std::size_t chunks, const std::function<void(std::size_t)>& work);

/// Calls work(begin, end) for pieces of [0, n) of `piece` each, on the pool or on the calling thread when there is
/// none.
template <typename Work>
void forPieces(ThreadPool* threads, std::size_t n, std::size_t piece, Work work) {
  forChunks(threads, (n + piece - 1) / piece, [&](std::size_t at) { work(at * piece, std::min(n, (at + 1) * piece)); });
}

/// The sum, by +=, of what work(begin, end) returns for the pieces, in their order: the same for any number of threads.
template <typename Sum, typename Work>
Sum sumPieces(ThreadPool* threads, std::size_t n, std::size_t piece, Work work) {
  std::vector<Sum> parts((n + piece - 1) / piece);
  forPieces(threads, n, piece, [&](std::size_t begin, std::size_t end) { parts[begin / piece] = work(begin, end); });
  Sum all{};
  for (const Sum& part : parts) {
    all += part;
  }
  return all;
}

/// Appends to `list` what work(begin, end, list) appends for the pieces, in their order: the same for any number of
/// threads. One thread has one piece.
template <typename T, typename Work>
void appendPieces(ThreadPool* threads, std::size_t n, std::size_t piece, std::vector<T>& list, Work work) {
  if (threads == nullptr || threads->size() == 1 || n <= piece) {
    if (n > 0) {
      work(std::size_t{0}, n, list);
    }
    return;
  }
  std::vector<std::vector<T>> parts((n + piece - 1) / piece);
  forPieces(threads, n, piece, [&](std::size_t begin, std::size_t end) { work(begin, end, parts[begin / piece]); });
  for (const std::vector<T>& part : parts) {
    list.insert(list.end(), part.begin(), part.end());
  }
}

}  // namespace scree
