#include "app/studies/reduction/reduction_systems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "app/studies/experiment_parts.h"
#include "engine/analysis/placed.h"

namespace scree {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kGate = 1.5;        // simulated time at which the gate of the collapse goes up [s]
constexpr double kShortBelt = 50.0;  // length of the belt in the shipped conveyor [diameters]

/// Split sensor in the shape of a box of `size` [m], aligned with the axes of the world.
SplitSensor sensorAt(std::string name, const Vec3& centre, const Vec3& size) {
  return {.name = std::move(name), .shape = SensorBox{0.5 * size}, .pose = {.position = centre}};
}

/// Split sensor at the end of the belt, where grains flow without being hit. Paper R does not say where its conveyor
/// had the sensor.
SplitSensor beltEndSensor(double length) {
  return sensorAt("belt's end", Vec3(length, 0.0, 0.05), Vec3(10.0 * kDiameter, 0.5, 0.3));
}

/// Split sensor "around the estimated lift height" (paper R, section 4.2): where the surface of the run in full meets
/// the drum on the rising side.
SplitSensor liftSensor(double x, double z) {
  return sensorAt("lift height", Vec3(x, 0.0, z), Vec3(10.0 * kDiameter, 0.1, 10.0 * kDiameter));
}

ReductionSystem conveyor(bool quick) {
  ReductionSystem system{
      .kind = ReductionSystem::Kind::conveyor,
      .name = "conveyor",
      .scene = "conveyor",
      .text =
          "Belt of 50 d at 0.1 m/s under a source of 1000 grains a second, filled for 10 s. Angle: slope of both "
          "sides of the ridge in the middle section of the belt (5 d behind the source to 10 d before the end), "
          "from 20 to 80 % of the way from crest to foot; the paper measures the inclination of the surface in the "
          "mid section too. Discharge: where grains are across the belt when they reach the sink.",
      .fill = 10.0,
      // Long, because the slope of the ridge changes by a degree within seconds.
      .run = 24.0,
      .angles = {"slope of the ridge"},
      .windows = {{"6-24 s", 6.0, 24.0}},
      .drive = "force on the belt along it, N",
      .sensors = {beltEndSensor(kShortBelt * kDiameter)}};
  if (quick) {
    system.fill = 3.0;
    system.run = 0.5;
    system.twin = 0.2;
    system.windows = {{"0-0.5 s", 0.0, 0.5}};
  }
  system.measured = system.windows.back();
  system.zero = system.fill;
  return system;
}

/// The conveyor with a longer belt; the sink keeps its place against the end of the belt.
ReductionSystem longConveyor(bool quick) {
  const int diameters = quick ? 75 : 700;
  const double length = 13.0 * diameters;  // length of the belt [mm]
  const auto millimetres = [](double x) { return fmt::format("{:g} mm", x); };
  const std::string end = millimetres(length);
  ReductionSystem system = conveyor(quick);
  system.name = "conveyor-90k";
  system.text = fmt::format(
      "The conveyor with a belt of {} d, filled with merging until grains fall off its end; full runs begin with "
      "that ridge. Angles as of the conveyor: behind the source, on the section that the shorter belt has too, "
      "where all grains were laid down by the run itself, and along the whole ridge.",
      diameters);
  system.overrides = {{"bodies.belt.shapes.0.rectangle.size", fmt::format("[{}, 500 mm]", end)},
                      {"bodies.belt.shapes.0.rectangle.position", fmt::format("[{}, 0, 0]", millimetres(0.5 * length))},
                      {"bodies.roller.position", fmt::format("[{}, 0, -25 mm]", end)},
                      {"bodies.roller.motion.0.rotate.point", fmt::format("[{}, 0, -25 mm]", end)},
                      {"sinks.discharge.position", fmt::format("[{}, 0, -295 mm]", millimetres(length - 150.0))},
                      {"bounds.upper", fmt::format("[{}, 2 m, 2 m]", millimetres(length + 2350.0))}};
  system.sensors = {beltEndSensor(1e-3 * length)};
  system.fillMerged = true;
  system.twin = 0.1;
  system.angles = {"slope behind the source", "slope of the ridge"};
  if (!quick) {
    system.fill = 0.01 * length + 1.0;
    system.zero = system.fill;
  }
  return system;
}

ReductionSystem collapse(bool quick) {
  ReductionSystem system{
      .kind = ReductionSystem::Kind::collapse,
      .name = "collapse",
      .scene = "collapse",
      .text =
          "4000 grains in a box with smooth walls; merging may begin 0.3 s before a wall is raised, and times count "
          "from then. Angle: slope of the surface away from the wall opposite, in the middle half of the box's "
          "width, from 20 to 80 % of the way from crest to foot; the paper fits a plane to the grains on top. Late "
          "bursts are small avalanches on the heap at rest: one begins in a step, from 2 s on, in which three grains "
          "or more are faster than 10 mm/s, and ends when none is.",
      .fill = kGate - 0.3,
      .zero = kGate,
      .run = 10.3,
      .angles = {"slope"},
      .windows = {{"1.9-2.1 s", 1.9, 2.1}, {"9-10 s", 9.0, 10.0}},
      .measured = {"0-10 s", 0.0, 10.0},
      .late = 2.0};
  if (quick) {
    system.overrides = {{"particles.0.fill.count", "600"}};
    system.run = 0.8;
    system.twin = 0.4;
    system.windows = {{"0.3-0.5 s", 0.3, 0.5}};
    system.measured = {"0-0.5 s", 0.0, 0.5};
    system.late = 0.1;
  }
  return system;
}

ReductionSystem drum(bool quick) {
  ReductionSystem system{
      .kind = ReductionSystem::Kind::drum,
      .name = "drum",
      .scene = "drum",
      .text =
          "4864 grains in a drum of 40 d by 7 d at 0.5 rad/s, turned for 4 s first. Angles: direction of the centre "
          "of mass from the axis, and a line through the surface over the middle half of the diameter. Plug: "
          "grains that move at less than 0.15 R ω against the drum; the paper on warm starting gives 58 ± 5 % at "
          "half the speed.",
      .fill = 4.0,
      .run = 10.0,
      .angles = {"by mass", "by surface"},
      .windows = {{"2-10 s", 2.0, 10.0}},
      .drive = "torque on the drum, N m",
      .sensors = {liftSensor(-0.21, 0.08)}};
  if (quick) {
    system.overrides = {{"particles.0.fill.count", "1000"}};
    system.sensors = {liftSensor(-0.22, -0.07)};
    system.fill = 1.0;
    system.run = 0.5;
    system.twin = 0.2;
    system.windows = {{"0-0.5 s", 0.0, 0.5}};
  }
  system.measured = system.windows.back();
  system.zero = system.fill;
  return system;
}

const Body& bodyNamed(const World& world, std::string_view name) {
  const auto body = std::find_if(world.bodies.begin(), world.bodies.end(),
                                 [&](const Body& candidate) { return candidate.name == name; });
  if (body == world.bodies.end()) {
    throw std::runtime_error("the scene has no body \"" + std::string(name) + "\"");
  }
  return *body;
}

/// Mean slope of the two sides of the ridge [rad], along the belt up to `most` [m].
double ridgeAngle(const World& world, const Particles& particles,
                  double most = std::numeric_limits<double>::infinity()) {
  if (particles.size() == 0) {
    return 0.0;
  }
  const Body& belt = bodyNamed(world, "belt");
  const auto& surface = std::get<Rectangle>(belt.shapes.at(0).shape);
  const Emitter& source = world.emitters.at(0);
  const Pose pose = belt.pose * belt.shapes.at(0).local;
  const double diameter = 2.0 * particles.radius[0];
  const double from = source.pose.position.x() + source.halfExtents.x() + 5.0 * diameter;
  const double to = std::min(pose.position.x() + surface.halfX, most) - 10.0 * diameter;
  double sum = 0.0;
  double mass = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3& p = particles.position[i];
    if (p.x() >= from && p.x() < to) {
      sum += particles.mass[i] * p.y();
      mass += particles.mass[i];
    }
  }
  SlopeFrame frame{.origin = Vec3(0.5 * (from + to), mass > 0.0 ? sum / mass : 0.0, pose.position.z()),
                   .downhill = Vec3::UnitY(),
                   .halfWidth = 0.5 * (to - from)};
  const double left = slopeAngle(particles, frame);
  frame.downhill = -Vec3::UnitY();
  return 0.5 * (left + slopeAngle(particles, frame));
}

