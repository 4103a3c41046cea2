#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "engine/snapshot/snapshot.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

/// Differences between a run and its twin over the last half minute of simulated time, from the snapshots that the
/// window took. Costs and drives are means between snapshots, so a skipped snapshot loses nothing.
class TwinHistory {
 public:
  static constexpr double kSpan = 30.0;  ///< simulated time kept [s]
  static constexpr double kBin = 0.25;   ///< length of a bin [s]

  /// Values of the newest snapshot of the bin; speed-up and drives are means since the last snapshot of the bin before.
  struct Bin {
    std::int64_t index = 0;            ///< the bin begins at time index * kBin
    double time = 0.0;                 ///< time of the newest snapshot [s]
    double speedUp = 0.0;              ///< cost of the twin over cost of the run, mean; 0 if the run cost nothing
    double angle = 0.0;                ///< difference of the angles of repose, run minus twin [rad]
    std::optional<double> twinAngle;   ///< angle of repose of the twin [°]
    double potential = 0.0;            ///< difference of the potential energies [J]
    std::array<double, 2> drive{};     ///< torque or power of the drives of run and twin, mean [N m or W]
    double rms = 0.0;                  ///< root mean square distance between grains and their twins [m]
    std::array<double, 2> cost{};      ///< computing time of run and twin since the twin began [s]
    std::array<double, 2> driveSum{};  ///< time integral of `drive` since the twin began [N m s or J]
  };

  /// Adds a snapshot. Clears the history first if there is no twin, the world or the twin is another one, or time has
  /// gone back.
  void add(const Snapshot& snapshot);
  const std::deque<Bin>& bins() const { return bins_; }  ///< bins by time
  double time() const { return time_; }                  ///< time of the newest snapshot [s]
  /// Torque or power of the drives of run and twin, mean over about the last second [N m or W].
  std::array<double, 2> recentDrive() const;

 private:
  std::deque<Bin> bins_;
  Bin before_;  ///< start of the means of the newest bin
  std::uint64_t world_ = 0;
  std::uint64_t begun_ = 0;
  double time_ = 0.0;
};

/// Quantity of the drives that is compared: torque of the first drive that turns, or power of all drives if none turns.
struct DriveMeasure {
  bool exists = false;
  bool isTorque = false;
  std::string body;             ///< name of the body that turns
  std::array<double, 2> sum{};  ///< time integral of torque or power since the twin began [N m s or J]
};
/// Reads the drives of a snapshot, which must have a twin.
DriveMeasure driveMeasure(const Snapshot& snapshot);

}  // namespace scree
