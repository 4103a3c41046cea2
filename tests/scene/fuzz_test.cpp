#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/random.h"
#include "engine/io/scene_library.h"
#include "tests/scene/scene_text.h"

// Mutants of the shipped scenes, always the same ones. Whatever a file holds, reading it ends with a usable scene or
// with messages.
namespace scree {
namespace {

std::vector<std::string> shippedTexts() {
  std::vector<std::string> texts;
  for (const std::filesystem::path& path : findScenes({}, SCREE_SOURCE_DIR).files) {
    std::ifstream stream(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random.next() % bound); }

std::vector<std::string> split(const std::string& text, std::string_view separators) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (separators.find(c) != std::string_view::npos) {
      parts.emplace_back(1, c);
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += part;
  }
  return text;
}

constexpr std::string_view kNasty[] = {
    "-1",  "0",    "nan", ".inf",     "1e308", "-0",     "[]",      "{}",  "*a", "&a",
    "~",   "null", "1e5", "'",        "\"",    "[",      "}",       ": ",  "- ", "\t",
    "!x",  "|",    ">",   "?",        "%",     "@",      "---",     "...", "<<", "x",
    "999", "mm",   "ore", "\xc3\xa9", "\xff",  "0.5 kg", "1 rad/s", "#",   ",",  "9999999999999999999"};

std::string mutant(const std::vector<std::string>& texts, Random& random) {
  std::string text = texts[below(random, texts.size())];
  const std::size_t changes = 1 + below(random, 3);
  for (std::size_t change = 0; change < changes && !text.empty(); ++change) {
    const std::size_t kind = below(random, 6);
    if (kind == 0) {
      text[below(random, text.size())] = static_cast<char>(below(random, 256));
    } else if (kind == 1) {
      const std::size_t at = below(random, text.size());
      text.erase(at, 1 + below(random, 20));
    } else if (kind == 2) {
      text.insert(below(random, text.size()), kNasty[below(random, std::size(kNasty))]);
    } else if (kind == 3) {
      text.resize(below(random, text.size()));
    } else {
      // Lines or tokens: swap, drop, double or replace one.
      std::vector<std::string> parts = split(text, kind == 4 ? "\n" : " \n,:[]{}");
      const std::size_t a = below(random, parts.size());
      const std::size_t b = below(random, parts.size());
      switch (below(random, 4)) {
        case 0:
          std::swap(parts[a], parts[b]);
          break;
        case 1:
          parts[a].clear();
          break;
        case 2:
          parts[a] = parts[b];
          break;
        default:
          parts[a] = kNasty[below(random, std::size(kNasty))];
          break;
      }
      text = joined(parts);
    }
  }
  return text;
}

void expectFinite(const World& world) {
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    ASSERT_TRUE(world.particles.position[i].allFinite() && world.particles.velocity[i].allFinite() &&
                world.particles.angularVelocity[i].allFinite());
    ASSERT_TRUE(std::isfinite(world.particles.mass[i]) && world.particles.mass[i] > 0.0);
    ASSERT_GT(world.particles.inertia(i), 0.0);
    ASSERT_LT(world.particles.material[i], world.materials.list.size());
  }
  for (const Body& body : world.bodies) {
    ASSERT_TRUE(body.pose.position.allFinite() && body.pose.orientation.coeffs().allFinite());
    for (const ShapeInstance& shape : body.shapes) {
      ASSERT_LT(shape.material, world.materials.list.size());
      ASSERT_LT(shape.capMaterial, world.materials.list.size());
      ASSERT_NEAR(shape.local.orientation.norm(), 1.0, 1e-9);
    }
    for (const Drive& drive : body.drives) {
      if (const auto* belt = std::get_if<SurfaceMotion>(&drive.motion)) {
        ASSERT_LT(belt->shape, body.shapes.size());
      }
    }
  }
  ASSERT_GT(world.parameters.timeStep, 0.0);
  ASSERT_EQ(world.materials.pairs.size(), world.materials.list.size() * world.materials.list.size());
}

TEST(Fuzz, MutantsOfTheShippedScenes) {
  const std::vector<std::string> texts = shippedTexts();
  ASSERT_FALSE(texts.empty());
  Random random(20240607);
  std::size_t accepted = 0;
  constexpr std::size_t kMutants = 3000;
  for (std::size_t i = 0; i < kMutants; ++i) {
    const std::string text = mutant(texts, random);
    const SceneResult result = loadSceneText(text, "mutant.yaml");
    ASSERT_NE(result.scene.has_value(), !result.errors.empty()) << text;
    for (const SceneError& error : result.errors) {
      ASSERT_FALSE(error.what.empty() || error.remedy.empty()) << error.text() << "\n" << text;
    }
    if (result.scene) {
      ++accepted;
      ASSERT_NO_FATAL_FAILURE(expectFinite(result.scene->world)) << text;
    }
  }
  // Both kinds must be well represented, or the test looks at nothing.
  EXPECT_GT(accepted, kMutants / 20);
  EXPECT_LT(accepted, kMutants / 2);
}

TEST(Fuzz, BytesAndTokensAtRandom) {
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    const std::size_t length = below(random, 200);
    while (text.size() < length) {
      if (i % 2 == 0) {
        text += static_cast<char>(below(random, 256));
      } else {
        text += kNasty[below(random, std::size(kNasty))];
        text += " \n"[below(random, 2)];
      }
    }
    const SceneResult result = loadSceneText(text, "noise.yaml");
    ASSERT_FALSE(result.scene) << text;
    ASSERT_FALSE(result.errors.empty()) << text;
  }
}

}  // namespace
}  // namespace scree
