#include "engine/relaxing/relax.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/collision/grid.h"
#include "engine/collision/periodic_pairs.h"
#include "engine/collision/surface.h"
#include "engine/world/contact_spring.h"

namespace scree {
namespace {

/// Smallest overlap over diameter that a contact keeps: far below the overlap by a grain's weight in a bed under any
/// law, and far above rounding.
constexpr double kLeft = 1e-4;
/// Largest overlap with a wall, over the radius: the centre, which defines the side of a thin wall, stays on it.
constexpr double kWallHolds = 0.4;
/// Longest way in one iteration, over the radius: contacts found in the next iteration are still shallow.
constexpr double kLongestWay = 0.1;
/// Share of the way that a particle alone would need: both sides of a pair go half of theirs.
constexpr double kShare = 0.5;
/// Share of the last way added to the next: a bed of 12 layers with overlaps of 10 % then takes about 1000 iterations.
constexpr double kMomentum = 0.97;
constexpr int kMostIterations = 4000;
/// Way, over the radius, below which the iteration ends: the overlaps cannot become less.
constexpr double kStill = 1e-7;
/// Distance beyond the surface at which contacts are listed, in radii, so that the list serves several iterations.
constexpr double kSkin = 0.3;

/// Shapes of all bodies at their present places.
class Walls {
 public:
  explicit Walls(const World& world) {
    for (std::uint32_t b = 0; b < world.bodies.size(); ++b) {
      for (std::uint32_t s = 0; s < world.bodies[b].shapes.size(); ++s) {
        const ShapeInstance& shape = world.bodies[b].shapes[s];
        list_.push_back({b, s, &shape, world.bodies[b].pose * shape.local, boundingRadius(shape.shape)});
      }
    }
  }

  struct Wall {
    std::uint32_t body;
    std::uint32_t shape;
    const ShapeInstance* instance;
    Pose pose;
    double reach;
  };
  const std::vector<Wall>& list() const { return list_; }

  /// Finds the touches of a sphere with a gap of at most `margin` [m].
  void touch(const Wall& wall, const Vec3& centre, double radius, double margin, SurfaceTouches& touches) const {
    touches.count = 0;
    // A sphere can touch a container beyond its corner (boundingRadius()).
    const double farthest = wall.reach + std::numbers::sqrt3 * (radius + margin);
    if ((centre - wall.pose.position).squaredNorm() <= farthest * farthest) {
      touchShape(wall.instance->shape, wall.pose.toLocal(centre), radius, touches, margin);
    }
  }

 private:
  std::vector<Wall> list_;
};

double depthOf(const PeriodicBox& box, const Particle& a, const Particle& b) {
  return a.radius + b.radius - box.nearest(a.position - b.position).norm();
}

std::vector<ParticlePair> pairsOf(const PeriodicBox& box, const std::vector<Vec3>& positions,
                                  const std::vector<double>& radii) {
  Grid grid;
  std::vector<ParticlePair> pairs;
  findPeriodicPairs(box, {.positions = positions, .radii = radii, .margins = {}}, grid, nullptr, pairs);
  return pairs;
}

void splitInto(const std::vector<Particle>& particles, std::vector<Vec3>& positions, std::vector<double>& radii) {
  positions.clear();
  radii.clear();
  for (const Particle& particle : particles) {
    positions.push_back(particle.position);
    radii.push_back(particle.radius);
  }
}

/// Contact that carries a particle, and its steepness: the share of the load that it takes.
struct Support {
  std::uint32_t upper;
  std::uint32_t lower;
  double steepness;  ///< vertical component of the normal
};

std::vector<Support> supportsAmong(const PeriodicBox& box, const std::vector<Particle>& particles, const Vec3& up) {
  std::vector<Vec3> positions;
  std::vector<double> radii;
  splitInto(particles, positions, radii);
  std::vector<Support> supports;
  for (const ParticlePair& pair : pairsOf(box, positions, radii)) {
    const Vec3 apart = box.nearest(positions[pair.second] - positions[pair.first]);
    const double distance = apart.norm();
    if (distance > 0.0 && distance < radii[pair.first] + radii[pair.second]) {
      const double steepness = up.dot(apart) / distance;
      const bool secondIsUpper = steepness > 0.0;
      supports.push_back(
          {secondIsUpper ? pair.second : pair.first, secondIsUpper ? pair.first : pair.second, std::abs(steepness)});
    }
  }
  std::ranges::stable_sort(supports, {}, &Support::upper);
  return supports;
}

/// Iteration of relaxOverlaps().
class Relaxer {
 public:
  Relaxer(const World& world, const std::vector<double>& loads, std::vector<Particle>& particles)
      : world_(world),
        particles_(particles),
        loads_(loads),
        walls_(world),
        pushed_(particles.size(), 0),
        force_(particles.size(), Vec3::Zero()),
        slope_(particles.size(), 0.0),
        contacts_(particles.size(), 0),
        way_(particles.size(), Vec3::Zero()),
        wayOutOfWalls_(particles.size(), Vec3::Zero()) {}

