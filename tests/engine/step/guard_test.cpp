#include "engine/step/watch.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "engine/geometry/mesh.h"
#include "engine/session/session.h"
#include "engine/session/world_commands.h"
#include "engine/state/state.h"
#include "tests/support/bed.h"
#include "tests/support/worlds.h"

// What no sound run does is done by hand here: the guard has to see it.
namespace scree {
namespace {

using testing::kDiameter;

/// A grain at rest on a floor, some steps old.
World resting(StepData& data) {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, {0.0, 0.0, 0.5 * kDiameter});
  testing::addSphere(world, {0.1, 0.0, 0.5 * kDiameter});
  testing::takeSteps(world, data, 50);
  EXPECT_TRUE(world.guard.findings.empty());
  return world;
}

const GuardFinding* findingOf(const World& world, GuardKind kind) {
  for (const GuardFinding& finding : world.guard.findings) {
    if (finding.kind == kind) {
      return &finding;
    }
  }
  return nullptr;
}

TEST(Guard, SeesEnergyFromNowhereAndTooFastAGrain) {
  StepData data;
  World world = resting(data);
  world.particles.velocity[1] = {0.0, 0.0, 20.0};
  // The step books what it begins with as it is; this is what a solve that gains energy does within one.
  const double energy = 0.5 * world.particles.mass[1] * 400.0;
  world.budget.totalDissipation -= energy;
  const std::size_t before = world.guard.findings.size();
  step(world, data);
  EXPECT_TRUE(guardStops(world, before));
  const GuardFinding* gain = findingOf(world, GuardKind::energy);
  ASSERT_NE(gain, nullptr);
  EXPECT_EQ(gain->particle, world.particles.id[1]);
  EXPECT_NE(gain->what.find("of energy appeared from nowhere"), std::string::npos) << gain->text();
  const GuardFinding* fast = findingOf(world, GuardKind::speed);
  ASSERT_NE(fast, nullptr);
  EXPECT_EQ(fast->particle, world.particles.id[1]);
  EXPECT_EQ(fast->step, 51U);
  EXPECT_NE(fast->text().find("step 51"), std::string::npos) << fast->text();
  EXPECT_NE(fast->text().find("time_step"), std::string::npos) << fast->text();
  // Each kind once.
  const std::size_t found = world.guard.findings.size();
  testing::takeSteps(world, data, 5);
  EXPECT_EQ(world.guard.findings.size(), found);
}

TEST(Guard, AFallBelowTheSceneIsNoFault) {
  World world = testing::emptyWorld();
  testing::addSphere(world, {0.0, 0.0, 0.0});
  StepData data;
  testing::run(world, data, 5.0);
  EXPECT_GT(data.report.largestSpeed, 40.0);
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
}

TEST(Guard, SeesAGrainOutsideAClosedContainer) {
  World world = testing::emptyWorld();
  testing::addShape(world, Container{Vec3::Constant(0.05)});
  world.bodies[0].name = "vessel";
  testing::addSphere(world, {0.0, 0.0, -0.04});
  testing::addSphere(world, {0.02, 0.0, -0.04});
  StepData data;
  testing::takeSteps(world, data, 40);
  ASSERT_TRUE(world.guard.findings.empty());
  world.particles.position[1] = {0.02, 0.0, 0.08};
  testing::takeSteps(world, data, 16);
  const GuardFinding* out = findingOf(world, GuardKind::outside);
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(out->particle, world.particles.id[1]);
  EXPECT_NE(out->what.find("outside body 'vessel', which is closed"), std::string::npos) << out->text();
}

/// A box as a mesh, 0.1 m wide.
MeshShape meshBox() {
  Triangles box;
  for (int corner = 0; corner < 8; ++corner) {
    box.points.emplace_back((corner & 1) != 0 ? 0.05 : -0.05, (corner & 2) != 0 ? 0.05 : -0.05,
                            (corner & 4) != 0 ? 0.05 : -0.05);
  }
  for (const auto& f : std::array<std::array<std::uint32_t, 4>, 6>{
           {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}}) {
    box.corners.push_back({f[0], f[1], f[2]});
    box.corners.push_back({f[0], f[2], f[3]});
  }
  return {makeMesh(box)};
}

TEST(Guard, SeesAGrainOutsideAClosedMesh) {
  World world = testing::emptyWorld();
  testing::addShape(world, meshBox(), {{0.0, 0.0, 0.05}, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()))});
  world.bodies[0].name = "vessel";
  testing::addSphere(world, {0.0, 0.0, 0.01});
  testing::addSphere(world, {0.02, 0.0, 0.01});
  testing::addSphere(world, {0.0, 0.2, 0.01});  // it was never in it
  StepData data;
  testing::takeSteps(world, data, 40);
  ASSERT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
  EXPECT_EQ(world.guard.rooms.at(0).inside, (std::vector<ParticleId>{0, 1}));
  // A grain that comes later is watched as well.
  testing::addSphere(world, {-0.02, 0.0, 0.01});
  testing::takeSteps(world, data, 16);
  EXPECT_EQ(world.guard.rooms.at(0).inside, (std::vector<ParticleId>{0, 1, 3}));
  world.particles.position[3] = {-0.02, 0.0, -0.08};
  testing::takeSteps(world, data, 16);
  const GuardFinding* out = findingOf(world, GuardKind::outside);
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(out->particle, world.particles.id[3]);
  EXPECT_NE(out->what.find("outside body 'vessel', which is closed"), std::string::npos) << out->text();
}

