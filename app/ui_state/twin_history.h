#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "engine/snapshot/snapshot.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

/// What a run and its twin differed in over the last half minute of simulated time, from the snapshots that the window
/// saw. Costs and drives are means between them, so that nothing is lost with a snapshot that was not seen.
class TwinHistory {
 public:
  static constexpr double kSpan = 30.0;  ///< s
  static constexpr double kBin = 0.25;   ///< s

  struct Bin {
    std::int64_t index = 0;            ///< begins at index * kBin
    double time = 0.0;                 ///< s, of its newest snapshot, of which all but the means is
    double speedUp = 0.0;              ///< mean since the bin before; 0 when nothing was stepped
    double angle = 0.0;                ///< rad, difference of the angles of repose
    double potential = 0.0;            ///< J, difference
    std::array<double, 2> drive{};     ///< N m or W: of the run and its twin, mean since the bin before
    double rms = 0.0;                  ///< m, root mean square of the ways between grains and their twins
    std::array<double, 2> cost{};      ///< s, sums since the twin began
    std::array<double, 2> driveSum{};  ///< N m s or J, likewise
  };

  /// Takes note of a snapshot. None of a twin, another twin, or a time that went back, starts afresh.
  void add(const Snapshot& snapshot);
  const std::deque<Bin>& bins() const { return bins_; }  ///< by time
  double time() const { return time_; }                  ///< of the newest snapshot [s]
  /// Mean over about the last second of what the drives gave [N m or W].
  std::array<double, 2> recentDrive() const;

 private:
  std::deque<Bin> bins_;
  Bin before_;  ///< what the newest bin's means count from
  std::uint64_t world_ = 0;
  std::uint64_t begun_ = 0;
  double time_ = 0.0;
};

/// What of the drives is compared: the torque of the first body that turns, or the power of all when none does.
struct DriveMeasure {
  bool exists = false;
  bool isTorque = false;
  std::string body;             ///< that turns
  std::array<double, 2> sum{};  ///< N m s or J since the twin began
};
DriveMeasure driveMeasure(const Snapshot& snapshot);

}  // namespace scree
