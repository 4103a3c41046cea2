#include "engine/settings/parameters.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/settings/presets.h"
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

TEST(Parameters, EveryChoiceIsKeptAndNoOtherTouched) {
  for (const ChoiceInfo& info : choiceTable()) {
    for (int value = 0; value < static_cast<int>(info.values.size()); ++value) {
      Parameters parameters;
      EXPECT_TRUE(setChoice(parameters, info.key, value));
      for (const ChoiceInfo& other : choiceTable()) {
        EXPECT_EQ(choiceOf(parameters, other.key), other.key == info.key ? value : choiceOf(Parameters{}, other.key))
            << info.name << " " << other.name;
      }
    }
    Parameters parameters;
    EXPECT_FALSE(setChoice(parameters, info.key, -1));
    EXPECT_FALSE(setChoice(parameters, info.key, static_cast<int>(info.values.size())));
    EXPECT_EQ(choiceOf(parameters, info.key), choiceOf(Parameters{}, info.key));
  }
  EXPECT_EQ(nameOf(WarmStart::adaptive), "adaptive");
  EXPECT_EQ(nameOf(Method::scalar), "scalar");
  EXPECT_EQ(nameOf(Impacts::joined), "joined");
}

TEST(Presets, AreToldApartAndLeaveTheRestAlone) {
  for (const PresetInfo& info : presetTable()) {
    Parameters parameters;
    parameters.timeStep = 1e-3;
    parameters.threads = 7;
    applyPreset(parameters, info.preset);
    EXPECT_EQ(presetOf(parameters), info.preset);
    EXPECT_EQ(parameters.timeStep, 1e-3);
    EXPECT_EQ(parameters.threads, 7);
    parameters.sweeps += 1;
    EXPECT_EQ(presetOf(parameters), std::nullopt);
  }
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
