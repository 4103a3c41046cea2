#include "engine/matter/granulation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr std::array<std::string_view, 2> kOffOn = {"off", "on"};

constexpr std::array<GranulationInfo, 23> kTable = {{
    {GranulationKey::finesDensity, "fines_density", "fines_density", "Density of layers", "kg/m³",
     "Density of the layers that fines make on grains.", 1.0, 1e5},
    {GranulationKey::liquidDensity, "liquid_density", "liquid_density", "Density of liquid", "kg/m³",
     "Density of the liquid, for the thickness of films.", 1.0, 1e5},
    {GranulationKey::heldMoisture, "held_moisture", "held_moisture", "Held moisture", "",
     "Water over dry mass that grains hold inside; what is beyond it is a film on them.", 0.0, 10.0},
    {GranulationKey::exchangeRate, "exchange", "exchange", "Exchange", "1/s",
     "Rate at which grains that touch come to one moisture.", 0.0, 1e4},
    {GranulationKey::largest, "largest", "largest", "Largest diameter", "m",
     "Diameter above which grains neither grow nor join; 0: no limit.", 0.0, 100.0},
    {GranulationKey::layering, "layering", "layering.enabled", "Layering", "",
     "Grains in boxes with fines take fines up and grow.", 0.0, 1.0, kOffOn},
    {GranulationKey::layeringBy, "layering_by", "layering.by", "Measure", "",
     "Measure of the fines that a grain takes up: its surface, or the strip that it rolls over.", 0.0, 1.0,
     kLayeringNames},
    {GranulationKey::uptake, "uptake", "layering.uptake", "Uptake", "kg/(m² s)",
     "Fines taken up: by area a mass per surface and time, by rolling a mass per area of the strip.", 0.0, 1e6},
    {GranulationKey::leastMoisture, "least_moisture", "layering.least_moisture", "Least moisture", "",
     "Water over dry mass from which on a grain takes up fines.", 0.0, 10.0},
    {GranulationKey::coalescence, "coalescence", "coalescence.enabled", "Coalescence", "",
     "Grains that collide become one.", 0.0, 1.0, kOffOn},
    {GranulationKey::sticking, "criterion", "coalescence.criterion", "Criterion", "",
     "Criterion by which two grains that collide become one: films of liquid stop the rebound (ennis), wet grains "
     "yield "
     "(deformation), or a share of all collisions (probability).",
     0.0, 2.0, kStickingNames},
    {GranulationKey::viscosity, "viscosity", "coalescence.criterion.ennis.viscosity", "Viscosity", "Pa s",
     "Viscosity of the liquid.", 1e-9, 1e6},
    {GranulationKey::asperity, "asperity", "coalescence.criterion.ennis.asperity", "Asperity", "m",
     "Height of the roughness of grains; thinner films do not act.", 1e-9, 1.0},
    {GranulationKey::yieldStress, "yield_stress", "coalescence.criterion.deformation.yield_stress", "Yield stress",
     "Pa", "Stress at which wet grains yield.", 1e-3, 1e12},
    {GranulationKey::largestStokes, "largest_stokes", "coalescence.criterion.deformation.largest_stokes",
     "Largest Stokes", "", "Largest ρ u²/(2 Y) at which two stay together: density, speed of approach, yield stress.",
     0.0, 1e6},
    {GranulationKey::wetEnough, "wet_enough", "coalescence.criterion.deformation.least_moisture", "Mean moisture", "",
     "Mean water over dry mass of two grains from which on they stay together.", 0.0, 10.0},
    {GranulationKey::probability, "share", "coalescence.criterion.probability.share", "Share", "",
     "Share of all collisions whose grains become one.", 0.0, 1.0},
    {GranulationKey::breakage, "breakage", "breakage.enabled", "Breakage", "",
     "Grains break by impacts into two halves and fines.", 0.0, 1.0, kOffOn},
    {GranulationKey::breakEnergy, "break_energy", "breakage.energy", "Energy", "J/kg",
     "Energy of an impact over the mass of the grain from which on it breaks.", 0.0, 1e12},
    {GranulationKey::finesShare, "break_fines", "breakage.fines", "Fines", "",
     "Share of the mass of a grain that breaks which becomes fines.", 0.0, 0.99},
    {GranulationKey::smallest, "break_smallest", "breakage.smallest", "Smallest", "m",
     "Diameter from which on grains break.", 0.0, 100.0},
    {GranulationKey::abrasion, "abrasion", "abrasion.enabled", "Abrasion", "", "Friction wears fines off grains.", 0.0,
     1.0, kOffOn},
    {GranulationKey::abrasionRate, "abrasion_rate", "abrasion.rate", "Rate", "kg/J",
     "Mass that becomes fines over the work of friction.", 0.0, 1e3},
}};

