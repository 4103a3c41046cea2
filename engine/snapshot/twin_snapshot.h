#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/twin.h"
#include "engine/snapshot/snapshot.h"
#include "engine/snapshot/twin_choice.h"

// Pairs are of the run shown first and of its twin, in this order.
namespace scree {

/// What stepping a run costs.
struct TwinCost {
  double step = 0.0;   ///< s a step, smoothed over about a second
  double total = 0.0;  ///< s, of all steps since the twin began
};

/// What a driven body was given by its drives since the twin began.
struct TwinDrive {
  std::uint32_t body = 0;
  bool turns = false;             ///< about a fixed axis; else `impulse` is 0
  std::array<double, 2> impulse;  ///< N m s: the torque about that axis that turns it, over time
  std::array<double, 2> work;     ///< J
};

constexpr int kOracleEvery = 10;     // steps from one answer of the oracle to the next
constexpr double kOracleSpan = 2.0;  // s, simulated, of means

/// Reduction level h of the run shown, and the largest one that any method could reach with its merge limits, which its
/// twin in full tells: engine/analysis/oracle.h.
struct OracleReading {
  double own = 0.0;   ///< in the newest step of which it is known ...
  double most = 0.0;  ///< ... and what could be reached there
  double meanOwn = 0.0;
  double meanMost = 0.0;  ///< means over ...
  double span = 0.0;      ///< s, simulated: the last kOracleSpan, or less while it is not known for so long

  bool operator==(const OracleReading&) const = default;
};

/// A run beside the one shown: from the same state, to the same simulated time.
struct TwinSnapshot {
  TwinChoice choice;
  std::uint64_t begun = 0;  ///< tells one twin from another, of the same world too
  std::uint64_t steps = 0;  ///< taken side by side
  double since = 0.0;       ///< s, simulated, when they were the same
  std::shared_ptr<const Snapshot> other;
  std::array<TwinCost, 2> cost;
  bool processorTime = true;                   ///< what costs are measured in; else wall time
  TwinReading reading;                         ///< the run shown less its twin, at this moment, but for its `torques`
  std::vector<TwinDrive> drives;               ///< of the bodies that have any
  std::optional<std::array<double, 2>> angle;  ///< rad, of repose, lately: angleOfRepose()
  bool drum = false;                           ///< that angle is one in a drum that turns, else of a heap
  std::optional<OracleReading> oracle;         ///< when it was requested and the twin merges nothing
};

/// How many times faster the run shown is stepped than its twin, smoothed over about a second; 0 before the first step.
double speedUp(const TwinSnapshot& twin);
/// The same of all steps since the twin began.
double totalSpeedUp(const TwinSnapshot& twin);

}  // namespace scree
