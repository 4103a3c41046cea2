#include "engine/reduction/levels.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "engine/reduction/carriers.h"

namespace scree {

namespace {

constexpr std::uint32_t kNoLevel = 100000;
constexpr std::size_t kSmallPiece = 48;  // members: that many are looked at one by one

/// One more than the lowest level next to a member.
std::uint32_t supportOf(const World& world, std::uint32_t slot) {
  const Reduction& reduction = world.reduction;
  const std::uint32_t index = reduction.aggregate[slot];
  std::uint32_t lowest = kNoLevel;
  reduction.kept.forContactsOf(slot, [&](const KeptContact& contact) {
    if (!contact.holds) {
      return;
    }
    if (contact.b == kNoParticle) {
      if (isCarriedBy(world, reduction.aggregates[index], contact.key)) {
        lowest = 0;
      }
      return;
    }
    const std::uint32_t other = contact.other(slot);
    if (reduction.aggregate[other] == index) {
      lowest = std::min(lowest, reduction.members[other].level);
    }
  });
  return std::min(lowest + 1, kNoLevel);
}

/// Calls use(slot) for the members that hold a member.
template <typename Use>
void forNeighbours(const World& world, std::uint32_t slot, Use use) {
  const Reduction& reduction = world.reduction;
  reduction.kept.forContactsOf(slot, [&](const KeptContact& contact) {
    if (contact.holds && contact.b != kNoParticle) {
      const std::uint32_t other = contact.other(slot);
      if (reduction.aggregate[other] == reduction.aggregate[slot]) {
        use(other);
      }
    }
  });
}

/// The piece that a member is in if it is small and nothing carries it, else nothing.
std::vector<std::uint32_t> loosePiece(const World& world, std::uint32_t slot) {
  std::vector<std::uint32_t> piece = {slot};
  for (std::size_t i = 0; i < piece.size(); ++i) {
    if (piece.size() > kSmallPiece || supportOf(world, piece[i]) == 1) {
      return {};
    }
    forNeighbours(world, piece[i], [&](std::uint32_t other) {
      if (std::find(piece.begin(), piece.end(), other) == piece.end()) {
        piece.push_back(other);
      }
    });
  }
  return piece;
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
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // level, slot
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<Membership>& members = world.reduction.members;
  for (const std::uint32_t slot : joined) {
    members[slot].level = kNoLevel;
  }
  for (const std::uint32_t slot : joined) {
    const std::uint32_t level = supportOf(world, slot);
    if (level < kNoLevel) {
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

std::vector<std::uint32_t> mendLevels(World& world, std::span<const std::uint32_t> affected) {
  std::vector<Membership>& members = world.reduction.members;
  std::vector<std::uint32_t> lost;
  std::vector<std::uint32_t> queue(affected.begin(), affected.end());
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t slot = queue[i];
    if (world.reduction.isFree(slot) || members[slot].level >= kNoLevel) {
      continue;
    }
    const std::uint32_t before = members[slot].level;
    const std::uint32_t now = supportOf(world, slot);
    if (now <= before) {
      continue;
    }
    const std::vector<std::uint32_t> piece = loosePiece(world, slot);
    if (!piece.empty() || now >= kNoLevel) {
      for (const std::uint32_t one : piece) {
        members[one].level = kNoLevel;
        lost.push_back(one);
      }
      if (piece.empty()) {
        members[slot].level = kNoLevel;
        lost.push_back(slot);
      }
      continue;
    }
    members[slot].level = now;
    forNeighbours(world, slot, [&](std::uint32_t other) {
      if (members[other].level > before) {
        queue.push_back(other);
      }
    });
  }
  std::sort(lost.begin(), lost.end());
  lost.erase(std::unique(lost.begin(), lost.end()), lost.end());
  return lost;
}

}  // namespace scree
