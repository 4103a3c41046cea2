#pragma once

#include <string>
#include <string_view>

namespace scree {

/// What a number in a scene file measures. Without a unit it is in the SI unit.
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
};

/// "a length", for messages.
std::string_view nameOf(Dimension dimension);
/// The SI unit, empty for a plain number.
std::string_view unitOf(Dimension dimension);
/// All units that may be written, the SI unit first: "m, cm, mm, um, km".
std::string unitsOf(Dimension dimension);
/// A regular expression of the units, for the JSON schema.
std::string unitPattern(Dimension dimension);
/// Largest magnitude that the reader takes, in SI units: beyond it a value is a slip and its powers overflow.
double limitOf(Dimension dimension);

/// A number read from text, or what is wrong with it.
struct Quantity {
  double value = 0.0;  ///< SI
  std::string what;    ///< empty when all is well
  std::string remedy;
};

/// Reads "13 mm", "-9.81", "45deg". Independent of the locale.
Quantity parseQuantity(std::string_view text, Dimension dimension);
/// The shortest text that reads back as the same number in the SI unit, with its unit.
std::string formatQuantity(double value, Dimension dimension);
/// A mass [kg] to three digits, in g below 1 kg.
std::string massText(double mass);

}  // namespace scree