/// Slope of the heap away from the wall opposite to the gate [rad].
double collapseAngle(const World& world, const Particles& particles) {
  const Body& walls = bodyNamed(world, "walls");
  const auto& box = std::get<Container>(walls.shapes.at(0).shape);
  const Pose pose = walls.pose * walls.shapes.at(0).local;
  const Vec3 back = pose.position - Vec3(box.halfExtents.x(), 0.0, box.halfExtents.z());
  return slopeAngle(particles, {.origin = back, .downhill = Vec3::UnitX(), .halfWidth = 0.5 * box.halfExtents.y()});
}

}  // namespace

std::vector<ReductionSystem> reductionSystems(bool quick) {
  return {conveyor(quick), collapse(quick), drum(quick), longConveyor(quick)};
}

std::string publishedAngle(const ReductionSystem& system, std::string_view row) {
  struct Published {
    std::string_view row;
    std::array<const char*, 3> angles;  // published angles by kind of system [degrees]
  };
  constexpr std::array<Published, 5> kPublished = {{{"reference", {"41.5 ± 0.7", "36.2", "44 ± 3"}},
                                                    {"full", {"40.6 ± 0.5", "29.9", "43 ± 2"}},
                                                    {"paper-cs", {"40.3 ± 0.8", "", "49 ± 5"}},
                                                    {"paper-tr-f", {"", "37.5", "44 ± 3"}},
                                                    {"paper-tr-fv", {"", "34", "45 ± 2"}}}};
  for (const Published& published : kPublished) {
    if (published.row == row) {
      return published.angles[static_cast<std::size_t>(system.kind)];
    }
  }
  return {};
}

