#include "engine/step/sink_crossing.h"

#include <algorithm>
#include <cmath>

#include "engine/base/parallel.h"
#include "engine/step/split_regions.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;
/// What hits a particle may take it so many radii farther than it goes by itself: a step in which more meets it is
/// divided.
constexpr double kThrown = 4.0;

void watch(const World& world, std::uint32_t slot, std::vector<NearSink>& near) {
  const double time = world.parameters.timeStep;
  const Vec3& place = world.particles.position[slot];
  const double way = time * (world.particles.velocity[slot].norm() + time * world.parameters.gravity.norm()) +
                     kThrown * world.particles.radius[slot];
  for (std::uint32_t i = 0; i < world.sinks.size(); ++i) {
    const Sink& sink = world.sinks[i];
    const double reach = sink.halfExtents.norm() + way;
    if ((place - sink.pose.position).squaredNorm() > reach * reach) {
      continue;
    }
    const Vec3 off = sink.pose.toLocal(place).cwiseAbs() - sink.halfExtents;
    if (off.maxCoeff() <= way) {
      near.push_back({slot, i, place});
    }
  }
}

}  // namespace

void watchSinks(const World& world, StepData& data) {
  data.nearSinks.clear();
  if (world.sinks.empty()) {
    return;
  }
  appendPieces(data.threads, data.active.size(), kChunk, data.nearSinks,
               [&](std::size_t begin, std::size_t end, std::vector<NearSink>& near) {
                 for (std::size_t i = begin; i < end; ++i) {
                   watch(world, data.active[i], near);
                 }
               });
}

void noteSinks(World& world, const StepData& data) {
  const auto isKnown = [&](ParticleId id) {
    return std::any_of(world.sinks.begin(), world.sinks.end(), [&](const Sink& sink) {
      return std::binary_search(sink.passed.begin(), sink.passed.end(), id);
    });
  };
  for (const NearSink& near : data.nearSinks) {
    Sink& sink = world.sinks[near.sink];
    const Vec3& place = world.particles.position[near.slot];
    const Vec3 to = sink.pose.toLocal(place);
    const ParticleId id = world.particles.id[near.slot];
    const bool isIn = (to.cwiseAbs().array() <= sink.halfExtents.array()).all();
    if (!isIn && passesThrough(SensorBox{sink.halfExtents}, sink.pose.toLocal(near.from), to) && !isKnown(id)) {
      sink.passed.insert(std::lower_bound(sink.passed.begin(), sink.passed.end(), id), id);
    }
  }
}

}  // namespace scree
