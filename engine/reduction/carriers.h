#pragma once

#include <optional>
#include <vector>

#include "engine/world/world.h"

// What carries aggregates, and how it moves.
namespace scree {

/// Whether a shape of a body, and its surface, are at rest in this step.
bool isAtRest(const Body& body, std::uint32_t shape);

/// The aggregate of what a surface belongs to, made if there is none yet; nothing when grains cannot ride on it: a
/// curved surface that slides along itself, a body that forces move.
std::optional<std::uint32_t> aggregateOn(World& world, const ContactKey& boundary);

/// Velocities that the drives of this step give to what carries an aggregate: of its frame's origin, and angular.
struct CarrierVelocity {
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};
CarrierVelocity carrierVelocityOf(const World& world, const Aggregate& aggregate);

/// Gives every aggregate that something carries its velocities in this step; those it had become the last ones.
void followCarriers(World& world);
/// Moves the aggregates with what carries them, when the bodies have moved at the end of a step.
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
