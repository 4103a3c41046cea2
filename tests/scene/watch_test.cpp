#include <fmt/format.h>

#include <string>

#include "engine/base/work_watch.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

std::string randomFill(int count) {
  return fmt::format(
      "scree: 1\nname: Fill\nmaterials: {{ore: {{density: 3700 kg/m3}}}}\ndefault_pair: {{friction: 0.5}}\n"
      "bodies: {{floor: {{shapes: [{{plane: {{material: ore}}}}]}}}}\n"
      "particles: [{{fill: {{region: {{box: {{lower: [0, 0, 0.01], upper: [0.3, 0.3, 0.3]}}}}, count: {}, "
      "layout: random, diameter: 13 mm, material: ore}}}}]\n",
      count);
}

TEST(LoadWatch, TellsOfTheWorkAndChangesNothing) {
  WorkWatch watch;
  const SceneResult watched = loadSceneText(randomFill(2000), "f.yaml", {}, &watch);
  const SceneResult plain = loadSceneText(randomFill(2000), "f.yaml");
  ASSERT_TRUE(watched.scene && plain.scene);
  EXPECT_EQ(watched.scene->world.particles.position, plain.scene->world.particles.position);
  EXPECT_EQ(std::string(watch.stage()), "checking the start");
}

TEST(LoadWatch, LoadingThatIsGivenUpEnds) {
  WorkWatch watch;
  watch.cancel();
  EXPECT_THROW(loadSceneText(randomFill(2000), "f.yaml", {}, &watch), WorkCancelled);
  EXPECT_EQ(std::string(watch.stage()), "making bodies") << "it ends at the first chance";
}

}  // namespace
}  // namespace scree
