#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/types.h"

namespace scree {

/// Start of a solve (W): zero, a fixed share of the last multipliers, the contact law, or a share of the last
/// multipliers that falls with the speed at which the contact moves.
enum class WarmStart : std::uint8_t { off, history, model, adaptive };
/// How the contact rows are solved: batched single-precision Gauss-Seidel, its nonlinear conjugate gradient in double
/// precision (NNCG), or the scalar double-precision Gauss-Seidel that the others are checked against.
enum class Method : std::uint8_t { pgs, nncg, scalar, smooth };
/// Where restitution acts: in a solve of its own before the continuous one (METHOD.md 6), or in the rows of that one.
enum class Impacts : std::uint8_t { stage, joined };
/// Answer to a finding of the guard (engine/step/watch.h).
enum class GuardAction : std::uint8_t { stop, warn, off };
/// Whether something is done.
enum class Switch : std::uint8_t { off, on };

/// When grains merge into aggregates and when they split off again (METHOD.md 10). Numbers are in units of the grains,
/// √(g d) for speeds and √(d/g) for times, d the mean diameter (engine/world/reduction_limits.h). Limits that may be 0
/// are then absent. Defaults are those of ReductionPreset::local.
/// Limits within which a contact may merge; those in SI units are the published ones, and 0 where `speed` stands for
/// them. Those of accelerations are off at 0.
struct MergeLimits {
  double speed = 7.5e-3;            ///< √(g d): sliding, and rolling at the rim; 0.4 of it approach and separation
  double time = 1.0;                ///< √(d/g) within the limits; with the front split on
  double wait = 1.7;                ///< √(d/g) of quarantine after a split
  int smallestFloating = 1000;      ///< members of an aggregate that nothing carries; 0: there is none
  double normalIn = 0.0;            ///< ξ_n^i, approaching [m/s]
  double normalOut = 0.0;           ///< separating [m/s]
  double tangential = 0.0;          ///< sliding [m/s]
  double rolling = 0.0;             ///< rad/s
  double normalAcceleration = 0.0;  ///< m/s²
  double tangentialAcceleration = 0.0;  ///< m/s²
  double rollingAcceleration = 0.0;     ///< rad/s²
  int window = 1;                       ///< steps in a row within the limits, at least

  bool operator==(const MergeLimits&) const = default;
};

/// Splitting by relative speed and by impacts.
struct FrontSplit {
  Switch split = Switch::on;
  double speed = 0.0225;     ///< √(g d)
  double impactDepth = 0.9;  ///< √(g d) a layer

  bool operator==(const FrontSplit&) const = default;
};

/// Load that contacts of members must carry.
struct LoadLimits {
  double balance = 0.05;  ///< force out of balance that is left, over the weight and all forces on a member
  double bearing = 0.2;   ///< change of what contacts bear, over what they bore
  double change = 0.02;   ///< of the acceleration, parts of gravity

  bool operator==(const LoadLimits&) const = default;
};

/// The published contact split (METHOD.md 10.7); a limit of 0 is off.
struct ContactSplitLimits {
  Switch split = Switch::off;
  double normalIn = 0.15;    ///< m/s
  double normalOut = 0.0;    ///< m/s
  double tangential = 0.15;  ///< m/s
  double rolling = 0.0;      ///< rad/s
  int depth = 2;             ///< contacts

  bool operator==(const ContactSplitLimits&) const = default;
};

/// The published trial solve; a limit of 0 is off.
struct TrialSplitLimits {
  Switch split = Switch::off;
  int sweeps = 50;
  double normalIn = 0.0;    ///< m/s
  double normalOut = 0.0;   ///< m/s
  double tangential = 0.0;  ///< m/s
  double force = 0.15;      ///< a share
  double torque = 0.0;      ///< a share

  bool operator==(const TrialSplitLimits&) const = default;
};

/// Patches of members that are split off from time to time to see whether they would stay.
struct AuditLimits {
  Switch split = Switch::on;
  double time = 3.0;    ///< √(d/g)
  double share = 1e-3;  ///< of the members, in a step

  bool operator==(const AuditLimits&) const = default;
};

/// Merging and splitting; meanings, ranges and sources are in parameterTable().
struct ReductionParameters {
  Switch merging = Switch::off;
  MergeLimits merge;
  FrontSplit front;
  LoadLimits load;
  AuditLimits audit;
  ContactSplitLimits contact;
  TrialSplitLimits trial;

