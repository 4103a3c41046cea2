// Loops that threads share: each piece once, nothing left when the caller goes on, the same for any number of threads.
#include "engine/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace scree {
namespace {

TEST(ThreadPool, RunsEveryChunkOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::size_t chunks : {0U, 1U, 2U, 7U, 1000U}) {
      std::vector<int> runs(chunks, 0);
      const std::function<void(std::size_t)> work = [&](std::size_t chunk) { ++runs[chunk]; };
      pool.forChunks(chunks, work);
      EXPECT_EQ(runs, std::vector<int>(chunks, 1));
    }
  }
}

/// The caller reads what all threads wrote as soon as a loop is over, and begins the next one at once, or when the
/// others have gone to sleep.
TEST(ThreadPool, LoopsFollowEachOther) {
  for (const int threads : {2, 3, 8}) {
    ThreadPool pool(threads);
    std::vector<int> runs(40);
    for (std::size_t loop = 0; loop < 4000; ++loop) {
      const std::size_t chunks = loop % runs.size();
      const std::function<void(std::size_t)> work = [&](std::size_t chunk) { runs[chunk] += static_cast<int>(loop); };
      pool.forChunks(chunks, work);
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        ASSERT_EQ(runs[chunk], static_cast<int>(loop)) << threads << " threads, loop " << loop;
        runs[chunk] = 0;
      }
      if (loop % 400 == 399) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    }
  }
}

/// Chunks that wait for one another, as passes over slabs do: every thread has to come.
TEST(ThreadPool, ThreadsThatSleepAreWoken) {
  ThreadPool pool(3);
  for (int loop = 0; loop < 20; ++loop) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::atomic<int> there{0};
    const std::function<void(std::size_t)> work = [&](std::size_t) {
      ++there;
      while (there < 3) {
        std::this_thread::yield();
      }
    };
    pool.forChunks(3, work);
    EXPECT_EQ(there, 3);
  }
}

TEST(Parallel, PiecesAreAppendedInTheirOrder) {
  ThreadPool pool(3);
  for (ThreadPool* const threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
    for (const std::size_t n : {0U, 1U, 10U, 11U, 1000U}) {
      std::vector<std::size_t> list = {7};
      appendPieces(threads, n, 10, list, [](std::size_t begin, std::size_t end, std::vector<std::size_t>& found) {
        for (std::size_t i = begin; i < end; ++i) {
          found.push_back(i);
        }
      });
      std::vector<std::size_t> expected(n + 1);
      std::iota(expected.begin() + 1, expected.end(), 0U);
      expected.front() = 7;
      EXPECT_EQ(list, expected);
    }
  }
}

}  // namespace
}  // namespace scree
