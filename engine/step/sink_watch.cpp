#include "engine/step/sink_watch.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/parallel.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

bool isIn(const Sink& sink, const Vec3& local) { return (local.cwiseAbs().array() <= sink.halfExtents.array()).all(); }

/// The middle of what the straight way between two places, in the sink's frame, has in its box; nothing if it misses
/// it.
std::optional<Vec3> wayThrough(const Sink& sink, const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  double first = 0.0;
  double last = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double half = sink.halfExtents[axis];
    if (way[axis] == 0.0) {
      if (std::abs(from[axis]) > half) {
        return std::nullopt;
      }
      continue;
    }
    const double a = (-half - from[axis]) / way[axis];
    const double b = (half - from[axis]) / way[axis];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  if (first > last) {
    return std::nullopt;
  }
  return from + 0.5 * (first + last) * way;
}

}  // namespace

void SinkWatch::look(const World& world, std::uint32_t slot, double farthest, std::vector<Near>& near) {
  const double most = farthest + stepping::kThrown * world.particles.radius[slot];
  const Vec3& place = world.particles.position[slot];
  for (std::uint32_t i = 0; i < world.sinks.size(); ++i) {
    const Sink& sink = world.sinks[i];
    if (sink.sieve && 2.0 * world.particles.radius[slot] >= widestGap(*sink.sieve)) {
      continue;
    }
    // Most particles are far from the sink: (r + m)² <= 2 (r² + m²).
    if ((place - sink.pose.position).squaredNorm() >
        stepping::kFarFromSink * (sink.halfExtents.squaredNorm() + most * most)) {
      continue;
    }
    const bool isThick = 2.0 * sink.halfExtents.minCoeff() > most;
    if (!isThick && (sink.pose.toLocal(place).cwiseAbs() - sink.halfExtents).maxCoeff() <= most) {
      near.push_back({slot, i, place});
    }
  }
}

void SinkWatch::begin(const World& world, std::span<const std::uint32_t> active, double farthest, ThreadPool* threads) {
  near_.clear();
  if (world.sinks.empty()) {
    return;
  }
  appendPieces(threads, active.size(), stepping::kParticlesAPiece, near_,
               [&](std::size_t begin, std::size_t end, std::vector<Near>& near) {
                 for (std::size_t i = begin; i < end; ++i) {
                   look(world, active[i], farthest, near);
                 }
               });
}

void SinkWatch::end(World& world) {
  for (const Near& near : near_) {
    const Sink& sink = world.sinks[near.sink];
    const Vec3& place = world.particles.position[near.slot];
    const Vec3 from = sink.pose.toLocal(near.from);
    const Vec3 to = sink.pose.toLocal(place);
    // A particle that was in the sink from the start waits for its turn; the exchange has taken it earlier if it leaves
    // before.
    if (isIn(sink, from)) {
      continue;
    }
    const std::optional<Vec3> within = isIn(sink, to) ? to : wayThrough(sink, from, to);
    if (within && takesBySize(sink, world.particles.id[near.slot], 2.0 * world.particles.radius[near.slot], *within)) {
      caught_.emplace_back(near.slot, isIn(sink, to) ? place : sink.pose.toWorld(*within));
    }
  }
  // The first place holds, whatever a particle does in later parts. Backwards, so that it is the last one written.
  for (auto caught = caught_.rbegin(); caught != caught_.rend(); ++caught) {
    world.particles.position[caught->first] = caught->second;
  }
}

}  // namespace scree
