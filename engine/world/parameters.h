#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/types.h"

namespace scree {

enum class WarmStart : std::uint8_t { off, history, model };
constexpr int kWarmStartCount = 3;
std::string_view nameOf(WarmStart mode);
std::optional<WarmStart> warmStartNamed(std::string_view name);

/// Everything about stepping that a user may change, also while running. Meanings, units, ranges and sources are in
/// parameterTable(); defaults are those of method.md 7.
struct Parameters {
  double timeStep = 5e-3;
  Vec3 gravity = Vec3(0.0, 0.0, -9.81);
  int sweeps = 150;
  int impactSweeps = 150;
  double tolerance = 0.0;
  WarmStart warmStart = WarmStart::history;
  double warmStartFactor = 0.85;
  double impactSpeed = 0.05;
  double stabilisationSteps = 2.0;
  double regularisation = 1e-6;
  int threads = 1;
  Bounds bounds;
};

/// Numeric parameters a user can set one by one.
enum class ParameterKey : std::uint8_t {
  timeStep,
  gravityX,
  gravityY,
  gravityZ,
  sweeps,
  impactSweeps,
  tolerance,
  warmStartFactor,
  impactSpeed,
  stabilisationSteps,
  regularisation,
  threads,
};

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

}  // namespace scree
