#include "app/studies/pellets/pellet_pile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "app/studies/stepping.h"
#include "engine/analysis/repose.h"
#include "engine/base/clock.h"

namespace scree {

namespace {

constexpr double kSourceLength = 0.4;  // m
constexpr double kSourceWidth = 0.05;  // m
constexpr double kSourceHeight = 0.3;  // m
constexpr double kPlaneSpeed = 0.1;    // m/s
constexpr double kFeed = 14.4 / 3.6;   // kg/s: 14.4 t/h
constexpr double kTouching = 0.01;     // gap up to which pellets of the pile touch [d]
constexpr double kSampleTime = 0.05;   // s between samples of contacts
constexpr double kShapeTime = 2.0;     // s between shapes of a pile that rides on
constexpr double kFast = 1.0;          // m/s

/// Pellets of the pile between two distances from the source [m].
std::vector<std::uint32_t> slotsBetween(const Particles& particles, const std::vector<std::uint32_t>& pile, double from,
                                        double to) {
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t i : pile) {
    const double x = particles.position[i].x();
    if (x >= from && x < to) {
      slots.push_back(i);
    }
  }
  return slots;
}

double crestOf(const Particles& particles, const std::vector<std::uint32_t>& slots) {
  double sum = 0.0;
  for (const std::uint32_t i : slots) {
    sum += particles.position[i].y();
  }
  return slots.empty() ? 0.0 : sum / static_cast<double>(slots.size());
}

Particles pickedOf(const Particles& particles, const std::vector<std::uint32_t>& slots) {
  Particles picked;
  for (const std::uint32_t i : slots) {
    picked.add({.position = particles.position[i], .radius = particles.radius[i], .mass = particles.mass[i]});
  }
  return picked;
}

/// Slopes of lines through the surface of a piece, at smaller and at larger y than its crest.
std::array<double, 2> linesOf(const Particles& piece, double from, double to, double crest) {
  SlopeFrame frame{
      .origin = Vec3(0.5 * (from + to), crest, 0.0), .downhill = -Vec3::UnitY(), .halfWidth = 0.5 * (to - from)};
  const double left = slopeAngle(piece, frame);
  frame.downhill = Vec3::UnitY();
  return {left, slopeAngle(piece, frame)};
}

/// Mean over cells along x of the highest surface in columns of one diameter across.
std::vector<std::pair<double, double>> profileOf(const Particles& piece, double from, double to, double crest) {
  const auto cells = std::max(1, static_cast<int>((to - from) / kPelletDiameter));
  std::map<int, std::vector<double>> columns;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const Vec3& p = piece.position[i];
    const auto column = static_cast<int>(std::floor((p.y() - crest) / kPelletDiameter));
    const auto cell = static_cast<int>((p.x() - from) / (to - from) * cells);
    std::vector<double>& heights = columns[column];
    heights.resize(static_cast<std::size_t>(cells), 0.0);
    double& height = heights[static_cast<std::size_t>(std::clamp(cell, 0, cells - 1))];
    height = std::max(height, p.z() + piece.radius[i]);
  }
  std::vector<std::pair<double, double>> profile;
  profile.reserve(columns.size());
  for (const auto& [column, heights] : columns) {
    profile.emplace_back(column + 0.5, std::accumulate(heights.begin(), heights.end(), 0.0) / cells / kPelletDiameter);
  }
  return profile;
}

std::size_t binOf(double value) {
  if (value <= 0.0) {
    return 0;
  }
  const double place = (std::log10(value) - PelletContacts::kFirstDecade) * PelletContacts::kBinsOfDecade;
  return static_cast<std::size_t>(std::clamp(place, 0.0, PelletContacts::kBins - 1.0));
}

std::vector<std::uint32_t> orderAlongX(const Particles& particles) {
  std::vector<std::uint32_t> order(particles.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return particles.position[a].x() < particles.position[b].x(); });
  return order;
}

}  // namespace

PelletPileSize pelletPileSize(bool quick) {
  return quick ? PelletPileSize{.to = 30.0, .segments = 8, .seconds = 8.0} : PelletPileSize{};
}

void PelletContacts::add(double normalSpeed, double overlap) {
  const bool isImpact = normalSpeed < -impactSpeed;
  ++contacts;
  impacts += isImpact ? 1 : 0;
  fast += std::abs(normalSpeed) > kFast ? 1 : 0;
  deep += overlap > kPelletTolerance ? 1 : 0;
  deepest = std::max(deepest, overlap);
  ++(isImpact ? impactSpeeds : speeds)[binOf(std::abs(normalSpeed))];
  ++(isImpact ? impactOverlaps : overlaps)[binOf(overlap)];
}

double pelletBinStart(std::size_t bin) {
  return std::pow(10.0, PelletContacts::kFirstDecade +
                            static_cast<double>(bin) / static_cast<double>(PelletContacts::kBinsOfDecade));
}

