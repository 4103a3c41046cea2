#include "engine/splitting/release_list.h"

#include <algorithm>

#include "engine/aggregates/floating.h"

namespace scree {

Releases::Releases(const World& world, SplitWork& scratch)
    : world_(world), marked_(scratch.marked), list_(scratch.releases) {
  marked_.resize(world.reduction.aggregate.size(), 0);
  list_.clear();
}

void Releases::addLayers(const Release& release, int depth) {
  std::vector<std::uint32_t> layer;
  if (open(release, depth)) {
    layer.push_back(release.slot);
  }
  for (int left = depth - 1; left > 0; --left) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t slot : layer) {
      world_.reduction.kept.forContactsOf(slot, [&](const KeptContact& contact) {
        if (contact.b != kNoParticle) {
          Release other = release;
          other.slot = contact.other(slot);
          if (open(other, left)) {
            next.push_back(other.slot);
          }
        }
      });
    }
    layer.swap(next);
  }
}

void Releases::addAll(std::uint32_t aggregate, const Release& why) {
  Release release = why;
  for (const std::uint32_t slot : membersOf(world_, aggregate)) {
    release.slot = slot;
    add(release);
  }
}

std::span<const Release> Releases::take() {
  for (const Release& release : list_) {
    marked_[release.slot] = 0;
  }
  std::sort(list_.begin(), list_.end(), [](const Release& x, const Release& y) { return x.slot < y.slot; });
  return list_;
}

bool Releases::open(const Release& release, int layers) {
  if (world_.reduction.isFree(release.slot) || marked_[release.slot] >= layers) {
    return false;
  }
  if (marked_[release.slot] == 0) {
    list_.push_back(release);
  }
  marked_[release.slot] = static_cast<char>(layers);
  return true;
}

}  // namespace scree
