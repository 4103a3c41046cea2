#include "engine/step/pairs.h"

#include <algorithm>

#include "engine/base/parallel.h"
#include "engine/step/reach.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 4096;
/// How much further than needed a search looks, in parts of the way of a step: a few steps then do without one. More
/// would leave more pairs to look at in each.
constexpr double kAhead = 3.0;
/// Steps that a list must have served for the next one to look ahead as well, and searches without if it did not.
constexpr int kWorthIt = 2;
constexpr int kPause = 20;

/// Whether every free particle is the one it was, and has not come so far that a pair within reach may be missing.
bool holds(const World& world, const StepData& data) {
  const Particles& particles = world.particles;
  const CandidateList& list = data.candidates;
  const std::size_t n = data.active.size();
  if (list.ids.size() != n) {
    return false;
  }
  std::vector<char> isNear((n + kChunk - 1) / kChunk, 1);
  forChunks(data.threads, isNear.size(), [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      const std::uint32_t slot = data.active[i];
      // A little less than is left, so that rounding cannot make up for it.
      const double left = (1.0 - 1e-9) * (list.margins[i] - (data.reach.empty() ? 0.0 : data.reach[slot]));
      // Written so that a position that is no number fails it.
      if (list.ids[i] != particles.id[slot] || list.radii[i] != particles.radius[slot] ||
          !(left >= 0.0 && (particles.position[slot] - list.positions[i]).squaredNorm() <= left * left)) {
        isNear[chunk] = 0;
        return;
      }
    }
  });
  return std::all_of(isNear.begin(), isNear.end(), [](char c) { return c != 0; });
}

void search(const World& world, StepData& data) {
  const Particles& particles = world.particles;
  CandidateList& list = data.candidates;
  const std::size_t n = data.active.size();
  if (list.pause > 0) {
    --list.pause;
  } else if (list.age < kWorthIt && !list.ids.empty()) {
    list.pause = kPause;
  }
  list.age = 0;
  list.ids.resize(n);
  list.positions.resize(n);
  list.radii.resize(n);
  list.margins.resize(n);
  forChunks(data.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      const std::uint32_t slot = data.active[i];
      list.ids[i] = particles.id[slot];
      list.positions[i] = particles.position[slot];
      list.radii[i] = particles.radius[slot];
      const double ahead = list.pause > 0 ? 0.0 : kAhead * reachOf(world, slot);
      list.margins[i] = ahead + (data.reach.empty() ? 0.0 : data.reach[slot]);
    }
  });
  data.grid.findPairs(list.positions, list.radii, list.margins, data.threads, data.pairs);
}

}  // namespace

void findPairs(const World& world, StepData& data) {
  const std::size_t n = data.active.size();
  if (world.parameters.substeps == 1) {
    data.reach.clear();
  } else {
    data.reach.resize(world.particles.size());
    forChunks(data.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
        data.reach[data.active[i]] = reachOf(world, data.active[i]);
      }
    });
  }
  if (holds(world, data)) {
    ++data.candidates.age;
  } else {
    search(world, data);
  }
}

}  // namespace scree
