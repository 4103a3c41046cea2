#pragma once

#include <optional>
#include <vector>

#include "engine/world/world.h"

// What carries aggregates, and how it moves.
namespace scree {

/// Whether a shape of a body, and its surface, are at rest in this step.
bool isAtRest(const Body& body, std::uint32_t shape);

/// Whether forces move an aggregate: what carries it, or itself as it floats.
bool isMovedByForces(const World& world, const Aggregate& aggregate);

/// Whether what carries an aggregate turns. Solved velocities are never exactly zero: a dynamic body does when the edge
/// of the aggregate moves as fast as a front.
bool isTurning(const World& world, const Aggregate& aggregate);

/// Number of what forces move with an aggregate: of the dynamic body that carries it or, where it floats, the number of
/// bodies and its place.
std::optional<std::uint32_t> moverOf(const World& world, std::uint32_t aggregate);
/// That of a contact's other side: a dynamic body, or what a member moves with.
std::optional<std::uint32_t> moverOf(const World& world, const Contact& contact);

/// The aggregate of what a surface belongs to, made if there is none yet; nothing when grains cannot ride on it: a
/// surface that slides along itself and is curved or on a body that forces move.
std::optional<std::uint32_t> aggregateOn(World& world, const ContactKey& boundary);

/// Velocities of what carries an aggregate, as the drives of this step give them: of its frame's origin, and angular.
struct CarrierVelocity {
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};
CarrierVelocity carrierVelocityOf(const World& world, const Aggregate& aggregate);

/// Gives an aggregate the velocities of what carries it.
void takeVelocity(const World& world, Aggregate& aggregate);

/// Gravity less the acceleration of the dynamic body that carries an aggregate, in its frame, over the last steps
/// [m/s²]: what presses its members against it.
Vec3 loadOf(const World& world, const Aggregate& aggregate);
/// Steps after which the load of what has just begun to move is known, to a hundredth.
std::uint64_t loadSteps(const World& world);
/// Acceleration at the aggregate's edge by the change of that body's angular velocity, likewise [m/s²].
double turningLoadOf(const Aggregate& aggregate);

/// Gives every aggregate that something carries its velocities in this step; those it had become the last ones.
void followCarriers(World& world);
/// Moves the aggregates with what carries them, when the bodies have moved at the end of a step. What rides on dynamic
/// bodies takes their new velocities, too. Those that float have been moved by the solver.
void moveWithCarriers(World& world);

/// How an aggregate moves at one moment of a step.
struct CarrierMotion {
  Pose pose;
  Vec3 velocity = Vec3::Zero();         ///< of the pose's origin [m/s]
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
  Vec3 velocityAt(const Vec3& p) const { return velocity + angularVelocity.cross(p - pose.position); }
};
/// Of all aggregates `time` seconds after the start of the step: they move evenly through it.
std::vector<CarrierMotion> carrierMotions(const World& world, double time);

}  // namespace scree
