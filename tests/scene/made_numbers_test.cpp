// Numbers of made meshes that may be changed while they are in a world.
#include "engine/scene_file/made_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

std::vector<std::string> keysOf(const MadeMesh& made) {
  std::vector<std::string> keys;
  for (const MadeNumber& number : numbersOf(made)) {
    keys.push_back(number.key);
  }
  return keys;
}

TEST(MadeNumbers, AreThoseInUse) {
  OutletMesh outlet{.diameter = 0.4, .length = 0.5, .beta = 0.03};
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keysOf(outlet), (Keys{"gaps", "beta", "alpha", "spiral", "rim"}));
  outlet.beta = 0.0;
  outlet.widths.widths = {0.02, 0.03};
  outlet.bumps = {.height = 0.008, .lowest = std::nullopt, .width = 0.02, .density = 700.0};
  EXPECT_EQ(keysOf(outlet), (Keys{"gaps", "widths 1", "widths 2", "spiral", "rim", "bump_height", "bump_width",
                                  "bump_density", "bump_seed"}));
  EXPECT_TRUE(keysOf(DrumMesh{.diameter = 1.0, .length = 1.0}).empty());
  EXPECT_EQ(keysOf(DrumMesh{.diameter = 1.0, .length = 1.0, .lifters = 4, .lifterHeight = 0.1}),
            (Keys{"lifters", "lifter_height"}));
  EXPECT_EQ(partName(MadeMesh(outlet)), "outlet");
}

TEST(MadeNumbers, AreSetOneByOne) {
  OutletMesh outlet{.diameter = 0.4, .length = 0.5};
  outlet.widths.widths = {0.02, 0.03};
  const auto changed = std::get<OutletMesh>(withNumber(outlet, "widths 2", 0.04));
  EXPECT_EQ(changed.widths.widths, (std::vector<double>{0.02, 0.04}));
  EXPECT_EQ(std::get<OutletMesh>(withNumber(outlet, "gaps", 5.0)).gaps, 5);
  EXPECT_TRUE(withNumber(outlet, "nothing", 5.0) == MadeMesh(outlet));
  const std::vector<MadeNumber> numbers = numbersOf(withNumber(outlet, "spiral", 0.2));
  const auto spiral = std::ranges::find(numbers, "spiral", &MadeNumber::key);
  ASSERT_NE(spiral, numbers.end());
  EXPECT_EQ(spiral->value, 0.2);
  EXPECT_EQ(spiral->dimension, Dimension::angle);
  EXPECT_EQ(spiral->most, 1.5);
  EXPECT_EQ(textOf(*spiral), "11.4592 deg");
  EXPECT_EQ(textOf(numbers.front()), "3");
  EXPECT_EQ(textOf(numbers[1]), "20 mm");
}

}  // namespace
}  // namespace scree
