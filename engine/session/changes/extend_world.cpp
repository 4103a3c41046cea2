#include "engine/session/changes/extend_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/collision/surface.h"
#include "engine/multibody/machine.h"
#include "engine/multibody/part_key.h"
#include "engine/splitting/split_members.h"
#include "engine/step/step_data.h"
#include "engine/world/pair_laws.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Depth, in radii, to which a grain may lie in a new body without a message.
constexpr double kDeep = 0.1;

bool areSame(const Body& a, const Body& b) {
  return a.name == b.name && a.shapes.size() == b.shapes.size() && a.drives.size() == b.drives.size() &&
         a.isDynamic() == b.isDynamic();
}

bool beginsAs(const World& scene, const World& world) {
  const auto sameName = [](const auto& a, const auto& b) { return a.name == b.name; };
  return scene.bodies.size() >= world.bodies.size() &&
         std::equal(world.bodies.begin(), world.bodies.end(), scene.bodies.begin(), areSame) &&
         std::ranges::equal(world.joints, scene.joints, sameName) &&
         std::ranges::equal(world.materials.list, scene.materials.list, sameName);
}

bool isDeepIn(const World& world, const Body& body, std::size_t slot) {
  const double radius = world.particles.radius[slot];
  return std::ranges::any_of(body.shapes, [&](const ShapeInstance& shape) {
    SurfaceTouches touches;
    const Pose pose = body.pose * shape.local;
    if ((world.particles.position[slot] - pose.position).norm() > boundingRadius(shape.shape) + radius) {
      return false;
    }
    touchShape(shape.shape, pose.toLocal(world.particles.position[slot]), radius, touches);
    return std::any_of(touches.list.begin(), touches.list.begin() + touches.count,
                       [&](const SurfaceTouch& touch) { return touch.gap < -kDeep * radius; });
  });
}

/// Books the energy of added bodies as entered, so that the step has not gained it.
void bookEnergy(World& world, const std::vector<Body>& added) {
  const MachineEnergy energy = machineEnergy(added, world.parameters.gravity);
  world.budget.kinetic += energy.kinetic;
  world.budget.potential += energy.potential;
  world.budget.totalEntered += energy.kinetic + energy.potential;
}

/// Books the energy of removed bodies as left, so that the step has not lost it. The energy in contacts with them
/// counts as lost.
void bookLeaving(World& world, const std::vector<Body>& withdrawn) {
  const MachineEnergy energy = machineEnergy(withdrawn, world.parameters.gravity);
  world.budget.kinetic -= energy.kinetic;
  world.budget.potential -= energy.potential;
  world.budget.totalLeft += energy.kinetic + energy.potential;
}

/// Forgets the contacts of grains with bodies from this index on.
void forgetContacts(ContactHistory& history, std::size_t bodies) {
  const auto stays = [&](const ContactKey& key) { return !key.isBoundary() || key.body() < bodies; };
  const bool withQuiet = !history.quietSteps.empty();
  const bool withMotion = !history.motion.empty();
  const bool withGiven = !history.given.empty();
  std::size_t to = 0;
  for (std::size_t i = 0; i < history.keys.size(); ++i) {
    if (stays(history.keys[i])) {
      history.keys[to] = history.keys[i];
      history.multipliers[to] = history.multipliers[i];
      if (withQuiet) {
        history.quietSteps[to] = history.quietSteps[i];
      }
      if (withMotion) {
        history.motion[to] = history.motion[i];
      }
      if (withGiven) {
        history.given[to] = history.given[i];
      }
      ++to;
    }
  }
  history.keys.resize(to);
  history.multipliers.resize(to);
  history.quietSteps.resize(withQuiet ? to : 0);
  history.motion.resize(withMotion ? to : 0);
  history.given.resize(withGiven ? to : 0);
}

/// Removes bodies from this index on with all that refers to them. Nothing may be merged.
void withdrawFrom(World& world, std::size_t bodies) {
  const auto first = world.bodies.begin() + static_cast<std::ptrdiff_t>(bodies);
  bookLeaving(world, {first, world.bodies.end()});
  world.bodies.erase(first, world.bodies.end());
  forgetContacts(world.history, bodies);
  std::erase_if(world.bodyContacts, [&](const BodyContact& contact) {
    return bodyOf(contact.key.a) >= bodies || bodyOf(contact.key.b) >= bodies;
  });
  std::erase_if(world.sensors,
                [&](const SplitSensor& sensor) { return sensor.body != kFixedInWorld && sensor.body >= bodies; });
  if (world.pull && world.pull->grip && world.pull->grip->body >= bodies) {
    world.pull.reset();
  }
}

}  // namespace

ExtensionResult extendWorld(World& world, const World& scene) {
  if (!beginsAs(scene, world)) {
    return {false, "The scene has changed since it was opened: it starts anew with the added body"};
  }
  placeMembers(world);
  const std::vector<Body> added(scene.bodies.begin() + static_cast<std::ptrdiff_t>(world.bodies.size()),
                                scene.bodies.end());
  world.materials = scene.materials;
  world.bodies.insert(world.bodies.end(), added.begin(), added.end());
  world.reduction.splitAll = true;
  bookEnergy(world, added);
  if (hasDynamicBodies(world)) {
    world.parameters.method = Method::pgs;  // only this method moves dynamic bodies
  }
  std::size_t deep = 0;
  for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
    deep += std::ranges::any_of(added, [&](const Body& body) { return isDeepIn(world, body, slot); }) ? 1 : 0;
  }
  if (deep == 0) {
    return {true, {}};
  }
  return {true, fmt::format("{} grain{} where the added body is now: they are pushed out", deep,
                            deep == 1 ? " was" : "s were")};
}

void keepChangedLaws(const Materials& loaded, const Materials& now, Materials& materials) {
  for (std::size_t i = 0; i < materials.list.size(); ++i) {
    if (now.list[i].youngsModulus != loaded.list[i].youngsModulus) {
      setYoungsModulus(materials, static_cast<MaterialIndex>(i), now.list[i].youngsModulus);
    }
  }
  for (std::size_t pair = 0; pair < materials.pairs.size(); ++pair) {
    if (now.pairs[pair] != loaded.pairs[pair]) {
      materials.pairs[pair] = now.pairs[pair];
    }
  }
}

ExtensionResult withdrawBodies(World& world, StepData& data, const World& scene) {
  if (!beginsAs(world, scene)) {
    return {false, "The scene has changed since the body was added: it starts anew without it"};
  }
  placeMembers(world);
  releaseAll(world, data.context, data.list, data.splitting, data.historyEdit, data.report);
  world.reduction.aggregates.clear();  // empty by now, and may name a removed body
  world.materials = scene.materials;
  withdrawFrom(world, scene.bodies.size());
  return {true, {}};
}

}  // namespace scree
