#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/place_text.h"
#include "engine/collision/grid.h"
#include "engine/collision/surface.h"
#include "engine/scene/start.h"
#include "engine/scene/units.h"

namespace scree {
namespace {

/// Overlap over diameter that a start may have: states that were saved while settled have some.
constexpr double kOverlapAllowed = 0.01;
/// Messages about single particles of one kind; the rest is summed up.
constexpr std::size_t kMostMessages = 10;
/// As far as steps are divided in time: 50 radii.
constexpr double kDiametersPerStep = 25.0;

constexpr std::array<std::string_view, std::variant_size_v<Shape>> kShapeNames = {
    "plane", "rectangle", "box", "container", "hollow_cylinder", "solid_cylinder", "sphere", "capsule", "mesh", "hull"};

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

/// Reports places where far more particles of one size are than there is room for. Returns whether there were any:
/// listing all their pairs would take for ever.
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
  Findings findings(errors, "crowds of overlapping particles");
  bool crowded = false;
  for (std::size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
    while (end < cells.size() && cells[end].first == cells[begin].first) {
      ++end;
    }
    if (end - begin > kCrowd) {
      crowded = true;
      const std::size_t last = cells[end - 1].second;
      findings.add(
          start.marks[start.item[last]],
          [&] {
            return fmt::format("{} particles overlap around {}", end - begin, place(start.particles[last].position));
          },
          "move them apart");
    }
  }
  return crowded;
}

void checkPairs(const StartParticles& start, ErrorList& errors) {
  if (start.particles.empty() || checkCrowds(start, errors)) {
    return;
  }
  std::vector<Vec3> positions;
  std::vector<double> radii;
  for (const Particle& particle : start.particles) {
    positions.push_back(particle.position);
    radii.push_back(particle.radius);
  }
  std::vector<ParticlePair> pairs;
  Grid().findPairs(positions, radii, {}, nullptr, pairs);
  Findings findings(errors, "overlapping pairs of particles");
  for (const ParticlePair& pair : pairs) {
    const Particle& a = start.particles[pair.first];
    const Particle& b = start.particles[pair.second];
    const double overlap = a.radius + b.radius - (a.position - b.position).norm();
    if (overlap > kOverlapAllowed * 2.0 * std::min(a.radius, b.radius)) {
      findings.add(
          start.marks[start.item[pair.second]],
          [&] {
            const Mark& other = start.marks[start.item[pair.first]];
            const std::string whose = other.source == 0 && other.line > 0 ? fmt::format(" of line {}", other.line) : "";
            return fmt::format("the particle at {} overlaps the one at {}{} by {}", place(b.position),
                               place(a.position), whose, millimetres(overlap));
          },
          "move them apart");
    }
  }
}

void checkWalls(const StartParticles& start, const World& world, ErrorList& errors) {
  Findings findings(errors, "particles inside walls");
  SurfaceTouches touches;
  for (const Body& body : world.bodies) {
    for (std::size_t s = 0; s < body.shapes.size(); ++s) {
      const ShapeInstance& shape = body.shapes[s];
      const Pose pose = body.pose * shape.local;
      for (std::size_t i = 0; i < start.particles.size(); ++i) {
        const Particle& particle = start.particles[i];
        touchShape(shape.shape, pose.toLocal(particle.position), particle.radius, touches);
        double gap = 0.0;
        for (int t = 0; t < touches.count; ++t) {
          gap = std::min(gap, touches.list[static_cast<std::size_t>(t)].gap);
        }
        if (-gap > kOverlapAllowed * 2.0 * particle.radius) {
          findings.add(
              start.marks[start.item[i]],
              [&] {
                return fmt::format("the particle at {} is {} inside shape {} ({}) of body {}", place(particle.position),
                                   millimetres(-gap), s, kShapeNames[shape.shape.index()], inQuotes(body.name));
              },
              "move the particle or the wall");
        }
      }
    }
  }
}

void checkSpeed(const Mark& mark, double speed, double diameter, double timeStep, ErrorList& errors) {
  if (speed * timeStep > kDiametersPerStep * diameter) {
    errors.add(mark,
               fmt::format("at {:.3g} m/s it moves {:.3g} of its diameters in one time step", speed,
                           speed * timeStep / diameter),
               fmt::format("use a time_step of at most {:.2g} s", 0.1 * diameter / speed));
  }
}

}  // namespace

void checkStart(const StartParticles& start, const World& world, ErrorList& errors) {
  checkPairs(start, errors);
  checkWalls(start, world, errors);
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
  if (gravity * timeStep * timeStep > 2.0 * smallest) {
    errors.add(description.timeStepMark,
               fmt::format("in a time step of {} a particle of {} falls by more than its diameter",
                           formatQuantity(timeStep, Dimension::time), millimetres(smallest)),
               fmt::format("use at most {:.2g} s; 'ndem check' tells what is accurate",
                           0.1 * std::sqrt(2.0 * smallest / gravity)));
  }
}

}  // namespace scree
