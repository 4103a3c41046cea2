#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// Watch of thin sinks within a step (METHOD.md 13.2). Sinks take particles that are in them as a step begins. A
/// particle in front of a sink then and behind it a step later is put back into the sink, where the next step takes it.
class SinkWatch {
 public:
  /// Lists the free particles that may pass a sink in this step or part of one. Call it as the step or part begins.
  /// `farthest` is the way of the fastest particle in a whole step [m]; hits may add stepping::kThrown radii. Sinks
  /// thicker than that are passed at an edge only and are left out.
  void begin(const World& world, std::span<const std::uint32_t> active, double farthest, ThreadPool* threads);
  /// Puts particles that passed a sink back into it. Call it when the particles have moved.
  void end(World& world);

 private:
  struct Near {
    std::uint32_t slot = 0;
    std::uint32_t sink = 0;
    Vec3 from = Vec3::Zero();  ///< place of its centre before the move
  };
  static void look(const World& world, std::uint32_t slot, double farthest, std::vector<Near>& near);

  std::vector<Near> near_;
  std::vector<std::pair<std::uint32_t, Vec3>> caught_;  ///< slots, and their places in a sink
};

}  // namespace scree
