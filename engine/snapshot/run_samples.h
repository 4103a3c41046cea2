#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "engine/snapshot/sample_rows.h"
#include "engine/world/world.h"

// Samples of every step, for plots: columns over time.
namespace scree {

struct StepData;

/// Numbers of the population of granules over a window of time that ends with a step.
struct GranuleSample {
  double d10 = 0.0;         ///< of the run, by volume [m]
  double d50 = 0.0;         ///< m
  double d90 = 0.0;         ///< m
  double balanceD50 = 0.0;  ///< of the balance [m]; not a number without one
  double growth = 0.0;      ///< mean of a granule by layering [m/s]
  double collisions = 0.0;  ///< 1/s
  double joins = 0.0;       ///< 1/s
  double breaks = 0.0;      ///< 1/s
};

/// Samples a row of each step, of one world after the other. Bounded: the oldest rows are dropped.
class RunSampler {
 public:
  /// Begins with another world, which has other columns. Numbers of rows go on.
  void begin(const World& world);
  /// Adds the row of the step that the world has just made, as part of this branch of the run.
  void add(const World& world, const StepData& data, std::uint64_t branch);
  /// Sets the angle of repose [rad] in the row of the last step, if `step` is that one.
  void setAngle(std::uint64_t step, double angle);
  /// Sets the numbers of granules in the row of the last step, if `step` is that one. Without effect in a world that
  /// began without granulation, which has no columns for them.
  void setGranules(std::uint64_t step, const GranuleSample& sample);
  /// Shares all rows; returns the same object until more are added.
  std::shared_ptr<const RunSamples> share() { return rows_.share(); }

 private:
  /// Mass that has left through a sink up to a time.
  struct Passed {
    double time = 0.0;  ///< s
    double mass = 0.0;  ///< kg
  };

  /// Body that a drive moves.
  struct Driven {
    std::uint32_t body = 0;
    bool turns = false;
  };

  double flowOf(std::size_t sink, const Passed& now);

  SampleRows rows_;
  std::vector<Driven> driven_;
  std::vector<std::deque<Passed>> passed_;  ///< departed masses by sink, over the span of the mean flow
};

}  // namespace scree
