// Plots of a real session: what was sampled, what forks leave behind, and tables of it.
#include "app/plots/plot_store.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <locale>
#include <sstream>

#include "app/plots/plot_csv.h"
#include "app/plots/plot_groups.h"
#include "engine/io/output_file.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "tests/io/test_folder.h"
#include "tests/support/busy_world.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World falling() {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, 0.5));
  return world;
}

/// Takes steps and shows the store each of them, or only the last one.
void stepOn(Session& session, PlotStore& store, int count, bool lookAtAll = true) {
  session.post(StepOnce{count});
  const std::uint64_t wanted = session.world().step + static_cast<std::uint64_t>(count);
  while (session.world().step < wanted) {
    session.advance();
    if (lookAtAll) {
      store.add(*session.snapshots().latest());
    }
  }
  session.advance();
  store.add(*session.snapshots().latest());
}

void apply(Session& session, PlotStore& store, Command command) {
  session.post(std::move(command));
  do {
    session.advance();
  } while (session.snapshots().latest()->run.timeline.seekTo);
  store.add(*session.snapshots().latest());
}

const PlotCurve& curveNamed(const PlotStore& store, PlotGroup group, const std::string& name) {
  for (const PlotCurve& curve : store.curves()) {
    if (curve.info.group == group && curve.info.name == name) {
      return curve;
    }
  }
  throw std::runtime_error("no curve " + name);
}

double valueAt(const PlotStore& store, const PlotCurve& curve, std::size_t row) {
  return static_cast<double>(tableOf(store.run(), curve).column(curve.column)[row]);
}

TEST(PlotStore, HasEveryStepHoweverSeldomItLooks) {
  Session session(falling(), false);
  PlotStore store;
  stepOn(session, store, 40, false);
  const PlotTable& dense = store.run().dense;
  ASSERT_EQ(dense.rows(), 40U);
  const double dt = session.world().parameters.timeStep;
  for (std::size_t row = 0; row < 40; ++row) {
    EXPECT_EQ(dense.step(row), row + 1);
    EXPECT_NEAR(dense.time(row), dt * static_cast<double>(row + 1), 1e-12);
  }
}

/// A grain that falls freely: m g h and m v²/2 by hand.
TEST(PlotStore, EnergiesAreThoseOfAFallingGrain) {
  Session session(falling(), false);
  PlotStore store;
  stepOn(session, store, 20);
  const Particles& grains = session.world().particles;
  const double mass = grains.mass[0];
  const double speed = grains.velocity[0].norm();
  EXPECT_NEAR(valueAt(store, curveNamed(store, PlotGroup::energy, "potential"), 19),
              mass * testing::kGravity * grains.position[0].z(), 1e-5 * mass);
  EXPECT_NEAR(valueAt(store, curveNamed(store, PlotGroup::energy, "kinetic"), 19), 0.5 * mass * speed * speed,
              1e-5 * mass);
  EXPECT_EQ(valueAt(store, curveNamed(store, PlotGroup::grains, "grains"), 19), 1.0);
  EXPECT_EQ(valueAt(store, curveNamed(store, PlotGroup::contacts, "contacts"), 19), 0.0);
  EXPECT_EQ(valueAt(store, curveNamed(store, PlotGroup::reduction, "h"), 19), 0.0);
}

/// A grain at rest on a plate that a motor holds up: both weights by hand.
TEST(PlotStore, ForcesOfGrainsOnABodyAndOfItsMotorAreTheWeights) {
  World world = testing::emptyWorld();
  const std::uint32_t plate = testing::addBox(world, Vec3(0.2, 0.2, 0.02), 3.0);
  world.bodies[plate].name = "plate";
  testing::addSphere(world, Vec3(0.0, 0.0, 0.01 + testing::kRadius));
  Joint& joint = world.joints[testing::addJoint(world, JointKind::prismatic, kFixedInWorld, plate, Vec3::Zero())];
  joint.name = "guide";
  joint.motor = {.kind = MotorKind::position, .limit = 1e4};
  const double weight = world.particles.mass[0] * testing::kGravity;
  Session session(std::move(world), false);
  PlotStore store;
  stepOn(session, store, 100);
  EXPECT_NEAR(valueAt(store, curveNamed(store, PlotGroup::drives, "plate force"), 99), weight, 0.02 * weight);
  EXPECT_NEAR(valueAt(store, curveNamed(store, PlotGroup::drives, "guide motor"), 99), weight + 3.0 * testing::kGravity,
              0.01 * weight);
}

TEST(PlotStore, EveryGroupOfABusyWorldHasCurves) {
  World world = testing::busyWorld();
  world.granulation.laws.layering = Switch::on;
  Session session(std::move(world), false);
  PlotStore store;
  stepOn(session, store, 30);
  ASSERT_EQ(plotGroups().size(), static_cast<std::size_t>(kPlotGroupCount));
  for (const PlotGroupInfo& info : plotGroups()) {
    EXPECT_FALSE(store.curvesOf(info.group).empty()) << info.id;
  }
  const auto stages = store.curvesOf(PlotGroup::stages);
  double sum = 0.0;
  for (std::size_t i = 1; i < stages.size(); ++i) {
    sum += valueAt(store, stages[i], 29);
  }
  EXPECT_GT(sum, 0.0);
  EXPECT_NEAR(sum, valueAt(store, stages[0], 29), 1e-3 * sum) << "the stages add up to the step";
  const PlotCurve angle = store.curvesOf(PlotGroup::angle).front();
  EXPECT_GT(tableOf(store.run(), angle).rows(), 0U);
}

