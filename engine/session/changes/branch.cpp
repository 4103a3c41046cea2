#include "engine/session/changes/branch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/contacts/history_edit.h"
#include "engine/geometry/sizes.h"
#include "engine/multibody/machine.h"
#include "engine/session/changes/changed_wall.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/state/state.h"

namespace scree {

namespace {

constexpr const char* kRemedy = "leave these keys out of 'vary', or settle each point by itself, without 'start'";

bool haveSameNames(const auto& first, const auto& second) {
  return std::ranges::equal(first, second, [](const auto& a, const auto& b) { return a.name == b.name; });
}

bool arePosesEqual(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

/// Hash of form and place of a shape, whatever it is made of.
std::uint64_t hashOfForm(ShapeInstance shape) {
  shape.material = shape.capMaterial = 0;
  shape.surfaceVelocity = Vec3::Zero();
  shape.visible = true;
  World only;
  only.bodies.emplace_back().shapes.push_back(std::move(shape));
  return stateHash(only);
}

bool areFormsEqual(const ShapeInstance& a, const ShapeInstance& b) { return hashOfForm(a) == hashOfForm(b); }

std::string refusalOfBranch(const World& settled, const World& before, const World& scene) {
  if (!haveSameNames(settled.bodies, scene.bodies) || !haveSameNames(before.bodies, scene.bodies)) {
    return "the bodies are others than those of the start";
  }
  if (!haveSameNames(settled.joints, scene.joints)) {
    return "the joints are others than those of the start";
  }
  if (!haveSameNames(settled.materials.list, scene.materials.list)) {
    return "the materials are others than those of the start";
  }
  if (settled.periodic.lower != scene.periodic.lower || settled.periodic.length != scene.periodic.length) {
    return "the sides are periodic in another way than at the start";
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const bool moves = !settled.bodies[i].isStatic() || !scene.bodies[i].isStatic();
    if (moves && !arePosesEqual(before.bodies[i].pose, scene.bodies[i].pose)) {
      return fmt::format("body {} moves, and begins elsewhere than at the start", scene.bodies[i].name);
    }
  }
  return {};
}

/// Takes what a body, a joint, an emitter or a sink of the scene has of the settled run.
void goOn(Body& body, const Body& settled) {
  if (!body.isStatic() || !settled.isStatic()) {
    body.pose = settled.pose;
    body.velocity = settled.velocity;
    body.angularVelocity = settled.angularVelocity;
  }
  body.reaction = settled.reaction;
}

void goOn(Joint& joint, const Joint& settled) {
  joint.coordinate = settled.coordinate;
  joint.motorImpulse = settled.motorImpulse;
  joint.rangeImpulse = settled.rangeImpulse;
  joint.lastForce = settled.lastForce;
  joint.rate = settled.rate;
  joint.force = settled.force;
  joint.torque = settled.torque;
  joint.motorForce = settled.motorForce;
  joint.power = settled.power;
}

void goOn(Emitter& emitter, const Emitter& settled, bool isOtherSeed) {
  if (!isOtherSeed) {
    emitter.random = settled.random;
  }
  emitter.owed = emitter.rateIsMass == settled.rateIsMass ? settled.owed : 0.0;
  const bool isOfSizes =
      settled.nextDiameter >= smallestDiameter(emitter.sizes) && settled.nextDiameter <= largestDiameter(emitter.sizes);
  emitter.nextDiameter = isOfSizes ? settled.nextDiameter : 0.0;
  emitter.emitted = settled.emitted;
  emitter.emittedMass = settled.emittedMass;
  emitter.refused = settled.refused;
}

void goOn(Sink& sink, const Sink& settled) {
  sink.departures = settled.departures;
  sink.mass = settled.mass;
  if (sink.giveBack && settled.giveBack) {
    sink.giveBack->random = settled.giveBack->random;
    sink.giveBack->given = settled.giveBack->given;
    sink.giveBack->mass = settled.giveBack->mass;
    sink.giveBack->refused = settled.giveBack->refused;
  } else if (sink.giveBack) {
    // Grains that left before are gone.
    sink.giveBack->given = settled.departures.size();
  }
}

/// Parts of the scene, of which `take(part, settled)` has been called for each that the settled run has, too, by name.
template <typename Part, typename Take>
std::vector<Part> goingOn(std::vector<Part> parts, const std::vector<Part>& settled, Take take) {
  for (Part& part : parts) {
    const auto found = std::ranges::find_if(settled, [&](const Part& other) { return other.name == part.name; });
    if (found != settled.end()) {
      take(part, *found);
    }
  }
  return parts;
}

/// Granulation by the laws and feeds of the scene, with what the settled run has in its boxes and still has to do.
Granulation goneOn(Granulation scene, const Granulation& settled) {
  const auto take = [](MatterZone& zone, const MatterZone& last) {
    zone.stored = last.stored;
    zone.fed = last.fed;
    zone.taken = last.taken;
    zone.missed = last.missed;
  };
  scene.fines = goingOn(std::move(scene.fines), settled.fines, take);
  scene.sprays = goingOn(std::move(scene.sprays), settled.sprays, take);
  scene.looseFines = settled.looseFines;
  scene.pending = settled.pending;
  scene.swelling = settled.swelling;
  scene.sums = settled.sums;
  scene.random = settled.random;
  return scene;
}

double kineticOfGrains(const World& world) {
  double energy = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    energy += 0.5 * world.particles.mass[i] * world.particles.velocity[i].squaredNorm() +
              0.5 * world.particles.inertia(i) * world.particles.angularVelocity[i].squaredNorm();
  }
  return energy;
}

/// Changes the masses of grains with the densities of their materials.
void setDensities(World& world, const std::vector<Material>& next) {
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const MaterialIndex material = world.particles.material[i];
    const double last = world.materials.list[material].density;
    if (next[material].density != last) {
      world.particles.mass[i] *= next[material].density / last;
    }
  }
}

bool areShapesEqual(const Body& a, const Body& b) { return std::ranges::equal(a.shapes, b.shapes, areFormsEqual); }

/// True if a body at rest is elsewhere than in the settled run.
bool isElsewhere(const Body& settled, const Body& scene) {
  return settled.isStatic() && scene.isStatic() && !arePosesEqual(settled.pose, scene.pose);
}

void add(std::string& message, const std::string& text) {
  message += message.empty() || text.empty() ? text : "; " + text;
}

/// Puts the shapes of the scene's body in the place of those of the settled one, which is where the scene has it.
std::string putShapes(World& world, std::uint32_t index, const Body& scene, bool isMoved) {
  std::vector<ShapeInstance>& shapes = world.bodies[index].shapes;
  const std::size_t last = shapes.size();
  for (std::size_t shape = scene.shapes.size(); shape < last; ++shape) {
    forgetContactsWith(world.history, index, static_cast<std::uint32_t>(shape));
  }
  shapes.resize(std::min(last, scene.shapes.size()));
  std::string message;
  for (std::uint32_t shape = 0; shape < scene.shapes.size(); ++shape) {
    const ShapeInstance& wanted = scene.shapes[shape];
    const bool isNew = shape >= last;
    if (isNew) {
      shapes.push_back(wanted);
    }
    if (isNew || isMoved || !areFormsEqual(shapes[shape], wanted)) {
      add(message, putShape(world, index, shape, wanted));
    } else {
      shapes[shape] = wanted;
    }
  }
  return message;
}

double mechanicalEnergyOf(const World& world) {
  const MachineEnergy machine = machineEnergy(world.bodies, world.parameters.gravity);
  return potentialOfGrains(world) + kineticOfGrains(world) + machine.potential + machine.kinetic;
}

/// Puts the bodies of the scene in the place of the settled ones.
std::string putBodies(World& world, const std::vector<Body>& scene) {
  std::string message;
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    Body& body = world.bodies[i];
    const bool isMoved = isElsewhere(body, scene[i]);
    const Body settled = std::exchange(body, scene[i]);
    goOn(body, settled);
    body.shapes = settled.shapes;
    add(message, putShapes(world, i, scene[i], isMoved));
  }
  return message;
}

}  // namespace

