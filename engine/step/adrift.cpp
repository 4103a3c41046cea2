#include "engine/step/adrift.h"

#include <algorithm>
#include <limits>

#include "engine/reduction/floating.h"
#include "engine/step/split_regions.h"
#include "engine/step/verdicts.h"

namespace scree {

namespace {

using Slots = std::vector<std::uint32_t>;

bool isIn(const Slots& slots, std::uint32_t slot) { return std::binary_search(slots.begin(), slots.end(), slot); }

bool isFloating(const World& world, std::uint32_t index) {
  return index != kFree && world.reduction.aggregates[index].floats();
}

bool pushes(std::uint8_t verdict) { return (verdict & kPushing) != 0; }
bool isPushingPair(std::uint8_t verdict) { return pushes(verdict) && (verdict & kPair) != 0; }

/// Makes components of their own of some particles, which stay with what carries them.
void isolate(const Slots& slots, Components& components, MergeScratch& scratch) {
  Slots carriers;
  for (const std::uint32_t slot : slots) {
    carriers.push_back(scratch.carriers[components.rootOf(slot)]);
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    components.isolate(slots[i]);
    scratch.carriers[slots[i]] = carriers[i];
  }
}

/// Unites those of some particles, which ascend, that push each other quietly.
void uniteAmong(const Slots& slots, Components& components, const MergeScratch& scratch) {
  for (const std::uint32_t i : scratch.quiet) {
    const ContactSides& sides = scratch.sides[i];
    if (isPushingPair(scratch.verdicts[i]) && isIn(slots, sides.a) && isIn(slots, sides.b)) {
      components.unite(sides.a, sides.b);
    }
  }
}

/// Ties candidates that nothing carries and that push candidates of another component: one side has to stay free.
void tieNeighbours(Components& components, MergeScratch& scratch) {
  for (const std::uint32_t i : scratch.near) {
    const ContactSides& sides = scratch.sides[i];
    const bool areCandidates = scratch.busy[sides.a] == kCandidate && scratch.busy[sides.b] == kCandidate;
    if (!areCandidates || !isPushingPair(scratch.verdicts[i]) ||
        components.rootOf(sides.a) == components.rootOf(sides.b)) {
      continue;
    }
    for (const std::uint32_t slot : {sides.a, sides.b}) {
      if (scratch.carriers[components.rootOf(slot)] == kFree) {
        addTie(slot, kManyTies, scratch);
      }
    }
  }
}

/// The candidates that nothing carries and nothing else holds, ascending, in components by who pushes whom.
Slots takeAdrift(const World& world, Components& components, MergeScratch& scratch) {
  tieNeighbours(components, scratch);
  Slots adrift;
  std::copy_if(scratch.joined.begin(), scratch.joined.end(), std::back_inserter(adrift),
               [&](std::uint32_t slot) { return scratch.carriers[components.rootOf(slot)] == kFree; });
  std::sort(adrift.begin(), adrift.end());
  isolate(adrift, components, scratch);
  const SplitRegions regions(world);
  const auto mustStay = [&](std::uint32_t slot) {
    return scratch.ties[slot] != kNoTie || regions.containFloating(world.particles.position[slot]);
  };
  adrift.erase(std::remove_if(adrift.begin(), adrift.end(), mustStay), adrift.end());
  uniteAmong(adrift, components, scratch);
  return adrift;
}

/// The candidates that would join what floats already, ascending, in components by who pushes whom.
Slots takeJoining(const World& world, Components& components, MergeScratch& scratch) {
  Slots joining;
  std::copy_if(scratch.joined.begin(), scratch.joined.end(), std::back_inserter(joining), [&](std::uint32_t slot) {
    const std::uint32_t index = scratch.carriers[components.rootOf(slot)];
    return isFloating(world, index) && !isNewFloating(world, index);
  });
  std::sort(joining.begin(), joining.end());
  isolate(joining, components, scratch);
  uniteAmong(joining, components, scratch);
  return joining;
}

}  // namespace

std::size_t fewestFloating(const World& world) {
  const int smallest = world.parameters.reduction.smallestFloating;
  const bool mayFloat = smallest > 0 && world.parameters.method == Method::pgs;
  return mayFloat ? static_cast<std::size_t>(smallest) : std::numeric_limits<std::size_t>::max();
}

bool isNewFloating(const World& world, std::uint32_t index) {
  return isFloating(world, index) && world.reduction.aggregates[index].members == 0;
}

void formFloating(World& world, Components& components, MergeScratch& scratch) {
  const Slots adrift = takeAdrift(world, components, scratch);
  for (const std::uint32_t slot : adrift) {
    scratch.sizes[slot] = 0;
  }
  for (const std::uint32_t slot : adrift) {
    ++scratch.sizes[components.rootOf(slot)];
  }
  Slots group;
  for (const std::uint32_t root : adrift) {
    if (components.rootOf(root) != root || scratch.sizes[root] < fewestFloating(world)) {
      continue;
    }
    group.clear();
    std::copy_if(adrift.begin(), adrift.end(), std::back_inserter(group),
                 [&](std::uint32_t slot) { return components.rootOf(slot) == root; });
    scratch.carriers[root] = addFloating(world, group);
  }
}

void keepConnected(const World& world, const StepData& data, Components& components, MergeScratch& scratch) {
  const Slots joining = takeJoining(world, components, scratch);
  if (joining.empty()) {
    return;
  }
  for (const std::uint32_t slot : joining) {
    scratch.sizes[slot] = 0;  // 1: one of the component pushes a member
  }
  for (const std::uint32_t i : scratch.quiet) {
    const std::uint32_t slot = scratch.sides[i].a;
    const bool isPair = (scratch.verdicts[i] & kPair) != 0;
    if (!isPair && pushes(scratch.verdicts[i]) && data.contacts[i].key.isMember() && isIn(joining, slot)) {
      scratch.sizes[components.rootOf(slot)] = 1;
    }
  }
  const auto isLost = [&](std::uint32_t slot) {
    return isIn(joining, slot) && scratch.sizes[components.rootOf(slot)] == 0;
  };
  scratch.joined.erase(std::remove_if(scratch.joined.begin(), scratch.joined.end(), isLost), scratch.joined.end());
}

}  // namespace scree
