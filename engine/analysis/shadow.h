#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "engine/analysis/oracle.h"

// Shadow mode: a run that is solved in full, beside which the sensors of the reduction only say what they would split.
// What then really moves tells how good they are, without the feedback that a wrong merge has (reduction.md 3.8).
namespace scree {

/// The sensors that can be read off the contacts of a run solved in full.
enum class ShadowSensor : std::uint8_t {
  front,    ///< a neighbour that is not of its part moves faster than the front speed against its carrier
  contact,  ///< contact split with its depth
  force     ///< forces of the step's contacts miss those of the rigid motion by more than trialForce
};
constexpr std::size_t kShadowSensorCount = 3;
constexpr std::array<std::string_view, kShadowSensorCount> kShadowSensorNames = {"front", "contact", "force"};

struct ShadowSettings {
  /// Merge limits and window say who would be a member, the limits of the sensors whom they would split; whether a
  /// sensor is switched on does not matter.
  ReductionParameters reduction;
  double distance = 0.05;  ///< diameters that a member must move against its carrier to be one that should be split
  double horizon = 0.1;    ///< s within which it does so
  int every = 1;           ///< steps from one judgement of all members to the next
};

/// How often a sensor was right, over all members that were judged and whose horizon has passed.
struct ShadowScore {
  std::size_t movers = 0;   ///< that moved
  std::size_t resters = 0;  ///< that did not
  std::size_t hits = 0;     ///< movers that it would have split in the step they were judged in
  std::size_t timely = 0;   ///< or later, but before they had gone the distance
  std::size_t alarms = 0;   ///< resters that it would have split

  double recall() const { return movers == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(movers); }
  double timelyRecall() const { return movers == 0 ? 0.0 : static_cast<double>(timely) / static_cast<double>(movers); }
  double falseAlarms() const { return resters == 0 ? 0.0 : static_cast<double>(alarms) / static_cast<double>(resters); }
};

/// What the sensors said of a member, and whether it then moved.
struct ShadowDecision {
  double time = 0.0;  ///< s, of the judgement
  ParticleId id = 0;
  bool moved = false;
  std::array<bool, kShadowSensorCount> atOnce{};  ///< by sensor: it would have split the member in that step
  std::array<bool, kShadowSensorCount> inTime{};  ///< or in a later one, before the member had moved
};

/// Members are particles that the oracle finds connected with a body; floating parts are not judged, as nothing says
/// how they should go on. A particle that leaves before its horizon has passed counts nowhere.
class Shadow {
 public:
  explicit Shadow(const ShadowSettings& settings);

  /// Call after every step of a run without merging.
  void add(const World& world, const StepData& data);
  ShadowScore score(ShadowSensor sensor) const { return scores_[static_cast<std::size_t>(sensor)]; }
  /// By time, of those members that moved or that a sensor would have split at once: what the scores tell but for those
  /// to whom nothing happened.
  const std::vector<ShadowDecision>& decisions() const { return log_; }
  /// Whether the sensor would have split the particle in the last step.
  bool wouldSplit(ShadowSensor sensor, std::uint32_t slot) const {
    return decisions_[static_cast<std::size_t>(sensor)][slot] != 0;
  }
  const Oracle& oracle() const { return oracle_; }

 private:
  /// A member on trial.
  struct Case {
    ParticleId id = 0;
    Carried carried;
    Vec3 place = Vec3::Zero();  ///< in the frame of its carrier
    double distance = 0.0;      ///< m that make it a mover
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
  Oracle oracle_;
  std::array<std::vector<char>, kShadowSensorCount> decisions_;  ///< by sensor and slot
  std::array<ShadowScore, kShadowSensorCount> scores_;
  std::deque<Judgement> judgements_;  ///< oldest first
  std::vector<ShadowDecision> log_;
  std::vector<std::vector<Vec3>> travels_;  ///< by body and shape: way of its surface, in the frame of the body [m]
  std::vector<Body> bodiesBefore_;          ///< with their velocities in the last step
  std::size_t steps_ = 0;
};

}  // namespace scree
