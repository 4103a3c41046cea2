#pragma once

#include <optional>
#include <vector>

#include "engine/world/world.h"

// Carriers of aggregates and their motion.
namespace scree {

/// True if a shape of a body, and its surface, are at rest in this step.
bool isAtRest(const Body& body, std::uint32_t shape);

/// True if forces move an aggregate: its carrier is a dynamic body, or it floats.
bool isMovedByForces(const World& world, const Aggregate& aggregate);

/// True if the carrier of an aggregate turns. A dynamic body, whose solved velocity is never exactly zero, turns when
/// the edge of the aggregate moves as fast as a front.
bool isTurning(const World& world, const Aggregate& aggregate);

/// Index of the mover of an aggregate that forces move: the index of its dynamic body, or for a floating aggregate the
/// number of bodies plus its own index. Nothing where no force moves it.
std::optional<std::uint32_t> moverOf(const World& world, std::uint32_t aggregate);
/// Mover of the second side of a contact: a dynamic body, or the mover of a member's aggregate.
std::optional<std::uint32_t> moverOf(const World& world, const Contact& contact);

/// Index of the aggregate that the carrier of a surface has; adds it if there is none yet. Nothing where grains cannot
/// ride: on a surface that slides along itself and is curved or on a dynamic body.
std::optional<std::uint32_t> aggregateOn(World& world, const ContactKey& boundary);

/// Velocity [m/s] of the origin of an aggregate's frame, and angular velocity [rad/s], as the drives of this step move
/// its carrier.
struct CarrierVelocity {
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};
CarrierVelocity carrierVelocityOf(const World& world, const Aggregate& aggregate);

/// Sets the velocities of an aggregate to those of its carrier.
void takeVelocity(const World& world, Aggregate& aggregate);

/// Load of an aggregate on a dynamic body or of a floating one: gravity less the acceleration of its frame, over the
/// last steps, in its frame [m/s²] (METHOD.md 10.8). It presses the members together.
Vec3 loadOf(const World& world, const Aggregate& aggregate);
/// Steps after which the load of a new aggregate is known to a hundredth.
std::uint64_t loadSteps(const World& world);
/// Angular acceleration of an aggregate that forces move, over the last steps [rad/s²].
Vec3 angularAccelerationOf(const Aggregate& aggregate);

/// Sets the velocities of all aggregates to those of their carriers in this step; the present ones become those of the
/// last step. Call it once a step, after the drives.
void followCarriers(World& world);
/// Moves the carried aggregates with their carriers, when the bodies have moved at the end of a step. Aggregates on
/// dynamic bodies take their new velocities, too. The solver has moved the floating ones.
void moveWithCarriers(World& world);

/// Pose and velocities of an aggregate at one moment of a step.
struct CarrierMotion {
  Pose pose;
  Vec3 velocity = Vec3::Zero();         ///< of the pose's origin [m/s]
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
  Vec3 velocityAt(const Vec3& p) const { return velocity + angularVelocity.cross(p - pose.position); }
};
/// Motions of all aggregates, by index, `time` [s] after the start of the step: velocities are constant in it.
std::vector<CarrierMotion> carrierMotions(const World& world, double time);

}  // namespace scree
