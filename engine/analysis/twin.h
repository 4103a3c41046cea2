#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/world/world.h"

namespace scree {

struct StepData;

/// What a body under test felt more than the same body of the other world.
struct TwinTorque {
  std::uint32_t body = 0;
  Vec3 first = Vec3::Zero();       ///< N m, mean since the last reading
  Vec3 difference = Vec3::Zero();  ///< second less first
};

/// How far two worlds are apart: second less first.
struct TwinReading {
  double time = 0.0;                ///< s
  Vec3 centre = Vec3::Zero();       ///< of mass [m]
  double potential = 0.0;           ///< J
  double kinetic = 0.0;             ///< J
  std::size_t compared = 0;         ///< particles that are in both
  double largest = 0.0;             ///< m: largest distance between a particle and its twin
  double rms = 0.0;                 ///< m: root mean square of these
  std::int64_t left = 0;            ///< particles that left through sinks since the start
  double leftMass = 0.0;            ///< kg
  std::vector<TwinTorque> torques;  ///< of the driven bodies
};

/// How far two worlds that have the same bodies are apart now, but for torques, which are of steps. Members of
/// aggregates get their places in both.
TwinReading differenceOf(World& first, World& second);

/// Two worlds from one state, stepped together: what merging changes, before chaos hides it.
class Twin {
 public:
  /// The same state twice, without and with merging by `reduction`.
  Twin(const World& state, const ReductionParameters& reduction);
  /// Any two worlds that have the same bodies.
  Twin(World first, World second);
  ~Twin();
  Twin(Twin&&) noexcept;
  Twin& operator=(Twin&&) noexcept;

  void step();
  TwinReading read();

  World& first() { return first_.world; }
  World& second() { return second_.world; }
  const StepData& firstData() const { return *first_.data; }
  const StepData& secondData() const { return *second_.data; }

 private:
  struct Side {
    World world;
    std::unique_ptr<StepData> data;
    std::vector<Vec3> torques;  ///< by body, sums since the last reading
    std::size_t leftBefore = 0;
    double leftMassBefore = 0.0;
  };
  static void begin(Side& side);
  static void advance(Side& side);

  Side first_;
  Side second_;
  std::size_t steps_ = 0;  ///< since the last reading
};

}  // namespace scree
