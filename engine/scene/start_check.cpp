#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "engine/base/place_text.h"
#include "engine/base/units.h"
#include "engine/collision/grid.h"
#include "engine/collision/surface.h"
#include "engine/relaxing/relax.h"
#include "engine/scene/start.h"
#include "engine/settings/substeps_needed.h"

namespace scree {
namespace {

/// Overlap over diameter that a start keeps unchanged: states saved at rest have some.
constexpr double kOverlapKept = 0.01;
/// Overlap that a start keeps, over the overlap at rest under the load of its particle: forces in a bed scatter that
/// far.
constexpr double kRestScatter = 2.0;
/// Largest overlap over diameter that is relaxed: a deeper one is a mistake.
constexpr double kOverlapRelaxed = 0.2;
/// Most substeps, over `most_substeps`, in which contacts hold the pressure of a start without room. Boxes of balls
/// with 8 % of overlap that need 2.1 times as many stay below 0.07 √(g d), with 2.6 they reach 0.6 √(g d), with 3.4 ten
/// times that.
constexpr double kPressedSubsteps = 2.0;
/// Largest number of messages about single particles of one kind; further ones are counted in one message.
constexpr std::size_t kMostMessages = 10;
/// Largest fall from rest in one solve over the diameter. In the first 1200 cases of the stress matrix 21 of 26 runs of
/// paper-warm failed beyond it and 20 of 321 below. Found with these cases, not tried on others yet.
constexpr double kFallInSolve = 0.25;
/// Largest way in a step over the diameter: 50 radii, up to which steps are divided in time.
constexpr double kDiametersPerStep = 25.0;
/// Shortest side of a periodic box over the largest diameter: twice the largest distance of two centres in the search
/// for contacts, which are up to a diameter and a radius of look-ahead each apart.
constexpr double kDiametersPerSide = 4.0;
constexpr std::array<std::string_view, 3> kAxisNames = {"x", "y", "z"};

constexpr std::array<std::string_view, std::variant_size_v<Shape>> kShapeNames = {
    "plane", "rectangle", "box", "container", "hollow_cylinder", "solid_cylinder", "sphere", "capsule", "mesh", "hull"};

double square(double x) { return x * x; }

std::string millimetres(double metres) { return fmt::format("{:.3g} mm", 1e3 * metres); }
std::string place(const Vec3& p) { return placeText(p); }

/// Reports the first few findings one by one and the rest as a number.
class Findings {
 public:
  Findings(ErrorList& errors, std::string_view kind) : errors_(errors), kind_(kind) {}
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;
  ~Findings() {
    if (count_ > kMostMessages) {
      errors_.add(last_, fmt::format("{} more {}", count_ - kMostMessages, kind_), "mend those above first");
    }
  }

  template <class Message>
  void add(const Mark& mark, const Message& message, std::string_view remedy) {
    if (++count_ <= kMostMessages) {
      errors_.add(mark, message(), std::string(remedy));
      last_ = mark;
    }
  }

