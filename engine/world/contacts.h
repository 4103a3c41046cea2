#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "engine/base/types.h"
#include "engine/world/particles.h"

namespace scree {

/// Identity of a contact: the pair of geometries. The first is always a particle; the second a particle of higher id
/// or a feature of a shape on a body. Ordering keys orders contacts by particle, particles before shapes.
struct ContactKey {
  ParticleId a = 0;
  std::uint64_t b = 0;

  static ContactKey particles(ParticleId a, ParticleId b) { return {a, b}; }
  static ContactKey boundary(ParticleId a, std::uint32_t body, std::uint32_t shape, std::uint32_t feature) {
    return {a, (std::uint64_t{1} << 63) | (std::uint64_t{body} << 32) | (std::uint64_t{shape} << 8) | feature};
  }
  std::uint32_t feature() const { return static_cast<std::uint32_t>(b & 0xff); }
  auto operator<=>(const ContactKey&) const = default;
};

/// Multipliers of one contact's rows: impulses [N s] on b, angular impulses [N m s] on b.
struct Multipliers {
  double normal = 0.0;
  Vec3 tangential = Vec3::Zero();  ///< in the contact plane
  Vec3 rolling = Vec3::Zero();     ///< in the contact plane
  double twisting = 0.0;           ///< about the normal
};

/// What the next step's warm start needs: keys in ascending order with their multipliers.
struct ContactHistory {
  std::vector<ContactKey> keys;
  std::vector<Multipliers> multipliers;
  double timeStep = 0.0;  ///< s: multipliers are impulses, so another step wants them scaled
};

constexpr std::uint32_t kNoParticle = UINT32_MAX;

/// One contact with the data of its law, as found in this step. Normal from a to b.
struct Contact {
  ContactKey key;
  std::uint32_t a = 0;            ///< slot of the particle
  std::uint32_t b = kNoParticle;  ///< slot of the other particle, or kNoParticle for a boundary
  std::uint32_t body = 0;         ///< boundary: body and shape
  std::uint32_t shape = 0;
  Vec3 normal = Vec3::UnitZ();
  double gap = 0.0;                      ///< m, negative when overlapping
  Vec3 boundaryVelocity = Vec3::Zero();  ///< boundary: velocity of its surface at the contact [m/s]
  Vec3 boundarySpin = Vec3::Zero();      ///< boundary: its angular velocity [rad/s]
  double effectiveRadius = 0.0;          ///< r* [m]
  double stiffness = 0.0;                ///< k [N/m], or N/m^1.5 for Hertz
  double exponent = 1.0;                 ///< e_H: 1 linear, 5/4 Hertz
  double dampingTime = 0.0;              ///< c [s]
  double restitution = 0.0;
  double friction = 0.0;
  double rollingLimit = 0.0;   ///< μ_r r* [m]
  double twistingLimit = 0.0;  ///< α μ r* [m]

  double overlap() const { return gap < 0.0 ? -gap : 0.0; }
};

}  // namespace scree
