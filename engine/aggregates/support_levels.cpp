#include "engine/aggregates/support_levels.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "engine/aggregates/aggregates_constants.h"
#include "engine/aggregates/carriers.h"
#include "engine/aggregates/floating.h"

namespace scree {

namespace {

/// One more than the lowest level next to a member.
std::uint32_t supportOf(const World& world, std::uint32_t slot) {
  const Reduction& reduction = world.reduction;
  const std::uint32_t index = reduction.aggregate[slot];
  std::uint32_t lowest = isRoot(world, slot) ? 0 : aggregates::kNoLevel;
  reduction.kept.forHoldersOf(slot, [&](std::uint32_t other, const ContactKey& key) {
    if (other == kNoParticle) {
      if (isCarriedBy(world, reduction.aggregates[index], key)) {
        lowest = 0;
      }
    } else if (reduction.aggregate[other] == index) {
      lowest = std::min(lowest, reduction.members[other].level);
    }
  });
  return lowest == aggregates::kNoLevel ? lowest : lowest + 1;
}

/// Calls use(slot) for the members that hold a member.
template <typename Use>
void forNeighbours(const World& world, std::uint32_t slot, Use use) {
  const Reduction& reduction = world.reduction;
  reduction.kept.forHoldersOf(slot, [&](std::uint32_t other, const ContactKey&) {
    if (other != kNoParticle && reduction.aggregate[other] == reduction.aggregate[slot]) {
      use(other);
    }
  });
}

using Entry = std::pair<std::uint32_t, std::uint32_t>;  // level, slot
using LowestFirst = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

/// Takes the levels from members without a lower neighbour, beginning with `affected`, and returns these members. Lower
/// levels are judged first: each by levels that stay, and once, however large the piece that hangs on it.
std::vector<std::uint32_t> takeLevels(World& world, std::span<const std::uint32_t> affected) {
  std::vector<Membership>& members = world.reduction.members;
  LowestFirst queue;
  for (const std::uint32_t slot : affected) {
    // A member with a lower neighbour keeps its level until it loses that neighbour.
    const std::uint32_t level = members[slot].level;
    if (!world.reduction.isFree(slot) && level < aggregates::kNoLevel && supportOf(world, slot) > level) {
      queue.emplace(members[slot].level, slot);
    }
  }
  std::vector<std::uint32_t> taken;
  while (!queue.empty()) {
    const auto [level, slot] = queue.top();
    queue.pop();
    if (members[slot].level != level || supportOf(world, slot) <= level) {
      continue;
    }
    members[slot].level = aggregates::kNoLevel;
    taken.push_back(slot);
    forNeighbours(world, slot, [&, before = level](std::uint32_t other) {
      if (members[other].level > before && members[other].level < aggregates::kNoLevel) {
        queue.emplace(members[other].level, other);
      }
    });
  }
  return taken;
}

}  // namespace

bool isCarriedBy(const World& world, const Aggregate& aggregate, const ContactKey& boundary) {
  switch (aggregate.carrier) {
    case Carrier::ground:
      return boundary.body() < world.bodies.size() && isAtRest(world.bodies[boundary.body()], boundary.shape());
    case Carrier::body:
      return boundary.body() == aggregate.body;
    case Carrier::belt:
      return boundary.body() == aggregate.body && boundary.shape() == aggregate.shape;
    case Carrier::none:
      break;
  }
  return false;
}

void setLevels(World& world, std::span<const std::uint32_t> joined) {
  LowestFirst queue;
  std::vector<Membership>& members = world.reduction.members;
  for (const std::uint32_t slot : joined) {
    members[slot].level = aggregates::kNoLevel;
  }
  for (const std::uint32_t slot : joined) {
    const std::uint32_t level = supportOf(world, slot);
    if (level < aggregates::kNoLevel) {
      queue.emplace(level, slot);
    }
  }
  while (!queue.empty()) {
    const auto [level, slot] = queue.top();
    queue.pop();
    if (level >= members[slot].level) {
      continue;
    }
    members[slot].level = level;
    forNeighbours(world, slot, [&, next = level + 1](std::uint32_t other) {
      if (members[other].level > next) {
        queue.emplace(next, other);
      }
    });
  }
}

bool isConnected(const World& world, std::uint32_t slot) {
  return world.reduction.members[slot].level < aggregates::kNoLevel;
}

namespace {

/// Gives new roots to floating aggregates that have lost theirs, counts levels from them, and appends the members
/// without a level to `lost`.
void replaceRoots(World& world, std::vector<std::uint32_t>& lost) {
  const std::vector<Aggregate>& all = world.reduction.aggregates;
  const std::vector<ParticleId>& ids = world.particles.id;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (!all[i].floats() || all[i].members == 0) {
      continue;
    }
    const auto at = std::lower_bound(ids.begin(), ids.end(), all[i].floating.root);
    const auto slot = static_cast<std::uint32_t>(at - ids.begin());
    if (at != ids.end() && *at == all[i].floating.root && world.reduction.aggregateOf(slot) == i) {
      continue;
    }
    chooseRoot(world, i);
    const std::vector<std::uint32_t> members = membersOf(world, i);
    setLevels(world, members);
    std::copy_if(members.begin(), members.end(), std::back_inserter(lost),
                 [&](std::uint32_t member) { return !isConnected(world, member); });
  }
}

/// The largest connected piece of these members, which ascend and have no levels.
std::vector<std::uint32_t> largestPiece(const World& world, std::span<const std::uint32_t> slots) {
  std::vector<std::uint32_t> largest;
  std::vector<char> seen(slots.size(), 0);
  for (std::size_t first = 0; first < slots.size(); ++first) {
    if (seen[first] != 0) {
      continue;
    }
    seen[first] = 1;
    std::vector<std::uint32_t> piece = {slots[first]};
    for (std::size_t i = 0; i < piece.size(); ++i) {
      forNeighbours(world, piece[i], [&](std::uint32_t other) {
        const auto at = std::lower_bound(slots.begin(), slots.end(), other);
        if (at != slots.end() && *at == other &&
            !std::exchange(seen[static_cast<std::size_t>(at - slots.begin())], 1)) {
          piece.push_back(other);
        }
      });
    }
    if (piece.size() > largest.size()) {
      largest = std::move(piece);
    }
  }
  return largest;
}

/// Keeps the largest piece of each floating aggregate that has broken, whichever piece had the root: takes its members
/// out of `lost`, which ascends, and appends the members of the former piece.
void keepLargestPieces(World& world, std::vector<std::uint32_t>& lost) {
  std::vector<Aggregate>& all = world.reduction.aggregates;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    std::vector<std::uint32_t> off;
    if (all[i].floats()) {
      std::copy_if(lost.begin(), lost.end(), std::back_inserter(off),
                   [&](std::uint32_t slot) { return world.reduction.aggregateOf(slot) == i; });
    }
    if (off.empty() || 2 * off.size() <= all[i].members) {
      continue;
    }
    const std::vector<std::uint32_t> piece = largestPiece(world, off);
    if (piece.size() + off.size() <= all[i].members) {
      continue;
    }
    all[i].floating.root = world.particles.id[piece.front()];
    const std::vector<std::uint32_t> members = membersOf(world, i);
    setLevels(world, members);
    std::erase_if(lost, [&](std::uint32_t slot) { return isConnected(world, slot); });
    std::set_difference(members.begin(), members.end(), off.begin(), off.end(), std::back_inserter(lost));
  }
}

}  // namespace

std::vector<std::uint32_t> mendLevels(World& world, std::span<const std::uint32_t> affected) {
  std::vector<std::uint32_t> lost;
  replaceRoots(world, lost);
  std::vector<std::uint32_t> taken = takeLevels(world, affected);
  setLevels(world, taken);
  std::copy_if(taken.begin(), taken.end(), std::back_inserter(lost),
               [&](std::uint32_t slot) { return !isConnected(world, slot); });
  std::sort(lost.begin(), lost.end());
  keepLargestPieces(world, lost);
  std::sort(lost.begin(), lost.end());
  return lost;
}

}  // namespace scree