 private:
  ErrorList& errors_;
  std::string_view kind_;
  std::size_t count_ = 0;
  Mark last_;
};

/// Reports places with far more particles of one size than there is room for. Returns true if there are any: listing
/// all their pairs would take too long.
bool checkCrowds(const StartParticles& start, ErrorList& errors) {
  // Centres of touching spheres with diameters in [c, 2c) lie at least c apart: eight fit into a cell of size c.
  constexpr std::size_t kCrowd = 32;
  using Cell = std::array<std::int64_t, 4>;
  std::vector<std::pair<Cell, std::size_t>> cells;
  for (std::size_t i = 0; i < start.particles.size(); ++i) {
    const Particle& particle = start.particles[i];
    const int level = std::ilogb(2.0 * particle.radius);
    const Vec3 scaled = particle.position / std::ldexp(1.0, level);
    const auto cell = [&](int axis) { return static_cast<std::int64_t>(std::floor(scaled[axis])); };
    cells.push_back({{level, cell(0), cell(1), cell(2)}, i});
  }
  std::sort(cells.begin(), cells.end());
  std::size_t crowds = 0;
  std::size_t most = 0;
  std::size_t last = 0;
  for (std::size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
    while (end < cells.size() && cells[end].first == cells[begin].first) {
      ++end;
    }
    if (end - begin > kCrowd) {
      ++crowds;
      if (end - begin > most) {
        most = end - begin;
        last = cells[end - 1].second;
      }
    }
  }
  if (crowds > 0) {
    const std::string others = crowds > 1 ? fmt::format(", and there are {} more such crowds", crowds - 1) : "";
    errors.add(start.marks[start.item[last]],
               fmt::format("{} particles overlap around {}{}", most, place(start.particles[last].position), others),
               "move them apart");
  }
  return crowds > 0;
}

/// Both sides of an overlap in words: "the particle at [...] and the one at [...] of line 9".
std::string sidesOf(const StartOverlap& overlap, const StartParticles& start, const World& world) {
  const Particle& particle = start.particles[overlap.particle];
  if (overlap.other == kNoParticle) {
    const Body& body = world.bodies[overlap.body];
    return fmt::format("the particle at {} and shape {} ({}) of body {}", place(particle.position), overlap.shape,
                       kShapeNames[body.shapes[overlap.shape].shape.index()], inQuotes(body.name));
  }
  const Mark& mark = start.marks[start.item[overlap.particle]];
  const std::string line = mark.source == 0 && mark.line > 0 ? fmt::format(" of line {}", mark.line) : "";
  return fmt::format("the particle at {} and the one at {}{}", place(start.particles[overlap.other].position),
                     place(particle.position), line);
}

const Mark& markOf(const StartOverlap& overlap, const StartParticles& start) {
  return start.marks[start.item[overlap.other == kNoParticle ? overlap.particle : overlap.other]];
}

/// Factor on all radii that leaves an overlap of the share `left` of the smaller diameter; not positive where no factor
/// does.
double radiusFactor(const StartOverlap& overlap, const StartParticles& start, double left) {
  const double radius = start.particles[overlap.particle].radius;
  if (overlap.other == kNoParticle) {
    return (radius - overlap.depth) / (radius * (1.0 - 2.0 * left));
  }
  const double other = start.particles[overlap.other].radius;
  return (radius + other - overlap.depth) / (radius + other - 2.0 * left * std::min(radius, other));
}

/// Reports all overlaps that are too deep as one error.
void reportTooDeep(const std::vector<StartOverlap>& tooDeep, const StartParticles& start, const World& world,
                   ErrorList& errors) {
  const auto worst = std::ranges::max_element(tooDeep, {}, &StartOverlap::share);
  const auto walls = std::ranges::count(tooDeep, kNoParticle, &StartOverlap::other);
  double factor = 1.0;
  for (const StartOverlap& overlap : tooDeep) {
    factor = std::min(factor, radiusFactor(overlap, start, kOverlapRelaxed));
  }
  factor = std::floor(1e3 * factor) / 1e3;
  const double scale = start.radiusScales[start.item[worst->particle]];
  const std::string what =
      fmt::format("{} overlap{} deeper than {:g} % of a diameter{}, {} {:.3g} % ({}), of {}", tooDeep.size(),
                  tooDeep.size() == 1 ? " is" : "s are", 100.0 * kOverlapRelaxed,
                  walls > 0 && tooDeep.size() > 1 ? fmt::format(", {} of them with walls", walls) : "",
                  tooDeep.size() == 1 ? "by" : "the worst", 100.0 * worst->share, millimetres(worst->depth),
                  sidesOf(*worst, start, world));
  constexpr double kLeastFactor = 0.5;  // below this factor the scale is not the mistake
  errors.add(markOf(*worst, start), what,
             factor < kLeastFactor ? "move the particles, or the wall"
             : scale > 0.0         ? fmt::format("set 'radius_scale: {:g}' for the file, or move them apart",
                                                 std::floor(1e3 * scale * factor) / 1e3)
                                   : fmt::format("scale the diameters by {:g}, or move them apart", factor));
}

/// Overlaps that are deeper than the weight above explains (kRestScatter).
std::vector<StartOverlap> unexplainedOverlaps(const std::vector<StartOverlap>& overlaps,
                                              const std::vector<double>& loads, const std::vector<Particle>& particles,
                                              const World& world) {
  std::vector<StartOverlap> deep;
  const std::vector<double> rests = overlapsAtRest(overlaps, loads, particles, world);
  for (std::size_t i = 0; i < overlaps.size(); ++i) {
    if (overlaps[i].depth > kRestScatter * rests[i]) {
      deep.push_back(overlaps[i]);
    }
  }
  return deep;
}

/// Reports a start under a pressure that its contacts are too stiff to hold: the solver finds their balance only up to
/// a part of the forces, and what is left throws the grains.
void checkPressure(const Relaxation& done, const Mark& mark, const std::string& what, const StartParticles& start,
                   const World& world, ErrorList& errors) {
  const Parameters& p = world.parameters;
  const double stiffest = stiffestOf(overlapsBeyond(kOverlapKept, start.particles, world), start.particles, world);
  const double needed = substepsNeeded(stiffest * p.timeStep * p.timeStep, p.sweeps);
  const double most = kPressedSubsteps * std::max(p.substeps, p.mostSubsteps);
  if (needed <= most || p.guard != GuardAction::stop) {
    return;
  }
  const double factor = std::floor(1e3 * (1.0 - done.deepestLeft)) / 1e3;
  errors.add(
      mark,
      fmt::format("{}; there is no room to relax them: {:.2g} % of a diameter stays, under which the contacts are "
                  "so stiff that they would need {:.3g} substeps a step, {:g} at most",
                  what, 100.0 * done.deepestLeft, needed, most),
      fmt::format("scale the diameters by {:g}, make room, or use a stiffness {:.2g} times as large at most", factor,
                  square(most / needed)));
}

/// Relaxes deep overlaps and notes it.
void relax(const std::vector<StartOverlap>& overlaps, const World& world, StartParticles& start, ErrorList& errors,
           WorkWatch* watch) {
  const auto worst = std::ranges::max_element(overlaps, {}, &StartOverlap::share);
  const std::string what =
      fmt::format("{} overlap{} deeper than {:g} % of a diameter at the start, the deepest {:.3g} % ({}), of {}",
                  overlaps.size(), overlaps.size() == 1 ? " is" : "s are", 100.0 * kOverlapKept, 100.0 * worst->share,
                  millimetres(worst->depth), sidesOf(*worst, start, world));
  const Mark mark = markOf(*worst, start);
  const std::vector<double> loads = loadsOf(start.particles, world);
  const std::vector<StartOverlap> deep = unexplainedOverlaps(overlaps, loads, start.particles, world);
  if (deep.empty()) {
    errors.note(mark, what, "the weight above them explains that, so that they stay as they are");
    return;
  }
  const Relaxation done = relaxOverlaps(deep, loads, world, start.particles, watch);
  std::string how = fmt::format(
      "{} that the weight above does not explain {} relaxed before the first step: {} "
      "particles move, the farthest by {}",
      deep.size(), deep.size() == 1 ? "is" : "are", done.moved, millimetres(done.farthest));
  start.isPressed = done.isBalanced && done.deepestLeft > kOverlapKept;
  if (!start.isPressed && done.deepestLeft > kOverlapKept) {
    how += fmt::format("; that would take longer for the last of them, which stay {:.2g} % deep",
                       100.0 * done.deepestLeft);
  }
  if (start.isPressed) {
    checkPressure(done, mark, what, start, world, errors);
    how += fmt::format("; there is no room for all, so that overlaps of up to {:.2g} % and their pressure stay",
                       100.0 * done.deepestLeft);
  }
  errors.note(mark, what, how);
}

void checkSpeed(const Mark& mark, double speed, double diameter, double timeStep, ErrorList& errors) {
  if (speed * timeStep > kDiametersPerStep * diameter) {
    errors.add(mark,
               fmt::format("at {:.3g} m/s it moves {:.3g} of its diameters in one time step", speed,
                           speed * timeStep / diameter),
               fmt::format("use a time_step of at most {:.2g} s; its impacts are resolved with {:.2g} s",
                           kDiametersPerStep * diameter / speed, 0.1 * diameter / speed));
  }
}

}  // namespace

void checkStart(StartParticles& start, const World& world, ErrorList& errors, WorkWatch* watch) {
  tell(watch, "checking the start", -1.0);
  if (!start.particles.empty() && !checkCrowds(start, errors)) {
    const std::vector<StartOverlap> overlaps = overlapsBeyond(kOverlapKept, start.particles, world);
    std::vector<StartOverlap> tooDeep;
    std::ranges::copy_if(overlaps, std::back_inserter(tooDeep),
                         [](const StartOverlap& overlap) { return overlap.share > kOverlapRelaxed; });
    if (!tooDeep.empty()) {
      reportTooDeep(tooDeep, start, world, errors);
    } else if (!overlaps.empty() && errors.count() == 0) {
      relax(overlaps, world, start, errors, watch);
    }
  }
  Findings findings(errors, "particles outside the bounds");
  for (std::size_t i = 0; i < start.particles.size(); ++i) {
    const Vec3& position = start.particles[i].position;
    if (!world.parameters.bounds.contains(position)) {
      findings.add(
          start.marks[start.item[i]],
          [&] { return fmt::format("the particle at {} is outside the bounds", place(position)); },
          "move it, or enlarge 'bounds'");
    }
  }
}

void setPeriodicBox(const SceneDescription& description, StartParticles& start, World& world, ErrorList& errors) {
  if (!description.periodic || description.periodic->where.broken) {
    return;
  }
  double largest = 0.0;
  for (const Particle& particle : start.particles) {
    largest = std::max(largest, 2.0 * particle.radius);
  }
  for (const Emitter& emitter : world.emitters) {
    largest = std::max(largest, largestDiameter(emitter.sizes));
  }
  const Mark& mark = description.periodic->where.mark;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<double>& ends = description.periodic->ends[axis];
    if (ends.empty()) {
      continue;
    }
    const double length = ends[1] - ends[0];
    if (!(length > 0.0)) {
      errors.add(mark,
                 fmt::format("the periodic axis {} {}", kAxisNames[axis],
                             length == 0.0 ? "has no length" : "ends before it begins"),
                 fmt::format("give the lower end first: '{}: [0, 100 mm]'", kAxisNames[axis]));
    } else if (length < kDiametersPerSide * largest) {
      errors.add(mark,
                 fmt::format("the periodic axis {} is {} long, less than four of the largest diameters, {}: particles "
                             "would touch each other at both ends",
                             kAxisNames[axis], millimetres(length), millimetres(largest)),
                 fmt::format("make it {} or longer", millimetres(kDiametersPerSide * largest)));
    } else {
      const auto k = static_cast<Eigen::Index>(axis);
      world.periodic.lower[k] = ends[0];
      world.periodic.length[k] = length;
    }
  }
  for (Particle& particle : start.particles) {
    particle.position = world.periodic.wrapped(particle.position);
  }
}

