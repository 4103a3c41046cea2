// A scene on a mine's grid in the window: drawn, picked and measured as one near the origin.
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

const Vec3 kMine(431'250.0, 5'712'500.0, -320.0);  // m

/// The box of grains of boxScene(), elsewhere.
std::string mineScene() {
  std::string text = boxScene(4, 20);
  const auto replace = [&text](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace("position: [0, 0, 150 mm]", "position: [431250, 5712500, -319.85]");
  replace("lower: [-55 mm, -55 mm, 10 mm], upper: [55 mm, 55 mm, 290 mm]",
          "lower: [431249.945, 5712499.945, -319.99], upper: [431250.055, 5712500.055, -319.71]");
  replace("lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 1 m]",
          "lower: [431249, 5712499, -321], upper: [431251, 5712501, -319]");
  return text;
}

TEST_F(GuiTest, AMinesGridIsShownAndPickedAsElsewhere) {
  open(writeScene("near.yaml", boxScene(4, 20)), false);
  const Vec3 nearTarget = viewport().camera().now().target;
  const float distance = viewport().camera().now().distance;
  open(writeScene("mine.yaml", mineScene()), false);
  EXPECT_LT((snapshot().scene.origin - kMine).norm(), 2.0);
  EXPECT_LT((viewport().camera().now().target - kMine - nearTarget).norm(), 1e-3);
  EXPECT_NEAR(viewport().camera().now().distance, distance, 1e-3F);
  keepPicture("mine");
  // A grain straight in view from the front is picked, and its place is that of the scene.
  const std::size_t nearest = lookAtNearestGrain();
  clickView(freePoint());
  ASSERT_TRUE(viewport().options().selected.has_value());
  EXPECT_EQ(*viewport().options().selected, snapshot().grains.id[nearest]);
  EXPECT_TRUE(probeOf("Position").has_value());
  keepPicture("mine_picked");
  // A double click centres on a point of its surface.
  doubleClickView(freePoint());
  settle();
  EXPECT_LT((viewport().camera().now().target - snapshot().placeOf(nearest)).norm(), 0.01);
  // The clip begins in the middle of the scene, and the run goes on.
  key(Qt::Key_K);
  settle();
  EXPECT_TRUE(viewport().options().clip.on);
  EXPECT_LT((viewport().options().clip.position - kMine).norm(), 0.5);
  keepPicture("mine_clip");
  simulation().step(20);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 20 && !simulation().isBusy(); }));
  EXPECT_EQ(snapshot().particles(), 64U);
}

}  // namespace
}  // namespace scree::testing
