#include <gtest/gtest.h>

#include <cmath>

#include "app/render/colour_maps.h"
#include "app/render/view_options.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

/// CIE L* of a displayed colour (sRGB, D65).
float lightness(const Eigen::Vector3f& shown) {
  Eigen::Vector3f linear;
  for (int c = 0; c < 3; ++c) {
    linear[c] = shown[c] <= 0.04045f ? shown[c] / 12.92f : std::pow((shown[c] + 0.055f) / 1.055f, 2.4f);
  }
  const float y = linear.dot(Eigen::Vector3f(0.2126f, 0.7152f, 0.0722f));
  return y > 0.008856f ? 116.0f * std::cbrt(y) - 16.0f : 903.3f * y;
}

int mapNamed(std::string_view name) {
  const auto names = colourMapNames();
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

TEST(ColourMap, SequentialOnesRiseInLightness) {
  for (const std::string_view name : {"Viridis", "Cividis", "Batlow", "Inferno"}) {
    const int map = mapNamed(name);
    float last = -1.0f;
    for (int i = 0; i <= 255; ++i) {
      const float l = lightness(colourOf(map, static_cast<float>(i) / 255.0f));
      EXPECT_GT(l, last - 0.05f) << name << " " << i;  // 8 bit anchors round L* by less than this
      last = l;
    }
    EXPECT_GT(last - lightness(colourOf(map, 0.0f)), 60.0f) << name;
  }
}

TEST(ColourMap, DivergingOneIsLightestInTheMiddle) {
  const int map = mapNamed("Cool to warm");
  for (int i = 0; i < 20; ++i) {
    const float t = static_cast<float>(i) / 40.0f;
    EXPECT_LT(lightness(colourOf(map, t)), lightness(colourOf(map, t + 0.025f)) + 0.05f);
    EXPECT_LT(lightness(colourOf(map, 1.0f - t)), lightness(colourOf(map, 0.975f - t)) + 0.05f);
  }
}

TEST(ColourMap, KnownEndsOfViridis) {
  EXPECT_NEAR(colourOf(0, 0.0f).x(), 0x44 / 255.0f, 1e-6f);
  EXPECT_NEAR(colourOf(0, 1.0f).x(), 0xfd / 255.0f, 1e-6f);
  // matplotlib's entry 127 is (0.127568, 0.566949, 0.550556); anchors are within 2/255.
  EXPECT_LT((colourOf(0, 127.0f / 255.0f) - Eigen::Vector3f(0.127568f, 0.566949f, 0.550556f)).cwiseAbs().maxCoeff(),
            2.0f / 255.0f);
}

TEST(ColourMap, OutsideAndBadValuesAndMapsAreClamped) {
  EXPECT_EQ(colourOf(0, -3.0f), colourOf(0, 0.0f));
  EXPECT_EQ(colourOf(0, 9.0f), colourOf(0, 1.0f));
  EXPECT_EQ(colourOf(0, NAN), colourOf(0, 0.0f));
  EXPECT_EQ(colourOf(99, 0.5f), colourOf(0, 0.5f));
  EXPECT_EQ(colourOf(-1, 0.5f), colourOf(0, 0.5f));
}

TEST(ColourMap, EachMaterialHasItsOwnClass) {
  Snapshot snapshot;
  for (int i = 0; i < categoryCount(); ++i) {
    addSphere(snapshot, Eigen::Vector3f::Zero(), 1.0f);
    snapshot.material.back() = static_cast<MaterialIndex>(i);
  }
  const auto range = fitRange(snapshot, ColourBy::material);
  const int map = suitableColourMap(ColourBy::material);
  EXPECT_TRUE(isCategorical(map));
  for (std::size_t a = 0; a < snapshot.particles(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto colour = [&](std::size_t i) {
        return colourOf(map, (colourValue(snapshot, i, ColourBy::material) - range[0]) / (range[1] - range[0]));
      };
      EXPECT_GT((colour(a) - colour(b)).norm(), 0.15f) << a << " " << b;
    }
  }
}

TEST(ColourValue, ReadsTheRightArray) {
  Snapshot snapshot;
  addSphere(snapshot, Eigen::Vector3f::Zero(), 0.25f);
  snapshot.velocity[0] = {3.0f, 0.0f, -4.0f};
  snapshot.overlap[0] = 0.01f;
  snapshot.contactCount[0] = 7;
  snapshot.material[0] = 2;
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::speed), 5.0f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::size), 0.5f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::contacts), 7.0f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::overlap), 1.0f) << "in %, as the line at the top";
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::material), 2.0f);
  EXPECT_EQ(infoOf(ColourBy::speed).unit, "m/s");
}

TEST(ColourValue, RangeFitsAndIsNeverEmpty) {
  Snapshot snapshot;
  EXPECT_LT(fitRange(snapshot, ColourBy::speed)[0], fitRange(snapshot, ColourBy::speed)[1]);
  addSphere(snapshot, Eigen::Vector3f::Zero(), 0.25f, 2.0f);
  const auto equal = fitRange(snapshot, ColourBy::speed);
  EXPECT_LT(equal[0], 2.0f);
  EXPECT_GT(equal[1], 2.0f);
  addSphere(snapshot, Eigen::Vector3f::Zero(), 0.25f, 6.0f);
  addSphere(snapshot, Eigen::Vector3f::Zero(), 0.25f, NAN);
  EXPECT_EQ(fitRange(snapshot, ColourBy::speed), (std::array<float, 2>{2.0f, 6.0f}));
}

}  // namespace
}  // namespace scree