void checkTimeStep(const SceneDescription& description, const StartParticles& start, const World& world,
                   ErrorList& errors) {
  const double timeStep = world.parameters.timeStep;
  double smallest = std::numeric_limits<double>::infinity();
  std::size_t reported = start.marks.size();
  for (std::size_t i = 0; i < start.particles.size(); ++i) {
    const Particle& particle = start.particles[i];
    smallest = std::min(smallest, 2.0 * particle.radius);
    const std::size_t before = errors.count();
    if (start.item[i] != reported) {
      checkSpeed(start.marks[start.item[i]], particle.velocity.norm(), 2.0 * particle.radius, timeStep, errors);
      reported = errors.count() > before ? start.item[i] : reported;
    }
  }
  for (std::size_t i = 0; i < world.emitters.size() && i < description.emitters.size(); ++i) {
    const Emitter& emitter = world.emitters[i];
    const Where& where = description.emitters[i].where;
    if (!where.broken) {
      smallest = std::min(smallest, smallestDiameter(emitter.sizes));
      checkSpeed(where.mark, emitter.velocity.norm(), smallestDiameter(emitter.sizes), timeStep, errors);
    }
  }
  const double gravity = world.parameters.gravity.norm();
  const bool isOneSolve = !hasSubsteps(world.parameters);
  if (0.5 * gravity * timeStep * timeStep > (isOneSolve ? kFallInSolve : 1.0) * smallest) {
    errors.add(description.timeStepMark,
               fmt::format("in a time step of {}{} a particle of {} falls by more than {}its diameter",
                           formatQuantity(timeStep, Dimension::time), isOneSolve ? ", which is one solve," : "",
                           millimetres(smallest), isOneSolve ? "a quarter of " : ""),
               fmt::format("use at most {:.2g} s; 'ndem check' tells what is accurate",
                           0.1 * std::sqrt(2.0 * smallest / gravity)));
  }
}

}  // namespace scree
