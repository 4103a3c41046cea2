#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Whose ways are kept.
enum class TrailRequest : std::uint8_t { none, picked, free };

/// The way of a particle, oldest first: place [m] and time [s].
struct Trail {
  ParticleId id = 0;
  std::vector<Eigen::Vector4f> points;
};

/// Notes where particles were, over the last while. Of many free ones some, always the same.
class TrailLog {
 public:
  static constexpr double kSpan = 2.0;       ///< s that are kept
  static constexpr double kInterval = 0.02;  ///< s between notes
  static constexpr std::size_t kMostGrains = 500;

  /// Forgets everything: for another world, and when nobody looks any more.
  void clear();
  /// The world took a step. `picked` is whose way is wanted when only one is.
  void add(const World& world, TrailRequest request, const std::optional<ParticleId>& picked);
  /// All ways with at least two points, to where the particles are now. Members must have their places.
  void fill(const World& world, std::vector<Trail>& trails) const;

 private:
  struct Place {
    ParticleId id = 0;
    Eigen::Vector3f position;
  };
  struct Note {
    double time = 0.0;
    std::vector<Place> places;  ///< by id
  };

  std::deque<Note> notes_;
  TrailRequest request_ = TrailRequest::none;
  std::optional<ParticleId> picked_;
};

}  // namespace scree
