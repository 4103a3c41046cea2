#include "engine/analysis/drums/drum_observables.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "engine/geometry/mesh.h"

namespace scree {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kAxisAligned = 1e-6;
constexpr double kWallShare = 0.05;     // of the radius: depth of the layer at the wall
constexpr double kWallDiameters = 3.0;  // its least depth
constexpr double kSurfaceCell = 2.0;    // sides of the surface's cells
constexpr std::size_t kInFlight = 1;    // grains of a cell that may be in flight over its surface

/// A grain in a drum's own coordinates.
struct DrumGrain {
  std::size_t slot = 0;
  double along = 0.0;   ///< m
  double radius = 0.0;  ///< distance from the axis [m]
  double angle = 0.0;   ///< from the top, 0 to 2 π
};

std::vector<DrumGrain> grainsOf(const World& world, const RotatingDrum& drum, const DrumWindow& window) {
  const Vec3 up = drum.up();
  const Vec3 side = drum.side();
  std::vector<DrumGrain> grains;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const Vec3 from = world.particles.position[i] - drum.centre;
    const double along = from.dot(drum.axis);
    if (along < window.from || along > window.to) {
      continue;
    }
    const double x = from.dot(side);
    const double z = from.dot(up);
    const double radius = std::hypot(x, z);
    if (radius <= drum.radius) {
      const double angle = std::atan2(x, z);
      grains.push_back({i, along, radius, angle < 0.0 ? angle + 2.0 * std::numbers::pi : angle});
    }
  }
  return grains;
}

double meanDiameterOf(const World& world, const std::vector<DrumGrain>& grains) {
  double sum = 0.0;
  for (const DrumGrain& grain : grains) {
    sum += 2.0 * world.particles.radius[grain.slot];
  }
  return sum / static_cast<double>(grains.size());
}

/// Ends of the bed at the wall [rad].
void findEnds(const std::vector<DrumGrain>& grains, const RotatingDrum& drum, double diameter, DrumFlow& flow) {
  const double depth = std::max(kWallShare * drum.radius, kWallDiameters * diameter);
  const double turn = 2.0 * std::numbers::pi;
  const auto bins = static_cast<std::size_t>(std::max(8.0, std::floor(turn * drum.radius / (kSurfaceCell * diameter))));
  std::vector<double> counts(bins, 0.0);
  for (const DrumGrain& grain : grains) {
    if (grain.radius > drum.radius - depth) {
      counts[std::min(bins - 1, static_cast<std::size_t>(grain.angle / turn * static_cast<double>(bins)))] += 1.0;
    }
  }
  std::vector<double> filled;
  std::ranges::copy_if(counts, std::back_inserter(filled), [](double count) { return count > 0.0; });
  if (filled.empty()) {
    return;
  }
  const auto upper = filled.begin() + static_cast<std::ptrdiff_t>(3 * filled.size() / 4);
  std::ranges::nth_element(filled, upper);
  const double least = 0.5 * *upper;
  std::size_t best = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    std::size_t end = i;
    while (end < bins && counts[end] >= least) {
      ++end;
    }
    if (end - i > best) {
      best = end - i;
      from = i;
    }
    i = std::max(i, end);
  }
  flow.upper = turn * static_cast<double>(from) / static_cast<double>(bins);
  flow.lower = turn * static_cast<double>(from + best) / static_cast<double>(bins);
}

/// Mean velocity of the surface's grains.
void findSurface(const World& world, const std::vector<DrumGrain>& grains, const RotatingDrum& drum,
                 const DrumWindow& window, double diameter, DrumFlow& flow) {
  const double side = kSurfaceCell * diameter;
  std::map<std::pair<int, int>, std::vector<const DrumGrain*>> cells;
  for (const DrumGrain& grain : grains) {
    if (grain.angle >= window.first && grain.angle <= window.last) {
      cells[{static_cast<int>(std::floor(grain.along / side)),
             static_cast<int>(std::floor(grain.angle * drum.radius / side))}]
          .push_back(&grain);
    }
  }
  Vec3 sum = Vec3::Zero();
  double count = 0.0;
  for (auto& [place, members] : cells) {
    if (members.size() <= kInFlight) {
      continue;
    }
    std::ranges::sort(members, std::less<>(), &DrumGrain::radius);
    const double surface = members[kInFlight]->radius;
    for (const DrumGrain* grain : members) {
      if (grain->radius >= surface && grain->radius <= surface + diameter) {
        sum += world.particles.velocity[grain->slot];
        count += 1.0;
      }
    }
  }
  if (count > 0.0) {
    const Vec3 mean = sum / count;
    flow.axial = mean.dot(drum.axis);
    flow.across = (mean - flow.axial * drum.axis).norm();
  }
}

/// Radius and length of a shape about an axis, if it is round about it.
std::optional<RotatingDrum> roundShape(const Pose& pose, const ShapeInstance& instance) {
  if (const auto* cylinder = std::get_if<HollowCylinder>(&instance.shape)) {
    return RotatingDrum{.centre = pose.position, .radius = cylinder->radius, .length = 2.0 * cylinder->halfLength};
  }
  const auto* mesh = std::get_if<MeshShape>(&instance.shape);
  if (mesh == nullptr) {
    return std::nullopt;
  }
  double radius = 0.0;
  for (const Vec3& p : mesh->mesh->points) {
    radius = std::max(radius, std::hypot(p.x(), p.y()));
  }
  const Bounds& bounds = mesh->mesh->bounds;
  const double middle = 0.5 * (bounds.lower.z() + bounds.upper.z());
  return RotatingDrum{.centre = pose.position + pose.orientation * Vec3(0.0, 0.0, middle),
                      .radius = radius,
                      .length = bounds.upper.z() - bounds.lower.z()};
}

