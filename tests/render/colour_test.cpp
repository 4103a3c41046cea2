#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "app/view/colour_maps.h"
#include "app/view/view_options.h"
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
    addSphere(snapshot, Eigen::Vector3f::Zero(), 1.0f, 0.0f, static_cast<MaterialIndex>(i));
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
  snapshot.grains.velocity[0] = {3.0f, 0.0f, -4.0f};
  snapshot.grains.overlap[0] = 0.01f;
  snapshot.grains.contactCount[0] = 7;
  snapshot.grains.material = {2};
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::speed), 5.0f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::size), 0.5f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::contacts), 7.0f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::overlap), 1.0f) << "in %, as the line at the top";
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::material), 2.0f);
  EXPECT_EQ(infoOf(ColourBy::speed).unit, "m/s");
}

/// The colour that the shader looks up for a particle, by way of the table's texels.
Eigen::Vector3f shownColour(const Snapshot& snapshot, std::size_t index, ColourBy by) {
  const auto range = fitRange(snapshot, by);
  const float t = (colourValue(snapshot, index, by) - range[0]) / (range[1] - range[0]);
  const ColourTable table = colourTable(colourMapFor(by, 0));
  const auto texel = table[std::min(static_cast<std::size_t>(t * kColourTableSize), std::size_t{kColourTableSize - 1})];
  return Eigen::Vector3f(texel[0], texel[1], texel[2]) / 255.0f;
}

bool isSame(const Eigen::Vector3f& a, const Eigen::Vector3f& b) { return (a - b).cwiseAbs().maxCoeff() < 0.003f; }

/// A particle as the reduction has it.
void addGrain(Snapshot& snapshot, std::uint32_t aggregate, GrainRole role, SplitCause cause, float since) {
  addSphere(snapshot, Eigen::Vector3f::Zero(), 1.0f);
  snapshot.reduction.aggregate.push_back(aggregate);
  snapshot.reduction.role.push_back(role);
  snapshot.reduction.splitCause.push_back(cause);
  snapshot.reduction.sinceChange.push_back(since);
}

TEST(ColourValue, WithoutReductionAllGrainsAreFree) {
  Snapshot snapshot;
  addSphere(snapshot, Eigen::Vector3f::Zero(), 1.0f);
  EXPECT_TRUE(isSame(shownColour(snapshot, 0, ColourBy::aggregate), colourOfAggregate(0)));
  EXPECT_TRUE(isSame(shownColour(snapshot, 0, ColourBy::state), colourOfRole(GrainRole::free)));
  EXPECT_TRUE(isSame(shownColour(snapshot, 0, ColourBy::splitCause), colourOfIdea(SplitIdea::none)));
}

TEST(ColourValue, EveryAggregateHasAStableColourUnlikeItsNeighbours) {
  Snapshot snapshot;
  constexpr std::uint32_t kCount = 300;
  for (std::uint32_t id = 0; id < kCount; ++id) {
    addGrain(snapshot, id, id == 0 ? GrainRole::free : GrainRole::member, SplitCause::none, 1.0f);
  }
  std::set<std::tuple<float, float, float>> colours;
  for (std::uint32_t id = 0; id < kCount; ++id) {
    const Eigen::Vector3f colour = shownColour(snapshot, id, ColourBy::aggregate);
    EXPECT_TRUE(isSame(colour, colourOfAggregate(id))) << id;
    colours.emplace(colour.x(), colour.y(), colour.z());
    // Those given shortly before, which are likely to be seen together.
    for (std::uint32_t back = 1; back <= std::min(id, 4U); ++back) {
      EXPECT_GT((colour - shownColour(snapshot, id - back, ColourBy::aggregate)).norm(), 0.2f) << id << " " << back;
    }
  }
  EXPECT_GE(colours.size(), 60U);
  const Eigen::Vector3f grey = colourOfAggregate(0);
  EXPECT_LT(grey.maxCoeff() - grey.minCoeff(), 0.05f) << "free grains are neutral";
  EXPECT_GT(lightness(grey), 70.0f);
}

TEST(ColourValue, StatesHaveThreeColours) {
  Snapshot snapshot;
  for (const GrainRole role : {GrainRole::free, GrainRole::member, GrainRole::boundary}) {
    addGrain(snapshot, role == GrainRole::free ? 0 : 1, role, SplitCause::none, 1.0f);
    EXPECT_TRUE(isSame(shownColour(snapshot, snapshot.particles() - 1, ColourBy::state), colourOfRole(role)));
  }
  EXPECT_GT((colourOfRole(GrainRole::free) - colourOfRole(GrainRole::boundary)).norm(), 0.5f);
  EXPECT_GT((colourOfRole(GrainRole::member) - colourOfRole(GrainRole::boundary)).norm(), 0.3f);
}

