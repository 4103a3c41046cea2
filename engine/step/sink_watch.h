#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// Sinks take what is in them as a step begins. What comes so far that it is in front of one then and behind it a step
/// later is put back to where it came through, from where the next step takes it.
class SinkWatch {
 public:
  /// As a step or a part of one begins: which of the free particles may come to a sink that is thinner than
  /// `farthest`, as far as the fastest of them goes in a whole step [m], and what may be added by what hits it. Thicker
  /// ones are only passed at an edge.
  void begin(const World& world, std::span<const std::uint32_t> active, double farthest, ThreadPool* threads);
  /// When the particles have moved.
  void end(World& world);

 private:
  struct Near {
    std::uint32_t slot = 0;
    std::uint32_t sink = 0;
    Vec3 from = Vec3::Zero();  ///< where its centre was
  };
  static void look(const World& world, std::uint32_t slot, double farthest, std::vector<Near>& near);

  std::vector<Near> near_;
  std::vector<std::pair<std::uint32_t, Vec3>> caught_;  ///< slots, and where they came into a sink
};

}  // namespace scree
