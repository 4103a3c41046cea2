#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "engine/settings/parameters.h"

namespace scree {

/// Measure by which grains take up fines.
enum class LayeringBy : std::uint8_t {
  area,    ///< in proportion to their surface
  rolling  ///< in proportion to the strip that they roll over
};
constexpr std::array<std::string_view, 2> kLayeringNames = {"area", "rolling"};

/// Criterion by which two grains that collide become one.
enum class Sticking : std::uint8_t {
  ennis,        ///< films of liquid stop the rebound
  deformation,  ///< wet grains yield
  probability   ///< a share of all collisions
};
constexpr std::array<std::string_view, 3> kStickingNames = {"ennis", "deformation", "probability"};

/// Laws of granulation: how grains take up water and fines, grow together and break (METHOD.md 21).
struct GranulationLaws {
  double finesDensity = 2000.0;   ///< of layers of fines on grains [kg/m³]
  double liquidDensity = 1000.0;  ///< kg/m³
  double heldMoisture = 0.0;      ///< water over dry mass that grains hold inside, and not as a film
  double exchangeRate = 0.0;      ///< at which grains that touch come to one moisture [1/s]

  Switch layering = Switch::off;
  LayeringBy layeringBy = LayeringBy::area;
  double uptake = 0.0;         ///< fines taken up: by area [kg/(m² s)], by rolling [kg/m²]
  double leastMoisture = 0.0;  ///< water over dry mass from which on a grain takes up fines

  Switch coalescence = Switch::off;
  Sticking sticking = Sticking::ennis;
  double viscosity = 1e-3;      ///< of the liquid [Pa s]
  double asperity = 1e-5;       ///< height of the roughness that films have to exceed [m]
  double yieldStress = 5e4;     ///< of wet grains [Pa]
  double largestStokes = 0.01;  ///< deformation number ρ u²/(2 Y) up to which grains stay together
  double wetEnough = 0.0;       ///< mean water over dry mass from which on grains stay together by deformation
  double probability = 0.0;     ///< share of collisions
  double largest = std::numeric_limits<double>::infinity();  ///< diameter up to which grains join [m]

  Switch breakage = Switch::off;
  double breakEnergy = 0.0;  ///< energy of an impact over the mass of the grain from which on it breaks [J/kg]
  double finesShare = 0.0;   ///< share of the mass that becomes fines
  double smallest = 0.0;     ///< diameter from which on grains break [m]

  Switch abrasion = Switch::off;
  double abrasionRate = 0.0;  ///< mass that becomes fines over the work of friction [kg/J]

  bool operator==(const GranulationLaws&) const = default;
  /// Whether collisions are looked at.
  bool needsCollisions() const { return coalescence == Switch::on || breakage == Switch::on || abrasion == Switch::on; }
};

/// Text that says which number of the laws cannot be; empty: all can.
std::string problemOf(const GranulationLaws& laws);

}  // namespace scree