void countContacts(const Particles& particles, PelletContacts& contacts) {
  const std::vector<std::uint32_t> order = orderAlongX(particles);
  for (std::size_t a = 0; a < order.size(); ++a) {
    const std::uint32_t i = order[a];
    const Vec3& p = particles.position[i];
    if (p.z() < particles.radius[i]) {
      contacts.add(particles.velocity[i].z(), (particles.radius[i] - p.z()) / kPelletDiameter);
    }
    for (std::size_t b = a + 1; b < order.size(); ++b) {
      const std::uint32_t j = order[b];
      const Vec3 apart = particles.position[j] - p;
      if (apart.x() > kPelletDiameter) {
        break;
      }
      const double distance = apart.norm();
      if (distance < kPelletDiameter && distance > 0.0) {
        contacts.add(apart.dot(particles.velocity[j] - particles.velocity[i]) / distance,
                     1.0 - distance / kPelletDiameter);
      }
    }
  }
}

std::string pelletPileScene(const PelletPileCase& one) {
  const bool isAcross = one.size.isAcross;
  const double along = isAcross ? kSourceWidth : kSourceLength;
  const double across = isAcross ? kSourceLength : kSourceWidth;
  return pelletHead(one.way, {.friction = kPelletFriction, .rolling = one.rolling * kPelletRolling},
                    Vec3(0.0, 0.0, -kPelletGravity)) +
         fmt::format(
             "duration: {} s\nseed: {}\nbodies:\n  ground:\n    shapes:\n      - plane: {{material: ore}}\n    "
             "motion:\n"
             "      - belt: {{shape: 0, direction: x, speed: {} m/s}}\n"
             "emitters:\n  source:\n    position: [{}, 0, {}]\n    size: [{}, {}, 0]\n    diameter: {} m\n    "
             "material: "
             "ore\n    mass_rate: {} kg/s\n    stop: {} s\nbounds: {{lower: [-20, -20, -1], upper: [20, 20, 2]}}\n",
             one.size.seconds + one.size.rest, one.seed, kPlaneSpeed, -0.5 * along, kSourceHeight, along, across,
             kPelletDiameter, kFeed, one.size.seconds);
}

double PelletPileShape::meanAngle() const {
  double sum = 0.0;
  for (const PelletSegment& segment : segments) {
    sum += segment.angle.whole;
  }
  return segments.empty() ? 0.0 : sum / static_cast<double>(segments.size());
}

PelletPileShape measurePelletPile(const Particles& particles, const PelletPileSize& size, double moved) {
  const std::vector<std::uint32_t> pile = largestTouchingGroup(particles, kTouching * kPelletDiameter);
  const double length = (size.to - size.from) / size.segments;
  PelletPileShape shape;
  for (int i = 0; i < size.segments; ++i) {
    const double from = moved + (size.from + i * length) * kPelletDiameter;
    const double to = from + length * kPelletDiameter;
    const std::vector<std::uint32_t> slots = slotsBetween(particles, pile, from, to);
    const auto lines = linesOf(pickedOf(particles, slots), from, to, crestOf(particles, slots));
    shape.segments.push_back({.distance = size.from + (i + 0.5) * length,
                              .angle = ridgeAngle(particles, slots),
                              .line = 0.5 * (lines[0] + lines[1]),
                              .grains = slots.size()});
  }
  const double from = moved + size.from * kPelletDiameter;
  const double to = moved + size.to * kPelletDiameter;
  const std::vector<std::uint32_t> slots = slotsBetween(particles, pile, from, to);
  const Particles piece = pickedOf(particles, slots);
  const double crest = crestOf(particles, slots);
  shape.profile = profileOf(piece, from, to, crest);
  shape.lines = linesOf(piece, from, to, crest);
  return shape;
}

PelletPileRun pelletPileRun(const PelletPileCase& one) {
  PelletPileRun run{.way = one.way.name,
                    .what = one.way.what,
                    .rolling = one.rolling,
                    .seed = one.seed,
                    .isAcross = one.size.isAcross};
  std::optional<World> loaded = pelletWorld(pelletPileScene(one), one.way);
  if (!loaded) {
    run.failure = "the scene does not load";
    return run;
  }
  World world = std::move(*loaded);
  run.contacts.impactSpeed = publishedImpactSpeed(one.way.timeStep);
  double nextContacts = 0.5 * one.size.seconds;
  double nextShape = one.size.seconds;
  double sampling = 0.0;
  const double began = threadSeconds();
  const SteppingEnd end = stepWhile(world, [&](const StepReport& report) {
    const double now = world.time + 0.5 * world.parameters.timeStep;
    run.worstOverlap = std::max(run.worstOverlap, report.worstOverlap);
    const double asked = threadSeconds();
    if (now >= nextContacts && now <= one.size.seconds) {
      countContacts(world.particles, run.contacts);
      nextContacts += kSampleTime;
    }
    if (now >= nextShape) {
      const double after = nextShape - one.size.seconds;
      PelletPileShape shape = measurePelletPile(world.particles, one.size, kPlaneSpeed * after);
      run.course.emplace_back(after, shape.meanAngle());
      if (run.course.size() == 1) {
        run.shape = std::move(shape);
      }
      nextShape += kShapeTime;
    }
    sampling += threadSeconds() - asked;
    return now < one.size.seconds + one.size.rest;
  });
  run.processor = threadSeconds() - began - sampling;
  run.seconds = world.time;
  run.faults = world.faultCount;
  run.failure = failureOf(world, end);
  return run;
}

}  // namespace scree
