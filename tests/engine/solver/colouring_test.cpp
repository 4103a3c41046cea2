#include "engine/solver/colouring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "engine/base/random.h"

namespace scree {
namespace {

constexpr std::size_t kWidth = 16;

/// The groups as lists of contacts.
std::vector<std::vector<std::uint32_t>> groupsOf(const Colouring& colouring) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::uint32_t from = 0;
  for (const std::uint32_t end : colouring.ends()) {
    groups.emplace_back(colouring.order().begin() + from, colouring.order().begin() + end);
    from = end;
  }
  return groups;
}

/// Every contact once, no group wider than allowed or empty, no body twice in a group.
void expectValid(const Colouring& colouring, const std::vector<ColourPair>& pairs, std::size_t width) {
  std::vector<int> seen(pairs.size(), 0);
  std::size_t counted = 0;
  for (const std::vector<std::uint32_t>& group : groupsOf(colouring)) {
    ASSERT_GT(group.size(), 0U);
    ASSERT_LE(group.size(), width);
    counted += group.size();
    std::set<std::uint32_t> bodies;
    for (const std::uint32_t contact : group) {
      ASSERT_LT(contact, pairs.size());
      ++seen[contact];
      ASSERT_TRUE(bodies.insert(pairs[contact].a).second) << "body " << pairs[contact].a;
      if (pairs[contact].b != kNoBody) {
        ASSERT_TRUE(bodies.insert(pairs[contact].b).second) << "body " << pairs[contact].b;
      }
    }
  }
  ASSERT_EQ(counted, pairs.size());
  ASSERT_EQ(colouring.order().size(), pairs.size());
  ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
}

/// Contacts between different bodies drawn at random; a part of them with nobody.
std::vector<ColourPair> randomPairs(std::size_t count, std::uint32_t bodies, double withNobody, Random& random) {
  const auto body = [&] { return static_cast<std::uint32_t>(random.uniform() * bodies) % bodies; };
  std::vector<ColourPair> pairs;
  while (pairs.size() < count) {
    ColourPair pair{body(), body()};
    if (random.uniform() < withNobody) {
      pair.b = kNoBody;
    }
    if (pair.a != pair.b) {
      pairs.push_back(pair);
    }
  }
  return pairs;
}

/// Contacts of neighbours on a cubic lattice, three for each body inside.
std::vector<ColourPair> latticePairs(std::uint32_t side) {
  std::vector<ColourPair> pairs;
  const auto at = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) { return (z * side + y) * side + x; };
  for (std::uint32_t z = 0; z < side; ++z) {
    for (std::uint32_t y = 0; y < side; ++y) {
      for (std::uint32_t x = 0; x < side; ++x) {
        if (x + 1 < side) {
          pairs.push_back({at(x, y, z), at(x + 1, y, z)});
        }
        if (y + 1 < side) {
          pairs.push_back({at(x, y, z), at(x, y + 1, z)});
        }
        if (z + 1 < side) {
          pairs.push_back({at(x, y, z), at(x, y, z + 1)});
        }
      }
    }
  }
  return pairs;
}

TEST(Colouring, RandomContactsNeverShareABody) {
  Random random(1);
  Colouring colouring;  // one for all: what it keeps between calls must not show
  for (int trial = 0; trial < 200; ++trial) {
    const auto bodies = static_cast<std::uint32_t>(2 + random.uniform() * 400);
    const auto count = static_cast<std::size_t>(random.uniform() * 3.0 * bodies);
    const std::size_t width = trial % 3 == 0 ? 4 : kWidth;
    const std::vector<ColourPair> pairs = randomPairs(count, bodies, trial % 2 == 0 ? 0.0 : 0.4, random);
    colouring.colour(pairs, bodies, width);
    expectValid(colouring, pairs, width);
    ASSERT_FALSE(HasFatalFailure()) << "trial " << trial;
  }
}

TEST(Colouring, HubWithMoreContactsThanColours) {
  // One body with 300 contacts: each needs a group of its own there, whatever the number of colours.
  std::vector<ColourPair> pairs;
  for (std::uint32_t i = 1; i <= 300; ++i) {
    pairs.push_back(i % 2 == 0 ? ColourPair{0, i} : ColourPair{i, 0});
    pairs.push_back({i, 300 + i});
  }
  Colouring colouring;
  colouring.colour(pairs, 601, kWidth);
  expectValid(colouring, pairs, kWidth);
  std::size_t withHub = 0;
  for (const std::vector<std::uint32_t>& group : groupsOf(colouring)) {
    withHub += static_cast<std::size_t>(
        std::count_if(group.begin(), group.end(), [&](std::uint32_t i) { return pairs[i].a == 0 || pairs[i].b == 0; }));
  }
  EXPECT_EQ(withHub, 300U);
  // The others find their places beside: not many more groups than the hub alone makes.
  EXPECT_LE(colouring.ends().size(), 300U + 300U / kWidth + 2);
}

TEST(Colouring, HubOfSurfacesAlone) {
  std::vector<ColourPair> pairs(300, ColourPair{0, kNoBody});
  Colouring colouring;
  colouring.colour(pairs, 1, kWidth);
  expectValid(colouring, pairs, kWidth);
  EXPECT_EQ(colouring.ends().size(), 300U);
}

TEST(Colouring, SurfacesOfDifferentBodiesFillTheGroups) {
  std::vector<ColourPair> pairs;
  for (std::uint32_t i = 0; i < 160; ++i) {
    pairs.push_back({i, kNoBody});
  }
  Colouring colouring;
  colouring.colour(pairs, 160, kWidth);
  expectValid(colouring, pairs, kWidth);
  EXPECT_EQ(colouring.ends().size(), 10U);
}

TEST(Colouring, GroupsAreNearlyFull) {
  const std::vector<ColourPair> pairs = latticePairs(9);
  ASSERT_GT(pairs.size(), 1900U);
  Colouring colouring;
  colouring.colour(pairs, 9 * 9 * 9, kWidth);
  expectValid(colouring, pairs, kWidth);
  // A body has six contacts at most, so a contact meets ten others and the first free colour is below eleven: at most
  // as many groups are not full.
  EXPECT_LE(colouring.ends().size(), pairs.size() / kWidth + 11);
}

TEST(Colouring, EmptyAndAgain) {
  Colouring colouring;
  colouring.colour({}, 0, kWidth);
  EXPECT_TRUE(colouring.order().empty());
  EXPECT_TRUE(colouring.ends().empty());
  Random random(4);
  const std::vector<ColourPair> pairs = randomPairs(500, 90, 0.2, random);
  colouring.colour(pairs, 90, kWidth);
  const std::vector<std::uint32_t> order(colouring.order().begin(), colouring.order().end());
  const std::vector<std::uint32_t> ends(colouring.ends().begin(), colouring.ends().end());
  Colouring other;
  other.colour(latticePairs(5), 125, kWidth);
  other.colour(pairs, 90, kWidth);
  EXPECT_TRUE(std::equal(order.begin(), order.end(), other.order().begin(), other.order().end()));
  EXPECT_TRUE(std::equal(ends.begin(), ends.end(), other.ends().begin(), other.ends().end()));
}

}  // namespace
}  // namespace scree
