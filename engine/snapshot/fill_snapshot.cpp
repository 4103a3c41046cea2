#include "engine/snapshot/fill_snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/contacts/match.h"
#include "engine/snapshot/matter/fill_matter.h"
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

void fillParticles(const World& world, const StepData& data, SharedLists& shared, Snapshot& snapshot) {
  const Particles& particles = world.particles;
  const std::size_t n = particles.size();
  snapshot.grains.positionRadius.resize(n);
  snapshot.grains.orientation.resize(n);
  snapshot.grains.velocity.resize(n);
  snapshot.grains.angularVelocity.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    snapshot.grains.positionRadius[i] << (particles.position[i] - shared.origin).cast<float>(),
        static_cast<float>(particles.radius[i]);
    snapshot.grains.orientation[i] = particles.orientation[i].coeffs().cast<float>();
    snapshot.grains.velocity[i] = particles.velocity[i].cast<float>();
    snapshot.grains.angularVelocity[i] = particles.angularVelocity[i].cast<float>();
  }
  shared.ids.follow(particles.id);
  shared.materials.follow(particles.material);
  if (shared.masses.follow(particles.mass)) {
    shared.totalMass = std::accumulate(particles.mass.begin(), particles.mass.end(), 0.0);
  }
  snapshot.grains.id = shared.ids;
  snapshot.grains.material = shared.materials;
  snapshot.grains.mass = shared.masses;
  snapshot.grains.totalMass = shared.totalMass;
  // The lists of an earlier use give their memory.
  Touches touches{std::move(snapshot.grains.contactCount), std::move(snapshot.grains.overlap)};
  touches = data.report.touches;
  measureTouches(world, data.list, touches);
  snapshot.grains.overlap = std::move(touches.overlaps);
  snapshot.grains.contactCount = std::move(touches.counts);
}

void fillReduction(const World& world, const StepData& data, Snapshot& snapshot) {
  const Reduction& reduction = world.reduction;
  snapshot.reduction.level = reduction.levelOf(world.particles.size());
  snapshot.reduction.counts = reduction.counts;
  const std::size_t n = reduction.members.empty() ? 0 : world.particles.size();
  snapshot.reduction.aggregate.assign(n, 0);
  snapshot.reduction.role.assign(n, GrainRole::free);
  snapshot.reduction.splitCause.assign(n, SplitCause::none);
  snapshot.reduction.sinceChange.assign(n, 0.0F);
  for (std::size_t i = 0; i < std::min(n, reduction.members.size()); ++i) {
    const Membership& member = reduction.members[i];
    if (reduction.aggregate[i] != kFree) {
      snapshot.reduction.aggregate[i] = reduction.aggregates[reduction.aggregate[i]].id;
      snapshot.reduction.role[i] = GrainRole::member;
    } else {
      snapshot.reduction.splitCause[i] = member.cause;
    }
    snapshot.reduction.sinceChange[i] =
        static_cast<float>(static_cast<double>(world.step - member.changed) * world.parameters.timeStep);
  }
  if (n > 0) {
    for (const Contact& contact : data.list.contacts) {
      // Who touched it may have merged at the end of the step.
      if (contact.key.isMember() && snapshot.reduction.role[contact.a] == GrainRole::free &&
          snapshot.reduction.role[contact.b] == GrainRole::member) {
        snapshot.reduction.role[contact.b] = GrainRole::boundary;
      }
    }
  }
  snapshot.reduction.aggregates.clear();
  for (const Aggregate& aggregate : reduction.aggregates) {
    snapshot.reduction.aggregates.push_back(
        {aggregate.id, aggregate.carrier, aggregate.body, aggregate.members, aggregate.inertia.mass});
  }
  snapshot.scene.sensors.clear();
  for (const SplitSensor& sensor : world.sensors) {
    const Pose pose = sensor.body == kFixedInWorld ? sensor.pose : world.bodies[sensor.body].pose * sensor.pose;
    snapshot.scene.sensors.push_back({sensor, pose});
  }
}

void fillMaterials(const World& world, SharedLists& shared, Snapshot& snapshot) {
  std::vector<std::string> names;
  for (const Material& material : world.materials.list) {
    names.push_back(material.name);
  }
  shared.materialNames.follow(names);
  snapshot.scene.materialNames = shared.materialNames;
  if (*shared.laws != world.materials) {
    shared.laws = std::make_shared<const Materials>(world.materials);
  }
  snapshot.scene.materials = shared.laws;
}

