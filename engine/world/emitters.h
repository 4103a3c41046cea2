#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/geometry/sieve.h"
#include "engine/geometry/sizes.h"
#include "engine/world/particles.h"

namespace scree {

/// Adds particles at random places inside a box (a rectangle when one half extent is zero), never overlapping what
/// is there. What finds no place in a step waits for the next one.
struct Emitter {
  std::string name;
  Pose pose;
  Vec3 halfExtents = Vec3::Constant(0.1);  ///< m; particle centres lie inside
  SizeDistribution sizes;
  MaterialIndex material = 0;
  double rate = 0.0;  ///< particles per second, or kg/s when rateIsMass
  bool rateIsMass = false;
  double start = 0.0;                ///< s
  double stop = 1e300;               ///< s
  std::uint64_t limit = UINT64_MAX;  ///< largest number of particles in all
  Vec3 velocity = Vec3::Zero();      ///< m/s, of new particles

  Random random;
  double owed = 0.0;          ///< particles or kg not yet placed
  double nextDiameter = 0.0;  ///< drawn already, waiting for a place; 0 when none
  std::uint64_t emitted = 0;
  double emittedMass = 0.0;   ///< kg
  std::uint64_t refused = 0;  ///< placements given up in a step for want of room
};

/// A particle that left through a sink.
struct Departure {
  double time = 0.0;
  ParticleId id = 0;
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  double diameter = 0.0;  ///< m; of a grain that had not come to its size, the one that it grows to
  double mass = 0.0;
  MaterialIndex material = 0;
  double water = 0.0;   ///< kg, part of the mass
  double gained = 0.0;  ///< kg of fines taken up, part of the mass
  double born = 0.0;    ///< s
};

/// Conveyor that brings what a sink takes back into the world: to random places in a box, without overlaps, in the
/// order in which it left, each a time after that. What finds no place waits, and all behind it.
struct GiveBack {
  Pose pose;
  Vec3 halfExtents = Vec3::Constant(0.1);  ///< m; particle centres lie inside
  double delay = 0.0;                      ///< s
  Vec3 velocity = Vec3::Zero();            ///< m/s, of particles that come back
  Random random;
  std::uint64_t given = 0;    ///< particles that came back: the first ones of the sink's departures
  double mass = 0.0;          ///< of these [kg]
  std::uint64_t refused = 0;  ///< placements given up in a step for want of room
};

/// Takes out particles whose centre is inside its box: in every eighth step, before that where one would be through.
struct Sink {
  std::string name;
  Pose pose;
  Vec3 halfExtents = Vec3::Constant(0.1);
  std::vector<Departure> departures;
  double mass = 0.0;           ///< kg, in all
  std::optional<Sieve> sieve;  ///< law by which it takes particles by size; without one it takes all
  std::optional<GiveBack> giveBack;
};

/// True if a sink takes a particle of this id and diameter [m] at `local` in the frame of its box, if it is in the box;
/// of a place outside, what the row nearest to it does.
inline bool takesBySize(const Sink& sink, ParticleId id, double diameter, const Vec3& local) {
  if (!sink.sieve) {
    return true;
  }
  const int axis = sink.sieve->axis;
  return passes(*sink.sieve, rowAt(*sink.sieve, sink.halfExtents[axis], local[axis]).number, id, diameter);
}

}  // namespace scree
