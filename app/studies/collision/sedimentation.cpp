#include "app/studies/collision/sedimentation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/studies/collision/collision_study.h"
#include "engine/analysis/solving/solver_error.h"
#include "engine/base/clock.h"
#include "engine/base/periodic_box.h"
#include "engine/base/random.h"
#include "engine/settings/collision_time.h"
#include "engine/world/contact_spring.h"
#include "engine/world/world.h"

namespace scree {

namespace {

// The region of the falling grains reaches from 0.1 to 1.4 in the paper, which a side of 1.5 fits, as do 13 grains in
// each of 15 rows: 195. The rows close unevenly: the first and the last are not shifted against each other.
constexpr double kSide = 1.5;  // m
constexpr int kInRow = 13;
constexpr int kRows = 15;
constexpr double kDensity = 2500.0;      // kg/m³
constexpr double kModulus = 1e9;         // Young's modulus [Pa], far above what T leaves of it
constexpr double kGravity = 9.81;        // m/s²
const Vec3 kStartLowest(0.1, 0.1, 0.3);  // m; where grains start, over the layer
const Vec3 kStartHighest(1.4, 1.4, 1.2);
constexpr int kSamples = 200;
constexpr double kSubsteps = 100.0;  // of a collision
constexpr double kSkin = 0.2;        // of a diameter: pairs that are looked at, until a grain has gone half of it

PeriodicBox sides() { return {.lower = Vec3::Zero(), .length = Vec3(kSide, kSide, 0.0)}; }

/// Centres of the fixed grains, at height 0.
std::vector<Vec3> layerPlaces() {
  std::vector<Vec3> places;
  for (int row = 0; row < kRows; ++row) {
    for (int i = 0; i < kInRow; ++i) {
      places.emplace_back((i + (row % 2 == 0 ? 0.25 : 0.75)) * kSide / kInRow, (row + 0.5) * kSide / kRows, 0.0);
    }
  }
  return places;
}

/// Centres of the falling grains, at random and apart.
std::vector<Vec3> startPlaces(const SedimentationCase& setup) {
  Random random(setup.seed);
  std::vector<Vec3> places;
  while (places.size() < setup.grains) {
    Vec3 place;
    for (int axis = 0; axis < 3; ++axis) {
      place[axis] = random.uniform(kStartLowest[axis], kStartHighest[axis]);
    }
    const bool isApart = std::ranges::none_of(
        places, [&](const Vec3& other) { return sides().nearest(place - other).norm() < layerDiameter(); });
    if (isApart) {
      places.push_back(place);
    }
  }
  for (Vec3& place : places) {
    place += Vec3::Constant(setup.shifted);
  }
  return places;
}

double massOfOne() { return kDensity * sphereVolume(0.5 * layerDiameter()); }

World sedimentationWorld(const SedimentationCase& setup) {
  World world;
  const MaterialIndex material = world.materials.add({.name = "grain", .density = kDensity, .youngsModulus = kModulus});
  PairLaw law;
  law.restitution = setup.restitution;
  law.friction = 0.0;
  law.law = StiffnessLaw::hertz;
  law.effectiveModulus = effectiveModulus(world.materials.list[material], world.materials.list[material]);
  world.materials.setPair(material, material, law);
  world.parameters.method = Method::smooth;
  world.parameters.gravity = Vec3(0.0, 0.0, -kGravity);
  world.parameters.collisionTime = setup.duration;
  world.parameters.timeStep = 0.1 * setup.duration;
  world.periodic = sides();
  // Bodies have no images: fixed grains beside a side stand there twice.
  Body layer;
  layer.name = "layer";
  for (const Vec3& place : layerPlaces()) {
    sides().forNeighbours([&](const Vec3& shift) {
      if (sides().around(layerDiameter()).contains(place + shift)) {
        ShapeInstance grain;
        grain.shape = SolidSphere{0.5 * layerDiameter()};
        grain.local.position = place + shift;
        grain.material = grain.capMaterial = material;
        layer.shapes.push_back(grain);
      }
    });
  }
  world.bodies.push_back(std::move(layer));
  for (const Vec3& place : startPlaces(setup)) {
    Particle grain;
    grain.position = place;
    grain.radius = 0.5 * layerDiameter();
    grain.mass = massOfOne();
    grain.material = material;
    world.particles.add(grain);
  }
  world.budgetGravity = world.parameters.gravity;
  return world;
}

SedimentationRun engineRun(const SedimentationCase& setup) {
  World world = sedimentationWorld(setup);
  SedimentationRun run;
  const double before = threadSeconds();
  for (int sample = 0; sample <= kSamples; ++sample) {
    stepUpTo(world, setup.end * sample / kSamples);
    double kinetic = 0.0;
    double potential = 0.0;
    for (std::size_t i = 0; i < world.particles.size(); ++i) {
      kinetic += 0.5 * world.particles.mass[i] * world.particles.velocity[i].squaredNorm();
      potential += world.particles.mass[i] * kGravity * world.particles.position[i].z();
    }
    run.energies.push_back(
        {.time = world.time, .potential = potential, .kinetic = kinetic, .elastic = world.budget.elastic});
  }
  run.seconds = threadSeconds() - before;
  return run;
}

/// The same without the engine: symplectic substeps over pairs of grains, whose stiffness and dashpot are chosen as
/// they come to touch.
class Fall {
 public:
  Fall(const SedimentationCase& setup, SedimentationWay way)
      : setup_(setup),
        way_(way),
        law_(stretchedLaw(true, setup.restitution, setup.duration)),
        places_(startPlaces(setup)),
        velocities_(places_.size(), Vec3::Zero()),
        fixed_(layerPlaces()),
        forces_(places_.size()) {}