void fillBodies(const World& world, const SharedShapes& shapes, Snapshot& snapshot) {
  snapshot.scene.bodies.resize(world.bodies.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    snapshot.scene.bodies[i] = {.name = body.name,
                                .pose = body.pose,
                                .shapes = shapes[i],
                                .drives = body.drives,
                                .reaction = body.reaction,
                                .mass = body.mass.mass};
  }
  snapshot.scene.joints = world.joints;
}

void fillRegions(const World& world, Snapshot& snapshot) {
  snapshot.scene.regions.clear();
  for (const Emitter& emitter : world.emitters) {
    snapshot.scene.regions.push_back({.name = emitter.name,
                                      .pose = emitter.pose,
                                      .halfExtents = emitter.halfExtents,
                                      .isSink = false,
                                      .count = emitter.emitted,
                                      .mass = emitter.emittedMass});
  }
  for (const Sink& sink : world.sinks) {
    snapshot.scene.regions.push_back({.name = sink.name,
                                      .pose = sink.pose,
                                      .halfExtents = sink.halfExtents,
                                      .isSink = true,
                                      .count = sink.departures.size(),
                                      .mass = sink.mass,
                                      .sieve = sink.sieve ? sieveText(*sink.sieve) : std::string()});
    if (const auto& back = sink.giveBack) {
      snapshot.scene.regions.push_back({.name = sink.name + ", back",
                                        .pose = back->pose,
                                        .halfExtents = back->halfExtents,
                                        .isSink = false,
                                        .count = back->given,
                                        .mass = back->mass});
    }
  }
}

void fillMeasurements(const World& world, const StepData& data, Snapshot& snapshot) {
  snapshot.solver.contacts = data.list.contacts.size();
  snapshot.solver.matched = countMatched(data.list);
  snapshot.solver.impacts = data.report.impactCount;
  snapshot.solver.substeps = data.context.substeps;
  snapshot.solver.stiffness = world.history.stiffness;
  snapshot.solver.sweeps = data.report.sweeps;
  snapshot.solver.contactSweeps = data.report.contactSweeps;
  // The scalar methods give every contact the same.
  const bool isPacked = data.list.sums && !data.batched.problem.owned.empty();
  snapshot.solver.sweepsPerContact =
      isPacked ? static_cast<double>(data.report.contactSweeps) / static_cast<double>(data.batched.problem.owned.size())
               : data.report.sweeps;
  snapshot.solver.residuals = data.report.residuals;
  snapshot.solver.meanOverlap = data.report.meanOverlap;
  snapshot.solver.worstOverlap = data.report.worstOverlap;
  snapshot.solver.largestSpeed = data.report.largestSpeed;
  snapshot.solver.times = data.report.times;
  snapshot.solver.budget = world.budget;
  snapshot.run.faultCount = world.faultCount;
  snapshot.run.lastFault.clear();
  if (!world.faults.empty()) {
    const ParticleFault& last = world.faults.back();
    snapshot.run.lastFault = isWarning(last)
                                 ? last.what
                                 : fmt::format("particle {} taken out at {:.4g} s: {}", last.id, last.time, last.what);
  }
  snapshot.run.guardFindings.clear();
  for (const GuardFinding& finding : world.guard.findings) {
    snapshot.run.guardFindings.push_back(finding.text());
  }
}

}  // namespace

void fillSnapshot(const World& world, const StepData& data, SharedLists& shared, Snapshot& snapshot) {
  snapshot.run.step = world.step;
  snapshot.run.time = world.time;
  snapshot.scene.origin = shared.origin;
  snapshot.scene.pull = world.pull;
  snapshot.scene.parameters = world.parameters;
  snapshot.scene.periodic = world.periodic;
  fillMaterials(world, shared, snapshot);
  fillParticles(world, data, shared, snapshot);
  fillReduction(world, data, snapshot);
  fillBodies(world, shared.shapes, snapshot);
  fillRegions(world, snapshot);
  fillMeasurements(world, data, snapshot);
  fillMatter(world, snapshot.matter);
}

}  // namespace scree
