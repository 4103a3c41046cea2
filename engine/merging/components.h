#pragma once

#include "engine/merging/merge_work.h"
#include "engine/world/contact.h"

namespace scree {

/// Components of free particles that may merge with each other: a forest over slots in MergeWork.
class Components {
 public:
  explicit Components(MergeWork& scratch) : parent_(scratch.forest), slots_(scratch.trees) {
    parent_.resize(scratch.busy.size());
    slots_.clear();
    for (const std::uint32_t i : scratch.quiet) {
      parent_[scratch.sides[i].a] = kNoParticle;
      parent_[scratch.sides[i].b] = kNoParticle;
    }
  }

  /// Makes a slot a tree of its own. The caller isolates the other slots of its former tree that it asks about later,
  /// too.
  void isolate(std::uint32_t slot) { parent_[slot] = slot; }
  void touch(std::uint32_t slot) {
    if (parent_[slot] == kNoParticle) {
      parent_[slot] = slot;
      slots_.push_back(slot);
    }
  }
  std::uint32_t rootOf(std::uint32_t slot) {
    while (parent_[slot] != slot) {
      parent_[slot] = parent_[parent_[slot]];
      slot = parent_[slot];
    }
    return slot;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = rootOf(a);
    b = rootOf(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  const std::vector<std::uint32_t>& slots() const { return slots_; }

 private:
  std::vector<std::uint32_t>& parent_;
  std::vector<std::uint32_t>& slots_;
};

}  // namespace scree
