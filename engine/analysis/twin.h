#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Difference of the torque on a body between two worlds.
struct TwinTorque {
  std::uint32_t body = 0;
  Vec3 first = Vec3::Zero();       ///< torque on the body in the first world, mean since the last reading [N m]
  Vec3 difference = Vec3::Zero();  ///< torque in the second world less the first [N m]
};

/// Difference of two worlds: second less first.
struct TwinReading {
  double time = 0.0;                ///< s
  Vec3 centre = Vec3::Zero();       ///< centre of mass [m]
  double potential = 0.0;           ///< potential energy [J]
  double kinetic = 0.0;             ///< kinetic energy [J]
  std::size_t compared = 0;         ///< number of particles that are in both worlds
  double largest = 0.0;             ///< largest distance between a particle and its twin [m]
  double rms = 0.0;                 ///< root mean square of the distances between particles and their twins [m]
  std::int64_t left = 0;            ///< particles that left through sinks; of a Twin since its start
  double leftMass = 0.0;            ///< mass that left through sinks [kg]; of a Twin since its start
  std::vector<TwinTorque> torques;  ///< torques of all bodies that are not static, since the last reading
};

/// Difference of two worlds with the same bodies at present. Torques stay empty, as they are means over steps. Departed
/// particles are all those that the sinks have counted. Gives members of aggregates their places in both.
TwinReading differenceOf(World& first, World& second);

/// Twin worlds from one state, stepped together: shows the effect of merging before chaos hides it.
class Twin {
 public:
  /// Copies the state twice, without merging and with merging by `reduction`.
  Twin(const World& state, const ReductionParameters& reduction);
  /// Takes any two worlds with the same bodies.
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
    std::vector<Vec3> torques;  ///< sums of torques since the last reading, by body [N m]
    std::size_t leftBefore = 0;
    double leftMassBefore = 0.0;
  };
  static void begin(Side& side);
  static void advance(Side& side);

  Side first_;
  Side second_;
  std::size_t steps_ = 0;  ///< steps since the last reading
};

}  // namespace scree
