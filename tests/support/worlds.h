#pragma once

#include <vector>

#include "engine/step/step.h"
#include "engine/world/world.h"

// Small worlds for tests, built in code. Defaults are the pellets of METHOD.md 16.2.
namespace scree::testing {

constexpr double kDiameter = 0.013;  // m
constexpr double kRadius = 0.5 * kDiameter;
constexpr double kGravity = 9.81;  // m/s²

/// Linear law of METHOD.md 16.2: k = 3 kN/m, e = 0.18, μ = 0.91, μ_r = 0.32, no twisting, c = 1 ms.
PairLaw pelletLaw();
/// The same without friction and rolling resistance.
PairLaw smoothLaw(double restitution = 0.0);
/// Hertz law of the given E* [Pa].
PairLaw hertzLaw(PairLaw law, double effectiveModulus);

/// One material with one pair law; no bodies, gravity down; solved by the method under test (methods.h).
World emptyWorld(const PairLaw& law = pelletLaw());

/// Slot of the new sphere.
std::size_t addSphere(World& world, const Vec3& position, double diameter = kDiameter,
                      const Vec3& velocity = Vec3::Zero(), const Vec3& angularVelocity = Vec3::Zero());

/// A static body with one shape; its index.
std::uint32_t addShape(World& world, const Shape& shape, const Pose& pose = {});
/// Half-space under z = 0.
std::uint32_t addFloor(World& world);

/// A container of the given inner size with its floor at z = 0, open at the top.
std::uint32_t addOpenBox(World& world, double width, double height);

/// Spheres on a loose cubic lattice with small random shifts, bottom layer just above z = 0.
void addLattice(World& world, int nx, int ny, int nz, double smallest, double largest, std::uint64_t seed);

void takeSteps(World& world, StepData& data, int count);
/// Steps until `seconds` have passed.
void run(World& world, StepData& data, double seconds);

/// Kinetic and potential energy, momentum and angular momentum of the particles now.
Budget measured(const World& world);
/// The elastic force [N] that the contact's law has at its overlap.
double lawForce(const World& world, const Contact& contact);
/// Energy stored in the overlaps that the particles have now, new contacts included [J].
double overlapEnergy(const World& world);

/// A pose whose z axis points along `z`.
Pose facing(const Vec3& position, const Vec3& z);
/// Uniform in a cube, `reach` to either side along each axis. The same for every compiler: which of the arguments of a
/// call is worked out first is theirs to choose.
Vec3 randomShift(Random& random, double reach);
/// Uniform on the unit sphere.
Vec3 randomDirection(Random& random);

}  // namespace scree::testing
