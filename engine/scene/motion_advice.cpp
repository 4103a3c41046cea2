#include "engine/scene/motion_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/collision/surface_field.h"
#include "engine/settings/parts_needed.h"
#include "engine/settings/settings_constants.h"

namespace scree {

namespace {

constexpr double kMostSteps = 1e5;  // steps of a course that are sampled one by one

/// Starts of the steps in which the drives of a body may be fastest [s].
std::vector<double> sampleTimes(const World& world, const Body& body) {
  const double step = world.parameters.timeStep;
  std::vector<double> times = {world.time};
  for (const Drive& drive : body.drives) {
    const SpeedProfile& speed = drive.speed;
    if (speed.course.empty()) {
      times.push_back(std::max(world.time, speed.start + speed.ramp));
      times.push_back(std::max(world.time, speed.stop - step));
      continue;
    }
    const double end = speed.course.back().time + step;
    const double span = std::max(step, (end - world.time) / kMostSteps);
    for (double at = world.time; at <= end; at += std::ceil(span / step) * step) {
      times.push_back(at);
    }
    for (const CoursePoint& point : speed.course) {
      times.push_back(world.time + std::max(0.0, std::floor((point.time - world.time) / step)) * step);
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

double fastestOf(const Body& body) {
  double fastest = 0.0;
  for (const ShapeInstance& instance : body.shapes) {
    fastest = std::max(fastest, surfaceSpeed(body, instance));
  }
  return fastest;
}

/// Largest speed that a motor may give a joint's coordinate [m/s, rad/s]; 0 where it is not known.
double fastestOf(const Motor& motor) {
  double most = std::abs(motor.value);
  if (!motor.byHand) {
    for (const CoursePoint& point : motor.course) {
      most = std::max(most, std::abs(point.value));
    }
  }
  if (motor.kind == MotorKind::speed) {
    return most;
  }
  return motor.kind == MotorKind::position && std::isfinite(motor.fastest) ? motor.fastest : 0.0;
}

/// Largest speed of the joint's second body when its motor moves it against a first body at rest [m/s].
double fastestOf(const World& world, const Joint& joint) {
  if (joint.b >= world.bodies.size() || joint.motor.kind == MotorKind::none) {
    return 0.0;
  }
  const double rate = fastestOf(joint.motor);
  if (!isAngle(joint.kind)) {
    return rate;
  }
  Body body = world.bodies[joint.b];
  const Pose frame = body.pose * joint.frameB;
  body.angularVelocity = rate * (frame.orientation * Vec3::UnitZ());
  body.velocity = body.angularVelocity.cross(body.pose.position - frame.position);
  return fastestOf(body);
}

/// `isHit`: of particles that may hit others, not of a body.
void adviseOne(const World& world, const std::string& what, double ways, bool isHit, std::vector<std::string>& notes,
               std::vector<std::string>& warnings) {
  const Parameters& p = world.parameters;
  const double parts = isHit ? partsNeededForHits(ways) : partsNeeded(ways);
  if (ways <= wayWithoutParts(p.substeps) || (isHit && p.substeps > 1 && parts <= 1.0)) {
    return;
  }
  const std::string moves = fmt::format("{} up to {:.3g} radii of the smallest particle in a time step", what, ways);
  if (p.substeps == 1) {
    warnings.push_back(fmt::format(
        "{}, and without substeps the step is not divided: particles may be passed through. Use a time_step "
        "of at most {:.2g} ms, or a preset with substeps.",
        moves, 1e3 * p.timeStep * settings::kFarthestWay / ways));
  } else if (parts > settings::kMostParts) {
    warnings.push_back(
        fmt::format("{}: even {} parts of a step are not enough where particles are near, and they may be passed "
                    "through. Use a time_step of at most {:.2g} ms.",
                    moves, settings::kMostParts, 1e3 * p.timeStep * settings::kMostParts / parts));
  } else {
    notes.push_back(fmt::format("{}: where it would go through particles, the step is divided into up to {:.0f} parts.",
                                moves, parts));
  }
}

}  // namespace

std::vector<LargestMotion> largestMotions(const World& world, double smallest) {
  std::vector<LargestMotion> motions;
  for (std::uint32_t b = 0; b < world.bodies.size(); ++b) {
    double fastest = 0.0;
    if (!world.bodies[b].isStatic()) {
      Body body = world.bodies[b];
      for (const double time : sampleTimes(world, body)) {
        applyDrives(body, time, world.parameters.timeStep);
        fastest = std::max(fastest, fastestOf(body));
      }
    }
    for (const Joint& joint : world.joints) {
      fastest = joint.b == b ? std::max(fastest, fastestOf(world, joint)) : fastest;
    }
    if (fastest > 0.0) {
      motions.push_back({b, fastest, fastest * world.parameters.timeStep / (0.5 * smallest)});
    }
  }
  return motions;
}

void adviseMotion(const World& world, double smallest, double fastest, std::vector<std::string>& notes,
                  std::vector<std::string>& warnings) {
  for (const LargestMotion& motion : largestMotions(world, smallest)) {
    adviseOne(world, fmt::format("Body '{}' moves at up to {:.3g} m/s,", world.bodies[motion.body].name, motion.speed),
              motion.ways, false, notes, warnings);
  }
  adviseOne(world, fmt::format("Particles move at up to {:.3g} m/s,", fastest),
            fastest * world.parameters.timeStep / (0.5 * smallest), true, notes, warnings);
}

}  // namespace scree
