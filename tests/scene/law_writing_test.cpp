// Contact laws written back into the text of a scene.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "engine/io/output_file.h"
#include "engine/scene/scene.h"
#include "engine/world/pair_laws.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

const fs::path kShipped = fs::path(SCREE_SOURCE_DIR) / "resources/scenes";

/// A scene with two materials and these lines for its laws.
std::string sceneWith(const std::string& laws) {
  return "scree: 1\nname: Laws\nmaterials:\n  ore: {density: 3700 kg/m3}  # pellets\n  steel: {density: 7800 kg/m3}\n" +
         laws +
         "bodies:\n  floor: {shapes: [{plane: {material: steel}}]}\n"
         "particles: [{sphere: {diameter: 10 mm, position: [0, 0, 1], material: ore}}]  # one\n";
}

Materials materialsOf(const std::string& text, const fs::path& file) {
  const SceneResult loaded = loadSceneText(text, file.string());
  EXPECT_TRUE(loaded.scene.has_value()) << (loaded.errors.empty() ? "" : loaded.errors.front().text()) << "\n" << text;
  return loaded.scene ? loaded.scene->world.materials : Materials{};
}

std::string written(const std::string& text, const Materials& materials, const fs::path& file = "x.yaml") {
  const SceneText result = withLawsOf(text, file, materials);
  EXPECT_TRUE(result.text.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  return result.text.value_or("");
}

Materials withFriction(Materials materials, MaterialIndex a, MaterialIndex b, double friction) {
  PairLaw law = materials.pair(a, b);
  EXPECT_EQ(setValue(law, PairLawKey::friction, friction), "");
  materials.setPair(a, b, law);
  return materials;
}

/// The lines of a text that hold a comment.
std::string commentsOf(const std::string& text) {
  std::string comments;
  for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
    comments += text.substr(at, text.find('\n', at) - at) + "\n";
  }
  return comments;
}

/// Scenes that take seconds to load, with the laws of others.
const std::set<std::string> kLarge = {"excavator_100k", "balling_drum_lab", "balling_drum_plant",
                                      "balling_drum_plant_coarse"};

constexpr const char* kDefault = "default_pair: {friction: 0.5, stiffness: 3 kN/m}\n";

TEST(LawWriting, EveryValueOfEveryShippedSceneComesBack) {
  for (const fs::directory_entry& entry : fs::directory_iterator(kShipped)) {
    if (entry.path().extension() != ".yaml" || kLarge.contains(entry.path().stem().string())) {
      continue;
    }
    SCOPED_TRACE(entry.path().string());
    const std::string text = readFile(entry.path());
    const Materials before = materialsOf(text, entry.path());
    EXPECT_EQ(written(text, before, entry.path()), text) << "nothing has changed";
    Materials materials = before;
    for (std::size_t m = 0; m < materials.list.size(); ++m) {
      if (usesModulus(materials, static_cast<MaterialIndex>(m))) {
        EXPECT_EQ(setYoungsModulus(materials, static_cast<MaterialIndex>(m), 1.07 * materials.list[m].youngsModulus),
                  "");
      }
    }
    for (std::size_t a = 0; a < materials.list.size(); ++a) {
      for (std::size_t b = a; b < materials.list.size(); ++b) {
        PairLaw law = materials.pair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b));
        for (const PairLawInfo& info : pairLawTable()) {
          if (hasValue(law, info.key)) {
            const double old = valueOf(law, info.key);  // changed a little, so that the scene can still start
            EXPECT_EQ(setValue(law, info.key, info.maximum == 1.0 ? 0.9 * old + 0.01 : 1.1 * old + 1e-6), "");
          }
        }
        materials.setPair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b), law);
      }
    }
    const std::string changed = written(text, materials, entry.path());
    const Materials after = materialsOf(changed, entry.path());
    EXPECT_EQ(after.pairs, materials.pairs);
    EXPECT_EQ(after.list, materials.list);
    EXPECT_EQ(commentsOf(changed), commentsOf(text));
  }
}

TEST(LawWriting, OneValueChangesOneNumber) {
  const std::string text = readFile(kShipped / "drum.yaml");
  const Materials before = materialsOf(text, kShipped / "drum.yaml");
  const std::string changed = written(text, withFriction(before, 0, 1, 0.25), kShipped / "drum.yaml");
  std::string expected = text;
  expected.replace(expected.find("friction: 0\n"), 12, "friction: 0.25\n");
  EXPECT_EQ(changed, expected);
}