TEST(ColourValue, CausesFadeWithinASecond) {
  Snapshot snapshot;
  const Eigen::Vector3f neutral = colourOfIdea(SplitIdea::none);
  for (std::size_t k = 1; k < kSplitCauseCount; ++k) {
    const auto cause = static_cast<SplitCause>(k);
    float before = INFINITY;
    for (const float since : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f, 7.0f}) {
      addGrain(snapshot, 0, GrainRole::free, cause, since);
      const Eigen::Vector3f colour = shownColour(snapshot, snapshot.particles() - 1, ColourBy::splitCause);
      const float left = (colour - neutral).norm();
      EXPECT_TRUE(since > 0.0f || isSame(colour, colourOfIdea(ideaOf(cause)))) << kSplitCauses[k].name;
      EXPECT_TRUE(since > 1.0f || left < before) << kSplitCauses[k].name << " " << since;
      EXPECT_TRUE(since < 1.0f || isSame(colour, neutral)) << kSplitCauses[k].name << " " << since;
      before = left;
    }
  }
  for (std::size_t k = 1; k < kSplitIdeaCount; ++k) {
    const Eigen::Vector3f colour = colourOfIdea(static_cast<SplitIdea>(k));
    for (std::size_t other = 0; other < k; ++other) {
      EXPECT_GT((colour - colourOfIdea(static_cast<SplitIdea>(other))).norm(), 0.2f)
          << kSplitIdeaNames[k] << " " << kSplitIdeaNames[other];
    }
  }
  addGrain(snapshot, 3, GrainRole::boundary, SplitCause::none, 0.0f);
  EXPECT_TRUE(isSame(shownColour(snapshot, snapshot.particles() - 1, ColourBy::splitCause), colourOfQuietMember()));
  addGrain(snapshot, 0, GrainRole::free, SplitCause::passing, NAN);
  EXPECT_TRUE(isSame(shownColour(snapshot, snapshot.particles() - 1, ColourBy::splitCause), neutral));
}

TEST(ColourValue, OfTheSolverErrorIsASpeedInMillimetresOrNone) {
  Snapshot snapshot;
  for (int i = 0; i < 3; ++i) {
    addSphere(snapshot, Eigen::Vector3f::Zero(), 1.0f);
  }
  EXPECT_EQ(colourValue(snapshot, 0, ColourBy::solverError), kNoValue) << "nothing was measured";
  EXPECT_EQ(fitRange(snapshot, ColourBy::solverError), (std::array<float, 2>{0.0f, 1.0f}));
  const auto answer = std::make_shared<AskedSolver>();
  answer->ids = {snapshot.grains.id[0], snapshot.grains.id[2]};
  answer->speeds = {0.001f, 0.004f};
  snapshot.solverError = {true, answer};
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::solverError), 1.0f);
  EXPECT_EQ(colourValue(snapshot, 1, ColourBy::solverError), kNoValue) << "it came after the measurement";
  EXPECT_FLOAT_EQ(colourValue(snapshot, 2, ColourBy::solverError), 4.0f);
  EXPECT_FLOAT_EQ(fitRange(snapshot, ColourBy::solverError)[0], 1.0f);
  EXPECT_FLOAT_EQ(fitRange(snapshot, ColourBy::solverError)[1], 4.0f);
}

TEST(ColourValue, MembersThatWouldMoveHaveTheColourOfTheirSpeed) {
  Snapshot snapshot;
  snapshot.run.time = 5.0;
  snapshot.scene.parameters.timeStep = 0.01;
  const auto answer = std::make_shared<AskedMembers>();
  answer->time = 4.8;
  answer->limit = 0.0025;
  answer->members = 5;
  const auto add = [&](AskedClass expected, GrainRole role, float speed, float since) {
    addGrain(snapshot, role == GrainRole::free ? 0 : 1, role, SplitCause::none, since);
    if (speed > 0.0f) {
      answer->ids.push_back(snapshot.grains.id[snapshot.particles() - 1]);
      answer->speeds.push_back(speed);
    }
    return expected;
  };
  const std::vector<AskedClass> expected = {
      add(AskedClass::free, GrainRole::free, 0.0f, 1.0f),
      add(AskedClass::free, GrainRole::free, 0.1f, 0.1f),  // it was split off since
      add(AskedClass::stays, GrainRole::member, 0.0f, 1.0f),
      add(AskedClass::stays, GrainRole::boundary, 0.0f, 0.2f),
      add(AskedClass::unasked, GrainRole::member, 0.0f, 0.1f),
      add(AskedClass::slow, GrainRole::member, 0.003f, 1.0f),
      add(AskedClass::middle, GrainRole::member, 0.011f, 1.0f),
      add(AskedClass::fast, GrainRole::boundary, 0.5f, 1.0f)};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool isMember = expected[i] != AskedClass::free;
    EXPECT_EQ(askedClassOf(snapshot, i), isMember ? AskedClass::unasked : AskedClass::free) << "there is no answer yet";
  }
  snapshot.asked = {true, answer};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(askedClassOf(snapshot, i), expected[i]) << i;
    EXPECT_TRUE(isSame(shownColour(snapshot, i, ColourBy::wouldMove), colourOfAsked(expected[i]))) << i;
  }
  for (int a = 0; a < kAskedClassCount; ++a) {
    for (int b = 0; b < a; ++b) {
      const Eigen::Vector3f first = colourOfAsked(static_cast<AskedClass>(a));
      EXPECT_GT((first - colourOfAsked(static_cast<AskedClass>(b))).norm(), 0.25f) << a << " " << b;
    }
  }
}

TEST(ColourValue, WhatHasColoursOfItsOwnIgnoresTheChosenMap) {
  for (int i = 0; i < kColourByCount; ++i) {
    const auto by = static_cast<ColourBy>(i);
    const bool own = infoOf(by).scale == ColourScale::own;
    EXPECT_EQ(colourMapFor(by, 2) == 2, !own) << infoOf(by).name;
    EXPECT_EQ(own, by >= ColourBy::aggregate);
    EXPECT_EQ(isCategorical(colourMapFor(by, 0)), own) << infoOf(by).name;
  }
  EXPECT_FALSE(colourMapNames().back().empty()) << "own maps are not offered";
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