  Relaxation relax(const std::vector<StartOverlap>& deep, WorkWatch* watch) {
    std::vector<Vec3> start;
    std::vector<double> radii;
    splitInto(particles_, start, radii);
    for (const StartOverlap& overlap : deep) {
      pushed_[overlap.particle] = 1;
      if (overlap.other != kNoParticle) {
        pushed_[overlap.other] = 1;
      }
    }
    double most = 0.0;
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      if (iteration == 0 || farthestSince_ > 0.5 * kSkin) {
        list();
      }
      collect();
      most = std::max(most, worst_);
      // The deepest overlap falls by about the same factor in each iteration.
      tell(watch, "relaxing grains", worst_ > kLeft ? std::log(most / worst_) / std::log(most / kLeft) : 1.0);
      if (worst_ <= kLeft || !move()) {
        break;
      }
    }
    Relaxation done;
    for (std::size_t i = 0; i < particles_.size(); ++i) {
      const double way = (particles_[i].position - start[i]).norm();
      done.moved += way > 0.0 ? 1 : 0;
      done.farthest = std::max(done.farthest, way);
    }
    list();
    collect();
    done.deepestLeft = worst_;
    done.isBalanced = isStill_;
    return done;
  }

 private:
  struct Pair {
    std::uint32_t a;
    std::uint32_t b;
    ContactSpring spring;
    double rest;
  };
  struct Near {
    std::uint32_t particle;
    std::uint32_t wall;
  };

  double restOf(const ContactSpring& spring, double load, double radius) const {
    return std::max(spring.overlapAt(load), kLeft * 2.0 * radius);
  }

  void list() {
    splitInto(particles_, positions_, radii_);
    margins_.assign(radii_.size(), 0.0);
    for (std::size_t i = 0; i < radii_.size(); ++i) {
      margins_[i] = kSkin * radii_[i];
    }
    findPeriodicPairs(world_.periodic, {.positions = positions_, .radii = radii_, .margins = margins_}, grid_, nullptr,
                      found_);
    pairs_.clear();
    for (const ParticlePair& pair : found_) {
      const Particle& a = particles_[pair.first];
      const Particle& b = particles_[pair.second];
      const ContactSpring spring =
          springOf(world_.materials.pair(a.material, b.material), a.radius * b.radius / (a.radius + b.radius));
      const double load = std::min(loads_[pair.first], loads_[pair.second]);
      pairs_.push_back({pair.first, pair.second, spring, restOf(spring, load, std::min(a.radius, b.radius))});
    }
    near_.clear();
    for (std::uint32_t i = 0; i < particles_.size(); ++i) {
      for (std::uint32_t w = 0; w < walls_.list().size(); ++w) {
        walls_.touch(walls_.list()[w], particles_[i].position, particles_[i].radius, margins_[i], touches_);
        if (touches_.count > 0) {
          near_.push_back({i, w});
        }
      }
    }
    farthestSince_ = 0.0;
  }

