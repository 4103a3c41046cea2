#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/matter/granulation.h"
#include "engine/matter/granulation_table.h"
#include "engine/snapshot/matter/grain_event_log.h"
#include "engine/world/world.h"

// Water, fines and bridges of a run, as snapshots have them.
namespace scree {

/// Contact whose sides are pulled together: by a bridge of liquid, by adhesion, or both.
struct SnapshotBridge {
  std::uint32_t a = 0;                             ///< slot of the grain
  std::uint32_t b = kNoParticle;                   ///< slot of the second grain; kNoParticle for a body
  std::uint32_t body = kFixedInWorld;              ///< index of the body, of a bridge to a body
  Eigen::Vector3f from = Eigen::Vector3f::Zero();  ///< place on the surface of a, from the drawing origin [m]
  Eigen::Vector3f to = Eigen::Vector3f::Zero();    ///< place on the other surface [m]
  float pull = 0.0f;                               ///< force of attraction [N]
  float volume = 0.0f;                             ///< of the liquid [m³]; 0: adhesion alone
  float gap = 0.0f;                                ///< m, negative where they overlap
};

/// Matter of one grain.
struct GrainMatter {
  ParticleId id = 0;
  double mass = 0.0;      ///< kg, with the water
  double water = 0.0;     ///< kg
  double moisture = 0.0;  ///< water over dry mass
  double gained = 0.0;    ///< fines gained [kg]
  double age = 0.0;       ///< s since it came to be
};

/// Box of fines or of water.
struct SnapshotZone {
  std::string name;
  Pose pose;
  Vec3 halfExtents = Vec3::Zero();  ///< m
  double rate = 0.0;                ///< kg/s
  bool feeds = false;               ///< the time is between start and stop of the feed
  double stored = 0.0;              ///< kg
  double fed = 0.0;                 ///< kg
  double taken = 0.0;               ///< kg
  double missed = 0.0;              ///< kg
};

/// Granulation of a world at one instant.
struct MatterReading {
  bool isOn = false;  ///< a step has something of granulation to do
  GranulationLaws laws;
  std::vector<SnapshotZone> fines;
  std::vector<SnapshotZone> sprays;
  double looseFines = 0.0;  ///< fines in no box [kg]
  double water = 0.0;       ///< of all grains [kg]; counted while granulation is on
  std::size_t bridges = 0;  ///< bridges of liquid that hold
  GranulationSums sums;
  std::shared_ptr<const GrainEvents> events = std::make_shared<const GrainEvents>();  ///< never null

  /// Fines that were fed or came off grains, less those that lie or were taken up [kg]: 0 but for rounding.
  double finesMissing() const;
  /// Water that was fed, less that grains took up or that met none [kg]: 0 but for rounding.
  double waterMissing() const;
};

/// Request for lists of matter; see SnapshotRequest.
struct MatterRequest {
  bool grains = false;   ///< moisture, mass gained and age of all grains
  bool bridges = false;  ///< bridges and adhesions that pull

  bool operator==(const MatterRequest&) const = default;
};

/// Lists by request; those of grains have one entry a grain, or none.
struct MatterLists {
  std::vector<float> moisture;          ///< water over dry mass
  std::vector<float> gained;            ///< fines gained [kg]
  std::vector<float> age;               ///< s since the grain came to be
  std::vector<SnapshotBridge> bridges;  ///< in order of contacts
  std::optional<GrainMatter> picked;    ///< of the requested particle
  std::vector<SnapshotBridge> ofPicked;
};

}  // namespace scree
