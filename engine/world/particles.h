#pragma once

#include <numbers>
#include <span>
#include <vector>

#include "engine/base/base_constants.h"
#include "engine/base/ids.h"
#include "engine/base/types.h"

namespace scree {

/// One particle, as added or picked out.
struct Particle {
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
  double radius = 0.005;
  double mass = 0.001;
  MaterialIndex material = 0;
  double water = 0.0;   ///< kg, part of the mass
  double gained = 0.0;  ///< kg of fines taken up, part of the mass
  double born = 0.0;    ///< s
};

/// How a particle moves.
struct GrainMotion {
  Vec3 velocity = Vec3::Zero();         ///< m/s
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
};

/// All particles as arrays of equal length.
struct Particles {
  std::vector<ParticleId> id;
  std::vector<Vec3> position;  ///< m
  std::vector<Quat> orientation;
  std::vector<Vec3> velocity;         ///< m/s
  std::vector<Vec3> angularVelocity;  ///< rad/s
  std::vector<double> radius;         ///< m
  std::vector<double> mass;           ///< kg
  std::vector<MaterialIndex> material;
  std::vector<double> water;   ///< kg, part of the mass
  std::vector<double> gained;  ///< kg of fines taken up, part of the mass
  std::vector<double> born;    ///< time at which it came to be [s]
  ParticleId nextId = 0;

  std::size_t size() const { return id.size(); }
  /// Water over dry mass.
  double moisture(std::size_t slot) const {
    const double dry = mass[slot] - water[slot];
    return dry > 0.0 ? water[slot] / dry : 0.0;
  }
  double inertia(std::size_t slot) const { return kSphereInertia * mass[slot] * radius[slot] * radius[slot]; }
  ParticleId add(const Particle& particle);
  /// Removes the slots whose flag is set, keeping the order of the rest. `flags` has one entry a slot.
  void remove(const std::vector<char>& flags);
  /// Removes these slots, which ascend.
  void remove(std::span<const std::size_t> slots);
};

inline double sphereVolume(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

}  // namespace scree