std::string whyNotBranch(const World& before, const World& scene) { return refusalOfBranch(before, before, scene); }

BranchResult branchFrom(World settled, const World& before, bool isOtherSeed, World& scene) {
  if (std::string refusal = refusalOfBranch(settled, before, scene); !refusal.empty()) {
    return {.refusal = refusal + ": " + kRemedy, .message = {}};
  }
  const bool areBodiesEqual = std::ranges::equal(settled.bodies, scene.bodies, [](const Body& a, const Body& b) {
    return areShapesEqual(a, b) && !isElsewhere(a, b);
  });
  World next = std::move(settled);
  const bool areEqual = areBodiesEqual && next.materials == scene.materials;
  if (!areEqual) {
    releaseForChange(next);
    next.bodyContacts.clear();
  }
  const double energy = areEqual ? 0.0 : mechanicalEnergyOf(next);
  setDensities(next, scene.materials.list);
  next.name = scene.name;
  next.materials = scene.materials;
  next.sensors = scene.sensors;
  next.guard = Guard{};
  next.joints = goingOn(scene.joints, next.joints, [](Joint& joint, const Joint& last) { goOn(joint, last); });
  next.granulation = goneOn(scene.granulation, next.granulation);
  next.emitters = goingOn(scene.emitters, next.emitters,
                          [&](Emitter& emitter, const Emitter& last) { goOn(emitter, last, isOtherSeed); });
  next.sinks = goingOn(scene.sinks, next.sinks, [](Sink& sink, const Sink& last) { goOn(sink, last); });
  const std::string message = putBodies(next, scene.bodies);
  if (!areEqual) {
    next.budget.totalWork += mechanicalEnergyOf(next) - energy;
  }
  // Last, so that the change of energy is that in the gravity of the settled run: the next step counts that of gravity.
  next.parameters = scene.parameters;
  if (const std::string refusal = refusalOfSmooth(next).text(); !refusal.empty()) {
    return {.refusal = refusal, .message = {}};
  }
  scene = std::move(next);
  return {.refusal = {}, .message = message};
}

}  // namespace scree
