#include "engine/base/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <span>

#include "engine/base/quotes.h"

namespace scree {
namespace {

struct Unit {
  std::string_view name;
  double numerator;  ///< value in SI = number * numerator / denominator, so that 13 mm is the double nearest to 0.013
  double denominator;
};

struct DimensionInfo {
  std::string_view name;
  double limit;
  std::span<const Unit> units;
};

constexpr double kPi = std::numbers::pi;
constexpr Unit kNumbers[] = {{"%", 1, 100}};
constexpr Unit kLengths[] = {{"m", 1, 1},    {"cm", 1, 100}, {"mm", 1, 1000},
                             {"um", 1, 1e6}, {"µm", 1, 1e6}, {"km", 1000, 1}};
constexpr Unit kTimes[] = {{"s", 1, 1},    {"ms", 1, 1000}, {"us", 1, 1e6},
                           {"µs", 1, 1e6}, {"min", 60, 1},  {"h", 3600, 1}};
constexpr Unit kSpeeds[] = {{"m/s", 1, 1}, {"cm/s", 1, 100}, {"mm/s", 1, 1000}, {"m/min", 1, 60}, {"km/h", 1, 3.6}};
constexpr Unit kAccelerations[] = {{"m/s2", 1, 1}, {"m/s^2", 1, 1}, {"m/s²", 1, 1}};
constexpr Unit kAngles[] = {{"rad", 1, 1}, {"deg", kPi, 180}, {"°", kPi, 180}};
constexpr Unit kAngularSpeeds[] = {{"rad/s", 1, 1}, {"deg/s", kPi, 180}, {"rpm", kPi, 30}, {"1/min", kPi, 30}};
constexpr Unit kDensities[] = {{"kg/m3", 1, 1},    {"kg/m^3", 1, 1},    {"kg/m³", 1, 1},
                               {"g/cm3", 1000, 1}, {"g/cm^3", 1000, 1}, {"g/cm³", 1000, 1}};
constexpr Unit kPressures[] = {{"Pa", 1, 1}, {"kPa", 1e3, 1}, {"MPa", 1e6, 1}, {"GPa", 1e9, 1}};
constexpr Unit kStiffnesses[] = {{"N/m", 1, 1}, {"N/mm", 1e3, 1}, {"kN/m", 1e3, 1}, {"MN/m", 1e6, 1}};
constexpr Unit kMassRates[] = {{"kg/s", 1, 1}, {"g/s", 1, 1000}, {"kg/min", 1, 60}, {"kg/h", 1, 3600}, {"t/h", 1, 3.6}};
constexpr Unit kFrequencies[] = {{"1/s", 1, 1}, {"/s", 1, 1}, {"Hz", 1, 1}, {"1/min", 1, 60}, {"1/h", 1, 3600}};

constexpr Unit kMasses[] = {{"kg", 1, 1}, {"g", 1, 1000}, {"t", 1000, 1}};
constexpr Unit kForces[] = {{"N", 1, 1},     {"kN", 1e3, 1}, {"MN", 1e6, 1},
                            {"mN", 1, 1000}, {"uN", 1, 1e6}, {"µN", 1, 1e6}};
constexpr Unit kVolumes[] = {{"m3", 1, 1},    {"m³", 1, 1},    {"l", 1, 1000}, {"ml", 1, 1e6}, {"cm3", 1, 1e6},
                             {"mm3", 1, 1e9}, {"mm³", 1, 1e9}, {"ul", 1, 1e9}, {"µl", 1, 1e9}, {"nl", 1, 1e12}};
constexpr Unit kSurfaceTensions[] = {{"N/m", 1, 1}, {"mN/m", 1, 1000}, {"J/m2", 1, 1}, {"mJ/m2", 1, 1000}};
constexpr Unit kViscosities[] = {{"Pa s", 1, 1}, {"mPa s", 1, 1000}, {"cP", 1, 1000}};
constexpr Unit kSpecificEnergies[] = {{"J/kg", 1, 1}, {"kJ/kg", 1000, 1}, {"mJ/g", 1, 1}};
constexpr Unit kMassFluxes[] = {{"kg/m2/s", 1, 1}, {"kg/(m2 s)", 1, 1}, {"g/m2/s", 1, 1000}, {"g/(m2 s)", 1, 1000}};
constexpr Unit kAreaDensities[] = {{"kg/m2", 1, 1}, {"kg/m²", 1, 1}, {"g/m2", 1, 1000}, {"g/m²", 1, 1000}};
constexpr Unit kWears[] = {{"kg/J", 1, 1}, {"g/J", 1, 1000}, {"mg/J", 1, 1e6}, {"g/kJ", 1, 1e6}};
constexpr Unit kTorques[] = {{"N m", 1, 1}, {"Nm", 1, 1}, {"kN m", 1e3, 1}, {"kNm", 1e3, 1}, {"MN m", 1e6, 1}};

// The limit of lengths is that of places: grids of mines count metres from the equator.
constexpr DimensionInfo kDimensions[] = {
    {"a plain number", 1e15, kNumbers},
    {"a length", 2e7, kLengths},
    {"a time", 1e9, kTimes},
    {"a speed", 1e6, kSpeeds},
    {"an acceleration", 1e6, kAccelerations},
    {"an angle", 1e6, kAngles},
    {"an angular speed", 1e6, kAngularSpeeds},
    {"a density", 1e6, kDensities},
    {"a pressure", 1e15, kPressures},
    {"a stiffness", 1e15, kStiffnesses},
    {"a mass rate", 1e9, kMassRates},
    {"a rate", 1e9, kFrequencies},
    {"a mass", 1e12, kMasses},
    {"a force", 1e15, kForces},
    {"a torque", 1e15, kTorques},
    {"a volume", 1e9, kVolumes},
    {"a surface tension", 1e9, kSurfaceTensions},
    {"a viscosity", 1e9, kViscosities},
    {"an energy of a mass", 1e12, kSpecificEnergies},
    {"a mass rate of an area", 1e9, kMassFluxes},
    {"a mass of an area", 1e9, kAreaDensities},
    {"a wear", 1e9, kWears},
};

const DimensionInfo& infoOf(Dimension dimension) { return kDimensions[static_cast<std::size_t>(dimension)]; }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Quantity refused(std::string what, std::string remedy) { return {0.0, std::move(what), std::move(remedy)}; }

std::string example(Dimension dimension) {
  const std::string_view unit = unitOf(dimension);
  return unit.empty() ? "write a number such as 0.5" : fmt::format("write a number and a unit such as 0.5 {}", unit);
}

/// Reads the number at the start of `text` and cuts it off.
Quantity takeNumber(std::string_view& text, std::string_view whole, Dimension dimension) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const char* begin = text.data() + (plus ? 1 : 0);
  const char* end = text.data() + text.size();
  Quantity result;
  const auto [stop, problem] = std::from_chars(begin, end, result.value);
  if (problem == std::errc::result_out_of_range) {
    return refused(fmt::format("{} is too large or too small for a number", inQuotes(whole)), example(dimension));
  }
  if (problem != std::errc{}) {
    const bool infinite = text == ".inf" || text == "-.inf" || text == "+.inf" || text == ".nan";
    return refused(fmt::format("{} is not {}", inQuotes(whole), infinite ? "a finite number" : nameOf(dimension)),
                   example(dimension));
  }
  if (!std::isfinite(result.value)) {
    return refused(fmt::format("{} is not a finite number", inQuotes(whole)), example(dimension));
  }
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return result;
}

}  // namespace