TEST(LawWriting, PairsAreAddedInEveryStyle) {
  const struct {
    const char* laws;
    const char* expected;
  } cases[] = {
      {"default_pair: {friction: 0.5, stiffness: 3 kN/m}\n",
       "default_pair: {friction: 0.5, stiffness: 3 kN/m}\n\npairs:\n  - between: [ore, steel]\n    friction: 0.3\n"},
      {"pairs:\n  - between: [ore, steel]\n    stiffness: 3 kN/m\n  - {between: [ore, ore], stiffness: 1 kN/m}\n",
       "pairs:\n  - between: [ore, steel]\n    friction: 0.3\n    stiffness: 3 kN/m\n"
       "  - {between: [ore, ore], stiffness: 1 kN/m}\n"},
      {"pairs:\n  - {between: [steel, ore], stiffness: 3 kN/m}\n  - {between: [ore, ore], stiffness: 1 kN/m}\n",
       "pairs:\n  - {friction: 0.3, between: [steel, ore], stiffness: 3 kN/m}\n"
       "  - {between: [ore, ore], stiffness: 1 kN/m}\n"},
      {"default_pair: {stiffness: 3 kN/m}\npairs:\n  - {between: [ore, ore], friction: 0.4}  # grains\n\n# bodies\n",
       "default_pair: {stiffness: 3 kN/m}\npairs:\n  - {between: [ore, ore], friction: 0.4}  # grains\n"
       "  - between: [ore, steel]\n    friction: 0.3\n\n# bodies\n"},
      {"default_pair: {stiffness: 3 kN/m}\npairs: [{between: [ore, ore], friction: 0.4}]\n",
       "default_pair: {stiffness: 3 kN/m}\n"
       "pairs: [{between: [ore, steel], friction: 0.3}, {between: [ore, ore], friction: 0.4}]\n"},
      {"default_pair: {stiffness: 3 kN/m}\npairs: []\n",
       "default_pair: {stiffness: 3 kN/m}\npairs: [{between: [ore, steel], friction: 0.3}]\n"},
      {"default_pair: {stiffness: 3 kN/m}\npairs:\n",
       "default_pair: {stiffness: 3 kN/m}\npairs:\n  - between: [ore, steel]\n    friction: 0.3\n"},
      {"default_pair: {stiffness: 3 kN/m}\npairs:\n- between:\n  - ore\n  - steel\n  twisting: 0.1\n",
       "default_pair: {stiffness: 3 kN/m}\npairs:\n- friction: 0.3\n  between:\n  - ore\n  - steel\n  twisting: 0.1\n"},
  };
  for (const auto& one : cases) {
    const std::string text = sceneWith(one.laws);
    const Materials materials = withFriction(materialsOf(text, "x.yaml"), 0, 1, 0.3);
    EXPECT_EQ(written(text, materials), sceneWith(one.expected));
    EXPECT_EQ(materialsOf(written(text, materials), "x.yaml").pairs, materials.pairs);
  }
}

TEST(LawWriting, QuotedValuesLengthsAndNamesWithSpaces) {
  std::string text = sceneWith(
      "default_pair: {friction: \"0.5\", stiffness: 3 kN/m}\npairs:\n"
      "  - between: [ore, ore]\n    friction: '0.2'\n    rolling_resistance: 0.1 mm  # short\n");
  for (std::size_t at = text.find("steel"); at != std::string::npos; at = text.find("steel", at + 12)) {
    text.replace(at, 5, "\"my steel\"");
  }
  Materials materials = withFriction(withFriction(materialsOf(text, "x.yaml"), 0, 0, 0.7), 0, 1, 0.6);
  PairLaw law = materials.pair(0, 0);
  EXPECT_EQ(setValue(law, PairLawKey::rollingLength, 2.5e-5), "");
  materials.setPair(0, 0, law);
  const std::string changed = written(text, materials);
  EXPECT_EQ(materialsOf(changed, "x.yaml").pairs, materials.pairs);
  EXPECT_NE(changed.find("    friction: 0.7\n"), std::string::npos) << changed;
  EXPECT_NE(changed.find("rolling_resistance: 2.5e-05 m  # short\n"), std::string::npos) << changed;
  EXPECT_NE(changed.find("[ore, \"my steel\"]"), std::string::npos) << changed;
}

TEST(LawWriting, ASceneOnABaseGetsAllPairs) {
  const fs::path base = fs::path(::testing::TempDir()) / "law_writing_base.yaml";
  const fs::path file = fs::path(::testing::TempDir()) / "law_writing.yaml";
  writeFileAtomically(
      base, std::string_view(sceneWith("default_pair: {friction: 0.5, stiffness: 3 kN/m}\npairs:\n"
                                       "  - {between: [ore, steel], friction: 0.2, rolling_resistance: 1 mm}\n")));
  const std::string text = "scree: 1\nbase: law_writing_base.yaml\nname: Other\n";
  const Materials before = materialsOf(text, file);
  EXPECT_EQ(before.pair(0, 1).friction, 0.2);
  const Materials changed = withFriction(before, 0, 0, 0.123);
  EXPECT_EQ(written(text, before, file), text);
  EXPECT_EQ(materialsOf(written(text, changed, file), file).pairs, changed.pairs);
  fs::remove(base);
}

TEST(LawWriting, WhatCannotBeWrittenIsTold) {
  const std::string plain = sceneWith(kDefault);
  Materials other = materialsOf(plain, "x.yaml");
  other.list[0].name = "sand";
  const SceneText renamed = withLawsOf(plain, "x.yaml", other);
  EXPECT_FALSE(renamed.text.has_value());
  ASSERT_EQ(renamed.errors.size(), 1U);
  EXPECT_NE(renamed.errors[0].what.find("other materials"), std::string::npos);

  // An anchor gives one number to two pairs: changing one would change both.
  const std::string shared = sceneWith(
      "default_pair: {stiffness: 3 kN/m}\npairs:\n  - {between: [ore, ore], friction: "
      "&f 0.4}\n  - {between: [ore, steel], friction: *f}\n");
  const SceneText anchored = withLawsOf(shared, "x.yaml", withFriction(materialsOf(shared, "x.yaml"), 0, 1, 0.3));
  EXPECT_FALSE(anchored.text.has_value());
  EXPECT_FALSE(anchored.errors.empty());

  EXPECT_FALSE(withLawsOf("materials: [", "x.yaml", other).text.has_value());
}

}  // namespace
}  // namespace scree
