#include "tests/bench/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "engine/io/checkpoint_file.h"
#include "engine/io/scene_library.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"
#include "tests/bench/settings.h"
#include "tests/bench/stopwatch.h"
#include "tests/support/dropped_ball.h"
#include "tests/support/rough_plate.h"
#include "tests/support/worlds.h"

namespace scree::bench {

namespace {

constexpr double kLargest = 0.013;                                // m: pellets of the parametrisation paper
constexpr double kSmallest = 0.8 * kLargest;                      // equal spheres would crystallise at the walls
constexpr double kPitch = 1.1 * kLargest;                         // of testing::addLattice
constexpr double kBedStiffness = 20e3;                            // N/m: overlaps of 0.1 % and more, as in hard pellets
constexpr double kBedTwisting = 0.3;                              // so that all six rows of a contact have work
constexpr double kSoftModulus = 0.5 * 6e6 / (1.0 - 0.25 * 0.25);  // Pa: E* of pellets of 6 MPa

/// Lattice that falls into a bed; its layers take about half their height after the fall.
struct Bed {
  int nx, ny, nz;
};

/// Settings that states are prepared with.
constexpr const char* kPreparing = "fast";

void require(const std::string& refusal) {
  if (!refusal.empty()) {
    throw std::runtime_error(refusal);
  }
}

void advance(World& world, double seconds) {
  StepData data;
  testing::run(world, data, seconds);
}

double rmsSpeedOfState(const World& world) {
  double sum = 0.0;
  for (const Vec3& velocity : world.particles.velocity) {
    sum += velocity.squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(world.particles.size()));
}

/// Goes on until the bed is at rest.
void settle(World& world) {
  constexpr double kRest = 1e-4;    // m/s, root mean square
  constexpr double kLongest = 6.0;  // s
  for (double spent = 0.0; spent < kLongest && rmsSpeedOfState(world) > kRest; spent += 0.25) {
    advance(world, 0.25);
  }
}

World settledBedOf(const Bed& bed) {
  PairLaw law = testing::pelletLaw();
  law.stiffness = kBedStiffness;
  law.twisting = kBedTwisting;
  World world = testing::emptyWorld(law);
  const Container box{.halfExtents = Vec3(0.5 * bed.nx * kPitch, 0.5 * bed.ny * kPitch, bed.nz * kPitch),
                      .faces = {true, true, true, true, true, false}};
  testing::addShape(world, box, Pose{.position = Vec3(0.0, 0.0, bed.nz * kPitch)});
  testing::addLattice(world, bed.nx, bed.ny, bed.nz, kSmallest, kLargest, 1);
  require(applySettings(world.parameters, kPreparing));
  const double fall = std::sqrt(bed.nz * kPitch / testing::kGravity);
  advance(world, fall + 0.5);
  settle(world);
  return world;
}

/// The settled bed under a gravity turned by 0.3 rad, which friction and rolling resistance hold.
World slope(States& states, const std::string& bed) {
  World world = *states.get(bed);
  const Parameters own = world.parameters;
  require(applySettings(world.parameters, kPreparing));
  constexpr double kTilt = 0.3;  // rad
  const Vec3 gravity = testing::kGravity * Vec3(std::sin(kTilt), 0.0, -std::cos(kTilt));
  world.parameters.gravity = gravity;
  advance(world, 0.5);
  settle(world);
  world.parameters = own;
  world.parameters.gravity = gravity;
  return world;
}

/// The same bed after its pellets got the Hertz law of 6 MPa and no twisting resistance, as smooth engines have it.
World softBed(States& states, const std::string& name) {
  World world = *states.get(name);
  world.materials.list[0].youngsModulus = 6e6;
  world.materials.list[0].poissonRatio = 0.25;
  PairLaw law = testing::hertzLaw(world.materials.pair(0, 0), kSoftModulus);
  law.twisting = 0.0;
  world.materials.setPair(0, 0, law);
  require(applySettings(world.parameters, "sweeps=100"));
  advance(world, 0.3);
  settle(world);
  return world;
}

/// The same bed after its box has lost all friction, so that nothing carries the grains.
World smoothBox(States& states, const std::string& name) {
  World world = *states.get(name);
  const MaterialIndex wall = world.materials.add({.name = "wall", .density = world.materials.list[0].density});
  PairLaw law = world.materials.pair(0, 0);
  law.friction = law.rollingResistance = law.twisting = 0.0;
  world.materials.setPair(0, wall, law);
  world.materials.setPair(wall, wall, law);
  world.bodies[0].shapes[0].material = wall;
  require(applySettings(world.parameters, kPreparing));
  advance(world, 0.5);
  settle(world);
  return world;
}

World sceneAtStart(const std::string& name) {
  const auto file = resolveScene(name, findScenes(executablePath(), SCREE_SOURCE_DIR));
  if (!file) {
    throw std::runtime_error("there is no shipped scene " + name);
  }
  SceneResult result = loadScene(*file);
  if (!result.scene) {
    throw std::runtime_error(result.errors.empty() ? name : result.errors.front().text());
  }
  return std::move(result.scene->world);
}

World sceneAt(const std::string& name, double time) {
  World world = sceneAtStart(name);
  const Parameters own = world.parameters;
  require(applySettings(world.parameters, kPreparing));
  advance(world, time);
  world.parameters = own;
  return world;
}

/// The conveyor with a belt as long as in the paper, 650 diameters: what is fed in 40 s lies on it, and nothing falls
/// off. Filled with merging on, which takes a tenth of the time; then everything is free again.
World longConveyor() {
  World world = sceneAtStart("conveyor");
  const Parameters own = world.parameters;
  require(applySettings(world.parameters, kPreparing));
  const double length = 650 * kLargest;
  for (Body& body : world.bodies) {
    if (body.name == "belt") {
      std::get<Rectangle>(body.shapes.at(0).shape).halfX = 0.5 * length;
      body.shapes[0].local.position.x() = 0.5 * length;
    } else if (body.name == "roller") {
      const double shift = length - body.pose.position.x();
      body.pose.position.x() += shift;
      for (Drive& drive : body.drives) {
        std::get<Rotation>(drive.motion).point.x() += shift;
      }
    }
  }
  world.parameters.bounds.upper.x() = 1.2 * length;
  world.parameters.reduction.merging = Switch::on;
  advance(world, 40.0);
  world.parameters.reduction.merging = Switch::off;
  advance(world, world.parameters.timeStep);
  world.parameters = own;
  world.parameters.bounds.upper.x() = 1.2 * length;
  return world;
}

StateRecipe bed(const std::string& name, const Bed& size) {
  return {name, fmt::format("{} spheres of 10.4-13 mm settled in a box, 20 kN/m", size.nx * size.ny * size.nz),
          [size](States&) { return settledBedOf(size); }};
}

StateRecipe soft(const std::string& name) {
  return {name + "-soft", "the same after settling under the Hertz law of 6 MPa",
          [name](States& states) { return softBed(states, name); }};
}

StateRecipe scene(const std::string& name, double time, const std::string& what) {
  return {name, what, [name, time](States&) { return sceneAt(name, time); }};
}

/// A ball of 6 d and the grains' density that is let go 0.25 m above a bed which has been at rest and merged for so
/// long that audits are rare.
StateRecipe ballOver(const std::string& bed, const std::string& name) {
  return {name, "a ball of 6 d in the air over " + bed + ", merged for 150 s", [bed](States& states) {
            World world = *states.get(bed);
            const Parameters own = world.parameters;
            require(applySettings(world.parameters, kPreparing));
            world.parameters.reduction.merging = Switch::on;
            advance(world, 150.0);
            world.parameters = own;
            testing::addBall(world, 6.0 * kLargest, world.materials.list[0].density, 0.25);
            return world;
          }};
}

std::vector<StateRecipe> allRecipes() {
  return {
      bed("bed-tiny", {4, 4, 6}),
      bed("bed-1k", {8, 8, 16}),
      bed("bed-4k", {13, 13, 24}),
      bed("bed-8k", {16, 16, 32}),
      bed("bed-20k", {22, 22, 42}),
      bed("bed-50k", {34, 34, 43}),
      bed("bed-100k", {48, 48, 43}),
      {"plate-4k", "4096 grains on a rough plate of triangles that slides",
       [](States&) { return testing::layerOnRoughPlate(64); }},
      {"box-4k", "4096 grains in a box that slides", [](States&) { return testing::bedInSlidingBox(64); }},
      {"slope-4k", "bed-4k at rest under a gravity turned by 0.3 rad",
       [](States& states) { return slope(states, "bed-4k"); }},
      {"smooth-20k", "bed-20k at rest in a box without friction",
       [](States& states) { return smoothBox(states, "bed-20k"); }},
      ballOver("bed-50k", "ball-50k"),
      ballOver("bed-100k", "ball-100k"),
      soft("bed-tiny"),
      soft("bed-1k"),
      soft("bed-4k"),
      soft("bed-20k"),
      soft("bed-50k"),
      scene("column", 0.0, "25 spheres stacked with zero overlap, Hertz, 6 MPa"),
      scene("drum", 3.0, "4864 grains avalanching in the rotating drum"),
      scene("pile", 19.0, "3363 grains at rest in a pile, Hertz, 6 MPa"),
      scene("collapse", 1.75, "4000 grains running out, 0.25 s after the wall rose"),
      scene("conveyor", 8.0, "grains on a belt, fed and discharged at 1000 a second"),
      {"conveyor-40k", "40 000 grains on a belt of 650 diameters", [](States&) { return longConveyor(); }},
      // After 1 s they still settle by 3e-5 m/s.
      scene("container", 3.0, "1000 grains at rest in a narrow container"),
  };
}

std::filesystem::path fileOf(const std::filesystem::path& folder, const std::string& name) {
  return folder / (name + ".state");
}

World makeAndKeep(const StateRecipe& recipe, States& states) {
  std::fprintf(stderr, "preparing %s: %s\n", recipe.name.c_str(), recipe.what.c_str());
  const Stopwatch watch;
  World world = recipe.make(states);
  std::filesystem::create_directories(states.folder());
  writeCheckpoint(world, fileOf(states.folder(), recipe.name));
  std::fprintf(stderr, "prepared %s in %.1f s\n", recipe.name.c_str(), watch.elapsed().wall);
  return world;
}

World readOrMake(const StateRecipe& recipe, States& states) {
  const std::filesystem::path file = fileOf(states.folder(), recipe.name);
  if (std::filesystem::exists(file)) {
    try {
      return readCheckpoint(file);
    } catch (const CheckpointError& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
  }
  return makeAndKeep(recipe, states);
}

}  // namespace

const std::vector<StateRecipe>& stateRecipes() {
  static const std::vector<StateRecipe> recipes = allRecipes();
  return recipes;
}

std::shared_ptr<const World> States::get(const std::string& name) {
  const auto found = kept_.find(name);
  if (found != kept_.end()) {
    return found->second;
  }
  const auto& recipes = stateRecipes();
  const auto recipe = std::find_if(recipes.begin(), recipes.end(),
                                   [&](const StateRecipe& candidate) { return candidate.name == name; });
  if (recipe == recipes.end()) {
    throw std::invalid_argument("there is no state " + name);
  }
  auto world = std::make_shared<const World>(readOrMake(*recipe, *this));
  kept_.emplace(name, world);
  return world;
}

}  // namespace scree::bench
