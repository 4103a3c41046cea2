// The states that the shipped scenes reach, bit for bit: what changes no result on purpose must not change one. Each
// scene is run in full and merged, each with every rounding, one of the roundings on three threads and the other on
// one, the other way round when it is merged: all reach the known hash.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>

#include "engine/base/parallel.h"
#include "engine/io/scene_library.h"
#include "engine/scene/scene.h"
#include "engine/solver/batch_kernels.h"
#include "engine/state/state.h"
#include "engine/step/step.h"

namespace scree {
namespace {

constexpr int kSteps = 500;
/// Of more grains a step takes a tenth of a second: fewer steps are enough to reach all of its code.
constexpr std::size_t kManyParticles = 50000;
constexpr int kStepsOfMany = 50;
/// Of still more grains it takes up to seconds.
constexpr std::size_t kMostParticles = 100000;
constexpr int kStepsOfMost = 5;

const std::filesystem::path kTable = std::filesystem::path(SCREE_SOURCE_DIR) / "tests/physics/golden_hashes.txt";

/// Scene, merging, rounding of a product before it is added.
using GoldenRun = std::tuple<std::string, std::string, std::string>;

/// Lines "scene merging rounding hash"; lines that begin with # are comments.
std::map<GoldenRun, std::string> readTable() {
  std::map<GoldenRun, std::string> table;
  std::ifstream file(kTable);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string scene;
    std::string merging;
    std::string rounding;
    std::string hash;
    if (words >> scene >> merging >> rounding >> hash && scene.front() != '#') {
      table[{scene, merging, rounding}] = hash;
    }
  }
  return table;
}

bool isFused(std::string_view set) { return set.starts_with("AVX2") || set.starts_with("AVX3") || set == "NEON"; }

/// The best instruction set of this processor whose products are rounded so; empty: it has none.
std::string_view setThatRounds(std::string_view rounding) {
  for (const std::string_view set : instructionSets()) {
    if (isFused(set) == (rounding == "fused")) {
      return set;
    }
  }
  return {};
}

/// The processor's own choice again at the end.
struct ChosenSet {
  explicit ChosenSet(std::string_view set) { useInstructionSet(set); }
  ~ChosenSet() { useInstructionSet({}); }
  ChosenSet(const ChosenSet&) = delete;
  ChosenSet& operator=(const ChosenSet&) = delete;
};

std::string hashAfterSteps(World world, int threads) {
  std::optional<ThreadPool> pool;
  StepData data;
  if (threads > 1) {
    pool.emplace(threads);
    data.context.threads = &*pool;
  }
  const std::size_t count = world.particles.size();
  const int steps = count > kMostParticles ? kStepsOfMost : count > kManyParticles ? kStepsOfMany : kSteps;
  for (int k = 0; k < steps; ++k) {
    step(world, data);
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, stateHash(world));
  return text;
}

class GoldenHashes : public ::testing::TestWithParam<std::tuple<std::filesystem::path, const char*>> {};

/// SCREE_GOLDEN_OUT names a file to which the lines of the table are added instead (see the table's head).
TEST_P(GoldenHashes, AreTheKnownOnesWithAnyThreadsAndInstructions) {
  const auto& [file, merging] = GetParam();
  SceneResult result = loadScene(file);
  ASSERT_TRUE(result.scene.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  World& world = result.scene->world;
  world.parameters.reduction.merging = std::string_view(merging) == "merged" ? Switch::on : Switch::off;
  const std::map<GoldenRun, std::string> table = readTable();
  const std::string scene = file.stem().string();
  ASSERT_FALSE(instructionSets().empty());
  for (const char* rounding : {"fused", "rounded"}) {
    const std::string_view set = setThatRounds(rounding);
    if (set.empty()) {
      continue;
    }
    const ChosenSet chosen(set);
    const bool isFirst = (std::string_view(rounding) == "fused") == (std::string_view(merging) == "full");
    const int threads = isFirst ? 3 : 1;
    const std::string hash = hashAfterSteps(world, threads);
    if (const char* out = std::getenv("SCREE_GOLDEN_OUT")) {
      std::ofstream(out, std::ios::app) << scene << ' ' << merging << ' ' << rounding << ' ' << hash << '\n';
      continue;
    }
    const auto known = table.find({scene, merging, rounding});
    ASSERT_NE(known, table.end()) << "no line for " << scene << ' ' << merging << ' ' << rounding << " in " << kTable;
    EXPECT_EQ(hash, known->second) << scene << ' ' << merging << ' ' << rounding << ", " << set
                                   << ", threads: " << threads;
  }
}

INSTANTIATE_TEST_SUITE_P(SlowAll, GoldenHashes,
                         ::testing::Combine(::testing::ValuesIn(findScenes({}, SCREE_SOURCE_DIR).files),
                                            ::testing::Values("full", "merged")),
                         [](const auto& run) {
                           return std::get<0>(run.param).stem().string() + "_" + std::get<1>(run.param);
                         });

TEST(GoldenHashTable, NamesNothingButShippedScenes) {
  std::map<std::string, int> lines;
  for (const auto& [run, hash] : readTable()) {
    ++lines[std::get<0>(run)];
  }
  for (const std::filesystem::path& file : findScenes({}, SCREE_SOURCE_DIR).files) {
    EXPECT_EQ(lines[file.stem().string()], 4) << file;
  }
  EXPECT_EQ(lines.size(), findScenes({}, SCREE_SOURCE_DIR).files.size());
}

}  // namespace
}  // namespace scree
