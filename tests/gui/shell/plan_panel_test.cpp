// The panel that plans a run, and the numbers that it takes from one.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "app/panels/panel.h"
#include "app/ui_state/run_numbers.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

/// A block of 10 x 10 x 5 grains of 10 mm that touch along the axes.
std::shared_ptr<Snapshot> block() {
  auto snapshot = std::make_shared<Snapshot>();
  std::vector<ParticleId> ids;
  std::vector<float> masses;
  for (int k = 0; k < 5; ++k) {
    for (int j = 0; j < 10; ++j) {
      for (int i = 0; i < 10; ++i) {
        snapshot->grains.positionRadius.emplace_back(0.01f * static_cast<float>(i), 0.01f * static_cast<float>(j),
                                                     0.01f * static_cast<float>(k), 0.005f);
        ids.push_back(static_cast<ParticleId>(ids.size()));
        masses.push_back(static_cast<float>(2000.0 * sphereVolume(0.005)));
      }
    }
  }
  snapshot->grains.id = SharedList<ParticleId>(std::move(ids));
  snapshot->grains.mass = SharedList<float>(std::move(masses));
  snapshot->grains.totalMass = 500.0 * 2000.0 * sphereVolume(0.005);
  snapshot->solver.sweeps = 32;
  snapshot->solver.contactSweeps = 32 * 1250;
  return snapshot;
}

TEST(RunNumbers, AreThoseOfTheGrains) {
  const PlanInput input = numbersOfRun(*block());
  EXPECT_EQ(input.bed.grains, 500.0);
  EXPECT_NEAR(input.bed.diameter, 0.01, 1e-8);
  EXPECT_NEAR(*input.bed.width, 10.0, 1e-12) << "rounded";
  // 500 grains of π/6 d³ at a packing of 0.6 on 100 d².
  EXPECT_NEAR(*input.bed.height, 5.0 * std::numbers::pi / 6.0 / 0.6, 1e-3);
  EXPECT_NEAR(input.bed.density, 2000.0, 0.01);
  EXPECT_NEAR(*input.bed.contacts, 2.5, 1e-12);
  EXPECT_EQ(complaintOn(input), "");
  EXPECT_NE(complaintOn(numbersOfRun(Snapshot())), "") << "no grains";
}

TEST(PlanPanel, PlansTheRunAndTellsWhatIsMissing) {
  PanelBench bench(drawPlanPanel);
  bench.frames();
  EXPECT_TRUE(bench.isShown("plan.complaint"));
  EXPECT_FALSE(bench.isShown("plan.ways"));
  bench.snapshot = block();
  bench.frames();
  EXPECT_FALSE(bench.isShown("plan.complaint"));
  for (const char* part : {"plan.take", "plan.grains", "plan.height", "plan.width", "plan.diameter", "plan.density",
                           "plan.inertial_number", "plan.contacts", "plan.tolerance", "plan.seconds", "plan.threads",
                           "plan.level", "plan.ways", "Memory", "Sweeps"}) {
    EXPECT_TRUE(bench.isShown(part)) << part;
  }
  EXPECT_FALSE(bench.isShown("Merged"));
  bench.memory.plan.input.level = 0.5;
  bench.frames();
  EXPECT_TRUE(bench.isShown("Merged"));
}

TEST(PlanPanel, KeepsWhatWasChangedUntilNumbersAreTakenAgain) {
  PanelBench bench(drawPlanPanel);
  bench.snapshot = block();
  bench.frames();
  bench.memory.plan.input.bed.grains = 7.0;
  bench.frames();
  EXPECT_EQ(bench.memory.plan.input.bed.grains, 7.0);
  bench.click("plan.take");
  EXPECT_EQ(bench.memory.plan.input.bed.grains, 500.0);
  bench.memory.plan.input.bed.grains = 7.0;
  bench.snapshot->run.worldVersion += 1;
  bench.frames();
  EXPECT_EQ(bench.memory.plan.input.bed.grains, 500.0) << "of another world";
  EXPECT_TRUE(bench.posted.empty()) << "the run is not changed";
}

/// The panel in the window, by mouse.
class PlanTest : public GuiTest {};

TEST_F(PlanTest, NumbersAreTypedAndTakenAnew) {
  window().resize(1280, 860);
  ASSERT_TRUE(waitFor([&] { return window().height() == 860; }));
  open(writeScene("box.yaml", boxScene(6, 20)), true);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 0.2; }, 60000));
  for (const char* other : {"solver", "residual"}) {
    viewport().layout().setFolded(other, true);
  }
  EXPECT_FALSE(viewport().layout().isOpen("plan")) << "its title takes room from the other panels";
  viewport().layout().reveal("plan");
  viewport().requestFrame();
  settle();
  EXPECT_EQ(viewport().memory().plan.input.bed.grains, 216.0);
  EXPECT_EQ(viewport().memory().plan.input.solver.sweeps, 20.0);
  const double width = *viewport().memory().plan.input.bed.width;
  keepPicture("plan");
  typeInto("plan.grains", "1000000");
  typeInto("plan.level", "0.9");
  EXPECT_EQ(viewport().memory().plan.input.bed.grains, 1e6);
  EXPECT_EQ(viewport().memory().plan.input.level, 0.9);
  EXPECT_NEAR(*viewport().memory().plan.input.bed.width, width * std::sqrt(1e6 / 216.0), 1e-6);
  EXPECT_TRUE(canReach("Merged"));
  typeInto("plan.width", "70");
  typeInto("plan.grains", "2000000");
  EXPECT_EQ(viewport().memory().plan.input.bed.grains, 2e6);
  EXPECT_EQ(viewport().memory().plan.input.bed.width, 70.0) << "the user has set it";
  keepPicture("plan_million");
  EXPECT_EQ(snapshot().particles(), 216U) << "the run is not changed";
  click("plan.take");
  settle();
  EXPECT_EQ(viewport().memory().plan.input.bed.grains, 216.0);
  EXPECT_EQ(viewport().memory().plan.input.level, 0.0);
}

}  // namespace
}  // namespace scree::testing
