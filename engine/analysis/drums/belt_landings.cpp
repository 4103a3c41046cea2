#include "engine/analysis/drums/belt_landings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "engine/step/step_data.h"

namespace scree {

namespace {

constexpr double kAligned = 1e-6;
/// Farthest distance of a sink's pellet from the belt's surface that counts as landing [diameters].
constexpr double kNearBelt = 5.0;

/// Half sides and height of the carrying side above the shape's centre; nothing for other shapes.
std::optional<Vec3> carryingSide(const ShapeInstance& instance) {
  if (const auto* plate = std::get_if<Rectangle>(&instance.shape)) {
    return Vec3(plate->halfX, plate->halfY, 0.0);
  }
  if (const auto* box = std::get_if<SolidBox>(&instance.shape)) {
    return box->halfExtents;
  }
  return std::nullopt;
}

std::optional<BeltFrame> beltOf(const World& world, std::uint32_t b, const SurfaceMotion& motion) {
  const Body& body = world.bodies[b];
  const ShapeInstance& instance = body.shapes[motion.shape];
  const std::optional<Vec3> half = carryingSide(instance);
  const int axis = std::abs(motion.direction.x()) > std::abs(motion.direction.y()) ? 0 : 1;
  if (!half || std::abs(motion.direction.normalized()[axis]) < 1.0 - kAligned) {
    return std::nullopt;
  }
  const Pose pose = body.pose * instance.local;
  BeltFrame belt{.body = b, .shape = motion.shape};
  belt.up = pose.orientation * Vec3::UnitZ();
  belt.along = pose.orientation * motion.direction.normalized();
  belt.across = belt.up.cross(belt.along);
  belt.middle = pose.position + half->z() * belt.up;
  belt.length = 2.0 * (*half)[axis];
  belt.width = 2.0 * (*half)[1 - axis];
  return belt;
}

/// Speed of the belt's surface along its motion [m/s].
double speedOf(const World& world, const BeltFrame& belt) {
  const Body& body = world.bodies[belt.body];
  const ShapeInstance& instance = body.shapes[belt.shape];
  const Vec3 velocity = body.pose.orientation * (instance.local.orientation * instance.surfaceVelocity);
  return velocity.dot(belt.along);
}

bool pushes(const StepData& data, std::size_t i) {
  return data.list.contacts[i].gap <= 0.0 || data.list.multipliers[i].normal > 0.0;
}

}  // namespace

std::optional<BeltFrame> widestBelt(const World& world) {
  std::optional<BeltFrame> widest;
  for (std::uint32_t b = 0; b < world.bodies.size(); ++b) {
    for (const Drive& drive : world.bodies[b].drives) {
      const auto* motion = std::get_if<SurfaceMotion>(&drive.motion);
      const auto belt = motion != nullptr ? beltOf(world, b, *motion) : std::nullopt;
      if (belt && (!widest || belt->width > widest->width)) {
        widest = belt;
      }
    }
  }
  return widest;
}

bool isTakenAt(const World& world, const BeltFrame& belt) {
  double diameter = 0.0;
  for (const double radius : world.particles.radius) {
    diameter = std::max(diameter, 2.0 * radius);
  }
  for (const Emitter& emitter : world.emitters) {
    diameter = std::max(diameter, largestDiameter(emitter.sizes));
  }
  return std::ranges::any_of(world.sinks, [&](const Sink& sink) {
    // The centre of a pellet that lies there, or that a step brings a little higher.
    return std::ranges::any_of(std::array{0.5, 1.0, 1.5}, [&](double height) {
      const Vec3 local = sink.pose.toLocal(belt.middle + height * diameter * belt.up);
      return (local.cwiseAbs().array() <= sink.halfExtents.array()).all();
    });
  });
}

LandingWatch::LandingWatch(const World& world, const BeltFrame& belt) : belt_(belt) {
  for (const Sink& sink : world.sinks) {
    memory_.departures.push_back(sink.departures.size());
  }
}

void LandingWatch::take(const World& world, const StepData& data) {
  memory_.way += world.parameters.timeStep * speedOf(world, belt_);
  if (!world.particles.id.empty()) {
    const ParticleId most = *std::ranges::max_element(world.particles.id);
    memory_.landed.resize(std::max(memory_.landed.size(), std::size_t{most} + 1), 0);
  }
  if (memory_.isFirst) {
    markLying(world, data);
    memory_.isFirst = false;
  }
  takeContacts(world, data);
  takeDepartures(world);
}

void LandingWatch::forgetFirst(std::size_t count) {
  memory_.landings.erase(memory_.landings.begin(), memory_.landings.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                                  count, memory_.landings.size())));
}