TEST(Guard, WhatLiesRoundAClosedMeshOrInAnOpenOneIsNoFault) {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  // On its corner, so that there is much room in the box around it.
  testing::addShape(world, meshBox(), {{0.0, 0.0, 0.087}, Quat::FromTwoVectors(Vec3(1.0, 1.0, 1.0), Vec3::UnitZ())});
  Triangles open{{{1, 0, 0}, {1.1, 0, 0}, {1, 0.1, 0}, {1, 0, 0.1}}, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}}};
  testing::addShape(world, MeshShape{makeMesh(open)});
  testing::addSphere(world, {0.06, 0.06, 0.02}, kDiameter, {1.0, 1.0, 0.0});
  testing::addSphere(world, {-0.05, 0.05, 0.15}, kDiameter, {-1.0, 1.0, 0.0});
  testing::addSphere(world, {1.02, 0.02, 0.05}, kDiameter, {1.0, 1.0, 1.0});
  StepData data;
  testing::takeSteps(world, data, 200);
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
  for (const GuardedRoom& room : world.guard.rooms) {
    EXPECT_TRUE(room.inside.empty());
  }
}

TEST(Guard, WhatStartsOutsideOrLeavesAnOpenBoxIsNoFault) {
  World world = testing::emptyWorld();
  Container open{Vec3::Constant(0.05)};
  open.faces[5] = false;
  testing::addShape(world, open);
  testing::addShape(world, HollowCylinder{0.05, 0.05}, {{1.0, 0.0, 0.0}, Quat::Identity()});
  testing::addSphere(world, {0.0, 0.0, 0.0}, kDiameter, {0.0, 0.0, 3.0});
  testing::addSphere(world, {1.0, 0.0, 0.2});
  StepData data;
  testing::takeSteps(world, data, 100);
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
}

TEST(Guard, AHandThatTearsAtABodyIsNoFault) {
  for (const double stiffness : {2e3, 2e4, 2e5}) {
    World world = testing::emptyWorld();
    testing::addFloor(world);
    const std::uint32_t plate = testing::addShape(world, SolidBox{Vec3(0.1, 0.1, 0.01)}, {{0.0, 0.0, 0.1}});
    world.bodies[plate].mass.mass = 3.0;
    world.bodies[plate].mass.inertia = 0.01 * Mat3::Identity();
    testing::addSphere(world, {0.0, 0.0, 0.5 * kDiameter});
    world.pull = Pull{.grip = Grip{.body = plate}, .target = {0.0, 0.0, 0.25}, .stiffness = stiffness};
    StepData data;
    testing::takeSteps(world, data, 60);
    EXPECT_TRUE(world.guard.findings.empty()) << stiffness << ": " << world.guard.findings.front().text();
    EXPECT_GT(world.bodies[plate].pose.position.z(), 0.12);
  }
}

