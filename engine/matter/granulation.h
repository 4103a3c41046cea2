#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/random.h"
#include "engine/base/types.h"
#include "engine/matter/granulation_laws.h"

namespace scree {

/// Box that feeds fines or water. Fines lie in it until grains take them up; water goes to the grains in it at once.
struct MatterZone {
  std::string name;
  Pose pose;
  Vec3 halfExtents = Vec3::Constant(0.1);  ///< m
  double rate = 0.0;                       ///< kg/s
  double start = 0.0;                      ///< s
  double stop = 1e300;                     ///< s
  double stored = 0.0;                     ///< mass that lies in it [kg]
  double fed = 0.0;                        ///< mass fed since the start, what lay in it then included [kg]
  double taken = 0.0;                      ///< mass that grains took up [kg]
  double missed = 0.0;                     ///< water that met no grain and left [kg]

  bool contains(const Vec3& place) const {
    return (pose.toLocal(place).cwiseAbs().array() <= halfExtents.array()).all();
  }
};

/// Grain that is smaller than its matter: it grows to its size over a time, so that it does not come to overlap others.
struct Swelling {
  ParticleId id = 0;
  double radius = 0.0;  ///< that it grows to [m]
};

/// Change of a grain that was decided at the end of a step and is made at the start of the next.
struct PendingChange {
  enum class Kind : std::uint8_t { join, split, wear };
  Kind kind = Kind::join;
  ParticleId a = 0;
  ParticleId b = 0;             ///< join: the other
  Vec3 normal = Vec3::UnitZ();  ///< split: of the impact
  double amount = 0.0;          ///< wear: mass lost [kg]
  std::uint64_t since = 0;      ///< step in which it was decided
};

/// Sums over the changes of grains since the start.
struct GranulationSums {
  std::uint64_t collisions = 0;  ///< of grains with grains that were looked at
  std::uint64_t joined = 0;      ///< pairs that became one grain
  std::uint64_t broken = 0;
  std::uint64_t refused = 0;  ///< pairs that found no room, or would have gained energy
  double layered = 0.0;       ///< fines that grains took up [kg]
  double abraded = 0.0;       ///< kg
  double shattered = 0.0;     ///< fines from broken grains [kg]
  double wetted = 0.0;        ///< water that grains took up [kg]
  double lostWater = 0.0;     ///< that went with fines, which count dry [kg]
  double exchanged = 0.0;     ///< water that went from grain to grain [kg]
  double growth = 0.0;        ///< sum of the growth of diameters by layering [m]
  double energyLost = 0.0;    ///< kinetic energy that the changes took [J]
};

/// Everything about granulation that lasts from step to step.
struct Granulation {
  GranulationLaws laws;
  std::vector<MatterZone> fines;
  std::vector<MatterZone> sprays;
  double looseFines = 0.0;  ///< fines in no zone [kg]
  std::vector<PendingChange> pending;
  std::vector<Swelling> swelling;  ///< in order of ids
  GranulationSums sums;
  Random random;

  /// Whether a step has anything to do.
  bool isOn() const {
    return !fines.empty() || !sprays.empty() || laws.exchangeRate > 0.0 || laws.layering == Switch::on ||
           laws.needsCollisions() || !pending.empty() || !swelling.empty();
  }
};

}  // namespace scree
