#include "tests/support/drum_world.h"

#include <cmath>

#include "engine/settings/presets.h"
#include "tests/support/worlds.h"

namespace scree::testing {

namespace {

constexpr double kTurning = 2.0;   // rad/s
constexpr double kFilled = 0.25;   // of the radius above the axis: the lattice reaches up to there
constexpr double kShifted = 0.04;  // of the pitch

/// Places of a cubic lattice in the drum's cross section, lowest first.
std::vector<Vec3> crossSection(double pitch, double radius) {
  std::vector<Vec3> places;
  const int across = static_cast<int>(radius / pitch);
  for (int k = -across; k * pitch < kFilled * radius; ++k) {
    for (int i = -across; i <= across; ++i) {
      const Vec3 place(i * pitch, 0.0, k * pitch);
      if (place.norm() < radius - 0.6 * pitch) {
        places.push_back(place);
      }
    }
  }
  return places;
}

}  // namespace

World drumWorld(int count, double smallest, double largest, double radius, std::uint64_t seed) {
  PairLaw law = pelletLaw();
  law.twisting = 0.3;
  World world = emptyWorld(law);
  Random random(seed);
  const double pitch = 1.1 * largest;
  const std::vector<Vec3> section = crossSection(pitch, radius);
  const int layers = (count + static_cast<int>(section.size()) - 1) / static_cast<int>(section.size());
  const double halfLength = 0.5 * layers * pitch;
  int placed = 0;
  for (const Vec3& place : section) {
    for (int j = 0; j < layers && placed < count; ++j, ++placed) {
      const Vec3 shift = randomShift(random, kShifted);
      const Vec3 along(0.0, (j + 0.5) * pitch - halfLength, 0.0);
      addSphere(world, place + along + pitch * shift, random.uniform(smallest, largest));
    }
  }
  const std::uint32_t drum =
      addShape(world, HollowCylinder{.radius = radius, .halfLength = halfLength}, facing(Vec3::Zero(), Vec3::UnitY()));
  world.bodies[drum].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitY()}, {.value = kTurning}});
  return world;
}

World mergingDrum(double speed) {
  World world = drumWorld(400, 0.004, 0.006, 0.05, 5);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.bodies[0].drives[0].speed.value = speed;
  return world;
}

void addFeed(World& world, double rate, double smallest, double largest) {
  const auto& drum = std::get<HollowCylinder>(world.bodies[0].shapes[0].shape);
  Emitter feed;
  feed.name = "feed";
  feed.pose.position = Vec3(0.0, 0.0, 0.6 * drum.radius);
  feed.halfExtents = Vec3(0.3 * drum.radius, drum.halfLength - largest, 0.1 * drum.radius);
  feed.sizes = UniformSizes{smallest, largest};
  feed.rate = rate;
  feed.velocity = Vec3(0.2, 0.0, -0.5);
  feed.random = Random(5);
  world.emitters.push_back(feed);
}

}  // namespace scree::testing
