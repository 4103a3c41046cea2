#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "engine/analysis/oracle.h"

// Shadow mode: a run is solved in full, and beside it the sensors of the reduction only name the members that they
// would split. The motion of these members rates the sensors, without the feedback of a wrong merge.
namespace scree {

/// Sensors that can be evaluated from the contacts of a run solved in full.
enum class ShadowSensor : std::uint8_t {
  front,    ///< a neighbour from another part moves faster than the front speed against the member's carrier
  contact,  ///< contact split with its depth
  force     ///< contact forces of the step differ from those of the rigid motion by more than trialForce
};
constexpr std::size_t kShadowSensorCount = 3;
constexpr std::array<std::string_view, kShadowSensorCount> kShadowSensorNames = {"front", "contact", "force"};

struct ShadowSettings {
  /// Merge limits and window select the members, the limits of the sensors the splits; the switches of the sensors do
  /// not matter.
  ReductionParameters reduction;
  double diameter = 0.0;   ///< mean diameter of the grains, whose units the limits have [m]
  double distance = 0.05;  ///< way of a member against its carrier that makes it a mover, in diameters
  double horizon = 0.1;    ///< time after a judgement within which a mover moves [s]
  int every = 1;           ///< steps between judgements of all members
};

/// Score of a sensor over all judged members whose horizon has passed.
struct ShadowScore {
  std::size_t movers = 0;   ///< members that moved
  std::size_t resters = 0;  ///< members that did not move
  std::size_t hits = 0;     ///< movers that the sensor would have split in the step of the judgement
  std::size_t timely = 0;   ///< movers that it would have split in that step or later, before they had moved
  std::size_t alarms = 0;   ///< resters that it would have split in the step of the judgement

  double recall() const { return movers == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(movers); }
  double timelyRecall() const { return movers == 0 ? 0.0 : static_cast<double>(timely) / static_cast<double>(movers); }
  double falseAlarms() const { return resters == 0 ? 0.0 : static_cast<double>(alarms) / static_cast<double>(resters); }
};

/// Result of one judgement of a member: verdicts of the sensors, and the motion of the member.
struct ShadowDecision {
  double time = 0.0;  ///< time of the judgement [s]
  ParticleId id = 0;
  bool moved = false;
  /// by sensor: it would have split the member in the step of the judgement
  std::array<bool, kShadowSensorCount> atOnce{};
  /// by sensor: it would have split the member in that step or later, before the member had moved
  std::array<bool, kShadowSensorCount> inTime{};
};

/// Rates sensors. Members are particles that the oracle finds connected with a body; floating parts are not judged, as
/// their rigid motion is not known. A particle that leaves before its horizon has passed counts nowhere.
class Shadow {
 public:
  explicit Shadow(const ShadowSettings& settings);

  /// Judges members and updates scores from the last step. Call it after every step of a run without merging.
  void add(const World& world, const StepData& data);
  ShadowScore score(ShadowSensor sensor) const { return scores_[static_cast<std::size_t>(sensor)]; }
  /// Results by time, of members that moved or that a sensor would have split at once: the scores without members that
  /// rested unnoticed.
  const std::vector<ShadowDecision>& decisions() const { return log_; }
  /// True if the sensor would have split the particle in the last step.
  bool wouldSplit(ShadowSensor sensor, std::uint32_t slot) const {
    return decisions_[static_cast<std::size_t>(sensor)][slot] != 0;
  }
  const Oracle& oracle() const { return oracle_; }

 private:
  /// Member under judgement.
  struct Case {
    ParticleId id = 0;
    Carried carried;
    Vec3 place = Vec3::Zero();  ///< place in the frame of its carrier at the judgement [m]
    double distance = 0.0;      ///< way that makes it a mover [m]
    bool moved = false;
    std::array<bool, kShadowSensorCount> atOnce{};
    std::array<bool, kShadowSensorCount> inTime{};
  };
  struct Judgement {
    double time = 0.0;  ///< s
    std::vector<Case> cases;
  };

  void decide(const World& world, const StepData& data);
  void decideFront(const World& world, const StepData& data, std::vector<char>& split) const;
  void decideContact(const World& world, const StepData& data, std::vector<char>& split) const;
  void decideForce(const World& world, const StepData& data, std::vector<char>& split) const;
  Vec3 carrierAcceleration(const World& world, const Carried& carried, const Vec3& p) const;
  void moveBelts(const World& world);
  Vec3 placeOnCarrier(const World& world, const Carried& carried, const Vec3& p) const;
  void follow(const World& world, Judgement& judgement) const;
  void begin(const World& world);
  void close(const Judgement& judgement);

  ShadowSettings settings_;
  ReductionLimits limits_;
  Oracle oracle_;
  std::array<std::vector<char>, kShadowSensorCount> decisions_;  ///< verdicts of the last step, by sensor and slot
  std::array<ShadowScore, kShadowSensorCount> scores_;
  std::deque<Judgement> judgements_;  ///< oldest first
  std::vector<ShadowDecision> log_;
  std::vector<std::vector<Vec3>> travels_;  ///< way of each surface in the frame of its body [m], by body and shape
  std::vector<Body> bodiesBefore_;          ///< bodies with their velocities in the last step
  std::size_t steps_ = 0;
};

}  // namespace scree
