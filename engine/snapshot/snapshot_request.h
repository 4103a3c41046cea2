#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "engine/analysis/fields/field_values.h"
#include "engine/snapshot/bed_reading.h"
#include "engine/snapshot/matter/matter_reading.h"
#include "engine/snapshot/trails.h"
#include "engine/world/particles.h"

namespace scree {

/// Request for coarse-grained fields.
struct FieldRequest {
  std::optional<FieldScalar> ofGrains;  ///< field at the centres of the grains
  std::optional<FieldScalar> map;       ///< field at the nodes
  std::uint8_t tenths = 12;             ///< width of the weight in tenths of mean diameters
  bool mean = false;                    ///< means over the states shown, in place of the present state
  std::uint8_t run = 0;                 ///< number of the mean, 0 to 15: another one begins anew

  bool operator==(const FieldRequest&) const = default;
  bool any() const { return ofGrains.has_value() || map.has_value(); }
  double width() const { return 0.1 * static_cast<double>(tenths); }
};

/// Request for optional lists of a snapshot. A list costs time only while it is requested, and never changes a result.
struct SnapshotRequest {
  bool contacts = false;       ///< contacts with their forces, inside aggregates too
  bool carriedSpeed = false;   ///< speeds of the particles against their carriers
  bool splitDistance = false;  ///< distances of members from a split
  bool residual = false;       ///< residuals of the rows at each grain
  bool oracle = false;         ///< upper bound of merging, while a twin without merging runs
  TrailRequest trails = TrailRequest::none;
  std::optional<ParticleId> particle;  ///< particle of which the trail and the reason for being free are shown
  FieldRequest fields = {};
  bool network = false;  ///< statistics of the force network
  MatterRequest matter = {};
  BedRequest bed = {};  ///< landings on the widest belt and their bed

  bool operator==(const SnapshotRequest&) const = default;
};

/// Request that one thread sets and another one reads.
class SharedRequest {
 public:
  /// Sets the request; true when it differs from the one before.
  bool set(const SnapshotRequest& request) {
    const bool isOther = packed_.exchange(packed(request)) != packed(request);
    return bed_.exchange(packed(request.bed)) != packed(request.bed) || isOther;
  }
  SnapshotRequest get() const {
    SnapshotRequest request = unpacked(packed_.load());
    request.bed = unpackedBed(bed_.load());
    return request;
  }

 private:
  static constexpr std::uint64_t kContacts = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kCarriedSpeed = std::uint64_t{1} << 33;
  static constexpr std::uint64_t kSplitDistance = std::uint64_t{1} << 34;
  static constexpr std::uint64_t kParticle = std::uint64_t{1} << 35;
  static constexpr std::uint64_t kResidual = std::uint64_t{1} << 36;
  static constexpr int kTrailsShift = 37;
  static constexpr std::uint64_t kTrailsMask = 3;
  static constexpr std::uint64_t kOracle = std::uint64_t{1} << 39;

  static constexpr int kGrainFieldShift = 40;  // 0: none, else the field's number and one
  static constexpr int kMapFieldShift = 43;
  static constexpr std::uint64_t kFieldMask = 7;
  static constexpr std::uint64_t kMean = std::uint64_t{1} << 46;
  static constexpr int kTenthsShift = 47;
  static constexpr std::uint64_t kTenthsMask = 255;
  static constexpr int kRunShift = 55;
  static constexpr std::uint64_t kRunMask = 15;

  static constexpr std::uint64_t kNetwork = std::uint64_t{1} << 59;

  static constexpr std::uint64_t kGrainMatter = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kBridges = std::uint64_t{1} << 61;

  static std::uint64_t packedField(std::optional<FieldScalar> field) {
    return field ? static_cast<std::uint64_t>(*field) + 1 : 0;
  }
  static std::optional<FieldScalar> unpackedField(std::uint64_t bits) {
    return bits == 0 ? std::nullopt : std::optional(static_cast<FieldScalar>(bits - 1));
  }
  static std::uint64_t packed(const FieldRequest& f) {
    return packedField(f.ofGrains) << kGrainFieldShift | packedField(f.map) << kMapFieldShift | (f.mean ? kMean : 0) |
           static_cast<std::uint64_t>(f.tenths) << kTenthsShift | (f.run & kRunMask) << kRunShift;
  }
  static FieldRequest unpackedFields(std::uint64_t bits) {
    return {.ofGrains = unpackedField(bits >> kGrainFieldShift & kFieldMask),
            .map = unpackedField(bits >> kMapFieldShift & kFieldMask),
            .tenths = static_cast<std::uint8_t>(bits >> kTenthsShift & kTenthsMask),
            .mean = (bits & kMean) != 0,
            .run = static_cast<std::uint8_t>(bits >> kRunShift & kRunMask)};
  }
  static std::uint64_t packed(const SnapshotRequest& w) {
    return (w.contacts ? kContacts : 0) | (w.carriedSpeed ? kCarriedSpeed : 0) |
           (w.splitDistance ? kSplitDistance : 0) | (w.residual ? kResidual : 0) | (w.oracle ? kOracle : 0) |
           (static_cast<std::uint64_t>(w.trails) << kTrailsShift) | (w.particle ? kParticle | *w.particle : 0) |
           packed(w.fields) | (w.network ? kNetwork : 0) | (w.matter.grains ? kGrainMatter : 0) |
           (w.matter.bridges ? kBridges : 0);
  }
  static SnapshotRequest unpacked(std::uint64_t bits) {
    SnapshotRequest request{.contacts = (bits & kContacts) != 0,
                            .carriedSpeed = (bits & kCarriedSpeed) != 0,
                            .splitDistance = (bits & kSplitDistance) != 0,
                            .residual = (bits & kResidual) != 0,
                            .oracle = (bits & kOracle) != 0,
                            .trails = static_cast<TrailRequest>((bits >> kTrailsShift) & kTrailsMask),
                            .particle = std::nullopt,
                            .fields = unpackedFields(bits),
                            .network = (bits & kNetwork) != 0,
                            .matter = {.grains = (bits & kGrainMatter) != 0, .bridges = (bits & kBridges) != 0}};
    if ((bits & kParticle) != 0) {
      request.particle = static_cast<ParticleId>(bits);
    }
    return request;
  }

  static std::uint64_t packed(const BedRequest& bed) {
    return static_cast<std::uint64_t>(bed.watch) << 32 | std::bit_cast<std::uint32_t>(bed.seconds);
  }
  static BedRequest unpackedBed(std::uint64_t bits) {
    return {.watch = static_cast<BedWatch>(bits >> 32),
            .seconds = std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  }

  std::atomic<std::uint64_t> packed_{packed(SnapshotRequest{})};
  std::atomic<std::uint64_t> bed_{packed(BedRequest{})};
};

}  // namespace scree
