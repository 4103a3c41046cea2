#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/world/world.h"

// Grains through walls: centres deeper in a body than their radius.
namespace scree {

/// Watches a run for grains that go through walls. A solid is tested by the depth of the centre in it. A thin wall
/// (face of a container, wall of a hollow cylinder, rectangle from its front) has two sides: the centre must pass it
/// between its edges, and then lie more than a radius behind it.
class WallWatch {
 public:
  /// Looks at the particles of a world after a step; members must have their places. Poses of bodies are those at the
  /// end of the step.
  void add(const World& world);

  /// Number of grains that went through a wall so far.
  std::size_t count() const { return through_.size(); }

 private:
  /// A passage of a thin wall that is not deep yet.
  struct Passage {
    ParticleId id = 0;
    std::uint32_t body = 0;
    std::uint32_t shape = 0;
    std::uint32_t face = 0;  ///< as features are counted; from outside plus the number of faces
  };

  void testShape(const World& world, std::uint32_t body, std::uint32_t shape);
  void findPassages(const World& world, std::uint32_t body, std::uint32_t shape, const Pose& before, const Pose& now);
  void followPassages(const World& world);
  const Vec3* placeBefore(ParticleId id) const;

  std::vector<ParticleId> ids_;  ///< of the last step, ascending
  std::vector<Vec3> places_;     ///< of the last step [m]
  std::vector<Pose> poses_;      ///< of the bodies in the last step
  std::vector<Passage> passages_;
  std::set<ParticleId> through_;
};

}  // namespace scree
