#include "engine/granulation/zones.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "engine/base/base_constants.h"
#include "engine/granulation/grain_change.h"
#include "engine/granulation/granulation_constants.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Mass that a zone gets in the step [kg].
double fedIn(const MatterZone& zone, const World& world) {
  const double from = std::max(world.time, zone.start);
  const double to = std::min(world.time + world.parameters.timeStep, zone.stop);
  return zone.rate * std::max(0.0, to - from);
}

struct Share {
  std::uint32_t slot = 0;
  double amount = 0.0;  ///< weight, or kg
};

/// Grains in a zone for which `weightOf(slot)` is above 0, with their weights, by slot; and the sum of these.
template <typename WeightOf>
std::pair<std::vector<Share>, double> sharesIn(const MatterZone& zone, const World& world, WeightOf weightOf) {
  std::vector<Share> shares;
  double sum = 0.0;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    const Vec3 place = positionOf(world, slot);
    // Most are far away, which no turning is needed to see.
    if ((place - zone.pose.position).squaredNorm() > zone.halfExtents.squaredNorm() * (1.0 + kTurnRounding) ||
        !zone.contains(place)) {
      continue;
    }
    const double weight = weightOf(slot);
    if (weight > 0.0) {
      shares.push_back({slot, weight});
      sum += weight;
    }
  }
  return {std::move(shares), sum};
}

void takeUp(World& world, std::uint32_t slot, double fines, GranulationEvents& events) {
  Particles& p = world.particles;
  const double more = fines / world.granulation.laws.finesDensity;
  p.gained[slot] += fines;
  double before = p.radius[slot];
  double radius = radiusOfVolume(sphereVolume(before) + more);
  if (Swelling* const swelling = swellingOf(world, p.id[slot])) {
    // It grows to its size anyway, which becomes larger.
    before = swelling->radius;
    radius = swelling->radius = radiusOfVolume(sphereVolume(before) + more);
    changeGrain(world, slot, p.mass[slot] + fines, p.radius[slot]);
  } else {
    changeGrain(world, slot, p.mass[slot] + fines, radius);
  }
  GranulationSums& sums = world.granulation.sums;
  sums.layered += fines;
  sums.growth += 2.0 * (radius - before);
  events.growth.push_back({2.0 * before, 2.0 * (radius - before)});
}

}  // namespace

void layerFines(World& world, GranulationEvents& events) {
  const GranulationLaws& laws = world.granulation.laws;
  const Particles& p = world.particles;
  const double time = world.parameters.timeStep;
  const auto wanted = [&](std::uint32_t slot) {
    const double diameter = 2.0 * p.radius[slot];
    if (p.moisture(slot) < laws.leastMoisture || diameter >= laws.largest || isAfloat(world, slot)) {
      return 0.0;
    }
    return laws.layeringBy == LayeringBy::area
               ? laws.uptake * std::numbers::pi * diameter * diameter * time
               : laws.uptake * diameter * p.radius[slot] * motionOf(world, slot).angularVelocity.norm() * time;
  };
  for (MatterZone& zone : world.granulation.fines) {
    const double fed = fedIn(zone, world);
    zone.stored += fed;
    zone.fed += fed;
    if (laws.layering != Switch::on || !(zone.stored > 0.0) || !(laws.uptake > 0.0)) {
      continue;
    }
    const auto [shares, sum] = sharesIn(zone, world, wanted);
    const double part = sum > zone.stored ? zone.stored / sum : 1.0;
    for (const Share& share : shares) {
      // The last ones get no more than there is, whatever was rounded.
      const double fines = std::min(part * share.amount, zone.stored);
      takeUp(world, share.slot, fines, events);
      zone.stored -= fines;
      zone.taken += fines;
    }
  }
}

void sprayWater(World& world) {
  for (MatterZone& zone : world.granulation.sprays) {
    const double fed = fedIn(zone, world);
    if (!(fed > 0.0)) {
      continue;
    }
    zone.fed += fed;
    const auto [shares, sum] = sharesIn(zone, world, [&](std::uint32_t slot) {
      const double radius = world.particles.radius[slot];
      return isAfloat(world, slot) ? 0.0 : radius * radius;
    });
    if (shares.empty()) {
      zone.missed += fed;
      continue;
    }
    double left = fed;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double water = i + 1 == shares.size() ? left : std::min(left, fed * (shares[i].amount / sum));
      const std::uint32_t slot = shares[i].slot;
      left -= water;
      world.particles.water[slot] += water;
      changeGrain(world, slot, world.particles.mass[slot] + water, world.particles.radius[slot]);
    }
    zone.taken += fed;
    world.granulation.sums.wetted += fed;
  }
}

namespace {

/// Pairs of slots that touch: of the history, and of the kept contacts by slot.
std::vector<std::pair<std::uint32_t, std::uint32_t>> touchingPairs(const World& world) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const ContactKey& key : world.history.keys) {
    if (key.isBoundary()) {
      continue;
    }
    const auto a = slotOf(world, key.a);
    const auto b = slotOf(world, static_cast<ParticleId>(key.b));
    if (a && b) {
      pairs.emplace_back(*a, *b);
    }
  }
  for (std::uint32_t slot = 0; slot < world.reduction.aggregate.size(); ++slot) {
    if (!world.reduction.isFree(slot)) {
      world.reduction.kept.forContactsOf(slot, [&](const KeptContact& contact) {
        if (contact.a == slot && contact.b != kNoParticle) {
          pairs.emplace_back(slot, contact.b);
        }
      });
    }
  }
  return pairs;
}

}  // namespace

void exchangeMoisture(World& world) {
  Granulation& granulation = world.granulation;
  Particles& p = world.particles;
  if (granulation.laws.exchangeRate <= 0.0 || world.step % granulation::kExchangeTurn != 0) {
    return;
  }
  const double time = static_cast<double>(granulation::kExchangeTurn) * world.parameters.timeStep;
  // Two grains alone come to one moisture at this rate; a share of all differences, as a grain has several neighbours.
  const double share = 1.0 - std::exp(-granulation.laws.exchangeRate * time);
  for (const auto& [a, b] : touchingPairs(world)) {
    if (isAfloat(world, a) || isAfloat(world, b)) {
      continue;
    }
    const double dryA = p.mass[a] - p.water[a];
    const double dryB = p.mass[b] - p.water[b];
    if (!(dryA > 0.0) || !(dryB > 0.0)) {
      continue;
    }
    const double difference = p.water[a] / dryA - p.water[b] / dryB;
    const double water = share * difference * dryA * dryB / (dryA + dryB);
    if (water == 0.0) {
      continue;
    }
    const std::uint32_t from = water > 0.0 ? a : b;
    const std::uint32_t to = water > 0.0 ? b : a;
    const double amount = std::min(std::abs(water), p.water[from]);
    p.water[from] -= amount;
    p.water[to] += amount;
    changeGrain(world, from, p.mass[from] - amount, p.radius[from]);
    changeGrain(world, to, p.mass[to] + amount, p.radius[to]);
    granulation.sums.exchanged += amount;
  }
}

}  // namespace scree
