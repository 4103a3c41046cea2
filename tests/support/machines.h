#pragma once

#include "engine/world/world.h"

// Dynamic bodies and joints for tests.
namespace scree::testing {

/// A box of evenly spread mass [kg] with its centre at `pose`; its index.
std::uint32_t addBox(World& world, const Vec3& size, double mass, const Pose& pose = {});

/// An open tray of five solid walls half a grain thick and given mass [kg], with these inner half extents [m]; its
/// first shape is the bottom. Its index.
std::uint32_t addTray(World& world, const Vec3& halfExtents, double mass, const Pose& pose = {});

/// A joint at a point of the world as the bodies are now, its axis along `axis`; its index. The second body is held to
/// the first, which may be the world.
std::uint32_t addJoint(World& world, JointKind kind, std::uint32_t a, std::uint32_t b, const Vec3& point,
                       const Vec3& axis = Vec3::UnitZ());
/// A rod or cylinder between a point on each body.
std::uint32_t addLink(World& world, JointKind kind, std::uint32_t a, const Vec3& onA, std::uint32_t b, const Vec3& onB);

}  // namespace scree::testing