std::string_view nameOf(Dimension dimension) { return infoOf(dimension).name; }

std::string_view unitOf(Dimension dimension) {
  return dimension == Dimension::number ? std::string_view() : infoOf(dimension).units[0].name;
}

std::string unitsOf(Dimension dimension) {
  std::string list;
  for (const Unit& unit : infoOf(dimension).units) {
    list += list.empty() ? "" : ", ";
    list += unit.name;
  }
  return list;
}

std::string unitPattern(Dimension dimension) {
  std::string pattern;
  for (const Unit& unit : infoOf(dimension).units) {
    pattern += pattern.empty() ? "" : "|";
    for (const char c : unit.name) {
      pattern += c == '^' ? "\\^" : std::string(1, c);
    }
  }
  return pattern;
}

double limitOf(Dimension dimension) { return infoOf(dimension).limit; }

Quantity parseQuantity(std::string_view text, Dimension dimension) {
  const std::string_view whole = trimmed(text);
  std::string_view rest = whole;
  Quantity result = takeNumber(rest, whole, dimension);
  if (!result.what.empty()) {
    return result;
  }
  if (rest.size() > 1 && rest[0] == ',' && rest[1] >= '0' && rest[1] <= '9') {
    return refused(fmt::format("{} has a decimal comma", inQuotes(whole)), "write a decimal point");
  }
  const std::string_view unitName = trimmed(rest);
  if (!unitName.empty()) {
    const Unit* found = nullptr;
    for (const Unit& unit : infoOf(dimension).units) {
      found = unit.name == unitName ? &unit : found;
    }
    if (found == nullptr) {
      return refused(fmt::format("{} is not a unit of {}", inQuotes(unitName), nameOf(dimension)),
                     fmt::format("use {}{}", unitsOf(dimension), dimension == Dimension::number ? " or none" : ""));
    }
    result.value = result.value * found->numerator / found->denominator;
  }
  if (!(std::abs(result.value) <= limitOf(dimension))) {
    return refused(fmt::format("{} is too large for {}", inQuotes(whole), nameOf(dimension)),
                   fmt::format("stay below {}", formatQuantity(limitOf(dimension), dimension)));
  }
  return result;
}

std::string formatQuantity(double value, Dimension dimension) {
  const std::string_view unit = unitOf(dimension);
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

std::string massText(double mass) {
  return mass < 1.0 ? fmt::format("{:.3g} g", 1e3 * mass) : fmt::format("{:.3g} kg", mass);
}

}  // namespace scree
