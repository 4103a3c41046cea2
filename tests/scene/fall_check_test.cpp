// A step that is one solve finds contacts once: what falls farther than a diameter in it is refused.
#include "engine/scene/fall_check.h"

#include <fmt/format.h>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

// A grain of 1 mm whose bottom is HEIGHT above a floor.
std::string drop(double height, std::string_view settings) {
  return fmt::format(
      "scree: 1\nname: Drop\nmaterials: {{sand: {{density: 2500}}}}\n"
      "default_pair: {{friction: 0.5, stiffness: 100 kN/m}}\nbodies: {{floor: {{shapes: [{{plane: {{material: "
      "sand}}}}]}}}}\nparticles: [{{sphere: {{diameter: 1 mm, position: [0, 0, {}], material: sand}}}}]\n"
      "time_step: 1 ms\nsolver: {{{}}}\n",
      height + 0.0005, settings);
}

TEST(FallCheck, FasterThanADiameterAStepOfOneSolveIsRefused) {
  // 51 mm give 1 m/s, a diameter in 1 ms.
  EXPECT_EQ(messagesOf(drop(0.0505, "preset: paper-warm")), "");
  const std::string message = messagesOf(drop(0.0515, "preset: paper-warm"));
  EXPECT_NE(message.find("f.yaml:7"), std::string::npos) << message;
  EXPECT_NE(message.find("moves by 1 diameters of a particle of 1 mm"), std::string::npos) << message;
  EXPECT_EQ(messagesOf(drop(0.5, "preset: fast")), "") << "it is divided";
  EXPECT_EQ(sceneOf(drop(0.5, "preset: paper-warm, guard: warn")).notes.size(), 1U);
}

TEST(FallCheck, AnEmittersFallCounts) {
  const std::string emitter =
      "emitters: {source: {position: [0, 0, 0.2], size: [0.01, 0.01, 0.01], diameter: 1 mm, material: sand, rate: 10, "
      "count: 5}}\n";
  EXPECT_NE(messagesOf(drop(0.0, "preset: paper") + emitter), "");
  EXPECT_EQ(messagesOf(drop(0.0, "preset: accurate") + emitter), "");
}

}  // namespace
}  // namespace scree
