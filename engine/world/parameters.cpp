#include "engine/world/parameters.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace scree {
namespace {

constexpr std::array<std::string_view, kWarmStartCount> kWarmStartNames = {"off", "history", "model"};

constexpr std::array<ParameterInfo, 12> kTable = {{
    {ParameterKey::timeStep, "time_step", "Time step", "s", "Simulated time that one step advances.",
     "Servin et al. 2014: at most min(ε d/u, sqrt(2 ε d/g)); 5 ms for pellets of 13 mm", 1e-7, 0.1, false, true},
    {ParameterKey::gravityX, "gravity_x", "Gravity x", "m/s²", "Gravity along x.", "chosen by the scene", -1000.0,
     1000.0, false, false},
    {ParameterKey::gravityY, "gravity_y", "Gravity y", "m/s²", "Gravity along y.", "chosen by the scene", -1000.0,
     1000.0, false, false},
    {ParameterKey::gravityZ, "gravity_z", "Gravity z", "m/s²", "Gravity along z, which points up.", "standard gravity",
     -1000.0, 1000.0, false, false},
    {ParameterKey::sweeps, "sweeps", "Sweeps", "",
     "Largest number of Gauss-Seidel sweeps over all contacts in the continuous stage of a step.",
     "Servin et al. 2014: about 0.1 n/ε for n contacts along gravity and an overlap error ε", 1.0, 1e6, true, true},
    {ParameterKey::impactSweeps, "impact_sweeps", "Impact sweeps", "",
     "Largest number of sweeps in the impact stage, which is never warm started.", "Servin et al. 2014, appendix B",
     1.0, 1e6, true, true},
    {ParameterKey::tolerance, "tolerance", "Tolerance", "m/s",
     "The solver stops early when every kind of row moves less than this in a sweep; 0 = never.",
     "stopping rule of the solver", 0.0, 1.0, false, true},
    {ParameterKey::warmStartFactor, "warm_start_factor", "Warm start factor β", "",
     "Share of the last step's multipliers that a history warm start begins with.",
     "Wang, Servin and Berglund 2016: 0.85", 0.0, 1.0, false, false},
    {ParameterKey::impactSpeed, "impact_speed", "Impact speed", "m/s",
     "Contacts approaching faster than this are impacts and bounce with their restitution.",
     "Servin and Wang 2016: 0.05 m/s; ε d/Δt for an overlap error ε", 0.0, 1000.0, false, true},
    {ParameterKey::stabilisationSteps, "stabilisation_steps", "Stabilisation steps", "",
     "Number of time steps in which an overlap relaxes (n_s); smaller is stiffer and less stable.",
     "SPOOK, Lacoursière 2007: 2", 0.5, 100.0, false, true},
    {ParameterKey::regularisation, "regularisation", "Regularisation γ", "",
     "Softness of the friction and rolling rows; larger lets contacts creep.", "Servin and Wang 2016: γ_t = γ_r = 1e-6",
     1e-12, 1.0, false, true},
    {ParameterKey::threads, "threads", "Threads", "", "Threads that detect contacts; results do not depend on it.",
     "number of processors", 1.0, 256.0, true, false},
}};

static_assert(
    [] {
      for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].key) != i) {
          return false;
        }
      }
      return true;
    }(),
    "infoOf indexes the table by key");

/// Calls `use` with the member that holds the parameter.
template <class P, class Use>
auto withMember(P& p, ParameterKey key, Use&& use) {
  switch (key) {
    case ParameterKey::timeStep:
      return use(p.timeStep);
    case ParameterKey::gravityX:
      return use(p.gravity.x());
    case ParameterKey::gravityY:
      return use(p.gravity.y());
    case ParameterKey::gravityZ:
      return use(p.gravity.z());
    case ParameterKey::sweeps:
      return use(p.sweeps);
    case ParameterKey::impactSweeps:
      return use(p.impactSweeps);
    case ParameterKey::tolerance:
      return use(p.tolerance);
    case ParameterKey::warmStartFactor:
      return use(p.warmStartFactor);
    case ParameterKey::impactSpeed:
      return use(p.impactSpeed);
    case ParameterKey::stabilisationSteps:
      return use(p.stabilisationSteps);
    case ParameterKey::regularisation:
      return use(p.regularisation);
    case ParameterKey::threads:
      return use(p.threads);
  }
  return use(p.timeStep);
}

std::string rangeText(const ParameterInfo& info) {
  const std::string unit = info.unit.empty() ? "" : fmt::format(" {}", info.unit);
  return fmt::format("{} must be {} from {} to {}{}", info.name, info.whole ? "a whole number" : "a number",
                     info.minimum, info.maximum, unit);
}

}  // namespace

std::string_view nameOf(WarmStart mode) { return kWarmStartNames[static_cast<std::size_t>(mode)]; }

std::optional<WarmStart> warmStartNamed(std::string_view name) {
  for (std::size_t i = 0; i < kWarmStartNames.size(); ++i) {
    if (kWarmStartNames[i] == name) {
      return static_cast<WarmStart>(i);
    }
  }
  return std::nullopt;
}

std::span<const ParameterInfo> parameterTable() { return kTable; }

const ParameterInfo& infoOf(ParameterKey key) { return kTable[static_cast<std::size_t>(key)]; }

double valueOf(const Parameters& parameters, ParameterKey key) {
  return withMember(parameters, key, [](const auto& member) { return static_cast<double>(member); });
}

std::string setValue(Parameters& parameters, ParameterKey key, double value) {
  const ParameterInfo& info = infoOf(key);
  if (!std::isfinite(value) || value < info.minimum || value > info.maximum ||
      (info.whole && value != std::floor(value))) {
    return rangeText(info);
  }
  withMember(parameters, key, [value](auto& member) { member = static_cast<std::decay_t<decltype(member)>>(value); });
  return {};
}

}  // namespace scree
