// Contacts with meshes followed through the substeps: looking only as far as something can have moved finds the same as
// looking everywhere.
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "engine/base/random.h"
#include "engine/contacts/reach.h"
#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kDrumRadius = 0.1;  // m
constexpr double kLength = 0.2;      // m

/// A drum with bumps as large as grains and lifters, full of edges and points.
World bumpyDrum() {
  World world = testing::emptyWorld();
  Triangles triangles =
      trianglesOf(DrumMesh{.diameter = 2.0 * kDrumRadius,
                           .length = kLength,
                           .lifters = 3,
                           .lifterHeight = 0.02,
                           .bumps = {.height = 0.008, .lowest = {}, .width = 0.03, .density = 500.0}});
  mend(triangles);
  testing::addShape(world, MeshShape{makeMesh(std::move(triangles))});
  return world;
}

Vec3 upTo(Random& random, double length) { return random.uniform(0.0, length) * testing::randomDirection(random); }

/// The quick look at shapes passes by only what touches nothing, and most of what does not.
TEST(PlacedShapes, WhatIsPassedByTouchesNothing) {
  const std::vector<Shape> all = {Plane{},          Rectangle{0.3, 0.2}, SolidBox{},    Container{},
                                  HollowCylinder{}, SolidCylinder{},     SolidSphere{}, Capsule{0.2, 0.3}};
  Random random(3);
  const double radius = 0.03;
  const double margin = 0.02;
  for (const Shape& shape : all) {
    World world = testing::emptyWorld();
    testing::addShape(world, shape);
    int touching = 0;
    int passedBy = 0;
    for (int trial = 0; trial < 20; ++trial) {
      Pose& pose = world.bodies.front().pose;
      pose.position = trial == 0 ? Vec3::Zero() : upTo(random, 50.0);
      pose.orientation = trial == 0
                             ? Quat::Identity()
                             : Quat(Eigen::AngleAxisd(random.uniform(0.0, 3.0), testing::randomDirection(random)));
      const PlacedShapes shapes = placeShapes(world.bodies);
      const PlacedShapes::Shape& placed = shapes.list.front();
      for (int i = 0; i < 500; ++i) {
        const Vec3 place = pose.position + upTo(random, 1.5);
        const Vec3 local = placed.toLocal(place);
        if (placed.isRoom() && ((local.cwiseAbs() - placed.room).array() > radius).any()) {
          continue;  // left the room by more than walls hold
        }
        SurfaceTouches touches;
        touchShape(shape, local, radius, touches, margin, {});
        const bool isFar = placed.isFarFrom(place, radius + margin);
        EXPECT_FALSE(isFar && touches.count > 0) << shape.index() << ' ' << place.transpose();
        touching += touches.count > 0 ? 1 : 0;
        passedBy += isFar ? 1 : 0;
      }
    }
    EXPECT_GT(touching, 100) << shape.index();
    EXPECT_GT(passedBy, 500) << shape.index();
  }
}

TEST(FollowSurface, LookingAsFarAsItMovedFindsTheSame) {
  World world = bumpyDrum();
  Random random(7);
  const PlacedShapes shapes = placeShapes(world.bodies);
  const std::size_t slot = testing::addSphere(world, Vec3::Zero());
  const double radius = world.particles.radius[slot];
  int touching = 0;
  int open = 0;
  int turnedCorners = 0;
  for (int i = 0; i < 6000; ++i) {
    const double angle = random.uniform(0.0, 6.2832);
    const double depth = random.uniform(0.3, 2.5) * radius;
    world.particles.position[slot] = {(kDrumRadius - depth) * std::cos(angle), (kDrumRadius - depth) * std::sin(angle),
                                      random.uniform(-0.5, 0.5) * kLength};
    FoundContacts found;
    touchSurfaces(world, static_cast<std::uint32_t>(slot), shapes, radius, found);
    const Vec3 moved = upTo(random, 0.3 * radius);
    const Vec3 place = world.particles.position[slot] + moved;
    for (std::size_t c = 0; c < found.contacts.size(); ++c) {
      Contact everywhere = found.contacts[c];
      Contact near = found.contacts[c];
      SurfaceContact surface = found.surfaces[c];
      const double margin = contacts::kFollowMargin * radius;
      followSurfaceNear(world, shapes, place, margin, margin, everywhere, surface);
      followSurfaceNear(world, shapes, place, margin, moved.norm() + 1e-6 * radius, near, surface);
      const double looked = std::max(0.0, found.contacts[c].gap) + moved.norm();
      if (everywhere.gap <= looked) {
        EXPECT_EQ(near.gap, everywhere.gap) << i;
        EXPECT_EQ(near.normal, everywhere.normal) << i;
        ++touching;
        turnedCorners += (near.normal - found.contacts[c].normal).norm() > 0.02 ? 1 : 0;
      } else {
        EXPECT_GE(near.gap, 0.0) << i;
        EXPECT_LE(near.gap, everywhere.gap) << "never farther than it is";
        ++open;
      }
    }
  }
  EXPECT_GT(touching, 2000);
  EXPECT_GT(open, 20);
  EXPECT_GT(turnedCorners, 200) << "edges and points are among them";
}