TEST(PlotStore, TorqueAndPowerOfADriveBelongTogether) {
  Session session(testing::busyWorld(), false);
  PlotStore store;
  stepOn(session, store, 60);
  int compared = 0;
  const double end = session.world().time;
  const double dt = session.world().parameters.timeStep;
  for (const Body& body : session.world().bodies) {
    for (const Drive& drive : body.drives) {
      if (std::holds_alternative<Rotation>(drive.motion) && body.drives.size() == 1) {
        // What turns does no other work: power is torque times angular speed.
        const double torque = valueAt(store, curveNamed(store, PlotGroup::drives, body.name + " torque"), 59);
        const double power = valueAt(store, curveNamed(store, PlotGroup::drives, body.name + " power"), 59);
        EXPECT_NEAR(power, torque * drive.speed.mean(end - dt, dt), 1e-3 * std::abs(power) + 1e-9);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(PlotStore, ReplaysAddNothingAndForksKeepTheOldCurve) {
  Session session(falling(), false);
  PlotStore store;
  stepOn(session, store, 100);
  apply(session, store, SeekTo{40});
  ASSERT_EQ(session.world().step, 40U);
  stepOn(session, store, 10);
  EXPECT_EQ(store.run().dense.rows(), 100U) << "the past was gone through again";
  EXPECT_TRUE(store.dropped().empty());
  apply(session, store, ResumeHere{});
  ASSERT_EQ(store.dropped().size(), 1U);
  EXPECT_EQ(store.run().dense.rows(), 50U);
  const PlotTable& old = store.dropped().front().dense;
  EXPECT_EQ(old.step(0), 50U) << "it begins where the runs part";
  EXPECT_EQ(old.step(old.rows() - 1), 100U);
  stepOn(session, store, 5);
  EXPECT_EQ(store.run().dense.rows(), 55U);
  EXPECT_EQ(store.run().dense.step(54), 55U);
}

TEST(PlotStore, AForkNobodySawIsFoundInTheSamples) {
  Session session(falling(), false);
  PlotStore store;
  stepOn(session, store, 60);
  session.post(SeekTo{20});
  session.post(SetParameter{ParameterKey::sweeps, 77});
  session.post(StepOnce{15});
  for (int i = 0; i < 200; ++i) {
    session.advance();
  }
  ASSERT_EQ(session.world().step, 35U);
  store.add(*session.snapshots().latest());
  EXPECT_EQ(store.run().dense.rows(), 35U);
  ASSERT_EQ(store.dropped().size(), 1U);
  EXPECT_EQ(store.dropped().front().dense.step(0), 20U);
}

TEST(PlotStore, APastThatWasSkippedIsFilledInLater) {
  Session first(falling(), false);
  PlotStore ignored;
  stepOn(first, ignored, 60);
  const SavedState late{.step = 60,
                        .time = first.world().time,
                        .bytes = std::make_shared<const std::vector<std::byte>>(saveState(first.world()))};
  stepOn(first, ignored, 20);
  const auto promise = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  first.post(TakeRecording{promise});
  first.advance();
  Session session(World(), false);
  PlotStore store;
  // With the states of its own choice, which depends on time, steps of saved states would never be taken.
  Recording recording = *promise->get_future().get();
  recording.states = {recording.states.front(), late};
  apply(session, store, ReplayRecording{std::make_shared<const Recording>(std::move(recording))});
  stepOn(session, store, 10);
  // The end comes first, from the state nearest to it; then all that is before it.
  apply(session, store, SeekTo{80});
  apply(session, store, SeekTo{12});
  stepOn(session, store, 68);
  store.add(*session.snapshots().latest());
  const PlotTable& dense = store.run().dense;
  ASSERT_EQ(dense.rows(), 80U);
  for (std::size_t row = 0; row < 80; ++row) {
    ASSERT_EQ(dense.step(row), row + 1);
  }
}

TEST(PlotStore, AnotherWorldStartsAfresh) {
  Session session(falling(), false);
  PlotStore store;
  stepOn(session, store, 10);
  const std::uint64_t generation = store.generation();
  apply(session, store, ReplaceWorld{std::make_shared<const World>(testing::busyWorld())});
  EXPECT_TRUE(store.run().isEmpty());
  EXPECT_NE(store.generation(), generation);
  stepOn(session, store, 3);
  EXPECT_EQ(store.run().dense.rows(), 3U);
}

/// As German would write it.
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(PlotCsv, IsATableWithUnitsInAnyLocale) {
  const TestFolder folder;
  Session session(falling(), false);
  PlotStore store;
  stepOn(session, store, 3);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const std::filesystem::path file = folder.path() / "energy.csv";
  writePlotCsv(store.run(), store.curvesOf(PlotGroup::energy), file);
  std::locale::global(before);
  std::istringstream lines(readFile(file));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "time_s,step,kinetic_J,potential_J,elastic_J,work_J,dissipated_J");
  int rows = 0;
  while (std::getline(lines, line)) {
    ++rows;
    std::istringstream fields(line);
    fields.imbue(std::locale::classic());
    double time = 0.0;
    char comma = 0;
    std::uint64_t step = 0;
    double kinetic = 0.0;
    fields >> time >> comma >> step >> comma >> kinetic;
    EXPECT_FALSE(fields.fail()) << line;
    EXPECT_EQ(step, static_cast<std::uint64_t>(rows));
    EXPECT_NEAR(time, session.world().parameters.timeStep * rows, 1e-12);
    EXPECT_GT(kinetic, 0.0);
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 6) << line;
  }
  EXPECT_EQ(rows, 3);
  EXPECT_THROW(writePlotCsv(store.run(), {}, "/dev/null/energy.csv"), OutputError);
}

}  // namespace
}  // namespace scree
