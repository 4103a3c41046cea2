#include "app/ui_state/scale_bar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scree {
namespace {

TEST(ScaleBar, LengthsAreRoundAndHaveTheirUnit) {
  const auto text = [](double longest) { return scaleBarWithin(longest).text; };
  EXPECT_EQ(text(0.0349), "2 cm");
  EXPECT_EQ(text(0.05), "5 cm");
  EXPECT_EQ(text(0.0999), "5 cm");
  EXPECT_EQ(text(0.1), "10 cm");
  EXPECT_EQ(text(0.7), "50 cm");
  EXPECT_EQ(text(1.0), "1 m");
  EXPECT_EQ(text(37.0), "20 m");
  EXPECT_EQ(text(0.0099), "5 mm");
  EXPECT_EQ(text(0.00023), "0.2 mm");
  EXPECT_EQ(text(0.0), "");
  EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "");
}

TEST(ScaleBar, IsTheLongestThatFits) {
  for (double longest = 1.3e-4; longest < 1e3; longest *= 1.07) {
    const double length = scaleBarWithin(longest).length;
    EXPECT_LE(length, longest * (1.0 + 1e-8));
    EXPECT_GT(length, longest / 2.5001) << longest;
    const double digit = length / std::pow(10.0, std::floor(std::log10(length * (1.0 + 1e-9))));
    EXPECT_TRUE(std::abs(digit - 1.0) < 1e-6 || std::abs(digit - 2.0) < 1e-6 || std::abs(digit - 5.0) < 1e-6) << length;
  }
}

}  // namespace
}  // namespace scree
