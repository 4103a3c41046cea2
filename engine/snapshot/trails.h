#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Particles of which trails are kept.
enum class TrailRequest : std::uint8_t { none, picked, free };

/// Trail of a particle, oldest point first: place from the drawing origin [m] and time [s].
struct Trail {
  ParticleId id = 0;
  std::vector<Eigen::Vector4f> points;
};

/// Log of the places of particles over the last kSpan. Of many free particles it follows a fixed sample by id.
class TrailLog {
 public:
  static constexpr double kSpan = 2.0;       ///< length of a trail [s]
  static constexpr double kInterval = 0.02;  ///< time between points [s]
  static constexpr std::size_t kMostGrains = 500;

  /// Forgets all trails: for another world, or when none is shown any more.
  void clear();
  /// Adds the places after a step of the world, if a point is due. `picked` is the particle to follow with
  /// TrailRequest::picked.
  void add(const World& world, TrailRequest request, const std::optional<ParticleId>& picked);
  /// Fills the trails with at least two points, up to the present places of the particles. Members must have their
  /// places. `origin` is the point from which the trails' places are counted [m].
  void fill(const World& world, const Vec3& origin, std::vector<Trail>& trails) const;

 private:
  struct Place {
    ParticleId id = 0;
    Vec3 position;
  };
  struct Note {
    double time = 0.0;
    std::vector<Place> places;  ///< places by id
  };

  std::deque<Note> notes_;
  TrailRequest request_ = TrailRequest::none;
  std::optional<ParticleId> picked_;
};

}  // namespace scree
