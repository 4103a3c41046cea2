#include "engine/solver/slab_passes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/base/parallel.h"

namespace scree {
namespace {

std::unique_ptr<ThreadPool> poolOf(int threads) {
  return threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
}

/// A mixture as a step has it: together, alternating, alternating, ...
std::vector<PassOrder> mixedPasses(std::size_t count) {
  std::vector<PassOrder> passes;
  for (std::size_t i = 0; i < count; ++i) {
    passes.push_back(i % 4 == 0 ? PassOrder::together : PassOrder::alternating);
  }
  return passes;
}

/// Watches who runs when and writes down each breach of the rules.
class Recorder {
 public:
  Recorder(std::size_t slabs, std::vector<PassOrder> passes)
      : passes_(std::move(passes)), done_(slabs, 0), running_(slabs, false) {}

  void begin(std::size_t slab, std::size_t pass) {
    const std::scoped_lock lock(mutex_);
    expect(done_[slab] == pass && !running_[slab], "passes of a slab in order");
    running_[slab] = true;
    const bool alternating = passes_[pass] == PassOrder::alternating;
    for (const std::size_t other : neighbours(slab)) {
      expect(done_[other] >= pass, "neighbours through with the pass before");
      if (alternating && slab % 2 == 1) {
        expect(done_[other] >= pass + 1, "odd slabs after both neighbours");
      }
      if (alternating) {
        expect(!running_[other], "neighbours never at the same time");
      }
    }
  }

  void end(std::size_t slab) {
    const std::scoped_lock lock(mutex_);
    running_[slab] = false;
    ++done_[slab];
  }

  const std::vector<std::string>& breaches() const { return breaches_; }
  bool complete() const {
    return std::all_of(done_.begin(), done_.end(), [&](std::size_t n) { return n == passes_.size(); });
  }

 private:
  std::vector<std::size_t> neighbours(std::size_t slab) const {
    std::vector<std::size_t> found;
    if (slab > 0) {
      found.push_back(slab - 1);
    }
    if (slab + 1 < done_.size()) {
      found.push_back(slab + 1);
    }
    return found;
  }

  void expect(bool holds, const char* rule) {
    if (!holds) {
      breaches_.emplace_back(rule);
    }
  }

