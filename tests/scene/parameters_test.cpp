#include "engine/world/parameters.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/world/materials.h"

namespace scree {
namespace {

TEST(Parameters, TableIsCompleteAndHoldsTheDefaults) {
  const Parameters parameters;
  for (const ParameterInfo& info : parameterTable()) {
    EXPECT_EQ(&infoOf(info.key), &info);
    EXPECT_FALSE(info.label.empty() || info.meaning.empty() || info.source.empty()) << info.name;
    const double value = valueOf(parameters, info.key);
    EXPECT_GE(value, info.minimum) << info.name;
    EXPECT_LE(value, info.maximum) << info.name;
    EXPECT_FALSE(info.logarithmic && info.maximum <= 0.0);
  }
}

TEST(Parameters, SetReachesItsOwnMemberOnly) {
  for (const ParameterInfo& info : parameterTable()) {
    Parameters parameters;
    const double value = info.whole ? info.minimum + 1.0 : 0.5 * (info.minimum + info.maximum) + 0.001;
    EXPECT_EQ(setValue(parameters, info.key, value), "");
    for (const ParameterInfo& other : parameterTable()) {
      EXPECT_EQ(valueOf(parameters, other.key), other.key == info.key ? value : valueOf(Parameters{}, other.key))
          << info.name << " " << other.name;
    }
  }
}

TEST(Parameters, RefusesAndKeeps) {
  Parameters parameters;
  EXPECT_EQ(setValue(parameters, ParameterKey::timeStep, 0.0), "time_step must be a number from 1e-07 to 0.1 s");
  EXPECT_EQ(setValue(parameters, ParameterKey::sweeps, 2.5), "sweeps must be a whole number from 1 to 1000000");
  EXPECT_NE(setValue(parameters, ParameterKey::gravityZ, NAN), "");
  EXPECT_NE(setValue(parameters, ParameterKey::tolerance, INFINITY), "");
  EXPECT_EQ(valueOf(parameters, ParameterKey::timeStep), 0.005);
  EXPECT_EQ(parameters.sweeps, 150);
  EXPECT_EQ(parameters.gravity.z(), -9.81);
}

TEST(Parameters, WarmStartNames) {
  for (int i = 0; i < kWarmStartCount; ++i) {
    const auto mode = static_cast<WarmStart>(i);
    EXPECT_EQ(warmStartNamed(nameOf(mode)), mode);
  }
  EXPECT_EQ(warmStartNamed("cold"), std::nullopt);
}

TEST(Materials, AddKeepsThePairsThatAreThere) {
  Materials materials;
  materials.add({"a"});
  materials.add({"b"});
  PairLaw law;
  law.friction = 0.25;
  materials.setPair(1, 0, law);
  EXPECT_EQ(materials.add({"c"}), 2);
  EXPECT_EQ(materials.pair(0, 1).friction, 0.25);
  EXPECT_EQ(materials.pair(1, 0).friction, 0.25);
  EXPECT_EQ(materials.pair(2, 1).friction, PairLaw{}.friction);
  EXPECT_EQ(materials.pairs.size(), 9U);
}

TEST(Materials, EffectiveModulus) {
  const Material a{"a", 1000.0, 6e6, 0.25};
  EXPECT_DOUBLE_EQ(effectiveModulus(a, a), 6e6 / (2.0 * (1.0 - 0.0625)));
  EXPECT_EQ(effectiveModulus(a, Material{"b"}), 0.0);
}

}  // namespace
}  // namespace scree