  bool operator==(const ReductionParameters&) const = default;
};

/// Everything about stepping that a user may change, also while running. Meanings, units, ranges and sources are in
/// parameterTable(); defaults are those of METHOD.md 16.2.
struct Parameters {
  double timeStep = 5e-3;
  Vec3 gravity = Vec3(0.0, 0.0, -9.81);
  int sweeps = 150;
  int impactSweeps = 150;
  double tolerance = 0.0;
  double restTolerance = 0.0;
  int substeps = 1;
  int mostSubsteps = 1;
  Method method = Method::pgs;
  WarmStart warmStart = WarmStart::history;
  double warmStartFactor = 0.85;
  double warmStartSpeed = 0.0;
  double warmStartFloor = 0.5;
  double overRelaxation = 1.0;
  Impacts impacts = Impacts::stage;
  double impactSpeed = 0.05;
  double stabilisationSteps = 2.0;
  double regularisation = 1e-6;
  double collisionTime = 0.0;
  int threads = 0;  ///< 0: as many as pay off
  GuardAction guard = GuardAction::stop;
  ReductionParameters reduction;
  Bounds bounds;
};

/// Numeric parameters a user can set one by one.
enum class ParameterKey : std::uint8_t {
  timeStep,
  gravityX,
  gravityY,
  gravityZ,
  substeps,
  mostSubsteps,
  sweeps,
  impactSweeps,
  tolerance,
  restTolerance,
  warmStartFactor,
  warmStartSpeed,
  warmStartFloor,
  overRelaxation,
  impactSpeed,
  stabilisationSteps,
  regularisation,
  collisionTime,
  threads,
  mergeSpeed,
  mergeTime,
  waitTime,
  smallestFloating,
  splitSpeed,
  impactDepth,
  balance,
  bearing,
  loadChange,
  auditTime,
  auditShare,
  mergeNormalIn,
  mergeNormalOut,
  mergeTangential,
  mergeRolling,
  mergeNormalAcceleration,
  mergeTangentialAcceleration,
  mergeRollingAcceleration,
  mergeWindow,
  contactNormalIn,
  contactNormalOut,
  contactTangential,
  contactRolling,
  contactDepth,
  trialSweeps,
  trialNormalIn,
  trialNormalOut,
  trialTangential,
  trialForce,
  trialTorque,
};
/// Parameters from here on are of the reduction.
constexpr ParameterKey kFirstReductionKey = ParameterKey::mergeSpeed;

/// How a parameter is shown, read and checked.
struct ParameterInfo {
  ParameterKey key;
  std::string_view name;     ///< key in scene files and --set
  std::string_view label;    ///< in panels
  std::string_view unit;     ///< SI, empty when a number
  std::string_view meaning;  ///< one sentence
  std::string_view source;   ///< where the formula or default comes from
  double minimum;
  double maximum;
  bool whole;        ///< an integer
  bool logarithmic;  ///< for sliders
};

std::span<const ParameterInfo> parameterTable();
const ParameterInfo& infoOf(ParameterKey key);
double valueOf(const Parameters& parameters, ParameterKey key);
/// Sets one parameter. Returns an empty string, or why the value is refused (not finite, out of range), in which case
/// nothing changed.
std::string setValue(Parameters& parameters, ParameterKey key, double value);

/// Parameters that are one of a few.
enum class ChoiceKey : std::uint8_t {
  method,
  warmStart,
  impacts,
  guard,
  merging,
  frontSplit,
  contactSplit,
  trialSplit,
  auditSplit
};
/// Choices from here on are of the reduction.
constexpr ChoiceKey kFirstReductionChoice = ChoiceKey::merging;

struct ChoiceValue {
  std::string_view name;     ///< in scene files and --set
  std::string_view meaning;  ///< one or two sentences
};

/// How a choice is shown, read and checked. Values are indexed by the enumeration they stand for.
struct ChoiceInfo {
  ChoiceKey key;
  std::string_view name;
  std::string_view label;
  std::string_view meaning;
  std::string_view source;
  std::span<const ChoiceValue> values;
};

std::span<const ChoiceInfo> choiceTable();
const ChoiceInfo& infoOf(ChoiceKey key);
int choiceOf(const Parameters& parameters, ChoiceKey key);
/// Returns false, and changes nothing, when there is no such value.
bool setChoice(Parameters& parameters, ChoiceKey key, int value);
/// True if a step is taken in parts, so that contacts are sought ahead of the grains.
inline bool hasSubsteps(const Parameters& parameters) {
  return parameters.substeps > 1 || parameters.method == Method::smooth;
}
/// True if contacts are as soft as a set duration of collisions wants them.
inline bool stretchesCollisions(const Parameters& parameters) {
  return parameters.method == Method::smooth && parameters.collisionTime > 0.0;
}
std::string_view nameOf(WarmStart mode);
std::string_view nameOf(Method method);
std::string_view nameOf(Impacts impacts);

}  // namespace scree
