#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/base_constants.h"
#include "engine/world/world.h"

namespace scree {

/// Box in which an emitter, or a sink that gives particles back, puts particles in this step.
struct EmitterRoom {
  std::uint32_t emitter = 0;  ///< number of the emitter; of a sink, after all emitters
  Vec3 middle = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 halfExtents = Vec3::Zero();
  double reach = 0.0;            ///< radius of the largest particle that may come [m]
  Mat3 turn = Mat3::Identity();  ///< rotation into the emitter's frame
  Vec3 across = Vec3::UnitZ();   ///< shortest axis of the box
  double half = 0.0;             ///< half extent along that axis [m]

  /// True if a particle at a place may be near the box; a test along one axis rules most out.
  bool mayReach(const Vec3& position, double radius) const {
    // A little more than the rounding of a rotation.
    return std::abs(across.dot(position - middle)) <= (1.0 + kTurnRounding) * (half + reach + radius);
  }
};
std::vector<EmitterRoom> emitterRooms(const World& world);

/// A free particle that a new one of an emitter could touch.
struct EmitterNeighbour {
  std::uint32_t emitter = 0;
  std::uint32_t slot = 0;  ///< slot when it was looked at; slots change when others leave
  Vec3 position = Vec3::Zero();
  double radius = 0.0;
};
/// Appends a particle if a new one in the room could touch it.
void lookAtRoom(const World& world, const EmitterRoom& room, std::uint32_t slot, std::vector<EmitterNeighbour>& near);

/// Lets every emitter add the particles that are due in [t, t + Δt], and every sink give those back that are, at random
/// places free of overlap with particles present: the free ones in `near`, and members. A particle without a place
/// stays owed, by an emitter up to the debt of stepping::kLongestDebt. `freeSlots` lists the free particles and gets
/// the new ones.
void emitParticles(World& world, std::span<const EmitterRoom> rooms, std::span<const EmitterNeighbour> near,
                   std::vector<std::uint32_t>& freeSlots);

}  // namespace scree