/// Planes and faces of rooms are followed by themselves: what is found is what a look at the shape finds, to the bit.
TEST(FollowSurface, PlanesAndFacesOfRoomsAreThoseOfTheShape) {
  Random random(17);
  int followed = 0;
  int lost = 0;
  int rims = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    World world = testing::emptyWorld();
    Container box{.halfExtents = Vec3(0.05, 0.04, 0.03)};
    box.faces[static_cast<std::size_t>(random.uniform(0.0, 6.0))] = false;
    HollowCylinder cylinder{.radius = 0.05, .halfLength = 0.04};
    cylinder.caps[static_cast<std::size_t>(random.uniform(0.0, 2.0))] = false;
    const bool isRound = trial % 2 == 0;
    Pose pose = trial % 4 < 2 ? Pose{} : testing::facing(Vec3(0.1, 0.2, 0.3), testing::randomDirection(random));
    const Shape room = isRound ? Shape(cylinder) : Shape(box);
    testing::addShape(world, trial % 5 == 0 ? Shape(Plane{}) : room, pose);
    const PlacedShapes shapes = placeShapes(world.bodies);
    const Vec3 local = Vec3(random.uniform(-0.06, 0.06), random.uniform(-0.05, 0.05), random.uniform(-0.045, 0.045));
    const auto slot = static_cast<std::uint32_t>(testing::addSphere(world, pose.toWorld(local)));
    const double radius = world.particles.radius[slot];
    FoundContacts found;
    touchSurfaces(world, slot, shapes, radius, found);
    const Vec3 place = world.particles.position[slot] + upTo(random, 0.5 * radius);
    const double margin = 0.5 * radius;
    const PlacedShapes::Shape& placed = shapes.list[0];
    SurfaceTouches touches;
    for (std::size_t c = 0; c < found.contacts.size(); ++c) {
      Contact contact = found.contacts[c];
      touchShape(world.bodies[0].shapes[0].shape, placed.toLocal(place), radius, touches, margin,
                 {.touched = {&contact.key, 1}, .base = ContactKey::boundary(contact.key.a, 0, 0, 0)});
      followSurface(world, shapes, place, margin, contact, found.surfaces[c]);
      const auto* const end = touches.list.data() + touches.count;
      // On either side of its wall, as it may have gone round a rim; outside, round an edge to another one.
      const std::uint32_t walls = isRound ? 3 : 6;
      const auto goesOn = [&](const SurfaceTouch& t) {
        const std::uint32_t feature = contact.key.feature();
        return t.feature % walls == feature % walls || (t.feature >= walls && feature >= walls);
      };
      const auto* const touch = std::find_if(std::as_const(touches).list.data(), end, goesOn);
      if (touch == end) {
        EXPECT_EQ(contact.gap, margin) << trial;
        ++lost;
        continue;
      }
      EXPECT_EQ(contact.gap, touch->gap) << trial;
      EXPECT_EQ(contact.normal, placed.turnedToWorld(touch->normal)) << trial;
      ++followed;
      // Past the rim of an open end the normal points back at it.
      rims += isRound && trial % 5 != 0 && contact.key.feature() % 3 == 0 && touch->normal.z() != 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(followed, 2000);
  EXPECT_GT(lost, 50);
  EXPECT_GT(rims, 5);
}

TEST(FollowSurface, NoPointOfATurningShapeIsFasterThanTold) {
  World world = testing::emptyWorld();
  const Pose lying = testing::facing(Vec3(0.3, 0, 0), Vec3::UnitX());
  testing::addShape(world, HollowCylinder{.radius = 0.2, .halfLength = 0.6}, lying);
  Body& drum = world.bodies[0];
  drum.angularVelocity = Vec3(3.0, 0, 0);
  // About its own axis the wall goes at 0.6 m/s; a box around it reaches sqrt(2) farther.
  EXPECT_GE(fastestSurface(world), 0.6);
  EXPECT_LE(fastestSurface(world), 0.6 * std::sqrt(2.0) + 1e-12);
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    drum.angularVelocity = upTo(random, 5.0);
    drum.velocity = upTo(random, 1.0);
    const double told = fastestSurface(world);
    const double angle = random.uniform(0.0, 6.2832);
    const Vec3 local(0.2 * std::cos(angle), 0.2 * std::sin(angle), random.uniform(-0.6, 0.6));
    const ShapeInstance& shape = drum.shapes[0];
    EXPECT_LE(drum.velocityAt(drum.pose.toWorld(shape.local.toWorld(local))).norm(), told + 1e-12);
  }
}

}  // namespace
}  // namespace scree