  /// Collects forces beyond those at rest, of contacts with a pushed particle.
  void collect() {
    std::ranges::fill(force_, Vec3::Zero());
    std::ranges::fill(slope_, 0.0);
    std::ranges::fill(contacts_, 0);
    std::ranges::fill(wayOutOfWalls_, Vec3::Zero());
    worst_ = 0.0;
    for (const Pair& pair : pairs_) {
      if (pushed_[pair.a] == 0 && pushed_[pair.b] == 0) {
        continue;
      }
      const Vec3 apart = world_.periodic.nearest(particles_[pair.b].position - particles_[pair.a].position);
      const double radii = particles_[pair.a].radius + particles_[pair.b].radius;
      const double distance = apart.norm();
      const double overlap = radii - distance;
      if (overlap <= pair.rest) {
        continue;
      }
      const Vec3 normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
      const Vec3 force = (pair.spring.force(overlap) - pair.spring.force(pair.rest)) * normal;
      const double slope = pair.spring.slope(overlap);
      push(pair.a, -force, slope);
      push(pair.b, force, slope);
      const double smaller = std::min(particles_[pair.a].radius, particles_[pair.b].radius);
      worst_ = std::max(worst_, (overlap - pair.rest) / (2.0 * smaller));
    }
    for (const Near& near : near_) {
      if (pushed_[near.particle] != 0) {
        collectWall(near.particle, walls_.list()[near.wall]);
      }
    }
  }

  void collectWall(std::uint32_t i, const Walls::Wall& wall) {
    const Particle& particle = particles_[i];
    walls_.touch(wall, particle.position, particle.radius, 0.0, touches_);
    for (int t = 0; t < touches_.count; ++t) {
      const SurfaceTouch& touch = touches_.list[static_cast<std::size_t>(t)];
      const MaterialIndex material = touch.isCap ? wall.instance->capMaterial : wall.instance->material;
      const ContactSpring spring = springOf(world_.materials.pair(particle.material, material), particle.radius);
      const double rest = restOf(spring, loads_[i], particle.radius);
      const double overlap = -touch.gap;
      if (overlap <= rest) {
        continue;
      }
      const Vec3 out = -(wall.pose.orientation * touch.normal);
      push(i, (spring.force(overlap) - spring.force(rest)) * out, spring.slope(overlap));
      wayOutOfWalls_[i] += std::max(0.0, overlap - kWallHolds * particle.radius) * out;
      worst_ = std::max(worst_, (overlap - rest) / (2.0 * particle.radius));
    }
  }

  void push(std::uint32_t i, const Vec3& force, double slope) {
    pushed_[i] = 1;
    ++contacts_[i];
    force_[i] += force;
    slope_[i] += slope;
  }

  /// Moves the pushed particles; false when no particle moves any more.
  bool move() {
    double longest = 0.0;
    double power = 0.0;
    for (std::size_t i = 0; i < particles_.size(); ++i) {
      power += way_[i].dot(force_[i]);
    }
    if (power < 0.0) {
      std::ranges::fill(way_, Vec3::Zero());  // the energy rises: restart from rest
      downhill_ = 0;
    }
    // The momentum grows from 0 (Nesterov's choice), so that particles with few iterations to go do not go too far.
    const double momentum = std::min(kMomentum, downhill_ / (downhill_ + 3.0));
    ++downhill_;
    for (std::size_t i = 0; i < particles_.size(); ++i) {
      if (slope_[i] == 0.0) {
        way_[i].setZero();  // a particle without contacts does not move on
        continue;
      }
      const double radius = particles_[i].radius;
      // A particle with one contact needs no momentum, which would carry it too far.
      Vec3 way = (contacts_[i] > 1 ? momentum : 0.0) * way_[i] + kShare / slope_[i] * force_[i];
      const double length = way.norm();
      if (length > kLongestWay * radius) {
        way *= kLongestWay * radius / length;
      }
      way_[i] = way;
      particles_[i].position += way + wayOutOfWalls_[i];
      longest = std::max(longest, way.norm() / radius);
    }
    farthestSince_ += longest;
    isStill_ = longest <= kStill;
    return !isStill_;
  }