/// Number of the laws that a key names; null for a switch or choice.
template <class Laws>
auto* numberIn(Laws& laws, GranulationKey key) {
  using Number = std::remove_reference_t<decltype((laws.uptake))>;
  switch (key) {
    case GranulationKey::finesDensity:
      return &laws.finesDensity;
    case GranulationKey::liquidDensity:
      return &laws.liquidDensity;
    case GranulationKey::heldMoisture:
      return &laws.heldMoisture;
    case GranulationKey::exchangeRate:
      return &laws.exchangeRate;
    case GranulationKey::largest:
      return &laws.largest;
    case GranulationKey::uptake:
      return &laws.uptake;
    case GranulationKey::leastMoisture:
      return &laws.leastMoisture;
    case GranulationKey::viscosity:
      return &laws.viscosity;
    case GranulationKey::asperity:
      return &laws.asperity;
    case GranulationKey::yieldStress:
      return &laws.yieldStress;
    case GranulationKey::largestStokes:
      return &laws.largestStokes;
    case GranulationKey::wetEnough:
      return &laws.wetEnough;
    case GranulationKey::probability:
      return &laws.probability;
    case GranulationKey::breakEnergy:
      return &laws.breakEnergy;
    case GranulationKey::finesShare:
      return &laws.finesShare;
    case GranulationKey::smallest:
      return &laws.smallest;
    case GranulationKey::abrasionRate:
      return &laws.abrasionRate;
    default:
      return static_cast<Number*>(nullptr);
  }
}

void setChosen(GranulationLaws& laws, GranulationKey key, int value) {
  const Switch wanted = value != 0 ? Switch::on : Switch::off;
  switch (key) {
    case GranulationKey::layering:
      laws.layering = wanted;
      break;
    case GranulationKey::layeringBy:
      laws.layeringBy = static_cast<LayeringBy>(value);
      break;
    case GranulationKey::coalescence:
      laws.coalescence = wanted;
      break;
    case GranulationKey::sticking:
      laws.sticking = static_cast<Sticking>(value);
      break;
    case GranulationKey::breakage:
      laws.breakage = wanted;
      break;
    default:
      laws.abrasion = wanted;
      break;
  }
}

}  // namespace

std::span<const GranulationInfo> granulationTable() { return kTable; }

const GranulationInfo& infoOf(GranulationKey key) { return kTable[static_cast<std::size_t>(key)]; }

double valueOf(const GranulationLaws& laws, GranulationKey key) {
  if (const double* number = numberIn(laws, key)) {
    return std::isfinite(*number) ? *number : 0.0;
  }
  switch (key) {
    case GranulationKey::layering:
      return static_cast<double>(laws.layering);
    case GranulationKey::layeringBy:
      return static_cast<double>(laws.layeringBy);
    case GranulationKey::coalescence:
      return static_cast<double>(laws.coalescence);
    case GranulationKey::sticking:
      return static_cast<double>(laws.sticking);
    case GranulationKey::breakage:
      return static_cast<double>(laws.breakage);
    default:
      return static_cast<double>(laws.abrasion);
  }
}

std::string setValue(GranulationLaws& laws, GranulationKey key, double value) {
  if (static_cast<std::size_t>(key) >= kTable.size()) {
    return "there is no such law of granulation";
  }
  const GranulationInfo& info = infoOf(key);
  if (!info.choices.empty() && !(value >= 0.0 && value <= info.maximum && value == std::floor(value))) {
    return fmt::format("{}: there is no choice {}", info.name, value);
  }
  if (!std::isfinite(value) || value < info.minimum || value > info.maximum) {
    return fmt::format("{} must be a number from {:.6g} to {:.6g}{}{}", info.name, info.minimum, info.maximum,
                       info.unit.empty() ? "" : " ", unitOf(laws, key));
  }
  GranulationLaws after = laws;
  if (double* number = numberIn(after, key)) {
    *number = key == GranulationKey::largest && value == 0.0 ? GranulationLaws().largest : value;
  } else {
    setChosen(after, key, static_cast<int>(value));
  }
  if (after.breakage == Switch::on && !(after.breakEnergy > 0.0 && after.smallest > 0.0)) {
    return "breakage needs an energy and a smallest diameter above 0: set these first";
  }
  if (std::string problem = problemOf(after); !problem.empty()) {
    return problem;
  }
  laws = after;
  return {};
}

std::string_view unitOf(const GranulationLaws& laws, GranulationKey key) {
  return key == GranulationKey::uptake && laws.layeringBy == LayeringBy::rolling ? "kg/m²" : infoOf(key).unit;
}

std::string valueText(const GranulationLaws& laws, GranulationKey key) {
  const GranulationInfo& info = infoOf(key);
  const double value = valueOf(laws, key);
  if (!info.choices.empty()) {
    return std::string(info.choices[std::min(static_cast<std::size_t>(value), info.choices.size() - 1)]);
  }
  if (key == GranulationKey::largest && value == 0.0) {
    return "no limit";
  }
  const std::string_view unit = unitOf(laws, key);
  return unit.empty() ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

}  // namespace scree
