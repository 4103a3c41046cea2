#include "engine/solver/slab_passes.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "engine/base/parallel.h"

namespace scree {

namespace {

constexpr int kSpins = 200;  // looks for work before the processor is offered to others

/// Progress of one slab; a cache line each, so that threads on different slabs do not disturb each other.
struct alignas(64) Progress {
  std::atomic<std::size_t> done{0};  ///< passes
  std::atomic<bool> taken{false};
};

class Run {
 public:
  Run(std::size_t slabs, std::span<const PassOrder> passes, const std::atomic<int>* interrupt,
      const std::function<void(std::size_t, std::size_t)>& work)
      : slabs_(slabs),
        passes_(passes),
        interrupt_(interrupt),
        work_(work),
        progress_(std::make_unique<Progress[]>(slabs)),
        left_(slabs) {}

  /// Takes part until nothing is left; looks for work from slab `first` on.
  void takePart(std::size_t first) {
    int idle = 0;
    while (left_.load(std::memory_order_acquire) > 0 && !stopped()) {
      bool found = false;
      for (std::size_t i = 0; i < slabs_; ++i) {
        found = advance((first + i) % slabs_) || found;
      }
      idle = found ? 0 : idle + 1;
      if (idle > kSpins) {
        std::this_thread::yield();
      }
    }
  }

  bool complete() const { return left_.load(std::memory_order_acquire) == 0; }

 private:
  bool stopped() const { return interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed) != 0; }

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
      work_(slab, pass);
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
  const std::atomic<int>* interrupt_;
  const std::function<void(std::size_t, std::size_t)>& work_;
  std::unique_ptr<Progress[]> progress_;
  std::atomic<std::size_t> left_;
};

}  // namespace

bool runSlabPasses(std::size_t slabs, std::span<const PassOrder> passes, ThreadPool* threads,
                   const std::atomic<int>* interrupt, const std::function<void(std::size_t, std::size_t)>& work) {
  if (passes.empty() || slabs == 0) {
    return true;
  }
  Run run(slabs, passes, interrupt, work);
  const std::size_t workers =
      threads == nullptr ? 1 : std::min(static_cast<std::size_t>(threads->size()), (slabs + 1) / 2);
  if (workers <= 1) {
    run.takePart(0);
  } else {
    threads->forChunks(workers, [&](std::size_t worker) { run.takePart(slabs * worker / workers); });
  }
  return run.complete();
}

}  // namespace scree
