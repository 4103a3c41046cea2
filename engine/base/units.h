#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Dimension of a number in a scene file. A number without a unit is in the SI unit.
enum class Dimension : unsigned char {
  number,
  length,
  time,
  speed,
  acceleration,
  angle,
  angularSpeed,
  density,
  pressure,
  stiffness,
  massRate,
  frequency,
  mass,
  force,
  torque,
  volume,
  surfaceTension,
  viscosity,
  specificEnergy,
  massFlux,
  areaDensity,
  wear,
};

/// Name of a dimension for messages: "a length".
std::string_view nameOf(Dimension dimension);
/// SI unit, empty for a plain number.
std::string_view unitOf(Dimension dimension);
/// Units that may be written, the SI unit first: "m, cm, mm, um, km".
std::string unitsOf(Dimension dimension);
/// Regular expression of the units, for the JSON schema.
std::string unitPattern(Dimension dimension);
/// Largest magnitude that the reader takes, in SI units: a larger value is a slip, and its powers overflow.
double limitOf(Dimension dimension);

/// Number read from text, or a problem with its remedy.
struct Quantity {
  double value = 0.0;  ///< value in SI units
  std::string what;    ///< problem; empty when the text was read
  std::string remedy;
};

/// Reads a quantity such as "13 mm", "-9.81" or "45deg". Independent of the locale.
Quantity parseQuantity(std::string_view text, Dimension dimension);
/// Shortest text that reads back as the same number in the SI unit, with its unit.
std::string formatQuantity(double value, Dimension dimension);
/// Writes a mass [kg] with three digits, in g below 1 kg.
std::string massText(double mass);

}  // namespace scree
