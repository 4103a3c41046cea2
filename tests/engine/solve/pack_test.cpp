// Blocks of contacts that lie as in the last step keep their lanes: that saves time and changes nothing.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;

World made() {
  World world = testing::emptyWorld();
  testing::addOpenBox(world, 15 * kDiameter, 20 * kDiameter);
  testing::addLattice(world, 13, 13, 7, 0.8 * kDiameter, kDiameter, 3);
  world.parameters.method = Method::pgs;
  applyPreset(world.parameters, Preset::fast);
  StepData data;
  testing::run(world, data, 2.0);
  return world;
}

const World& packedBed() {
  static const World world = made();
  return world;
}

std::size_t blocksOf(const StepData& data) {
  std::size_t blocks = 0;
  for (const SlabWork& work : data.batched.problem.work) {
    blocks += work.blocks.size();
  }
  return blocks;
}

std::size_t keptBlocksOf(const StepData& data) {
  std::size_t kept = 0;
  for (const SlabWork& work : data.batched.problem.work) {
    kept += work.keptBlocks;
  }
  return kept;
}

TEST(Pack, BlocksAtRestKeepTheirLanes) {
  World world = packedBed();
  StepData data;
  testing::takeSteps(world, data, 1);
  EXPECT_EQ(keptBlocksOf(data), 0U);
  ASSERT_GE(blocksOf(data), 2U);
  std::size_t kept = 0;
  std::size_t blocks = 0;
  for (int i = 0; i < 40; ++i) {
    testing::takeSteps(world, data, 1);
    kept += keptBlocksOf(data);
    blocks += blocksOf(data);
  }
  EXPECT_GT(2 * kept, blocks);
}

/// Who starts each step from nothing keeps no lanes; what is done to the world between steps must not tell the two
/// apart.
TEST(Pack, WhatIsKeptChangesNothing) {
  const std::map<int, std::function<void(World&)>> changes = {
      {5, [](World& w) { w.particles.velocity[w.particles.size() - 1] = Vec3(0.3, 0.0, 0.2); }},
      {15, [](World& w) { w.materials.pairs[0].friction = 0.3; }},
      {20, [](World& w) { w.particles.radius[100] *= 0.99; }},
      {25, [](World& w) { w.parameters.timeStep *= 0.5; }},
      {30, [](World& w) { w.parameters.substeps = 2; }},
      {35, [](World& w) { w.parameters.gravity = Vec3(0.4, 0.0, -9.0); }},
      {40, [](World& w) { removeParticles(w, {{200}}); }},
      {45, [](World& w) { applyPreset(w.parameters, Preset::paperWarm); }},
      {50, [](World& w) { w.parameters.sweeps = 20; }},
      {52, [](World& w) { std::swap(w.particles.radius[10], w.particles.radius[11]); }},
      {55, [](World& w) { w.parameters.reduction.merging = Switch::on; }},
  };
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    World keeping = packedBed();
    World forgetting = packedBed();
    StepData data;
    data.context.threads = &pool;
    std::size_t kept = 0;
    for (int i = 0; i < 65; ++i) {
      if (const auto change = changes.find(i); change != changes.end()) {
        change->second(keeping);
        change->second(forgetting);
      }
      testing::takeSteps(keeping, data, 1);
      kept += keptBlocksOf(data);
      StepData fresh;
      testing::takeSteps(forgetting, fresh, 1);
      ASSERT_EQ(stateHash(keeping), stateHash(forgetting)) << "step " << i << ", threads " << threads;
    }
    EXPECT_GT(kept, 20U);
  }
}

}  // namespace
}  // namespace scree
