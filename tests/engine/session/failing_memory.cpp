#include "tests/engine/session/failing_memory.h"

#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SCREE_HAS_OWN_MEMORY
#endif
#endif

// In place of the library's, in this program only: they count and refuse where a test asks for it. The thread sanitizer
// has its own, and no memory is refused under it.
namespace {

struct Refusals {
  bool active = false;
  std::size_t before = 0;
  std::size_t left = 0;
  std::size_t failed = 0;
};
thread_local Refusals refusals;

}  // namespace

#ifndef SCREE_HAS_OWN_MEMORY
namespace {

void askFor() {
  if (!refusals.active) {
    return;
  }
  if (refusals.before > 0) {
    --refusals.before;
  } else if (refusals.left > 0) {
    --refusals.left;
    ++refusals.failed;
    throw std::bad_alloc();
  }
}

void* orThrow(void* memory) {
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  askFor();
  return orThrow(std::malloc(size == 0 ? 1 : size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  askFor();
  const auto to = static_cast<std::size_t>(alignment);
  return orThrow(std::aligned_alloc(to, (size + to - 1) / to * to));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return ::operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

namespace scree::testing {

FailingMemory::FailingMemory(std::size_t before, std::size_t count) {
  refusals = {.active = true, .before = before, .left = count, .failed = 0};
}
FailingMemory::~FailingMemory() { refusals.active = false; }
std::size_t FailingMemory::failed() const { return refusals.failed; }

}  // namespace scree::testing
