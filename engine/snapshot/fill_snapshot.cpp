#include "engine/snapshot/fill_snapshot.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/contacts/match.h"
#include "engine/step/measure.h"
#include "engine/step/step_data.h"
#include "engine/world/warnings.h"

namespace scree {

SharedShapes shareShapes(const World& world) {
  SharedShapes shapes;
  shapes.reserve(world.bodies.size());
  for (const Body& body : world.bodies) {
    shapes.push_back(std::make_shared<const std::vector<ShapeInstance>>(body.shapes));
  }
  return shapes;
}

namespace {

void fillParticles(const World& world, const StepData& data, Snapshot& snapshot) {
  const Particles& particles = world.particles;
  const std::size_t n = particles.size();
  snapshot.positionRadius.resize(n);
  snapshot.orientation.resize(n);
  snapshot.velocity.resize(n);
  snapshot.angularVelocity.resize(n);
  snapshot.mass.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    snapshot.positionRadius[i] << particles.position[i].cast<float>(), static_cast<float>(particles.radius[i]);
    snapshot.orientation[i] = particles.orientation[i].coeffs().cast<float>();
    snapshot.velocity[i] = particles.velocity[i].cast<float>();
    snapshot.angularVelocity[i] = particles.angularVelocity[i].cast<float>();
    snapshot.mass[i] = static_cast<float>(particles.mass[i]);
  }
  snapshot.material = particles.material;
  snapshot.id = particles.id;
  Touches touches = data.report.touches;
  measureTouches(world, data.list, touches);
  snapshot.overlap = std::move(touches.overlaps);
  snapshot.contactCount = std::move(touches.counts);
}

void fillReduction(const World& world, const StepData& data, Snapshot& snapshot) {
  const Reduction& reduction = world.reduction;
  snapshot.reduction = reduction.levelOf(world.particles.size());
  snapshot.reductionCounts = reduction.counts;
  const std::size_t n = reduction.members.empty() ? 0 : world.particles.size();
  snapshot.aggregate.assign(n, 0);
  snapshot.role.assign(n, GrainRole::free);
  snapshot.splitCause.assign(n, SplitCause::none);
  snapshot.sinceChange.assign(n, 0.0F);
  for (std::size_t i = 0; i < std::min(n, reduction.members.size()); ++i) {
    const Membership& member = reduction.members[i];
    if (reduction.aggregate[i] != kFree) {
      snapshot.aggregate[i] = reduction.aggregates[reduction.aggregate[i]].id;
      snapshot.role[i] = GrainRole::member;
    } else {
      snapshot.splitCause[i] = member.cause;
    }
    snapshot.sinceChange[i] =
        static_cast<float>(static_cast<double>(world.step - member.changed) * world.parameters.timeStep);
  }
  if (n > 0) {
    for (const Contact& contact : data.list.contacts) {
      // Who touched it may have merged at the end of the step.
      if (contact.key.isMember() && snapshot.role[contact.a] == GrainRole::free &&
          snapshot.role[contact.b] == GrainRole::member) {
        snapshot.role[contact.b] = GrainRole::boundary;
      }
    }
  }
  snapshot.aggregates.clear();
  for (const Aggregate& aggregate : reduction.aggregates) {
    snapshot.aggregates.push_back({aggregate.id, aggregate.carrier, aggregate.body, aggregate.members, aggregate.mass});
  }
  snapshot.sensors.clear();
  for (const SplitSensor& sensor : world.sensors) {
    const Pose pose = sensor.body == kFixedInWorld ? sensor.pose : world.bodies[sensor.body].pose * sensor.pose;
    snapshot.sensors.push_back({sensor, pose});
  }
}

void fillBodies(const World& world, const SharedShapes& shapes, Snapshot& snapshot) {
  snapshot.bodies.resize(world.bodies.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    snapshot.bodies[i] = {.name = body.name,
                          .pose = body.pose,
                          .shapes = shapes[i],
                          .drives = body.drives,
                          .reaction = body.reaction,
                          .mass = body.mass.mass};
  }
  snapshot.joints = world.joints;
}

void fillRegions(const World& world, Snapshot& snapshot) {
  snapshot.regions.clear();
  for (const Emitter& emitter : world.emitters) {
    snapshot.regions.push_back({.name = emitter.name,
                                .pose = emitter.pose,
                                .halfExtents = emitter.halfExtents,
                                .isSink = false,
                                .count = emitter.emitted,
                                .mass = emitter.emittedMass});
  }
  for (const Sink& sink : world.sinks) {
    snapshot.regions.push_back({.name = sink.name,
                                .pose = sink.pose,
                                .halfExtents = sink.halfExtents,
                                .isSink = true,
                                .count = sink.departures.size(),
                                .mass = sink.mass});
  }
}

void fillMeasurements(const World& world, const StepData& data, Snapshot& snapshot) {
  snapshot.contacts = data.list.contacts.size();
  snapshot.matched = countMatched(data.list);
  snapshot.impacts = data.report.impactCount;
  snapshot.substepsUsed = data.context.substeps;
  snapshot.stiffness = world.history.stiffness;
  snapshot.sweepsUsed = data.report.sweeps;
  snapshot.contactSweeps = data.report.contactSweeps;
  // The scalar methods give every contact the same.
  const bool isPacked = data.list.sums && !data.batched.problem.owned.empty();
  snapshot.sweepsPerContact =
      isPacked ? static_cast<double>(data.report.contactSweeps) / static_cast<double>(data.batched.problem.owned.size())
               : data.report.sweeps;
  snapshot.residuals = data.report.residuals;
  snapshot.meanOverlap = data.report.meanOverlap;
  snapshot.worstOverlap = data.report.worstOverlap;
  snapshot.largestSpeed = data.report.largestSpeed;
  snapshot.times = data.report.times;
  snapshot.budget = world.budget;
  snapshot.troubleCount = world.troubleCount;
  snapshot.lastTrouble.clear();
  if (!world.troubles.empty()) {
    const Trouble& last = world.troubles.back();
    snapshot.lastTrouble = isWarning(last)
                               ? last.what
                               : fmt::format("particle {} taken out at {:.4g} s: {}", last.id, last.time, last.what);
  }
  snapshot.guardFindings.clear();
  for (const GuardFinding& finding : world.guard.findings) {
    snapshot.guardFindings.push_back(finding.text());
  }
}

}  // namespace

void fillSnapshot(const World& world, const StepData& data, const SharedShapes& shapes, Snapshot& snapshot) {
  snapshot.step = world.step;
  snapshot.time = world.time;
  snapshot.pull = world.pull;
  snapshot.parameters = world.parameters;
  snapshot.materialNames.clear();
  for (const Material& material : world.materials.list) {
    snapshot.materialNames.push_back(material.name);
  }
  fillParticles(world, data, snapshot);
  fillReduction(world, data, snapshot);
  fillBodies(world, shapes, snapshot);
  fillRegions(world, snapshot);
  fillMeasurements(world, data, snapshot);
}

}  // namespace scree
