#pragma once

#include <span>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/solve/batched/batched_problem.h"
#include "engine/solver/batch.h"

// Rows of members that are in contact with free particles: they move with their aggregates.
namespace scree {

/// Motion of an aggregate in a substep, and its way since the first substep.
struct RideMotion {
  Vec3 velocity;  ///< of its frame's origin [m/s]
  Vec3 spin;      ///< rad/s
  Vec3 moved;     ///< way of its frame's origin [m]
  Mat3 turn;      ///< rotation from its frame into the world
  Mat3 turned;    ///< change of `turn` since the first substep
  bool turns;     ///< false: its members move as its frame's origin does
};

/// Motions by aggregate, from those in the first substep and in this one.
std::vector<RideMotion> rideMotions(const std::vector<CarrierMotion>& first, const std::vector<CarrierMotion>& now);

/// Fills as many rows, and shifts unless that is null, as there are members. `frame` [m/s] is added to the velocities;
/// nothing moves the rows.
void placeMemberRows(const std::vector<RideMotion>& rides, std::span<const PackedMember> members, const Vec3& frame,
                     BodyRow* rows, BodyShift* shifts);

}  // namespace scree