void LandingWatch::markLying(const World& world, const StepData& data) {
  const std::size_t landings = memory_.landings.size();
  // What lies on the bed hangs together by contacts: goes on until nothing more is found.
  for (std::size_t before = landings + 1; before != memory_.landings.size();) {
    before = memory_.landings.size();
    takeContacts(world, data);
  }
  memory_.landings.resize(landings);
}

void LandingWatch::takeContacts(const World& world, const StepData& data) {
  const Particles& p = world.particles;
  const std::size_t known = std::min(data.list.contacts.size(), data.list.multipliers.size());
  const auto landAt = [&](std::uint32_t slot) {
    land(world, p.id[slot], p.position[slot], p.mass[slot], 2.0 * p.radius[slot], world.time);
  };
  for (std::size_t i = 0; i < known; ++i) {
    const Contact& c = data.list.contacts[i];
    const bool first = hasLanded(p.id[c.a]);
    if (c.b == kNoParticle) {
      const bool onBelt = c.key.isBoundary() && c.key.body() == belt_.body && c.key.shape() == belt_.shape;
      if (onBelt && !first && pushes(data, i)) {
        landAt(c.a);
      }
    } else if (first != hasLanded(p.id[c.b]) && pushes(data, i)) {
      landAt(first ? c.b : c.a);
    }
  }
}

void LandingWatch::takeDepartures(const World& world) {
  memory_.departures.resize(world.sinks.size(), 0);
  for (std::size_t s = 0; s < world.sinks.size(); ++s) {
    const std::vector<Departure>& gone = world.sinks[s].departures;
    for (; memory_.departures[s] < gone.size(); ++memory_.departures[s]) {
      const Departure& d = gone[memory_.departures[s]];
      const Vec3 from = d.position - belt_.middle;
      memory_.landed.resize(std::max(memory_.landed.size(), std::size_t{d.id} + 1), 0);
      if (!hasLanded(d.id) && std::abs(from.dot(belt_.up)) < kNearBelt * d.diameter &&
          std::abs(from.dot(belt_.along)) < 0.5 * belt_.length &&
          std::abs(from.dot(belt_.across)) < 0.5 * belt_.width) {
        land(world, d.id, d.position, d.mass, d.diameter, d.time);
      }
    }
  }
}

void LandingWatch::land(const World& world, ParticleId id, const Vec3& position, double mass, double diameter,
                        double time) {
  memory_.landed[id] = 1;
  const Vec3 from = position - belt_.middle;
  const double along = from.dot(belt_.along);
  // A sink tells the time of a pellet that it took steps ago: the belt has gone on since.
  const double way = memory_.way - (world.time - time) * speedOf(world, belt_);
  memory_.landings.push_back({.time = time,
                              .id = id,
                              .across = 0.5 * belt_.width + from.dot(belt_.across),
                              .along = along,
                              .moving = along - way,
                              .mass = mass,
                              .diameter = diameter});
}

std::vector<Landing> landingsBetween(std::span<const Landing> landings, double from, double to) {
  std::vector<Landing> between;
  std::ranges::copy_if(landings, std::back_inserter(between),
                       [&](const Landing& l) { return l.time >= from && l.time <= to; });
  return between;
}

}  // namespace scree
