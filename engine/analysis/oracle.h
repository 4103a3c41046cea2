#pragma once

#include <cstddef>
#include <vector>

#include "engine/analysis/contact_velocity.h"
#include "engine/world/reduction_limits.h"

// Bound of the reduction of a run, by a method that knows all motions. It is measured on a run that is solved in full,
// and reduced runs are compared with it.
namespace scree {

/// Limits within which a contact counts as moving as one.
struct OracleSetting {
  double normalIn = 2.5e-3;    ///< approach [m/s]
  double normalOut = 2.5e-3;   ///< separation [m/s]
  double tangential = 2.5e-3;  ///< sliding [m/s]
  double rolling = 0.5;        ///< rolling [rad/s]
  int window = 1;              ///< steps in a row within the limits

  bool operator==(const OracleSetting&) const = default;
};
/// Setting from these merge limits and their window; limits on accelerations and "breathe" are left
/// out.
OracleSetting oracleSettingOf(const ReductionLimits& limits);

/// Particles that move as one, by slot.
struct OracleParts {
  std::vector<std::uint32_t> part;  ///< lowest slot of the particle's part
  std::vector<Carried> carried;     ///< carrier of the particle's part
  ReductionLevel level;
  /// Number of particles on a carrier whose speed against it is within the tangential limit. Other particles of a part
  /// are faster, as each contact may slide a little: merging would hold them still.
  std::size_t still = 0;

  /// Number of units saved by parts of several particles without a carrier: the most that floating aggregates can save.
  std::size_t adrift = 0;

  double stillShare() const { return shareOf(still); }
  double adriftShare() const { return shareOf(adrift); }

 private:
  double shareOf(std::size_t count) const {
    return part.empty() ? 0.0 : static_cast<double>(count) / static_cast<double>(part.size());
  }
};

/// Connects particles by contacts that were within the limits for the window; frictionless contacts connect nothing.
/// Parts connected with a body count no unit, others one each (METHOD.md 10.18). A part on several carriers takes the
/// carrier of its first contact.
class Oracle {
 public:
  explicit Oracle(std::vector<OracleSetting> settings);

  /// Updates all settings from the last step. Call it after every step of a run without merging.
  void add(const World& world, const StepData& data);

  const std::vector<OracleSetting>& settings() const { return settings_; }
  /// Reduction level of the last step, by index of the setting.
  double level(std::size_t setting = 0) const { return parts(setting).level.level(); }
  const OracleParts& parts(std::size_t setting = 0) const { return parts_[setting]; }

 private:
  void countQuietSteps(const World& world, const StepData& data);
  void connect(const World& world, const StepData& data, std::size_t setting);

  std::vector<OracleSetting> settings_;
  std::vector<OracleParts> parts_;
  std::vector<ContactKey> keys_;                   ///< keys of the last step's contacts, ascending
  std::vector<std::vector<std::uint32_t>> quiet_;  ///< steps in a row within the limits, by setting and contact
};

}  // namespace scree
