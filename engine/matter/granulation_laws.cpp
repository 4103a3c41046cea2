#include "engine/matter/granulation_laws.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {

std::string problemOf(const GranulationLaws& laws) {
  const auto isPositive = [](double v) { return std::isfinite(v) && v > 0.0; };
  const auto isShare = [](double v) { return v >= 0.0 && v <= 1.0; };
  const auto isNotNegative = [](double v) { return std::isfinite(v) && v >= 0.0; };
  if (!isPositive(laws.finesDensity) || !isPositive(laws.liquidDensity)) {
    return "a density of fines or liquid is not above 0";
  }
  for (const double v : {laws.heldMoisture, laws.exchangeRate, laws.uptake, laws.leastMoisture, laws.viscosity,
                         laws.largestStokes, laws.wetEnough, laws.breakEnergy, laws.smallest, laws.abrasionRate}) {
    if (!isNotNegative(v)) {
      return "a number of the laws of granulation is negative or no number";
    }
  }
  if (!isPositive(laws.asperity) || !isPositive(laws.yieldStress) || !(laws.largest > 0.0)) {
    return "an asperity, a yield stress or a largest diameter is not above 0";
  }
  if (!isShare(laws.probability) || !isShare(laws.finesShare)) {
    return "a share is not between 0 and 1";
  }
  if (laws.layeringBy > LayeringBy::rolling || laws.sticking > Sticking::probability) {
    return "a choice of the laws of granulation is none";
  }
  return {};
}

}  // namespace scree
