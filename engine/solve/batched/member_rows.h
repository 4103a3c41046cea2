#pragma once

#include <span>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/solve/batched/batched_problem.h"
#include "engine/solver/batch.h"

// The rows of members that free particles have contacts with: they move with their aggregates.
namespace scree {

/// How an aggregate moves in a substep, and what it has moved since the first one.
struct RideMotion {
  Vec3 velocity;  ///< of its frame's origin [m/s]
  Vec3 spin;      ///< rad/s
  Vec3 moved;     ///< m, its frame's origin
  Mat3 turn;      ///< from its frame into the world's
  Mat3 turned;    ///< what has been added to that
  bool turns;     ///< else its members move as its frame's origin does
};

/// By aggregate, from how all move in the first substep and in this one.
std::vector<RideMotion> rideMotions(const std::vector<CarrierMotion>& first, const std::vector<CarrierMotion>& now);

/// Fills as many rows, and shifts unless that is null, as there are members. `frame` [m/s] is added to the velocities;
/// nothing moves the rows.
void placeMemberRows(const std::vector<RideMotion>& rides, std::span<const PackedMember> members, const Vec3& frame,
                     BodyRow* rows, BodyShift* shifts);

}  // namespace scree
