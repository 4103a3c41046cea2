// Who is near a place among the members of an aggregate, and whose their contacts are, as members come and go.
#include "engine/members/member_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "engine/base/erase_places.h"
#include "engine/base/random.h"
#include "engine/members/kept_contacts.h"
#include "engine/members/member_search.h"
#include "engine/solver/batch_kernels.h"

namespace scree {
namespace {

constexpr double kMemberRadius = 0.005;  // m, of the smallest
/// Places and radii are rounded to float, so that what is nearer to the limit than this may be found or not, in parts
/// of the largest coordinate: some ten times what a float rounds.
constexpr double kRounding = 1e-6;

struct Member {
  Vec3 place;
  double radius;
  bool isIn = false;
};

Vec3 randomPlace(Random& random, const Vec3& middle, double half) {
  return middle + half * Vec3(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
}

/// What one view of three meets must not depend on the others, of which one is far and one reaches far.
void expectFoundTogether(const MemberCells& cells, const std::vector<std::uint32_t>& expected, const Vec3& place,
                         double own, double share) {
  MemberSearch search;
  MemberViews views;
  const auto look = [&views](const Vec3& from, double reach) {
    views.x[views.count] = from.x();
    views.y[views.count] = from.y();
    views.z[views.count] = from.z();
    views.own[views.count++] = reach;
  };
  look(place + Vec3(0.0, 50.0, 0.0), own);
  look(place, own);
  look(place, 20.0 * kMemberRadius);
  for (int time = 0; time < 2; ++time) {
    std::array<std::vector<std::uint32_t>, 3> met;
    for (const MetMember& one : search.find(cells, views, share)) {
      met[one.view].push_back(one.slot);
    }
    EXPECT_TRUE(met[0].empty());
    EXPECT_TRUE(std::is_sorted(met[2].begin(), met[2].end()));
    EXPECT_EQ(met[1], expected);
    EXPECT_TRUE(std::includes(met[2].begin(), met[2].end(), expected.begin(), expected.end()));
    EXPECT_EQ(std::adjacent_find(met[2].begin(), met[2].end()), met[2].end()) << "each once";
  }
}

/// Compares what is found around a place, by one look at it and by looks at several, with a look at everybody.
void expectFound(const MemberCells& cells, const std::vector<Member>& members, const Vec3& place, double own,
                 double share) {
  std::vector<std::uint32_t> found;
  cells.forMeeting(place, own, share, [&](std::uint32_t slot) { found.push_back(slot); });
  std::sort(found.begin(), found.end());
  expectFoundTogether(cells, found, place, own, share);
  EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "each once";
  const double doubt = 10.0 * kRounding * (place.cwiseAbs().maxCoeff() + own + 1.0);
  for (std::uint32_t slot = 0; slot < members.size(); ++slot) {
    const Member& one = members[slot];
    const double beyond = (one.place - place).norm() - (own + share * one.radius);
    const bool isFound = std::binary_search(found.begin(), found.end(), slot);
    if (!one.isIn || beyond > doubt + 1e-4 * own) {
      EXPECT_FALSE(isFound) << slot << " at " << beyond;
    } else if (beyond <= 0.0) {
      EXPECT_TRUE(isFound) << slot << " at " << beyond;
    }
  }
}

/// Members come and go at random while places are asked for, with reaches from nothing to several cells.
void comeAndGo(const Vec3& middle, double largestRadius) {
  Random random(7);
  std::vector<Member> members;
  MemberCells cells;
  constexpr int kMembers = 300;
  const double half = 12.0 * kMemberRadius;
  members.reserve(kMembers);
  for (int i = 0; i < kMembers; ++i) {
    members.push_back({randomPlace(random, middle, half), random.uniform(kMemberRadius, largestRadius)});
  }
  for (int turn = 0; turn < 3000; ++turn) {
    const auto slot = static_cast<std::uint32_t>(random.uniform(0.0, kMembers - 1e-9));
    Member& one = members[slot];
    // Few are in at first and at the end, so that places become empty and hold something again.
    const bool wanted = random.uniform(0.0, 1.0) < (turn / 500 % 2 == 0 ? 0.15 : 0.9);
    if (wanted && !one.isIn) {
      cells.add(slot, one.place, one.radius);
    } else if (!wanted && one.isIn) {
      cells.remove(slot, one.place);
    }
    one.isIn = wanted;
    if (turn % 10 == 0) {
      const double own =
          random.uniform(0.0, 1.0) < 0.7 ? random.uniform(0.0, 3.0) * kMemberRadius : 15.0 * kMemberRadius;
      expectFound(cells, members, randomPlace(random, middle, 2.0 * half), own, turn % 20 == 0 ? 1.0 : 0.0);
    }
  }
  const auto in = std::count_if(members.begin(), members.end(), [](const Member& one) { return one.isIn; });
  EXPECT_EQ(cells.size(), static_cast<std::size_t>(in));
}

TEST(MemberCells, FindWhoIsNearAsMembersComeAndGo) { comeAndGo(Vec3::Zero(), kMemberRadius); }
TEST(MemberCells, FindThemOffTheOrigin) { comeAndGo(Vec3(-3.0, 0.01, 2.0), kMemberRadius); }
TEST(MemberCells, FindLargerOnesToo) { comeAndGo(Vec3(0.1, 0.0, 0.0), 3.0 * kMemberRadius); }

TEST(MemberCells, FindThemOnABeltThatRunsOn) {
  // What is in front falls off and what comes joins behind: hundreds of times as many places as hold anything.
  Random random(11);
  std::vector<Member> members;
  MemberCells cells;
  constexpr std::uint32_t kOnBelt = 40;
  for (std::uint32_t slot = 0; slot < 4000; ++slot) {
    members.push_back(
        {randomPlace(random, Vec3(-kMemberRadius * slot, 0.0, 0.0), 6.0 * kMemberRadius), kMemberRadius, true});
    cells.add(slot, members[slot].place, kMemberRadius);
    if (slot >= kOnBelt) {
      members[slot - kOnBelt].isIn = false;
      cells.remove(slot - kOnBelt, members[slot - kOnBelt].place);
    }
    if (slot % 50 == 0) {
      expectFound(cells, members, Vec3(-kMemberRadius * slot, 0.0, 0.0), 3.0 * kMemberRadius, 1.0);
    }
  }
  EXPECT_EQ(cells.size(), kOnBelt);
}

TEST(MemberCells, FindThemWherePlacesAreNotToldApart) {
  MemberCells cells;
  const Vec3 far(1e8, 0.0, -1e8);  // m: beyond the last cell of the table
  cells.add(3, far, kMemberRadius);
  cells.add(4, Vec3::Zero(), kMemberRadius);
  std::set<std::uint32_t> found;
  cells.forMeeting(far, kMemberRadius, 1.0, [&](std::uint32_t slot) { found.insert(slot); });
  EXPECT_EQ(found, std::set<std::uint32_t>{3});
  cells.remove(3, far);
  cells.forMeeting(far, kMemberRadius, 1.0, [&](std::uint32_t) { ADD_FAILURE() << "it is gone"; });
}

TEST(SphereLanes, AllInstructionSetsRoundAlike) {
  Random random(3);
  SphereLanes spheres;
  for (int turn = 0; turn < 200; ++turn) {
    for (std::size_t i = 0; i < SphereLanes::kCount; ++i) {
      spheres.x[i] = static_cast<float>(random.uniform(-1.0, 1.0));
      spheres.y[i] = static_cast<float>(random.uniform(-1.0, 1.0));
      spheres.z[i] = static_cast<float>(random.uniform(-1.0, 1.0));
      spheres.radius[i] = static_cast<float>(random.uniform(0.0, 0.5));
    }
    // As near to a sphere's limit as floats can be, where sets that round differently disagree.
    const auto lane = static_cast<std::size_t>(turn) % SphereLanes::kCount;
    const float own = Eigen::Vector3f(spheres.x[lane], spheres.y[lane], spheres.z[lane]).norm() - spheres.radius[lane];
    std::set<std::uint32_t> answers;
    for (const std::string_view set : instructionSets()) {
      ASSERT_TRUE(useInstructionSet(set));
      answers.insert(meetingLanes(spheres, 0.0F, 0.0F, 0.0F, own, 1.0F));
      const std::array<SphereLook, 2> looks = {SphereLook{&spheres, 0.0F, 0.0F, 0.0F, own},
                                               {&spheres, 9.0F, 0.0F, 0.0F, own}};
      std::array<std::uint32_t, 2> together{};
      meetingLanes(looks, 1.0F, together.data());
      answers.insert(together[0]);
      EXPECT_EQ(together[1], meetingLanes(spheres, 9.0F, 0.0F, 0.0F, own, 1.0F));
    }
    useInstructionSet("");
    EXPECT_EQ(answers.size(), 1U) << turn;
  }
}

KeptContact contactOf(std::uint32_t a, std::uint32_t b, std::uint32_t mark) {
  KeptContact contact;
  contact.a = a;
  contact.b = b;
  contact.key = ContactKey::particles(mark, mark + 1);
  return contact;
}

TEST(KeptContacts, FollowTheirParticlesToNewSlots) {
  KeptContacts kept;
  kept.add(contactOf(0, 1, 10));
  kept.add(contactOf(1, 3, 20));
  kept.add(contactOf(3, 4, 30));
  kept.add(contactOf(4, kNoParticle, 40));
  kept.removeOf(0, [](const KeptContact&) {});
  kept.renumber({kNoParticle, 0, kNoParticle, 1, 2}, 3);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (const KeptContact& contact : kept.sorted()) {
    ends.emplace_back(contact.a, contact.b);
  }
  EXPECT_EQ(ends, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 2}, {2, kNoParticle}}));
  std::vector<std::uint32_t> others;
  kept.forContactsOf(1, [&](const KeptContact& contact) { others.push_back(contact.other(1)); });
  std::sort(others.begin(), others.end());
  EXPECT_EQ(others, (std::vector<std::uint32_t>{0, 2}));
  kept.removeOf(1, [](const KeptContact&) {});
  EXPECT_EQ(kept.size(), 1U);
  EXPECT_FALSE(kept.any(0));
  EXPECT_TRUE(kept.any(2));
  kept.add(contactOf(0, 2, 50));  // into a place that became free
  kept.forContactsOf(0, [&](const KeptContact& contact) { EXPECT_EQ(contact.key, contactOf(0, 2, 50).key); });
  EXPECT_EQ(kept.size(), 2U);
}

