#pragma once

#include <cstddef>
#include <vector>

#include "engine/analysis/contact_velocity.h"

// How far a run could be reduced by a method that knows what moves: measured on a run that is solved in full, it is the
// bound that reduced runs are compared with (reduction.md 3.8).
namespace scree {

/// When a contact counts as moving as one.
struct OracleSetting {
  double normalIn = 2.5e-3;  ///< m/s
  double normalOut = 2.5e-3;
  double tangential = 2.5e-3;
  double rolling = 0.5;  ///< rad/s
  int window = 1;        ///< steps in a row

  bool operator==(const OracleSetting&) const = default;
};
/// The merge limits and the window of these parameters; limits on accelerations and "breathe" are left out.
OracleSetting oracleSettingOf(const ReductionParameters& parameters);

/// Particles that move as one, by slot.
struct OracleParts {
  std::vector<std::uint32_t> part;  ///< the lowest slot of its part
  std::vector<Carried> carried;     ///< what carries its part
  ReductionLevel level;
  /// Particles on a body that move no faster against it than the tangential limit. Others of its part do, as each
  /// contact may slide a little: merging would hold them still.
  std::size_t still = 0;

  /// Units that parts of several particles save that nothing carries: what aggregates that float are worth at most.
  std::size_t adrift = 0;

  double stillShare() const { return shareOf(still); }
  double adriftShare() const { return shareOf(adrift); }

 private:
  double shareOf(std::size_t count) const {
    return part.empty() ? 0.0 : static_cast<double>(count) / static_cast<double>(part.size());
  }
};

/// Contacts that were within the limits for the window connect; frictionless ones connect nothing. Parts that are
/// connected with a body count no unit, others one each (METHOD.md 10.18). Of parts on several carriers the first
/// contact says which one is named.
class Oracle {
 public:
  explicit Oracle(std::vector<OracleSetting> settings);

  /// Call after every step of a run without merging.
  void add(const World& world, const StepData& data);

  const std::vector<OracleSetting>& settings() const { return settings_; }
  /// Of the last step, by index of the setting.
  double level(std::size_t setting = 0) const { return parts(setting).level.level(); }
  const OracleParts& parts(std::size_t setting = 0) const { return parts_[setting]; }

 private:
  void countQuietSteps(const World& world, const StepData& data);
  void connect(const World& world, const StepData& data, std::size_t setting);

  std::vector<OracleSetting> settings_;
  std::vector<OracleParts> parts_;
  std::vector<ContactKey> keys_;                   ///< of the last step's contacts, ascending
  std::vector<std::vector<std::uint32_t>> quiet_;  ///< by setting, one a contact: steps in a row within the limits
};

}  // namespace scree
