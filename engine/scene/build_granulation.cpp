#include "engine/scene/build_granulation.h"

#include <fmt/format.h>

#include "engine/base/quotes.h"
#include "engine/scene/build.h"

namespace scree {

namespace {

MatterZone buildZone(const MatterZoneDescription& d, ErrorList& errors) {
  MatterZone zone;
  zone.name = d.name;
  zone.pose = poseOf(d.place, errors);
  zone.halfExtents = 0.5 * d.size;
  zone.rate = d.rate;
  zone.start = d.start;
  zone.stop = d.stop;
  zone.stored = zone.fed = d.amount;
  if (d.stop < d.start && !d.where.broken) {
    errors.add(d.where.mark, fmt::format("{} stops before it starts", inQuotes(d.name)),
               "make 'stop' later than 'start'");
  }
  return zone;
}

void setLayering(const LayeringDescription& d, GranulationLaws& laws, ErrorList& errors) {
  laws.layering = d.enabled ? Switch::on : Switch::off;
  laws.layeringBy = d.by;
  laws.leastMoisture = d.leastMoisture;
  const bool isByArea = d.by == LayeringBy::area;
  const std::optional<double>& wanted = isByArea ? d.flux : d.strip;
  if ((!wanted || (isByArea ? d.strip : d.flux)) && !d.where.broken) {
    errors.add(d.where.mark,
               isByArea ? "layering by area takes 'uptake' alone" : "layering by rolling takes 'strip_mass' alone",
               isByArea ? "give a mass per surface and time, such as 'uptake: 2 g/m2/s'"
                        : "give a mass per area rolled over, such as 'strip_mass: 5 g/m2'");
  }
  laws.uptake = wanted.value_or(0.0);
}

struct StickingSetter {
  GranulationLaws& laws;

  void operator()(const EnnisDescription& d) const {
    laws.sticking = Sticking::ennis;
    laws.viscosity = d.viscosity;
    laws.asperity = d.asperity;
  }
  void operator()(const DeformationDescription& d) const {
    laws.sticking = Sticking::deformation;
    laws.yieldStress = d.yieldStress;
    laws.largestStokes = d.largestStokes;
    laws.wetEnough = d.wetEnough;
  }
  void operator()(const ProbabilityDescription& d) const {
    laws.sticking = Sticking::probability;
    laws.probability = d.share;
  }
};

}  // namespace

Granulation buildGranulation(const GranulationDescription& d, const Random& random, ErrorList& errors) {
  Granulation granulation;
  granulation.random = random;
  GranulationLaws& laws = granulation.laws;
  laws.finesDensity = d.finesDensity;
  laws.liquidDensity = d.liquidDensity;
  laws.heldMoisture = d.heldMoisture;
  laws.exchangeRate = d.exchangeRate;
  laws.largest = d.largest.value_or(laws.largest);
  for (const MatterZoneDescription& zone : d.fines) {
    granulation.fines.push_back(buildZone(zone, errors));
  }
  for (const MatterZoneDescription& zone : d.sprays) {
    granulation.sprays.push_back(buildZone(zone, errors));
    if (zone.amount > 0.0 && !zone.where.broken) {
      errors.add(zone.where.mark, fmt::format("spray {} has an 'amount'", inQuotes(zone.name)),
                 "leave it out: water goes to particles as it is fed; give a 'rate'");
    }
  }
  if (d.layering) {
    setLayering(*d.layering, laws, errors);
    if (d.fines.empty() && !d.where.broken) {
      errors.add(d.layering->where.mark, "layering without fines", "add a box under 'fines', which feeds them");
    }
  }
  if (d.coalescence && d.coalescence->criterion) {
    laws.coalescence = d.coalescence->enabled ? Switch::on : Switch::off;
    std::visit(StickingSetter{laws}, *d.coalescence->criterion);
  }
  if (d.breakage) {
    laws.breakage = d.breakage->enabled ? Switch::on : Switch::off;
    laws.breakEnergy = d.breakage->energy;
    laws.finesShare = d.breakage->finesShare;
    laws.smallest = d.breakage->smallest;
  }
  if (d.abrasion) {
    laws.abrasion = d.abrasion->enabled ? Switch::on : Switch::off;
    laws.abrasionRate = d.abrasion->rate;
  }
  return granulation;
}

}  // namespace scree