  SedimentationRun run() {
    const double before = threadSeconds();
    const double step = setup_.duration / kSubsteps;
    const auto steps = static_cast<int>(std::lround(setup_.end / kSamples / step));
    keep(0.0);
    for (int sample = 1; sample <= kSamples; ++sample) {
      for (int i = 0; i < steps; ++i) {
        substep(step);
      }
      keep(setup_.end * sample / kSamples);
    }
    run_.seconds = threadSeconds() - before;
    return std::move(run_);
  }

 private:
  struct Touch {
    HertzContact contact;
    bool isNow = false;
  };
  struct Pair {
    std::size_t a = 0;
    std::size_t b = 0;  // beyond the falling ones the fixed
  };

  bool isFixed(std::size_t i) const { return i >= places_.size(); }
  Vec3 apart(const Pair& pair) const {
    const Vec3& other = isFixed(pair.b) ? fixed_[pair.b - places_.size()] : places_[pair.b];
    return sides().nearest(other - places_[pair.a]);
  }
  double massOf(const Pair& pair) const { return isFixed(pair.b) ? massOfOne() : 0.5 * massOfOne(); }

  HertzContact chosen(double mass, double speed) {
    const WantedBounce wanted{
        .mass = mass, .speed = speed, .restitution = setup_.restitution, .duration = setup_.duration};
    const double before = threadSeconds();
    const HertzContact contact =
        way_ == SedimentationWay::iteration ? iteratedChoice(wanted).contact : directChoice(wanted);
    run_.choiceSeconds += threadSeconds() - before;
    ++run_.choices;
    return contact;
  }

  /// As in the engine, straight from the largest slope on (METHOD.md 18).
  ContactSpring springAt(const Pair& pair, const HertzContact& contact) const {
    const double root = law_.slope * massOf(pair) / (1.5 * contact.stiffness);
    return {.stiffness = contact.stiffness, .exponent = 1.5, .straightFrom = root * root};
  }

  void listPairs() {
    pairs_.clear();
    gone_ = 0.0;
    const double reach = (1.0 + kSkin) * layerDiameter();
    for (std::size_t a = 0; a < places_.size(); ++a) {
      for (std::size_t b = a + 1; b < places_.size() + fixed_.size(); ++b) {
        if (apart({a, b}).squaredNorm() < reach * reach) {
          pairs_.push_back({a, b});
        }
      }
    }
  }