Statistics blockMeans(std::span<const DrumFlow> flows, int blocks,
                      const std::function<double(const DrumFlow&)>& value) {
  std::vector<double> means;
  const auto count = static_cast<std::size_t>(std::max(1, blocks));
  for (std::size_t b = 0; b < count; ++b) {
    std::vector<double> own;
    for (std::size_t i = b * flows.size() / count; i < (b + 1) * flows.size() / count; ++i) {
      if (const double one = value(flows[i]); std::isfinite(one)) {
        own.push_back(one);
      }
    }
    if (!own.empty()) {
      means.push_back(statisticsOf(own).mean);
    }
  }
  return statisticsOf(means);
}

}  // namespace

std::optional<RotatingDrum> rotatingDrum(const World& world) {
  std::optional<RotatingDrum> longest;
  for (const Body& body : world.bodies) {
    for (const Drive& drive : body.drives) {
      const auto* turn = std::get_if<Rotation>(&drive.motion);
      for (const ShapeInstance& instance : body.shapes) {
        const Pose pose = body.pose * instance.local;
        std::optional<RotatingDrum> drum = turn != nullptr ? roundShape(pose, instance) : std::nullopt;
        if (!drum) {
          continue;
        }
        const Vec3 axis = turn->axis.normalized();
        const double off = axis.cross(drum->centre - turn->point).norm();
        if (axis.cross(pose.orientation * Vec3::UnitZ()).norm() > 1e3 * kAxisAligned || std::abs(axis.z()) > 0.5 ||
            off > 1e3 * kAxisAligned * drum->radius) {
          continue;
        }
        const double sign = axis.z() > kAxisAligned ? -1.0 : 1.0;
        drum->axis = sign * axis;
        drum->speed = sign * drive.speed.value;
        longest = !longest || drum->length > longest->length ? drum : longest;
      }
    }
  }
  return longest;
}

DrumFlow drumFlow(const World& world, const RotatingDrum& drum, const DrumWindow& window) {
  DrumFlow flow{
      .time = world.time, .upper = kNone, .lower = kNone, .transport = kNone, .axial = kNone, .across = kNone};
  const std::vector<DrumGrain> grains = grainsOf(world, drum, window);
  if (grains.empty()) {
    return flow;
  }
  double momentum = 0.0;
  for (const DrumGrain& grain : grains) {
    flow.mass += world.particles.mass[grain.slot];
    momentum += world.particles.mass[grain.slot] * world.particles.velocity[grain.slot].dot(drum.axis);
  }
  flow.transport = momentum / flow.mass;
  const double diameter = meanDiameterOf(world, grains);
  findEnds(grains, drum, diameter, flow);
  findSurface(world, grains, drum, window, diameter, flow);
  return flow;
}

double DrumSection::densityAt(std::size_t i) const {
  return instants > 0.0 ? mass[i] / (instants * cell * cell * depth) : 0.0;
}

Vec3 DrumSection::velocityAt(std::size_t i) const {
  return mass[i] > 0.0 ? Vec3(momentum[i] / mass[i]) : Vec3(Vec3::Zero());
}

DrumWindow usualWindow(const World& world, const RotatingDrum& drum) {
  constexpr double kShare = 1.0 / 8.1;
  double source = -0.5 * drum.length;
  for (const Emitter& emitter : world.emitters) {
    source = (emitter.pose.position - drum.centre).dot(drum.axis);
  }
  const double middle = 0.5 * (source + 0.5 * drum.length);
  return {.from = middle - 0.5 * kShare * drum.length, .to = middle + 0.5 * kShare * drum.length};
}

DrumSection sectionOf(const RotatingDrum& drum, const DrumWindow& window, double cell) {
  DrumSection section{.cell = cell, .depth = window.to - window.from};
  section.size = static_cast<int>(std::ceil(2.0 * drum.radius / cell));
  const auto cells = static_cast<std::size_t>(section.size) * static_cast<std::size_t>(section.size);
  section.mass.assign(cells, 0.0);
  section.momentum.assign(cells, Vec3::Zero());
  return section;
}

void addInstant(const World& world, const RotatingDrum& drum, const DrumWindow& window, DrumSection& section) {
  const Vec3 up = drum.up();
  const Vec3 side = drum.side();
  section.instants += 1.0;
  for (const DrumGrain& grain : grainsOf(world, drum, window)) {
    const Vec3 from = world.particles.position[grain.slot] - drum.centre;
    const double half = 0.5 * section.size;
    const int i = std::clamp(static_cast<int>(std::floor(from.dot(side) / section.cell + half)), 0, section.size - 1);
    const int j = std::clamp(static_cast<int>(std::floor(from.dot(up) / section.cell + half)), 0, section.size - 1);
    const auto cell = static_cast<std::size_t>(j * section.size + i);
    const double mass = world.particles.mass[grain.slot];
    const Vec3& v = world.particles.velocity[grain.slot];
    section.mass[cell] += mass;
    section.momentum[cell] += mass * Vec3(v.dot(side), v.dot(up), v.dot(drum.axis));
  }
}

FlowMeans flowMeans(std::span<const DrumFlow> flows, int blocks) {
  return {.angle = blockMeans(flows, blocks, [](const DrumFlow& f) { return f.angle(); }),
          .transport = blockMeans(flows, blocks, [](const DrumFlow& f) { return f.transport; }),
          .surface = blockMeans(flows, blocks, [](const DrumFlow& f) { return f.surface(); }),
          .axial = blockMeans(flows, blocks, [](const DrumFlow& f) { return f.axial; }),
          .across = blockMeans(flows, blocks, [](const DrumFlow& f) { return f.across; })};
}

}  // namespace scree
