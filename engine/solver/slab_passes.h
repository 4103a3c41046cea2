#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/solver/batch.h"

namespace scree {

class ThreadPool;

/// Order of the work of one pass on neighbouring slabs.
enum class PassOrder : std::uint8_t {
  together,     ///< neighbours may run at the same time
  alternating,  ///< every odd slab after both its neighbours
};

/// Runs work(slab, pass) for every slab and pass. A slab's passes run in order, and none before its neighbours have
/// finished the pass before; nothing else waits, so threads rarely do. The work on a slab must touch only what belongs
/// to it and its next neighbour (in alternating passes it may change it); then the result is that of one thread,
/// whatever the pool (null: one thread). `cached` slabs fit a processor's own cache together: as many are worked on in
/// turns before others push them out. `contactBegin` tells where the contacts of each slab begin and the last ones end:
/// threads begin with slabs that have about as many together; empty: with as many slabs. Returns false when `interrupt`
/// became non-zero: the rest was left out.
bool runSlabPasses(std::size_t slabs, std::span<const PassOrder> passes, std::size_t cached,
                   std::span<const std::uint32_t> contactBegin, ThreadPool* threads, const std::atomic<int>* interrupt,
                   const std::function<void(std::size_t, std::size_t)>& work);

/// The slab that one of several threads begins with, of runSlabPasses(); for `worker` = `workers` all slabs.
std::size_t firstOfShare(std::size_t slabs, std::span<const std::uint32_t> contactBegin, std::size_t worker,
                         std::size_t workers);

/// Number of slabs, at least one, whose contacts fit a processor's own cache together, by the bytes that a sweep reads
/// and writes. `slabs` share the `contacts` evenly.
std::size_t slabsInCache(std::size_t contacts, std::size_t slabs);

}  // namespace scree