TEST(Guard, SeesAnOverlapThatLasts) {
  // 1.5 kg on a law of 3 kN/m, which sinks in without swinging: 4.9 mm, 38 % of the diameter, carry it.
  PairLaw soft = testing::pelletLaw();
  soft.dampingTime = 0.2;
  World world = testing::emptyWorld(soft);
  testing::addFloor(world);
  testing::addSphere(world, {0.0, 0.0, 0.5 * kDiameter});
  world.particles.mass[0] = 1.5;
  StepData data;
  testing::run(world, data, 3.0);
  const GuardFinding* deep = findingOf(world, GuardKind::overlap);
  ASSERT_NE(deep, nullptr);
  EXPECT_NE(deep->what.find("overlaps by"), std::string::npos) << deep->text();
  // 14.7 N over 5 % of 13 mm are 22.6 kN/m.
  EXPECT_NE(deep->remedy.find("stiffness of 2.3e+04 N/m"), std::string::npos) << deep->text();
}

TEST(Guard, SeesWhatIsNoNumber) {
  for (const bool ofVelocity : {true, false}) {
    StepData data;
    World world = resting(data);
    (ofVelocity ? world.particles.velocity[1] : world.particles.position[1]).x() =
        std::numeric_limits<double>::quiet_NaN();
    testing::takeSteps(world, data, 2);
    const GuardFinding* broken = findingOf(world, GuardKind::nonFinite);
    ASSERT_NE(broken, nullptr);
    EXPECT_EQ(broken->particle, 1U);
    EXPECT_TRUE(std::isfinite(world.budget.totalDissipation));
  }
}

TEST(Guard, OffLooksAtNothingAndChangesNoResult) {
  StepData data;
  World world = resting(data);
  World unseen = world;
  unseen.parameters.guard = GuardAction::off;
  for (World* one : {&world, &unseen}) {
    one->particles.velocity[1] = {0.0, 0.0, 20.0};
    StepData own;
    testing::takeSteps(*one, own, 20);
  }
  EXPECT_FALSE(world.guard.findings.empty());
  EXPECT_TRUE(unseen.guard.findings.empty());
  EXPECT_EQ(stateHash(world), stateHash(unseen));
  world.parameters.guard = GuardAction::warn;
  EXPECT_FALSE(guardStops(world, 0));
}

TEST(Guard, WhatItRemembersIsSaved) {
  StepData data;
  World world = resting(data);
  world.particles.velocity[1] = {0.0, 0.0, 1.0};
  testing::takeSteps(world, data, 3);
  World restored = restoreState(saveState(world));
  StepData fresh;
  for (World* one : {&world, &restored}) {
    one->particles.velocity[1] = {0.0, 0.0, 20.0};
    testing::takeSteps(*one, one == &world ? data : fresh, 20);
  }
  EXPECT_FALSE(world.guard.findings.empty());
  EXPECT_EQ(saveState(world), saveState(restored));
}

TEST(Guard, SessionPausesAndSaysWhy) {
  StepData data;
  World world = resting(data);
  world.particles.velocity[1] = {0.0, 0.0, 20.0};
  Session session(world);
  for (int i = 0; i < 5; ++i) {
    session.advance();
  }
  EXPECT_EQ(session.world().step, world.step + 1);
  const auto shown = session.snapshots().latest();
  ASSERT_NE(shown, nullptr);
  EXPECT_FALSE(shown->run.playing);
  ASSERT_FALSE(shown->run.guardFindings.empty());
  EXPECT_NE(shown->run.message.find(shown->run.guardFindings.back()), std::string::npos) << shown->run.message;
  // Playing goes on; a change of a setting lets it look anew.
  session.post(Play{});
  session.advance();
  session.advance();
  EXPECT_GT(session.world().step, world.step + 1);
  session.post(SetParameter{ParameterKey::sweeps, 20.0});
  session.advance();
  EXPECT_TRUE(session.world().guard.findings.empty());
}

TEST(Guard, ABedThatIsPouredShakenAndTurnedIsSound) {
  World world = testing::settledBox(6, 6, 6, 3);
  world.guard = Guard{};
  StepData data;
  for (int i = 0; i < 400; ++i) {
    if (i == 100) {
      world.parameters.gravity = {9.81, 0.0, 0.0};
    } else if (i == 250) {
      world.parameters.gravity = {0.0, 0.0, -30.0};
    }
    step(world, data);
  }
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
}

}  // namespace
}  // namespace scree
