#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "engine/snapshot/trails.h"
#include "engine/world/particles.h"

namespace scree {

/// Request for optional lists of a snapshot. A list costs time only while it is requested, and never changes a result.
struct SnapshotRequest {
  bool contacts = false;       ///< contacts with their forces, inside aggregates too
  bool carriedSpeed = false;   ///< speeds of the particles against their carriers
  bool splitDistance = false;  ///< distances of members from a split
  bool residual = false;       ///< residuals of the rows at each grain
  bool oracle = false;         ///< upper bound of merging, while a twin without merging runs
  TrailRequest trails = TrailRequest::none;
  std::optional<ParticleId> particle;  ///< particle of which the trail and the reason for being free are shown

  bool operator==(const SnapshotRequest&) const = default;
};

/// Request that one thread sets and another one reads.
class SharedRequest {
 public:
  /// Sets the request; true when it differs from the one before.
  bool set(const SnapshotRequest& request) { return packed_.exchange(packed(request)) != packed(request); }
  SnapshotRequest get() const { return unpacked(packed_.load()); }

 private:
  static constexpr std::uint64_t kContacts = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kCarriedSpeed = std::uint64_t{1} << 33;
  static constexpr std::uint64_t kSplitDistance = std::uint64_t{1} << 34;
  static constexpr std::uint64_t kParticle = std::uint64_t{1} << 35;
  static constexpr std::uint64_t kResidual = std::uint64_t{1} << 36;
  static constexpr int kTrailsShift = 37;
  static constexpr std::uint64_t kTrailsMask = 3;
  static constexpr std::uint64_t kOracle = std::uint64_t{1} << 39;

  static std::uint64_t packed(const SnapshotRequest& w) {
    return (w.contacts ? kContacts : 0) | (w.carriedSpeed ? kCarriedSpeed : 0) |
           (w.splitDistance ? kSplitDistance : 0) | (w.residual ? kResidual : 0) | (w.oracle ? kOracle : 0) |
           (static_cast<std::uint64_t>(w.trails) << kTrailsShift) | (w.particle ? kParticle | *w.particle : 0);
  }
  static SnapshotRequest unpacked(std::uint64_t bits) {
    SnapshotRequest request{.contacts = (bits & kContacts) != 0,
                            .carriedSpeed = (bits & kCarriedSpeed) != 0,
                            .splitDistance = (bits & kSplitDistance) != 0,
                            .residual = (bits & kResidual) != 0,
                            .oracle = (bits & kOracle) != 0,
                            .trails = static_cast<TrailRequest>((bits >> kTrailsShift) & kTrailsMask),
                            .particle = std::nullopt};
    if ((bits & kParticle) != 0) {
      request.particle = static_cast<ParticleId>(bits);
    }
    return request;
  }

  std::atomic<std::uint64_t> packed_{0};
};

}  // namespace scree