  const World& world_;
  std::vector<Particle>& particles_;
  const std::vector<double>& loads_;
  const Walls walls_;
  Grid grid_;
  std::vector<Vec3> positions_;
  std::vector<double> radii_;
  std::vector<double> margins_;
  std::vector<ParticlePair> found_;
  std::vector<Pair> pairs_;
  std::vector<Near> near_;
  SurfaceTouches touches_;
  std::vector<char> pushed_;
  std::vector<Vec3> force_;
  std::vector<double> slope_;
  std::vector<int> contacts_;
  std::vector<Vec3> way_;
  std::vector<Vec3> wayOutOfWalls_;  // way out of walls that overlap beyond kWallHolds [m]
  double worst_ = 0.0;               // deepest overlap beyond its overlap at rest, over the diameter
  int downhill_ = 0;                 // iterations since a restart
  bool isStill_ = false;             // the last move was below kStill
  double farthestSince_ = 0.0;       // way since contacts were listed, in radii
};

}  // namespace

std::vector<StartOverlap> overlapsBeyond(double share, const std::vector<Particle>& particles, const World& world) {
  std::vector<StartOverlap> overlaps;
  std::vector<Vec3> positions;
  std::vector<double> radii;
  splitInto(particles, positions, radii);
  for (const ParticlePair& pair : pairsOf(world.periodic, positions, radii)) {
    const double depth = depthOf(world.periodic, particles[pair.first], particles[pair.second]);
    const double smaller = 2.0 * std::min(radii[pair.first], radii[pair.second]);
    if (depth > share * smaller) {
      overlaps.push_back({.particle = pair.first, .other = pair.second, .depth = depth, .share = depth / smaller});
    }
  }
  const Walls walls(world);
  SurfaceTouches touches;
  for (const Walls::Wall& wall : walls.list()) {
    for (std::uint32_t i = 0; i < particles.size(); ++i) {
      walls.touch(wall, positions[i], radii[i], 0.0, touches);
      double gap = 0.0;
      for (int t = 0; t < touches.count; ++t) {
        gap = std::min(gap, touches.list[static_cast<std::size_t>(t)].gap);
      }
      const double depth = -gap;
      if (depth > share * 2.0 * radii[i]) {
        overlaps.push_back(
            {.particle = i, .body = wall.body, .shape = wall.shape, .depth = depth, .share = depth / (2.0 * radii[i])});
      }
    }
  }
  return overlaps;
}

