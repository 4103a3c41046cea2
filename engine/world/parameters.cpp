#include "engine/world/parameters.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace scree {
namespace {

constexpr std::array<ParameterInfo, 15> kTable = {{
    {ParameterKey::timeStep, "time_step", "Time step", "s", "Simulated time that one step advances.",
     "Servin et al. 2014: at most min(ε d/u, sqrt(2 ε d/g)); 5 ms for pellets of 13 mm", 1e-7, 0.1, false, true},
    {ParameterKey::gravityX, "gravity_x", "Gravity x", "m/s²", "Gravity along x.", "chosen by the scene", -1000.0,
     1000.0, false, false},
    {ParameterKey::gravityY, "gravity_y", "Gravity y", "m/s²", "Gravity along y.", "chosen by the scene", -1000.0,
     1000.0, false, false},
    {ParameterKey::gravityZ, "gravity_z", "Gravity z", "m/s²", "Gravity along z, which points up.", "standard gravity",
     -1000.0, 1000.0, false, false},
    {ParameterKey::substeps, "substeps", "Substeps", "",
     "Parts that a time step is solved in; contacts are searched once a step, gaps and normals are new in every part.",
     "small steps: Macklin et al. 2019; here 4 for 5 ms", 1.0, 64.0, true, true},
    {ParameterKey::sweeps, "sweeps", "Sweeps", "",
     "Largest number of Gauss-Seidel sweeps over all contacts in the continuous stage of each substep.",
     "Servin et al. 2014: about 0.1 n/ε for n contacts along gravity and an overlap error ε", 1.0, 1e6, true, true},
    {ParameterKey::impactSweeps, "impact_sweeps", "Impact sweeps", "",
     "Largest number of sweeps in the impact stage of each substep, which is never warm started.",
     "Servin et al. 2014, appendix B", 1.0, 1e6, true, true},
    {ParameterKey::tolerance, "tolerance", "Tolerance", "m/s",
     "The solver stops early when every kind of row moves less than this in a sweep; 0 = never.",
     "stopping rule of the solver", 0.0, 1.0, false, true},
    {ParameterKey::warmStartFactor, "warm_start_factor", "Warm start factor β", "",
     "Share of the last step's multipliers that a history warm start begins with.",
     "Wang, Servin and Berglund 2016: 0.85", 0.0, 1.0, false, false},
    {ParameterKey::warmStartSpeed, "warm_start_speed", "Warm start speed", "m/s",
     "An adaptive warm start reaches its smallest share where surfaces move this fast against each other.",
     "measured: 0.03 diameters per 5 ms for pellets of 13 mm", 1e-6, 1000.0, false, true},
    {ParameterKey::warmStartFloor, "warm_start_floor", "Warm start floor", "",
     "Smallest share of the last multipliers that an adaptive warm start begins with.", "measured: 0.5", 0.0, 1.0,
     false, false},
    {ParameterKey::impactSpeed, "impact_speed", "Impact speed", "m/s",
     "Contacts approaching faster than this are impacts and bounce with their restitution.",
     "Servin and Wang 2016: 0.05 m/s; ε d/Δt for an overlap error ε", 0.0, 1000.0, false, true},
    {ParameterKey::stabilisationSteps, "stabilisation_steps", "Stabilisation steps", "",
     "Number of time steps in which an overlap relaxes (n_s); smaller is stiffer and less stable.",
     "SPOOK, Lacoursière 2007: 2", 0.5, 100.0, false, true},
    {ParameterKey::regularisation, "regularisation", "Regularisation γ", "",
     "Softness of the friction and rolling rows; larger lets contacts creep.", "Servin and Wang 2016: γ_t = γ_r = 1e-6",
     1e-12, 1.0, false, true},
    {ParameterKey::threads, "threads", "Threads", "",
     "Threads that detect and solve contacts; results do not depend on it.", "number of processors", 1.0, 256.0, true,
     false},
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
    case ParameterKey::substeps:
      return use(p.substeps);
    case ParameterKey::sweeps:
      return use(p.sweeps);
    case ParameterKey::impactSweeps:
      return use(p.impactSweeps);
    case ParameterKey::tolerance:
      return use(p.tolerance);
    case ParameterKey::warmStartFactor:
      return use(p.warmStartFactor);
    case ParameterKey::warmStartSpeed:
      return use(p.warmStartSpeed);
    case ParameterKey::warmStartFloor:
      return use(p.warmStartFloor);
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

constexpr std::array<ChoiceValue, 3> kMethods = {{
    {"pgs", "Projected Gauss-Seidel in single precision, many contacts at a time; the fastest."},
    {"nncg",
     "Nonsmooth nonlinear conjugate gradient on Gauss-Seidel sweeps, in double precision: a sweep costs more "
     "and gains more. For high accuracy and references."},
    {"scalar",
     "Projected Gauss-Seidel in double precision, one contact at a time: slow, what the others are checked "
     "against."},
}};
constexpr std::array<ChoiceValue, 4> kWarmStarts = {{
    {"off", "Every solve starts from zero multipliers."},
    {"history", "Contacts that existed before start from their last multipliers times the warm start factor."},
    {"model", "Contacts start from the force that the contact law predicts for their overlap."},
    {"adaptive",
     "As history, but with the whole multipliers where a contact is at rest, and a share that falls with "
     "the speed of its surfaces down to the warm start floor."},
}};
constexpr std::array<ChoiceValue, 2> kImpacts = {{
    {"stage", "Impacts are solved in a stage of their own, before the continuous one."},
    {"joined", "The rows of the continuous solve make impacts bounce, so that they need no sweeps of their own."},
}};

constexpr std::array<ChoiceInfo, 3> kChoices = {{
    {ChoiceKey::method, "method", "Method", "How the contacts are solved.",
     "Servin et al. 2014; Silcowitz-Niebe, Niebe and Erleben 2010 (nncg)", kMethods},
    {ChoiceKey::warmStart, "warm_start", "Warm starting", "What a solve starts from.",
     "Wang, Servin and Berglund 2016 (history, model)", kWarmStarts},
    {ChoiceKey::impacts, "impacts", "Impacts", "Where restitution acts.",
     "Servin et al. 2014, appendix B (stage); Moreau's time stepping (joined)", kImpacts},
}};

/// Calls `use` with the member that holds the choice.
template <class P, class Use>
auto withChoice(P& p, ChoiceKey key, Use&& use) {
  switch (key) {
    case ChoiceKey::method:
      return use(p.method);
    case ChoiceKey::warmStart:
      return use(p.warmStart);
    case ChoiceKey::impacts:
      return use(p.impacts);
  }
  return use(p.method);
}

std::string rangeText(const ParameterInfo& info) {
  const std::string unit = info.unit.empty() ? "" : fmt::format(" {}", info.unit);
  return fmt::format("{} must be {} from {} to {}{}", info.name, info.whole ? "a whole number" : "a number",
                     info.minimum, info.maximum, unit);
}

}  // namespace

std::string_view nameOf(WarmStart mode) { return kWarmStarts[static_cast<std::size_t>(mode)].name; }
std::string_view nameOf(Method method) { return kMethods[static_cast<std::size_t>(method)].name; }
std::string_view nameOf(Impacts impacts) { return kImpacts[static_cast<std::size_t>(impacts)].name; }

std::span<const ChoiceInfo> choiceTable() { return kChoices; }

const ChoiceInfo& infoOf(ChoiceKey key) { return kChoices[static_cast<std::size_t>(key)]; }

int choiceOf(const Parameters& parameters, ChoiceKey key) {
  return withChoice(parameters, key, [](const auto& member) { return static_cast<int>(member); });
}

bool setChoice(Parameters& parameters, ChoiceKey key, int value) {
  if (value < 0 || static_cast<std::size_t>(value) >= infoOf(key).values.size()) {
    return false;
  }
  withChoice(parameters, key, [value](auto& member) { member = static_cast<std::decay_t<decltype(member)>>(value); });
  return true;
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
