// Starts for other programs of the discrete element method: moduli, surfaces, speeds and the list of what is left out.
#include "engine/io/dem/dem_start.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/io/dem/dem_contacts.h"
#include "engine/io/dem/dem_surfaces.h"
#include "engine/world/world.h"

namespace scree {
namespace {

/// Equal grains of material 0 over a plane of material 1, with a linear law of 20 kN/m on each other and 30 kN/m on it.
World linearWorld() {
  World world;
  world.name = "Grains & 'walls'";
  world.materials.add({.name = "o'ore", .density = 2500.0});
  world.materials.add({.name = "glass", .density = 2400.0, .poissonRatio = 0.3});
  PairLaw law{.restitution = 0.5, .friction = 0.3, .stiffness = 2e4};
  world.materials.setPair(0, 0, law);
  law.stiffness = 3e4;
  world.materials.setPair(0, 1, law);
  for (int i = 0; i < 3; ++i) {
    world.particles.add({.position = Vec3(0.02 * i, 0.0, 0.1), .radius = 0.005, .mass = 2500.0 * sphereVolume(0.005)});
  }
  Body floor;
  floor.name = "floor";
  floor.shapes.push_back({.shape = Plane{}, .material = 1});
  world.bodies.push_back(floor);
  return world;
}

/// Stiffness of the model hooke of LIGGGHTS [N/m], as its manual has it.
double hookeStiffness(double modulus, double radius, double mass, double speed) {
  const double a = 16.0 / 15.0 * std::sqrt(radius) * modulus;
  return a * std::pow(15.0 * mass * speed * speed / (16.0 * std::sqrt(radius) * modulus), 0.2);
}

double areaOf(const Triangles& triangles) {
  double area = 0.0;
  for (const Corners& corners : triangles.corners) {
    area += 0.5 * areaVector(triangles.points, corners).norm();
  }
  return area;
}

const StartFile& fileOf(const StartFiles& files, const std::string& name) {
  const auto found = std::ranges::find(files.files, name, &StartFile::name);
  EXPECT_NE(found, files.files.end()) << name;
  return *found;
}

bool isTold(const std::vector<std::string>& list, const std::string& part) {
  return std::ranges::any_of(list, [&](const std::string& one) { return one.find(part) != std::string::npos; });
}

TEST(DemStart, ModuliGiveTheLinearStiffnessOfEachPair) {
  const World world = linearWorld();
  const DemSurfaces surfaces = surfacesOf(world, 1.0, 0.005, true);
  ASSERT_EQ(surfaces.list.size(), 1U);
  EXPECT_TRUE(surfaces.list[0].isPlane);
  const DemContacts contacts(world, surfaces.list, {1.0, 1.0, 1.0});
  EXPECT_FALSE(contacts.isHertz());
  EXPECT_NEAR(contacts.speed(), std::sqrt(9.81 * 0.01), 1e-12);
  const double soft = (1.0 - 0.0625) / contacts.modulus(0, DemPartner::grain);
  const double mass = world.particles.mass[0];
  EXPECT_NEAR(hookeStiffness(0.5 / soft, 0.0025, 0.5 * mass, contacts.speed()), 2e4, 1e-6);
  const double wall = (1.0 - 0.09) / contacts.modulus(1, DemPartner::plane);
  EXPECT_NEAR(hookeStiffness(1.0 / (soft + wall), 0.005, mass, contacts.speed()), 3e4, 1e-6);
  // Nothing to tell of a stiffness.
  EXPECT_FALSE(isTold(contacts.remarks(true), "times the stiffness"));
}

TEST(DemStart, StiffnessThatNoModulusGivesIsTold) {
  World world = linearWorld();
  PairLaw law = world.materials.pair(0, 1);
  law.stiffness = 2e6;
  world.materials.setPair(0, 1, law);
  const DemSurfaces surfaces = surfacesOf(world, 1.0, 0.005, true);
  const DemContacts contacts(world, surfaces.list, {1.0, 1.0, 1.0});
  EXPECT_TRUE(isTold(contacts.remarks(true), "times the stiffness"));
}

TEST(DemStart, TrianglesAreCutAtThePeriodicBox) {
  World world = linearWorld();
  world.periodic.lower = Vec3(-0.05, 0.0, 0.0);
  world.periodic.length = Vec3(0.1, 0.0, 0.0);
  Body box;
  box.name = "box";
  box.shapes.push_back({.shape = SolidBox{Vec3(0.2, 0.1, 0.03)}});
  world.bodies = {box};
  const DemSurfaces surfaces = surfacesOf(world, 1.0, 0.005, true);
  ASSERT_EQ(surfaces.list.size(), 1U);
  const Triangles& cut = surfaces.list[0].triangles;
  // Its ends are outside; of four sides 0.1 m is left.
  EXPECT_NEAR(areaOf(cut), 2.0 * 0.1 * (0.2 + 0.06), 1e-12);
  for (const Vec3& point : cut.points) {
    EXPECT_LE(std::abs(point.x()), 0.05 + 1e-15);
  }
}

TEST(DemStart, CapsOfADrumKeepTheirMaterial) {
  World world = linearWorld();
  Body drum;
  drum.name = "drum";
  drum.shapes.push_back({.shape = HollowCylinder{0.2, 0.1}, .material = 0, .capMaterial = 1});
  world.bodies = {drum};
  const DemSurfaces surfaces = surfacesOf(world, 1.0, 0.005, true);
  ASSERT_EQ(surfaces.list.size(), 2U);
  EXPECT_EQ(surfaces.list[0].material, 0);
  EXPECT_EQ(surfaces.list[1].name, "drum_caps");
  EXPECT_EQ(surfaces.list[1].material, 1);
  EXPECT_NEAR(areaOf(surfaces.list[0].triangles), 2.0 * std::numbers::pi * 0.2 * 0.2, 2e-4);
  EXPECT_NEAR(areaOf(surfaces.list[1].triangles), 2.0 * std::numbers::pi * 0.04, 2e-4);
  EXPECT_TRUE(isTold(surfaces.otherwise, "round walls"));
}

/// Way in [0, time] of a speed since the start [m].
double wayOf(const std::vector<CoursePoint>& speed, double time) {
  constexpr int kParts = 20000;
  double way = 0.0;
  for (int i = 0; i < kParts; ++i) {
    way += speedAt(speed, time * (i + 0.5) / kParts) * time / kParts;
  }
  return way;
}

TEST(DemStart, SpeedsGoOnFromTheTimeOfTheExport) {
  struct Case {
    SpeedProfile profile;
    double at;
    bool isConstant;
  };
  SpeedProfile course{.value = 2.0, .smooth = true};
  course.course = {{0.1, 0.0}, {0.4, 1.0}, {0.6, 0.5}};
  for (const Case& one : {Case{{.value = 3.0}, 0.7, true}, Case{{.value = 3.0, .start = 0.2, .stop = 0.5}, 0.0, false},
                          Case{{.value = 3.0, .start = 0.2, .stop = 0.5}, 0.3, false},
                          Case{{.value = -3.0, .start = 0.2, .ramp = 0.4}, 0.3, false},
                          Case{{.value = 3.0, .start = 0.1, .stop = 0.3, .ramp = 0.4}, 0.0, false},
                          Case{{.value = 3.0, .start = 0.2, .stop = 0.5}, 0.6, true}, Case{course, 0.2, false}}) {
    World world = linearWorld();
    world.time = one.at;
    Body lid;
    lid.name = "lid";
    lid.shapes.push_back({.shape = Rectangle{0.1, 0.1}});
    lid.drives.push_back({.motion = Translation{Vec3::UnitX()}, .speed = one.profile});
    world.bodies = {lid};
    const DemSurfaces surfaces = surfacesOf(world, 1.0, 0.005, true);
    const std::vector<DemMotion>& motions = surfaces.list[0].motions;
    const double way = one.profile.mean(one.at, 1.0);
    if (motions.empty()) {
      EXPECT_EQ(way, 0.0) << "a body that has stopped does not move";
      continue;
    }
    EXPECT_EQ(motions[0].isConstant(), one.isConstant) << one.at;
    EXPECT_NEAR(wayOf(motions[0].speed, 1.0), way, 2e-3 * std::abs(way) + 1e-4) << one.at;
  }
}

TEST(DemStart, NothingIsLeftOutInSilence) {
  World world = linearWorld();
  world.emitters.push_back({.name = "rain", .rate = 10.0});
  world.sinks.push_back({.name = "drain"});
  Body plate;
  plate.name = "plate";
  plate.shapes.push_back({.shape = SolidBox{}});
  plate.mass.mass = 1.0;
  plate.mass.inertia = Mat3::Identity();
  world.bodies.push_back(plate);
  world.joints.push_back({.name = "guide", .b = 1});
  world.parameters.reduction.merging = Switch::on;
  for (const StartFiles& files : {liggghtsStart(world, 1.0), yadeStart(world, 1.0)}) {
    for (const char* part : {"emitter rain", "sink drain", "joint guide", "body plate", "merging"}) {
      EXPECT_TRUE(isTold(files.leftOut, part)) << part;
    }
    EXPECT_TRUE(isTold(files.otherwise, "restitution"));
    EXPECT_TRUE(isTold(files.otherwise, "time step"));
    const std::string& script = files.files[0].bytes;
    for (const char* part : {"# - the emitter rain", "# - the joint guide", "# - merging"}) {
      EXPECT_NE(script.find(part), std::string::npos) << part;
    }
  }
}

TEST(DemStart, EmptyWorldsHaveNone) {
  World world;
  EXPECT_THROW(liggghtsStart(world, 1.0), NoStart);
  EXPECT_THROW(yadeStart(world, 1.0), NoStart);
}

TEST(DemStart, NamesDoNotEndLinesOrStrings) {
  World world = linearWorld();
  world.name = "a\nrun 5 &";
  world.bodies[0].shapes[0].shape = Rectangle{};
  world.bodies[0].name = "floor 'a'";
  const StartFiles liggghts = liggghtsStart(world, 1.0);
  EXPECT_EQ(fileOf(liggghts, "in.start").bytes.find("\nrun 5"), std::string::npos);
  EXPECT_EQ(fileOf(liggghts, "in.start").bytes.find("# a run 5 +"), 0U);
  fileOf(liggghts, "floor__a_.stl");
  const StartFiles yade = yadeStart(world, 1.0);
  EXPECT_NE(fileOf(yade, "start.py").bytes.find("label='o\\x27ore, grains'"), std::string::npos);
}

}  // namespace
}  // namespace scree