  std::mutex mutex_;
  std::vector<PassOrder> passes_;
  std::vector<std::size_t> done_;
  std::vector<bool> running_;
  std::vector<std::string> breaches_;
};

TEST(SlabPasses, SlabsInTheCacheGoThroughSeveralPasses) {
  std::vector<std::size_t> order;
  const std::vector<PassOrder> passes(12, PassOrder::alternating);
  runSlabPasses(40, passes, 6, {}, nullptr, nullptr, [&](std::size_t slab, std::size_t) { order.push_back(slab); });
  ASSERT_EQ(order.size(), 40U * 12U);
  // From the middle on every slab goes through three passes before the next one comes in.
  std::vector<std::size_t> passesOf(40, 0);
  std::size_t at = 0;
  for (; order[at] != 24; ++at) {
    ++passesOf[order[at]];
  }
  EXPECT_GE(passesOf[18], 3U);
  EXPECT_EQ(passesOf[30], 0U);
}

/// Something to do for a microsecond or so, of a length that differs from slab to slab.
void dawdle(std::size_t slab, std::size_t pass) {
  volatile std::size_t sum = 0;
  for (std::size_t i = 0; i < 50 * (1 + (7 * slab + 3 * pass) % 11); ++i) {
    sum = sum + i;
  }
}

TEST(SlabPasses, NeighboursWaitForEachOther) {
  for (const int threads : {1, 2, 3, 8}) {
    const std::unique_ptr<ThreadPool> pool = poolOf(threads);
    for (const std::size_t slabs : {1U, 2U, 3U, 4U, 7U, 16U}) {
      const std::size_t cached = slabs / 2;
      const std::vector<PassOrder> passes = mixedPasses(60);
      Recorder recorder(slabs, passes);
      const bool complete =
          runSlabPasses(slabs, passes, cached, {}, pool.get(), nullptr, [&](std::size_t slab, std::size_t pass) {
            recorder.begin(slab, pass);
            dawdle(slab, pass);
            recorder.end(slab);
          });
      EXPECT_TRUE(complete);
      EXPECT_TRUE(recorder.complete()) << threads << " threads, " << slabs << " slabs";
      EXPECT_TRUE(recorder.breaches().empty())
          << threads << " threads, " << slabs << " slabs: " << recorder.breaches().front();
    }
  }
}

/// What a chain of slabs comes to when each pass mixes a slab with its next neighbour in a way that depends on who was
/// first, without locks: also a test for ThreadSanitizer.
std::vector<std::uint64_t> mixed(std::size_t slabs, std::size_t passCount, std::size_t cached, ThreadPool* pool) {
  std::vector<std::uint64_t> values(slabs);
  for (std::size_t i = 0; i < slabs; ++i) {
    values[i] = 1 + i;
  }
  const std::vector<PassOrder> passes = mixedPasses(passCount);
  runSlabPasses(slabs, passes, cached, {}, pool, nullptr, [&](std::size_t slab, std::size_t pass) {
    values[slab] = 6364136223846793005ULL * values[slab] + 1442695040888963407ULL + pass;
    if (passes[pass] == PassOrder::alternating && slab + 1 < slabs) {
      values[slab] += values[slab + 1] >> 7U;
      values[slab + 1] ^= values[slab] >> 11U;
    }
  });
  return values;
}

TEST(SlabPasses, ThreadsDoNotMatter) {
  for (const std::size_t slabs : {1U, 2U, 5U, 32U}) {
    const std::vector<std::uint64_t> alone = mixed(slabs, 200, 1, nullptr);
    for (const int threads : {1, 2, 3, 8}) {
      for (const std::size_t cached : {1U, 3U, 50U}) {
        const std::unique_ptr<ThreadPool> pool = poolOf(threads);
        EXPECT_EQ(mixed(slabs, 200, cached, pool.get()), alone)
            << threads << " threads, " << slabs << " slabs, " << cached << " cached";
      }
    }
  }
}

TEST(SlabPasses, InterruptLeavesTheRestOut) {
  for (const int threads : {1, 3}) {
    const std::unique_ptr<ThreadPool> pool = poolOf(threads);
    std::atomic<int> interrupt{0};
    std::atomic<std::size_t> ran{0};
    const std::vector<PassOrder> passes = mixedPasses(1000);
    const bool complete = runSlabPasses(8, passes, 1, {}, pool.get(), &interrupt, [&](std::size_t, std::size_t pass) {
      ++ran;
      if (pass == 10) {
        interrupt = 1;
      }
    });
    EXPECT_FALSE(complete);
    // The slabs run at most one pass apart from neighbour to neighbour, so none gets far.
    EXPECT_GE(ran.load(), 11U);
    EXPECT_LE(ran.load(), 8U * (11U + 8U));
  }
}

TEST(SlabPasses, NothingToDoIsDone) {
  const auto never = [](std::size_t, std::size_t) { FAIL() << "there is no work"; };
  const std::vector<PassOrder> passes = mixedPasses(3);
  EXPECT_TRUE(runSlabPasses(0, passes, 1, {}, nullptr, nullptr, never));
  EXPECT_TRUE(runSlabPasses(4, {}, 1, {}, nullptr, nullptr, never));
}

TEST(SlabPasses, ThreadsBeginWithAboutAsManyContacts) {
  // Slabs of 2433, 388, 250, 1187 and none: with as many slabs each one of two would have two thirds of all.
  const std::vector<std::uint32_t> begin = {0, 2433, 2821, 3071, 4258, 4258};
  EXPECT_EQ(firstOfShare(5, begin, 0, 2), 0U);
  EXPECT_EQ(firstOfShare(5, begin, 1, 2), 1U);
  EXPECT_EQ(firstOfShare(5, begin, 2, 2), 5U);
  EXPECT_EQ(firstOfShare(5, begin, 2, 3), 2U);
  // Nothing known, or nothing there.
  EXPECT_EQ(firstOfShare(8, {}, 1, 2), 4U);
  EXPECT_EQ(firstOfShare(2, std::vector<std::uint32_t>{0, 0, 0}, 1, 2), 1U);
  for (const std::size_t workers : {1U, 2U, 3U}) {
    for (std::size_t worker = 0; worker < workers; ++worker) {
      EXPECT_LE(firstOfShare(5, begin, worker, workers), firstOfShare(5, begin, worker + 1, workers));
    }
  }
}

}  // namespace
}  // namespace scree