/// Sums over them are part of the state, which is restored from a sorted list.
TEST(KeptContacts, OfAParticleAreInTheOrderOfTheirKeysHoweverTheyCame) {
  Random random(8);
  std::vector<KeptContact> all;
  for (std::uint32_t slot = 0; slot < 9; ++slot) {
    if (slot != 4) {
      KeptContact contact = contactOf(std::min(slot, 4U), std::max(slot, 4U), 0);
      contact.key = ContactKey::particles(contact.a, contact.b);
      all.push_back(contact);
    }
  }
  for (std::uint32_t body = 0; body < 4; ++body) {
    KeptContact contact = contactOf(4, kNoParticle, 0);
    contact.key = ContactKey::boundary(4, body, body % 2, 0);
    all.push_back(contact);
  }
  const std::vector<KeptContact> ascending = all;  // as a restored state has them
  for (int turn = 0; turn < 200; ++turn) {
    KeptContacts kept;
    for (std::size_t i = all.size(); i > 1; --i) {
      std::swap(all[i - 1], all[random.next() % i]);
    }
    for (const KeptContact& contact : all) {
      kept.add(contact);
    }
    // Some come and go meanwhile.
    const auto again = static_cast<std::uint32_t>(random.next() % 4);
    kept.removeOf(again, [](const KeptContact&) {});
    kept.add(ascending[again]);
    std::vector<ContactKey> keys;
    kept.forContactsOf(4, [&](const KeptContact& contact) { keys.push_back(contact.key); });
    ASSERT_EQ(keys.size(), ascending.size());
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end())) << turn;
    keys.clear();
    kept.removeOf(4, [&](const KeptContact& contact) { keys.push_back(contact.key); });
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end())) << turn;
    EXPECT_EQ(kept.size(), 0U);
  }
}

