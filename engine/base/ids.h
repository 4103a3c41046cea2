#pragma once

#include <compare>
#include <cstdint>

// Identities of what a world holds.
namespace scree {

/// Place of a material in the list of all.
using MaterialIndex = std::uint16_t;

/// Identity of a particle for its whole life; never reused in a world. Slots (positions in the arrays) are in
/// ascending order of id, so ordering by slot is ordering by id.
using ParticleId = std::uint32_t;

/// In place of a slot: no particle is there.
constexpr std::uint32_t kNoParticle = UINT32_MAX;

/// Largest numbers that a key has room for: bodies, and shapes on one body.
constexpr std::uint32_t kMostBodies = 1U << 18;
constexpr std::uint32_t kMostShapes = 1U << 14;

/// Identity of a contact: the pair of geometries. The first is always a particle; the second a particle of higher id
/// or a feature of a shape on a body. Ordering keys orders contacts by particle, particles before shapes.
struct ContactKey {
  ParticleId a = 0;
  std::uint64_t b = 0;

  static ContactKey particles(ParticleId a, ParticleId b) { return {a, b}; }
  static ContactKey boundary(ParticleId a, std::uint32_t body, std::uint32_t shape, std::uint32_t feature) {
    return {a, (std::uint64_t{1} << 63) | (std::uint64_t{body} << 45) | (std::uint64_t{shape} << 31) | feature};
  }
  /// Of a free particle with a member of an aggregate, whatever their ids.
  static ContactKey member(ParticleId free, ParticleId member) { return {free, (std::uint64_t{1} << 62) | member}; }
  /// The second does not move by what the contact does to it: a surface or a member that something carries.
  bool isPrescribed() const { return (b >> 62) != 0; }
  bool isBoundary() const { return (b >> 63) != 0; }
  bool isMember() const { return (b >> 62) == 1; }
  // Of a member's key:
  ParticleId member() const { return static_cast<ParticleId>(b); }
  // Of a boundary's key:
  std::uint32_t body() const { return static_cast<std::uint32_t>(b >> 45) & (kMostBodies - 1); }
  std::uint32_t shape() const { return static_cast<std::uint32_t>(b >> 31) & (kMostShapes - 1); }
  std::uint32_t feature() const { return static_cast<std::uint32_t>(b) & 0x7fffffffU; }
  auto operator<=>(const ContactKey&) const = default;
};

}  // namespace scree
