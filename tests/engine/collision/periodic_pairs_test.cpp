// Pairs in a periodic box: all that any images of two spheres make.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/base/random.h"
#include "engine/collision/periodic_pairs.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Spheres anywhere in a box and around it, some of them exactly on its sides and corners.
struct PeriodicCloud {
  std::vector<Vec3> positions;
  std::vector<double> radii;
  std::vector<double> margins;

  PeriodicCloud(const PeriodicBox& box, const Vec3& room, std::size_t count, double smallest, double largest,
                Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
      Vec3 place;
      for (int axis = 0; axis < 3; ++axis) {
        place[axis] = box.lower[axis] + room[axis] * random.uniform(-0.2, 1.2);
        if (i % 7 == 0 && random.uniform() < 0.6) {
          place[axis] = random.uniform() < 0.5 ? box.lower[axis] : box.lower[axis] + room[axis];
        }
      }
      positions.push_back(place);
      radii.push_back(random.uniform(smallest, largest));
      margins.push_back(random.uniform() < 0.5 ? 0.0 : random.uniform(0.0, radii.back()));
    }
  }
};

/// Smallest distance of all images of two points [m]: one by one, three boxes to each side.
double smallestDistance(const PeriodicBox& box, const Vec3& a, const Vec3& b) {
  double least = std::numeric_limits<double>::infinity();
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        least = std::min(least, (b - a + Vec3(x, y, z).cwiseProduct(box.length)).norm());
      }
    }
  }
  return least;
}

PeriodicBox boxAlong(unsigned axes, const Vec3& room) {
  PeriodicBox box;
  box.lower = Vec3(-0.013, 0.4, 7.0);
  for (int axis = 0; axis < 3; ++axis) {
    box.length[axis] = (axes >> static_cast<unsigned>(axis) & 1U) != 0 ? room[axis] : 0.0;
  }
  return box;
}

TEST(PeriodicPairs, AreThoseOfAllImages) {
  Random random(41);
  for (unsigned axes = 1; axes < 8; ++axes) {
    for (const double largest : {0.0125, 0.05}) {
      // From the shortest box that scenes may have, four diameters, to one of few cells.
      const Vec3 room(0.1, 8.0 * largest, 0.17);
      const PeriodicBox box = boxAlong(axes, room.cwiseMax(8.0 * largest));
      const PeriodicCloud cloud(box, room.cwiseMax(8.0 * largest), 150, 0.2 * largest, largest, random);
      const Spheres spheres = {cloud.positions, cloud.radii, cloud.margins};
      Grid grid;
      std::vector<ParticlePair> found;
      findPeriodicPairs(box, spheres, grid, nullptr, found);
      EXPECT_TRUE(std::ranges::is_sorted(found));
      std::size_t at = 0;
      std::size_t meeting = 0;
      for (std::uint32_t a = 0; a < 150; ++a) {
        for (std::uint32_t b = a + 1; b < 150; ++b) {
          const double reach = spheres.reach(a) + spheres.reach(b);
          const double distance = smallestDistance(box, cloud.positions[a], cloud.positions[b]);
          const bool isFound = at < found.size() && found[at] == ParticlePair{a, b};
          at += isFound ? 1 : 0;
          meeting += distance <= reach ? 1 : 0;
          // Images are where rounding puts them, an ulp of the place of 7 m away.
          if (std::abs(distance - reach) > 1e-14) {
            ASSERT_EQ(isFound, distance < reach) << a << " and " << b << " axes " << axes;
          }
        }
      }
      EXPECT_EQ(at, found.size()) << "each pair once";
      EXPECT_GT(meeting, 50U);
    }
  }
}

/// The contacts of a world with their gaps and normals.
std::vector<Contact> contactsOf(const World& world) {
  StepData data;
  listActive(world, data.list);
  findPairs(world, data.context, data.detection, data.list);
  makeContacts(world, data.context, data.detection, data.list);
  return data.list.contacts;
}

TEST(PeriodicPairs, MakeContactsOfTheNearestImages) {
  Random random(42);
  for (unsigned axes = 1; axes < 8; ++axes) {
    World world = testing::emptyWorld();
    world.parameters.substeps = 1;
    const Vec3 room = Vec3::Constant(0.11);
    world.periodic = boxAlong(axes, room);
    const PeriodicCloud cloud(world.periodic, room, 200, 0.2 * testing::kRadius, testing::kRadius, random);
    for (std::size_t i = 0; i < cloud.positions.size(); ++i) {
      testing::addSphere(world, cloud.positions[i], 2.0 * cloud.radii[i]);
    }
    const std::vector<Contact> contacts = contactsOf(world);
    std::size_t touching = 0;
    for (std::uint32_t a = 0; a < 200; ++a) {
      for (std::uint32_t b = a + 1; b < 200; ++b) {
        const double gap =
            smallestDistance(world.periodic, cloud.positions[a], cloud.positions[b]) - cloud.radii[a] - cloud.radii[b];
        const auto found = std::ranges::find(contacts, ContactKey::particles(a, b), &Contact::key);
        if (std::abs(gap) > 1e-9) {
          ASSERT_EQ(found != contacts.end(), gap < 0.0) << a << " and " << b << " gap " << gap;
        }
        if (found == contacts.end()) {
          continue;
        }
        ++touching;
        EXPECT_NEAR(found->gap, gap, 1e-14);
        // Along the normal from a the image of b.
        const Vec3 way = (found->gap + cloud.radii[a] + cloud.radii[b]) * found->normal;
        const Vec3 rest = way - (cloud.positions[b] - cloud.positions[a]);
        for (int axis = 0; axis < 3; ++axis) {
          const double side = world.periodic.length[axis];
          const double whole = side > 0.0 ? rest[axis] / side : rest[axis];
          EXPECT_NEAR(whole, std::round(whole), 1e-12);
        }
      }
    }
    EXPECT_GT(touching, 20U);
  }
}

TEST(PeriodicPairs, AreMendedAsTheyAreSearched) {
  // A gas that goes round the box: in each step the list that serves several gives the contacts of a fresh search.
  World world = testing::emptyWorld(testing::smoothLaw(0.9));
  world.parameters.gravity.setZero();
  world.periodic = {.lower = Vec3::Constant(-0.06), .length = Vec3::Constant(0.12)};
  testing::addLattice(world, 7, 7, 7, 0.004, testing::kDiameter, 3);
  Random random(43);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.velocity[i] = testing::randomShift(random, 1.0) + Vec3(2.0, 1.0, -1.0);
  }
  StepData data;
  std::size_t mended = 0;
  for (int i = 0; i < 60; ++i) {
    testing::takeSteps(world, data, 1);
    listActive(world, data.list);
    findPairs(world, data.context, data.detection, data.list);
    makeContacts(world, data.context, data.detection, data.list);
    const std::vector<Contact> fresh = contactsOf(world);
    ASSERT_EQ(data.list.contacts.size(), fresh.size()) << "step " << i;
    for (std::size_t c = 0; c < fresh.size(); ++c) {
      ASSERT_EQ(data.list.contacts[c].key, fresh[c].key);
      ASSERT_EQ(data.list.contacts[c].gap, fresh[c].gap);
    }
    mended += data.detection.candidates.mended;
  }
  EXPECT_GT(mended, 100U);
}

}  // namespace
}  // namespace scree