/// What KeptContacts::forceOn tells, by a look at all contacts.
KeptForce forceOn(const KeptContacts& kept, std::uint32_t slot) {
  KeptForce sum;
  kept.forContactsOf(slot, [&](const KeptContact& contact) {
    const double sign = contact.b == slot ? 1.0 : -1.0;
    sum.force += sign * double{contact.normalForce} * Vec3::UnitZ();
    sum.borne += double{contact.normalForce};
  });
  return sum;
}

TEST(KeptContacts, ForcesAreThoseOfTheContactsThatAreThere) {
  Random random(5);
  KeptContacts kept;
  constexpr std::uint32_t kSlots = 12;
  int known = 0;
  for (std::uint32_t turn = 0; turn < 2000; ++turn) {
    const auto a = static_cast<std::uint32_t>(random.uniform(0.0, kSlots - 1e-9));
    const auto b = static_cast<std::uint32_t>(random.uniform(0.0, kSlots - 1e-9));
    if (turn % 7 == 0) {
      kept.removeOf(a, [](const KeptContact&) {});
    } else if (a != b && kept.size() < 40) {
      KeptContact contact = contactOf(a, turn % 5 == 0 ? kNoParticle : b, turn);
      contact.normalForce = static_cast<float>(random.uniform(1.0, 2.0));
      kept.add(contact);
    }
    if (turn % 100 == 99) {
      // One goes away, and those after it move up.
      std::vector<std::uint32_t> newSlot(kSlots);
      for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
        newSlot[slot] = slot;
      }
      const std::uint32_t gone = turn / 100 % kSlots;
      kept.removeOf(gone, [](const KeptContact&) {});
      newSlot[gone] = kNoParticle;
      for (std::uint32_t slot = gone + 1; slot < kSlots; ++slot) {
        newSlot[slot] = slot - 1;
      }
      kept.renumber(newSlot, kSlots);
    }
    if (turn % 11 == 0 && kept.any(a)) {
      kept.forPlacesOf(
          a, [&](std::uint32_t place) { kept.setForces(place, random.uniform(1.0, 2.0), Vec3::Zero(), Vec3::Zero()); });
    }
    // Not all are asked each time, so that some are remembered from long ago.
    std::vector<std::uint32_t> slots;
    for (std::uint32_t slot = turn % 3; slot < kSlots; slot += 3) {
      slots.push_back(slot);
    }
    for (const std::uint32_t slot : slots) {
      const KeptForce expected = forceOn(kept, slot);
      ASSERT_EQ(kept.forceOn(slot).borne, expected.borne) << turn;
      ASSERT_EQ(kept.forceOn(slot).force, expected.force) << turn;
      known += expected.borne > 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(known, 2500);
}

TEST(ErasePlaces, LeavesTheRestInItsOrder) {
  for (const std::vector<std::size_t>& places :
       {std::vector<std::size_t>{}, {0}, {5}, {0, 1, 2}, {1, 3, 4}, {4, 5}, {0, 1, 2, 3, 4, 5}}) {
    std::vector<int> list = {0, 1, 2, 3, 4, 5};
    std::vector<int> expected;
    for (const int value : list) {
      if (std::find(places.begin(), places.end(), static_cast<std::size_t>(value)) == places.end()) {
        expected.push_back(value);
      }
    }
    erasePlaces<int>(places, list);
    EXPECT_EQ(list, expected);
  }
}

}  // namespace
}  // namespace scree