  void push(const Pair& pair) {
    const Vec3 way = apart(pair);
    const double distance = way.norm();
    const double overlap = layerDiameter() - distance;
    const auto key = std::pair(pair.a, pair.b);
    if (!(overlap > 0.0)) {
      touches_.erase(key);
      return;
    }
    const Vec3 normal = way / distance;
    const Vec3 other = isFixed(pair.b) ? Vec3(Vec3::Zero()) : velocities_[pair.b];
    const double approach = normal.dot(velocities_[pair.a] - other);
    auto touch = touches_.find(key);
    if (touch == touches_.end()) {
      // Grains that come to touch approach; a speed of rounding asks for a stiffness that the straight spring bounds.
      touch = touches_.emplace(key, Touch{.contact = chosen(massOf(pair), std::max(approach, 1e-9))}).first;
    }
    const ContactSpring spring = springAt(pair, touch->second.contact);
    elastic_ += spring.energy(overlap);
    const Vec3 force = (spring.force(overlap) + touch->second.contact.dashpot * approach) * normal;
    forces_[pair.a] -= force;
    if (!isFixed(pair.b)) {
      forces_[pair.b] += force;
    }
  }

  void substep(double step) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      places_[i] += 0.5 * step * velocities_[i];
    }
    if (pairs_.empty() || gone_ > 0.5 * kSkin * layerDiameter()) {
      listPairs();
    }
    std::ranges::fill(forces_, massOfOne() * Vec3(0.0, 0.0, -kGravity));
    elastic_ = 0.0;
    for (const Pair& pair : pairs_) {
      push(pair);
    }
    double fastest = 0.0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      velocities_[i] += step / massOfOne() * forces_[i];
      places_[i] += 0.5 * step * velocities_[i];
      fastest = std::max(fastest, velocities_[i].norm());
    }
    gone_ += step * fastest;
  }

  void keep(double time) {
    SedimentationEnergy energy{.time = time, .elastic = elastic_};
    for (std::size_t i = 0; i < places_.size(); ++i) {
      energy.kinetic += 0.5 * massOfOne() * velocities_[i].squaredNorm();
      energy.potential += massOfOne() * kGravity * places_[i].z();
    }
    run_.energies.push_back(energy);
  }

  const SedimentationCase setup_;
  const SedimentationWay way_;
  const StretchedLaw law_;
  std::vector<Vec3> places_;
  std::vector<Vec3> velocities_;
  const std::vector<Vec3> fixed_;
  std::vector<Vec3> forces_;
  std::vector<Pair> pairs_;
  std::map<std::pair<std::size_t, std::size_t>, Touch> touches_;
  double gone_ = 0.0;     // since pairs were listed, by the fastest [m]
  double elastic_ = 0.0;  // J
  SedimentationRun run_;
};

}  // namespace

std::uint32_t layerGrains() { return kInRow * kRows; }

double layerDiameter() { return kSide / kInRow; }

SedimentationRun sedimentationRun(const SedimentationCase& setup, SedimentationWay way) {
  return way == SedimentationWay::engine ? engineRun(setup) : Fall(setup, way).run();
}

SedimentationDifference differenceOf(const SedimentationRun& a, const SedimentationRun& b) {
  SedimentationDifference sum;
  const std::size_t count = std::min(a.energies.size(), b.energies.size());
  for (std::size_t i = 0; i < count; ++i) {
    const SedimentationEnergy& x = a.energies[i];
    const SedimentationEnergy& y = b.energies[i];
    const auto square = [](double d) { return d * d; };
    sum.potential += square(x.potential - y.potential);
    sum.kinetic += square(x.kinetic - y.kinetic);
    sum.elastic += square(x.elastic - y.elastic);
    sum.total += square(x.total() - y.total());
  }
  const auto share = [&](double squares) {
    return std::sqrt(squares / static_cast<double>(count)) / a.energies.front().total();
  };
  return {share(sum.potential), share(sum.kinetic), share(sum.elastic), share(sum.total)};
}

}  // namespace scree
