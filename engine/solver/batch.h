#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Contacts of spheres packed for vector instructions: kLanes contacts side by side, no two of them sharing a moving
// body. Single precision; exact for spheres, whose inertia is isotropic: with W = r ω the contact velocity is
// u = v_b - v_a - s (W_a + W_b) x n and every angular factor is 5/2 of an inverse mass.
namespace scree {

constexpr std::size_t kLanes = 16;

/// One body in the sweeps: 32 bytes, so that two are a cache line and one is two vector loads. Prescribed surfaces are
/// bodies of their own, one a contact, with no inverse mass: nothing moves them and no two contacts share one.
struct alignas(32) BodyRow {
  float vx = 0, vy = 0, vz = 0;  ///< m/s
  float inverseMass = 0;         ///< 1/kg
  float wx = 0, wy = 0, wz = 0;  ///< r ω [m/s]
  float inverseRadius = 0;       ///< 1/m
};

/// Way of a body since its contacts were found, and its radius [m].
struct alignas(16) BodyShift {
  float x = 0, y = 0, z = 0;
  float radius = 0;
};

/// One number of each contact of a batch.
struct alignas(64) Lane {
  float of[kLanes] = {};
};
struct alignas(64) LaneIndex {
  std::uint32_t of[kLanes] = {};
};

/// Floats of a BodyRow: a body's place in a batch is kRowFloats times its number.
constexpr std::uint32_t kRowFloats = 8;

/// Rows of several contacts as a sweep reads and writes them (METHOD.md 5.4). An empty lane has a = b = a row of its
/// own and zero limits.
struct Batch {
  LaneIndex a;  ///< where the bodies' rows begin, counted in floats
  LaneIndex b;
  Lane normal[3];
  Lane target;             ///< q_n [m/s]
  Lane compliance;         ///< S_n [1/kg]
  Lane share;              ///< s: distance over the sum of radii, 1 for a surface
  Lane inverseNormal;      ///< 1/D_n
  Lane inverseTangential;  ///< 1/D_t
  Lane inverseSpin;        ///< 1/D_r
  Lane friction;           ///< μ
  Lane rollingLimit;       ///< μ_r r* [m]
  Lane twistingLimit;      ///< α μ r* [m]
  Lane lambdaNormal;       ///< N s
  Lane lambdaTangential[3];
  Lane lambdaSpin[3];  ///< rolling in the plane of contact and twisting along the normal [N m s]
};

/// Data from which the rows of a batch are made at the start of a substep.
struct BatchSource {
  Lane apart[3];          ///< centre of a to centre of b when the contacts were found [m]; unused for surfaces
  Lane distance;          ///< length of `apart` [m]
  Lane firstGap;          ///< gap when the contacts were found [m]
  Lane gap;               ///< gap now [m]; given for surfaces, computed for pairs
  Lane radii;             ///< r_a + r_b [m]
  Lane upsilon;           ///< Υ
  Lane rate;              ///< 4/(Δt e_H) [1/s]
  Lane compliance;        ///< 4 Υ/(Δt² e_H k): S_n for the linear law
  Lane hertz;             ///< 1 when S_n is to be divided by sqrt(δ), else 0
  Lane restitution;       ///< e
  Lane spinScale;         ///< r* [m]: makes rolling residuals speeds
  Lane rebounds;          ///< 1 where the contact bounced in the last solve: its multipliers start no other
  LaneIndex contact;      ///< index in the list of contacts, or kNoContact
  Lane partingSpeed;      ///< m/s, largest that a row asks for, where the batch is limited
  bool surface = false;   ///< contacts with prescribed surfaces: gaps and normals are given
  bool member = false;    ///< contacts with spheres that move as prescribed; neither: pairs of bodies
  bool active = true;     ///< a contact of the batch touches; else it is not swept
  bool limited = false;   ///< a row of the batch is softer than its law (stiffness_limit.h)
  bool withNext = false;  ///< shares no body with the next batch: the two may be swept together
};

constexpr std::uint32_t kNoContact = UINT32_MAX;

/// Attraction at the contacts of a batch in a substep.
struct PulledLanes {
  Lane impulse;  ///< N s
  Lane lowest;   ///< gaps between which it is the same in later substeps, unless the contact bounces [m]
  Lane highest;
};

/// Batches of one slab of space with what they are made from, in the order they are swept.
struct Slab {
  std::vector<Batch> batches;
  std::vector<BatchSource> sources;
  std::vector<std::uint32_t> surfaces;  ///< places of the batches with prescribed surfaces, ascending
  std::vector<std::uint32_t> members;   ///< places of the batches with spheres that move as prescribed, ascending
  std::size_t contacts = 0;
  std::vector<PulledLanes> pulls;  ///< attraction in the substep, by batch; empty: none
  std::vector<Lane> unseen;        ///< the part of them that friction and rolling do not see; empty: none
};

}  // namespace scree
