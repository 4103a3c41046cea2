#include "engine/solver/slab_passes.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <thread>

#include "engine/base/parallel.h"
#include "engine/solver/solver_constants.h"

namespace scree {

namespace {

/// Progress of one slab; a cache line each, so that threads on different slabs do not disturb each other.
struct alignas(64) Progress {
  std::atomic<std::size_t> done{0};  ///< passes
  std::atomic<bool> taken{false};
};

class Run {
 public:
  Run(std::size_t slabs, std::span<const PassOrder> passes, std::size_t cached, const std::atomic<int>* interrupt,
      const std::function<void(std::size_t, std::size_t)>& work)
      : slabs_(slabs),
        passes_(passes),
        cached_(cached),
        interrupt_(interrupt),
        work_(work),
        progress_(std::make_unique<Progress[]>(slabs)),
        left_(slabs) {}

  /// Takes part until nothing is left: in the slabs [first, last), or anywhere when these wait for long.
  void takePart(std::size_t first, std::size_t last) {
    std::size_t idle = 0;
    while (left_.load(std::memory_order_acquire) > 0 && !stopped()) {
      const bool found = goThrough(first, last) || (idle > solver::kPatience && goThrough(0, slabs_));
      idle = found ? 0 : idle + (last - first) + 1;
      if (idle > solver::kSpins) {
        std::this_thread::yield();
      }
    }
  }

  bool complete() const { return left_.load(std::memory_order_acquire) == 0; }

 private:
  /// Visits the slabs in their order, and after each slab the ones just before it once more, which may have waited for
  /// it: so slabs go through several passes while they are in the cache.
  bool goThrough(std::size_t first, std::size_t last) {
    bool found = false;
    for (std::size_t slab = first; slab < last; ++slab) {
      for (std::size_t back = 0; back < cached_ && first + back <= slab; ++back) {
        found = advance(slab - back) || found;
      }
    }
    return found;
  }

  bool stopped() const {
    return failed_.load(std::memory_order_relaxed) ||
           (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed) != 0);
  }

  /// Runs the next pass of a slab. After an exception no thread waits for the slab any more.
  void perform(std::size_t slab, std::size_t pass) {
    try {
      work_(slab, pass);
    } catch (...) {
      failed_ = true;
      throw;
    }
  }

  bool isReady(std::size_t slab, std::size_t pass) const {
    const bool waits = passes_[pass] == PassOrder::alternating && slab % 2 == 1;
    const std::size_t needed = waits ? pass + 1 : pass;
    const auto has = [&](std::size_t other) { return progress_[other].done.load(std::memory_order_acquire) >= needed; };
    return (slab == 0 || has(slab - 1)) && (slab + 1 == slabs_ || has(slab + 1));
  }

  /// Runs the next pass of a slab if it may run and no other thread is at it.
  bool advance(std::size_t slab) {
    Progress& progress = progress_[slab];
    const std::size_t pass = progress.done.load(std::memory_order_acquire);
    if (pass == passes_.size() || !isReady(slab, pass) || progress.taken.exchange(true, std::memory_order_acquire)) {
      return false;
    }
    // Another thread may have run it between the look and the taking.
    const bool mine = progress.done.load(std::memory_order_acquire) == pass;
    if (mine) {
      perform(slab, pass);
      progress.done.store(pass + 1, std::memory_order_release);
      if (pass + 1 == passes_.size()) {
        left_.fetch_sub(1, std::memory_order_release);
      }
    }
    progress.taken.store(false, std::memory_order_release);
    return mine;
  }

  std::size_t slabs_;
  std::span<const PassOrder> passes_;
  std::size_t cached_;
  const std::atomic<int>* interrupt_;
  const std::function<void(std::size_t, std::size_t)>& work_;
  std::unique_ptr<Progress[]> progress_;
  std::atomic<std::size_t> left_;
  std::atomic<bool> failed_{false};
};

}  // namespace

std::size_t slabsInCache(std::size_t contacts, std::size_t slabs) {
  constexpr double kPerContact = static_cast<double>(sizeof(Batch)) / static_cast<double>(kLanes);
  const auto count = static_cast<double>(std::max<std::size_t>(1, slabs));
  const double perSlab = kPerContact * static_cast<double>(contacts) / count;
  return static_cast<std::size_t>(std::clamp(solver::kOwnCache / std::max(perSlab, 1.0), 1.0, count));
}

std::size_t firstOfShare(std::size_t slabs, std::span<const std::uint32_t> contactBegin, std::size_t worker,
                         std::size_t workers) {
  if (worker == workers || contactBegin.empty() || contactBegin.back() == 0) {
    return slabs * worker / workers;
  }
  const std::uint64_t before = std::uint64_t{contactBegin.back()} * worker / workers;
  const auto next = std::lower_bound(contactBegin.begin(), contactBegin.end(), before);
  if (next == contactBegin.begin()) {
    return 0;
  }
  const auto last = std::prev(next);
  return static_cast<std::size_t>((*next - before < before - *last ? next : last) - contactBegin.begin());
}

bool runSlabPasses(std::size_t slabs, std::span<const PassOrder> passes, std::size_t cached,
                   std::span<const std::uint32_t> contactBegin, ThreadPool* threads, const std::atomic<int>* interrupt,
                   const std::function<void(std::size_t, std::size_t)>& work) {
  if (passes.empty() || slabs == 0) {
    return true;
  }
  Run run(slabs, passes, std::max<std::size_t>(1, cached), interrupt, work);
  const std::size_t workers =
      threads == nullptr ? 1 : std::min(static_cast<std::size_t>(threads->size()), (slabs + 1) / 2);
  if (workers <= 1) {
    run.takePart(0, slabs);
  } else {
    threads->forChunks(workers, [&](std::size_t worker) {
      run.takePart(firstOfShare(slabs, contactBegin, worker, workers),
                   firstOfShare(slabs, contactBegin, worker + 1, workers));
    });
  }
  return run.complete();
}

}  // namespace scree
