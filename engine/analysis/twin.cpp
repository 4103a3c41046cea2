#include "engine/analysis/twin.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/placed.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"

namespace scree {

namespace {

std::size_t leftOf(const World& world) {
  std::size_t left = 0;
  for (const Sink& sink : world.sinks) {
    left += sink.departures.size();
  }
  return left;
}

double leftMassOf(const World& world) {
  double mass = 0.0;
  for (const Sink& sink : world.sinks) {
    mass += sink.mass;
  }
  return mass;
}

Vec3 centreOf(const Particles& particles) {
  Vec3 sum = Vec3::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    sum += particles.mass[i] * particles.position[i];
    mass += particles.mass[i];
  }
  return mass > 0.0 ? Vec3(sum / mass) : sum;
}

/// Fills the distances of particles that are in both worlds, in a periodic box of the nearest images. Both lists ascend
/// by id.
void compareParticles(const PeriodicBox& box, const Particles& first, const Particles& second, TwinReading& reading) {
  double sum = 0.0;
  std::size_t j = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    while (j < second.size() && second.id[j] < first.id[i]) {
      ++j;
    }
    if (j < second.size() && second.id[j] == first.id[i]) {
      const double apart = box.nearest(second.position[j] - first.position[i]).norm();
      reading.largest = std::max(reading.largest, apart);
      sum += apart * apart;
      ++reading.compared;
    }
  }
  reading.rms = reading.compared > 0 ? std::sqrt(sum / static_cast<double>(reading.compared)) : 0.0;
}

}  // namespace

TwinReading differenceOf(World& first, World& second) {
  TwinReading reading{.time = first.time};
  const Particles& ofFirst = particlesInPlace(first);
  const Particles& ofSecond = particlesInPlace(second);
  reading.centre = centreOf(ofSecond) - centreOf(ofFirst);
  const Budget firstBudget = measureWorld(first);
  const Budget secondBudget = measureWorld(second);
  reading.potential = secondBudget.potential - firstBudget.potential;
  reading.kinetic = secondBudget.kinetic - firstBudget.kinetic;
  compareParticles(first.periodic, ofFirst, ofSecond, reading);
  reading.left = static_cast<std::int64_t>(leftOf(second)) - static_cast<std::int64_t>(leftOf(first));
  reading.leftMass = leftMassOf(second) - leftMassOf(first);
  return reading;
}

Twin::Twin(const World& state, const ReductionParameters& reduction) : Twin(World(state), World(state)) {
  first_.world.parameters.reduction.merging = Switch::off;
  second_.world.parameters.reduction = reduction;
  second_.world.parameters.reduction.merging = Switch::on;
}

Twin::Twin(World first, World second) {
  first_.world = std::move(first);
  second_.world = std::move(second);
  begin(first_);
  begin(second_);
}

Twin::~Twin() = default;
Twin::Twin(Twin&&) noexcept = default;
Twin& Twin::operator=(Twin&&) noexcept = default;

void Twin::begin(Side& side) {
  side.data = std::make_unique<StepData>();
  side.torques.assign(side.world.bodies.size(), Vec3::Zero());
  side.leftBefore = leftOf(side.world);
  side.leftMassBefore = leftMassOf(side.world);
}

void Twin::advance(Side& side) {
  scree::step(side.world, *side.data);
  for (std::size_t i = 0; i < side.torques.size(); ++i) {
    side.torques[i] += side.world.bodies[i].reaction.torque;
  }
}

void Twin::step() {
  advance(first_);
  advance(second_);
  ++steps_;
}

TwinReading Twin::read() {
  TwinReading reading = differenceOf(first_.world, second_.world);
  reading.left += static_cast<std::int64_t>(first_.leftBefore) - static_cast<std::int64_t>(second_.leftBefore);
  reading.leftMass += first_.leftMassBefore - second_.leftMassBefore;
  const double scale = steps_ > 0 ? 1.0 / static_cast<double>(steps_) : 0.0;
  for (std::uint32_t i = 0; i < first_.torques.size(); ++i) {
    if (!first_.world.bodies[i].isStatic()) {
      reading.torques.push_back({.body = i,
                                 .first = scale * first_.torques[i],
                                 .difference = scale * (second_.torques[i] - first_.torques[i])});
    }
  }
  for (Side* side : {&first_, &second_}) {
    std::fill(side->torques.begin(), side->torques.end(), Vec3::Zero());
  }
  steps_ = 0;
  return reading;
}

}  // namespace scree