std::vector<double> loadsOf(const std::vector<Particle>& particles, const World& world) {
  const double gravity = world.parameters.gravity.norm();
  std::vector<double> loads(particles.size(), 0.0);
  if (gravity == 0.0) {
    return loads;
  }
  const Vec3 up = -world.parameters.gravity / gravity;
  const std::vector<Support> supports = supportsAmong(world.periodic, particles, up);
  std::vector<double> steepness(particles.size(), 0.0);
  std::vector<std::size_t> first(particles.size() + 1, 0);
  for (const Support& support : supports) {
    steepness[support.upper] += support.steepness;
    ++first[support.upper + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  const Walls walls(world);
  SurfaceTouches touches;
  std::vector<std::uint32_t> fromAbove(particles.size());
  for (std::uint32_t i = 0; i < particles.size(); ++i) {
    fromAbove[i] = i;
    for (const Walls::Wall& wall : walls.list()) {
      walls.touch(wall, particles[i].position, particles[i].radius, 0.0, touches);
      for (int t = 0; t < touches.count; ++t) {
        const Vec3 normal = wall.pose.orientation * touches.list[static_cast<std::size_t>(t)].normal;
        steepness[i] += std::max(0.0, -up.dot(normal));
      }
    }
  }
  std::ranges::sort(fromAbove, [&](std::uint32_t a, std::uint32_t b) {
    const double heightA = up.dot(particles[a].position);
    const double heightB = up.dot(particles[b].position);
    return heightA != heightB ? heightA > heightB : a < b;
  });
  for (const std::uint32_t i : fromAbove) {
    loads[i] += particles[i].mass * gravity;
    for (std::size_t s = first[i]; s < first[i + 1]; ++s) {
      if (steepness[i] > 0.0) {
        loads[supports[s].lower] += loads[i] * supports[s].steepness / steepness[i];
      }
    }
  }
  return loads;
}

namespace {

ContactSpring springAt(const StartOverlap& overlap, const std::vector<Particle>& particles, const World& world) {
  const Particle& a = particles[overlap.particle];
  if (overlap.other == kNoParticle) {
    const MaterialIndex material = world.bodies[overlap.body].shapes[overlap.shape].material;
    return springOf(world.materials.pair(a.material, material), a.radius);
  }
  const Particle& b = particles[overlap.other];
  return springOf(world.materials.pair(a.material, b.material), a.radius * b.radius / (a.radius + b.radius));
}

}  // namespace

std::vector<double> overlapsAtRest(const std::vector<StartOverlap>& overlaps, const std::vector<double>& loads,
                                   const std::vector<Particle>& particles, const World& world) {
  std::vector<double> rests;
  for (const StartOverlap& overlap : overlaps) {
    const double load = loads[overlap.particle];
    const double other = overlap.other == kNoParticle ? load : loads[overlap.other];
    rests.push_back(springAt(overlap, particles, world).overlapAt(std::min(load, other)));
  }
  return rests;
}

double stiffestOf(const std::vector<StartOverlap>& overlaps, const std::vector<Particle>& particles,
                  const World& world) {
  double stiffest = 0.0;
  for (const StartOverlap& overlap : overlaps) {
    const double mass = particles[overlap.particle].mass;
    const double lighter = overlap.other == kNoParticle ? mass : std::min(mass, particles[overlap.other].mass);
    stiffest = std::max(stiffest, springAt(overlap, particles, world).slope(overlap.depth) / lighter);
  }
  return stiffest;
}

Relaxation relaxOverlaps(const std::vector<StartOverlap>& deep, const std::vector<double>& loads, const World& world,
                         std::vector<Particle>& particles, WorkWatch* watch) {
  return Relaxer(world, loads, particles).relax(deep, watch);
}

void rememberForces(World& world) {
  struct Remembered {
    ContactKey key;
    double force;
  };
  const Particles& particles = world.particles;
  std::vector<Remembered> remembered;
  double stiffness = 0.0;
  const auto add = [&](const ContactKey& key, const ContactSpring& spring, double overlap, double lightness) {
    if (overlap > 0.0) {
      remembered.push_back({key, spring.force(overlap)});
      stiffness += 0.5 * lightness * spring.slope(overlap);
    }
  };
  for (const auto& [a, b] : pairsOf(world.periodic, particles.position, particles.radius)) {
    const double radii = particles.radius[a] + particles.radius[b];
    add(ContactKey::particles(particles.id[a], particles.id[b]),
        springOf(world.materials.pair(particles.material[a], particles.material[b]),
                 particles.radius[a] * particles.radius[b] / radii),
        radii - world.periodic.nearest(particles.position[a] - particles.position[b]).norm(),
        1.0 / particles.mass[a] + 1.0 / particles.mass[b]);
  }
  const Walls walls(world);
  SurfaceTouches touches;
  for (const Walls::Wall& wall : walls.list()) {
    for (std::uint32_t i = 0; i < particles.size(); ++i) {
      walls.touch(wall, particles.position[i], particles.radius[i], 0.0, touches);
      for (int t = 0; t < touches.count; ++t) {
        const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(t)];
        const MaterialIndex material = touch.isCap ? wall.instance->capMaterial : wall.instance->material;
        add(ContactKey::boundary(particles.id[i], wall.body, wall.shape, touch.feature),
            springOf(world.materials.pair(particles.material[i], material), particles.radius[i]), -touch.gap,
            1.0 / particles.mass[i]);
      }
    }
  }
  std::ranges::sort(remembered, {}, &Remembered::key);
  ContactHistory& history = world.history;
  history = ContactHistory{};
  history.timeStep = world.parameters.timeStep;
  for (const Remembered& one : remembered) {
    history.keys.push_back(one.key);
    history.multipliers.push_back({.normal = one.force * history.timeStep});
  }
  history.stiffness = remembered.empty() ? 0.0 : stiffness / static_cast<double>(remembered.size());
}

}  // namespace scree