std::string publishedLevel(const ReductionSystem& system, std::string_view row) {
  const bool trial = row == "paper-tr-f" || row == "paper-tr-fv";
  switch (system.kind) {
    case ReductionSystem::Kind::conveyor:
      return row == "paper-cs" ? "about 85" : "";
    case ReductionSystem::Kind::collapse:
      return trial ? "50-100" : "";
    case ReductionSystem::Kind::drum:
      return row == "paper-cs" ? "70 ± 10" : trial ? "40 ± 10" : "";
  }
  return {};
}

SystemReading readSystem(const ReductionSystem& system, World& world) {
  const Particles& particles = particlesInPlace(world);
  SystemReading reading;
  switch (system.kind) {
    case ReductionSystem::Kind::conveyor:
      if (system.angles.size() > 1 && particles.size() > 0) {
        reading.angles[0] = kDegrees * ridgeAngle(world, particles, kShortBelt * 2.0 * particles.radius[0]);
        reading.angles[1] = kDegrees * ridgeAngle(world, particles);
      } else {
        reading.angles[0] = kDegrees * ridgeAngle(world, particles);
      }
      break;
    case ReductionSystem::Kind::collapse:
      reading.angles[0] = kDegrees * collapseAngle(world, particles);
      break;
    case ReductionSystem::Kind::drum: {
      const DrumFrame frame = drumFrameOf(world);
      reading.angles[0] = kDegrees * drumAngleByMass(particles, frame);
      reading.angles[1] = kDegrees * drumAngleBySurface(particles, frame);
      reading.plug = plugFraction(particles, frame, drumSpeedOf(world));
      reading.layers = drumLayers(particles, frame, drumSpeedOf(world), kDiameter, [&](std::size_t i) {
        return !world.reduction.isFree(static_cast<std::uint32_t>(i));
      });
      break;
    }
  }
  return reading;
}

double readDrive(const ReductionSystem& system, const World& world) {
  switch (system.kind) {
    case ReductionSystem::Kind::conveyor:
      return bodyNamed(world, "belt").reaction.force.x();
    case ReductionSystem::Kind::collapse:
      return kUnknown;
    case ReductionSystem::Kind::drum:
      return bodyNamed(world, "drum").reaction.torque.dot(drumFrameOf(world).axis);
  }
  return kUnknown;
}

}  // namespace scree
