#include "engine/scene/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/collision/surface.h"
#include "engine/geometry/hull.h"
#include "engine/planning/servin_rules.h"
#include "engine/scene/law_advice.h"
#include "engine/scene/load_advice.h"
#include "engine/scene/motion_advice.h"
#include "engine/scene/start_falls.h"
#include "engine/settings/settings_constants.h"
#include "engine/settings/substeps_needed.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/world/contact_spring.h"

namespace scree {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPacking = 0.6;
constexpr double kSlope = 0.7;          // tangent of 35°, of piles under emitters
constexpr double kFlowFactor = 3.0;     // u = 3 ω d: the parametrisation paper's 0.02 m/s at 0.53 rad/s and 12.7 mm
constexpr double kLargeOverlap = 0.03;  // δ/d at rest beyond which the bed is visibly soft
constexpr double kDeepImpact = 0.1;     // δ/d in one step beyond which impacts are resolved badly

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::string millis(double value) { return fmt::format("{:.3g}", 1e3 * value); }

/// Measures of the world that the rules use.
struct Survey {
  Vec3 up = Vec3::UnitZ();
  double gravity = 0.0;
  std::size_t count = 0;
  double volume = 0.0;  ///< volume of the particles at the start [m³]
  double diameters = 0.0;
  double smallest = kInfinity;
  double fastest = 0.0;
  double lowest = kInfinity;  ///< bottom of the lowest particle, along up [m]
  double extentAcross = 0.0;  ///< larger horizontal extent of the particles [m]
  double extentAlong = 0.0;   ///< smaller horizontal extent of the particles [m]
};

/// Two directions across `up`.
std::array<Vec3, 2> across(const Vec3& up) {
  const Vec3 helper = std::abs(up.x()) < 0.5 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 first = up.cross(helper).normalized();
  return {first, up.cross(first)};
}

Survey survey(const World& world) {
  Survey s;
  s.gravity = world.parameters.gravity.norm();
  if (s.gravity > 0.0) {
    s.up = -world.parameters.gravity / s.gravity;
  }
  const Particles& p = world.particles;
  s.count = p.size();
  const std::array<Vec3, 2> axes = across(s.up);
  std::array<double, 2> lower = {kInfinity, kInfinity};
  std::array<double, 2> upper = {-kInfinity, -kInfinity};
  for (std::size_t i = 0; i < p.size(); ++i) {
    s.volume += sphereVolume(p.radius[i]);
    s.diameters += 2.0 * p.radius[i];
    s.smallest = std::min(s.smallest, 2.0 * p.radius[i]);
    s.fastest = std::max(s.fastest, p.velocity[i].norm());
    s.lowest = std::min(s.lowest, p.position[i].dot(s.up) - p.radius[i]);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double x = p.position[i].dot(axes[axis]);
      lower[axis] = std::min(lower[axis], x - p.radius[i]);
      upper[axis] = std::max(upper[axis], x + p.radius[i]);
    }
  }
  if (p.size() > 0) {
    s.extentAcross = std::max(upper[0] - lower[0], upper[1] - lower[1]);
    s.extentAlong = std::min(upper[0] - lower[0], upper[1] - lower[1]);
  }
  return s;
}

/// Half the extent of a box or cylinder along a direction given in its own frame.
double reach(const Vec3& halfExtents, const Vec3& direction) { return halfExtents.dot(direction.cwiseAbs()); }
double reach(double radius, double halfLength, const Vec3& direction) {
  return radius * std::hypot(direction.x(), direction.y()) + halfLength * std::abs(direction.z());
}

/// Lowest point of a mesh along `up` against its origin [m]: the mesh may hold falling particles there.
double lowest(const Mesh& mesh, const Vec3& up) {
  double least = kInfinity;
  for (const Vec3& point : mesh.points) {
    least = std::min(least, point.dot(up));
  }
  return least;
}

/// Height along `up` at which a shape stops a falling particle [m]; -infinity for walls.
double floorHeight(const Pose& pose, const Shape& shape, const Vec3& up) {
  const Vec3 local = pose.orientation.conjugate() * up;
  const double centre = pose.position.dot(up);
  const double flat = local.z() > 0.3 ? centre : -kInfinity;
  return std::visit(Overloaded{[&](const Plane&) { return flat; }, [&](const Rectangle&) { return flat; },
                               [&](const SolidBox& s) { return centre + reach(s.halfExtents, local); },
                               [&](const Container& s) { return centre - reach(s.halfExtents, local); },
                               [&](const HollowCylinder& s) { return centre - reach(s.radius, s.halfLength, local); },
                               [&](const SolidCylinder& s) { return centre + reach(s.radius, s.halfLength, local); },
                               [&](const SolidSphere& s) { return centre + s.radius; },
                               [&](const Capsule& s) { return centre + s.radius + s.halfLength * std::abs(local.z()); },
                               [&](const MeshShape& s) { return centre + lowest(*s.mesh, local); },
                               [&](const HullShape& s) { return centre - lowest(*s.hull->mesh, -local); }},
                    shape);
}

/// Fall from `height` to the first floor below it [m]; 0 when there is none.
double fallBelow(const World& world, const Vec3& up, double height, double slack) {
  double floor = -kInfinity;
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& shape : body.shapes) {
      const double at = floorHeight(body.pose * shape.local, shape.shape, up);
      if (at <= height + slack) {
        floor = std::max(floor, at);
      }
    }
  }
  return std::isfinite(floor) ? std::max(0.0, height - floor) : 0.0;
}

/// Speed at which a moving body can run into particles: translations across a flat shape's surface only slide.
double pushSpeed(const Body& body, const Translation& motion, double speed) {
  double push = 0.0;
  for (const ShapeInstance& shape : body.shapes) {
    const bool flat = std::holds_alternative<Plane>(shape.shape) || std::holds_alternative<Rectangle>(shape.shape);
    const Vec3 normal = (body.pose * shape.local).orientation * Vec3::UnitZ();
    push = std::max(push, flat ? std::abs(normal.dot(motion.direction)) : 1.0);
  }
  return push * std::abs(speed);
}

/// True if a body holds material inside, so that turning makes the material flow; a roller does not.
bool holdsMaterial(const Body& body) {
  return std::any_of(body.shapes.begin(), body.shapes.end(), [](const ShapeInstance& shape) {
    return std::holds_alternative<HollowCylinder>(shape.shape) || std::holds_alternative<Container>(shape.shape) ||
           std::holds_alternative<MeshShape>(shape.shape);
  });
}

/// Speeds that drives cause: of bodies that run into particles, and of the flow in bodies that turn.
void surveyDrives(const World& world, Advice& advice) {
  for (const Body& body : world.bodies) {
    for (const Drive& drive : body.drives) {
      if (const auto* translation = std::get_if<Translation>(&drive.motion)) {
        advice.impactSpeed = std::max(advice.impactSpeed, pushSpeed(body, *translation, drive.speed.value));
      } else if (std::holds_alternative<Rotation>(drive.motion) && holdsMaterial(body)) {
        advice.flowSpeed = std::max(advice.flowSpeed, kFlowFactor * std::abs(drive.speed.value) * advice.meanDiameter);
        for (const ShapeInstance& shape : body.shapes) {
          const double radius = shape.local.position.norm() + boundingRadius(shape.shape);
          advice.turningSpeed = std::max(advice.turningSpeed, std::abs(drive.speed.value) * radius);
        }
      }
    }
  }
}

/// Height and width, in diameters, of the pile that an emitter will make, and the speed of its particles at the bottom.
void surveyEmitter(const World& world, const Survey& s, const Emitter& emitter, Advice& advice) {
  const double height = emitter.pose.position.dot(s.up);
  const double fall = fallBelow(world, s.up, height, 0.0);
  const double speed = std::sqrt(emitter.velocity.squaredNorm() + 2.0 * s.gravity * fall);
  advice.impactSpeed = std::max(advice.impactSpeed, speed);
  double pile = fall;
  if (emitter.limit != UINT64_MAX) {
    const double volume =
        static_cast<double>(emitter.limit) * sphereVolume(0.5 * meanDiameter(emitter.sizes)) / kPacking;
    pile = std::min(pile, std::cbrt(3.0 * volume * kSlope * kSlope / std::numbers::pi));
  }
  const double d = meanDiameter(emitter.sizes);
  if (pile / d > advice.height) {
    advice.height = pile / d;
    advice.width = 2.0 * pile / (kSlope * d);
  }
}

void surveyBed(const World& world, Survey& s, Advice& advice) {
  double diameters = s.diameters;
  auto count = static_cast<double>(s.count);
  for (const Emitter& emitter : world.emitters) {
    s.smallest = std::min(s.smallest, smallestDiameter(emitter.sizes));
    diameters += meanDiameter(emitter.sizes);
    count += 1.0;
  }
  if (count == 0.0) {
    return;
  }
  advice.diameter = s.smallest;
  advice.meanDiameter = s.count > 0 ? s.diameters / static_cast<double>(s.count) : diameters / count;
  advice.impactSpeed = s.fastest;
  double bodyFall = 0.0;
  if (s.count > 0) {
    const double fall = fallBelow(world, s.up, s.lowest, 0.01 * s.smallest);
    const StartFalls falls = fallsAtStart(world);
    bodyFall = falls.body;
    advice.impactSpeed = std::max(advice.impactSpeed, std::sqrt(2.0 * s.gravity * std::max(fall, falls.particle)));
    advice.height = s.volume / (kPacking * s.extentAcross * s.extentAlong * advice.meanDiameter);
    advice.width = s.extentAcross / advice.meanDiameter;
    if (advice.width < 1.5) {
      advice.height = static_cast<double>(s.count);  // a column packs no tighter than one particle on the other
    }
  }
  for (const Emitter& emitter : world.emitters) {
    surveyEmitter(world, s, emitter, advice);
  }
  advice.particleSpeed = advice.impactSpeed;
  advice.impactSpeed = std::max(advice.impactSpeed, std::sqrt(2.0 * s.gravity * bodyFall));
  surveyDrives(world, advice);
}

/// Contacts of a material half way down and at the bottom of the bed, by its law.
struct UnderWeight {
  double overlap = 0.0;    ///< δ/d at the bottom
  double stiffness = 0.0;  ///< dF/dδ over the mass half way down [1/s²]
};

UnderWeight underWeight(const World& world, double gravity, double height, MaterialIndex material, double d) {
  const PairLaw& law = world.materials.pair(material, material);
  const double mass = world.materials.list[material].density * sphereVolume(0.5 * d);
  // Two equal spheres: r* = d/4, F = k δ^(2 e_H - 1) (METHOD.md 3.2).
  const ContactSpring spring = springOf(law, 0.25 * d);
  const double stiffness = spring.stiffness;
  const double exponent = spring.rowExponent();
  if (stiffness <= 0.0) {
    return {};
  }
  const auto overlapOf = [&](double load) { return std::pow(load / stiffness, 1.0 / (2.0 * exponent - 1.0)); };
  const double load = mass * gravity * height;
  const double slope = (2.0 * exponent - 1.0) * stiffness * std::pow(overlapOf(0.5 * load), 2.0 * exponent - 2.0);
  return {overlapOf(load) / d, slope / mass};
}

/// Overlap at rest and stiffness from the contact laws alone, the largest over the materials of particles.
void surveyLaws(const World& world, const Survey& s, Advice& advice) {
  const double step = world.parameters.timeStep;
  const auto consider = [&](MaterialIndex material, double d) {
    const UnderWeight found = underWeight(world, s.gravity, advice.height, material, d);
    advice.overlapAtRest = std::max(advice.overlapAtRest, found.overlap);
    advice.stiffness = std::max(advice.stiffness, step * step * found.stiffness);
  };
  std::vector<char> seen(world.materials.list.size(), 0);
  for (const MaterialIndex material : world.particles.material) {
    if (seen[material] == 0) {
      seen[material] = 1;
      consider(material, advice.meanDiameter);
    }
  }
  for (const Emitter& emitter : world.emitters) {
    consider(emitter.material, meanDiameter(emitter.sizes));
  }
}

void describeStep(const World& world, Advice& a) {
  const double step = world.parameters.timeStep;
  if (std::isfinite(a.stepForGravity)) {
    a.notes.push_back(
        fmt::format("Gravity: sqrt(2 ε d/g) = {} ms, so that what falls onto the bed from rest overlaps by less than "
                    "{:.2g} of the mean diameter, {} mm.",
                    millis(a.stepForGravity), a.tolerance, millis(a.meanDiameter)));
  }
  if (std::isfinite(a.stepForFlow)) {
    a.notes.push_back(
        fmt::format("Flow: ε d/u = {} ms, with u = {} mm/s between neighbours, three times the fastest "
                    "rotation times the diameter.",
                    millis(a.stepForFlow), millis(a.flowSpeed)));
  }
  if (std::isfinite(a.stepForImpacts)) {
    a.notes.push_back(
        fmt::format("Impacts: ε d/u = {} ms, with u = {:.3g} m/s from start velocities, falls and moving "
                    "bodies. It matters where rebounds matter, not for a bed that swallows them.",
                    millis(a.stepForImpacts), a.impactSpeed));
  }
  const double needed = std::min(a.stepForGravity, a.stepForFlow);
  // Rules of thumb: a tenth more is the same step.
  a.timeStepFits = step <= 1.1 * needed;
  if (std::isfinite(needed)) {
    a.notes.push_back(fmt::format("The scene's time step, {} ms, {} for gravity and flow.", millis(step),
                                  a.timeStepFits ? "is fine" : "is too large"));
  }
  if (!a.timeStepFits) {
    const double error = a.tolerance * (step / needed) * (needed == a.stepForGravity ? step / needed : 1.0);
    a.warnings.push_back(
        fmt::format("The time step is {:.2g} times what an error of {:.2g} d asks for; expect "
                    "errors of about {:.2g} d, or use {} ms.",
                    step / needed, a.tolerance, error, millis(needed)));
  }
  if (a.overlapAtImpact > kDeepImpact) {
    a.warnings.push_back(
        fmt::format("The fastest impacts cross {:.2g} diameters in a step: they overlap by up to that "
                    "before they are met, and their rebound is off.",
                    a.overlapAtImpact));
  }
}

bool isWarm(const Parameters& p) {
  return p.warmStart == WarmStart::adaptive || (p.warmStart == WarmStart::history && p.warmStartFactor > 0.0);
}

/// Notes whether beds come to rest with few sweeps from the last multipliers (substep_count.h).
void describeStiffness(const Parameters& p, Advice& a) {
  const double needed = substepsNeeded(a.stiffness, p.sweeps);
  a.notes.push_back(
      fmt::format("Stiffness: k Δt²/m = {:.3g} half way down, which {} sweeps from a warm start hold in {:.0f} "
                  "substep{}.",
                  a.stiffness, p.sweeps, std::ceil(std::max(1.0, needed)), needed > 1.0 ? "s" : ""));
}

/// Smooth DEM is stable or not: accuracy needs no shorter substeps than that.
void describeSmooth(const World& world, Advice& a) {
  const double stable = stableStep(world);
  const double substeps = smoothSubsteps(world);
  a.timeStep = smooth::kMostSubsteps * stable;
  a.notes.push_back(
      fmt::format("Smooth DEM: substeps of at most {:.3g} s, which is {:g} √(m/k) with linear springs and "
                  "{:g} of the Rayleigh time with Hertz springs, of the grain that asks for most.",
                  stable, settings::kShareOfPeriod, settings::kShareOfRayleigh));
  if (stretchesCollisions(world.parameters)) {
    const double gain = stable / stableStep(world, 0.0);
    a.notes.push_back(fmt::format(
        "Collisions that are shorter with their own material are made to last {:g} s, {}.",
        world.parameters.collisionTime,
        gain > 1.005 ? fmt::format("for substeps {:.3g} times as long", gain) : "which makes no substep longer here"));
  }
  a.notes.push_back(
      fmt::format("The time step of {:g} s is divided into {:.0f} of {:.3g} s. It decides how often "
                  "contacts are sought and drives move, not what is stable.",
                  world.parameters.timeStep, substeps, world.parameters.timeStep / substeps));
}

void describeSweeps(const World& world, Advice& a) {
  const Parameters& p = world.parameters;
  const double solve = isWarm(p) ? warmSweepRule(a.tolerance, a.height, a.width, a.inertialNumber) : a.sweeps;
  const double needed = sweepsOfSubstep(solve, p.substeps);
  a.sweepsFit = static_cast<double>(p.sweeps) >= 0.9 * needed;
  a.notes.push_back(
      fmt::format("Sweeps: about {:.0f} from a cold start, for material {:.3g} d high, {:.3g} d wide, at an "
                  "inertial number of {:.2g} (rough rule 0.1 n/ε: {:.0f}).",
                  std::ceil(a.sweeps), a.height, a.width, a.inertialNumber, std::ceil(a.roughSweeps)));
  if (needed < a.sweeps) {
    a.notes.push_back(fmt::format("With {} and {} substep{}, {:.0f} in each should do for slow flows.",
                                  p.warmStart == WarmStart::off ? "no warm start" : "warm starting", p.substeps,
                                  p.substeps == 1 ? "" : "s", std::ceil(needed)));
  }
  a.notes.push_back(fmt::format("The scene's {} sweeps {}.", p.sweeps, a.sweepsFit ? "are enough" : "are too few"));
  if (!a.sweepsFit) {
    a.warnings.push_back(
        fmt::format("{} sweeps leave an overlap error of about {:.2g} d and let slopes creep; {:.0f} are "
                    "advised.",
                    p.sweeps, a.tolerance * needed / static_cast<double>(p.sweeps), std::ceil(needed)));
  }
  if (isWarm(p)) {
    describeStiffness(p, a);
  }
  adviseLoads(world, {.height = a.height, .diameter = a.meanDiameter, .stiffness = a.stiffness}, a.notes, a.warnings);
  if (a.overlapAtRest > kLargeOverlap) {
    a.warnings.push_back(
        fmt::format("Under its own weight the material overlaps by {:.2g} d at the bottom, however many "
                    "sweeps: it is soft.",
                    a.overlapAtRest));
  }
}

}  // namespace

Advice adviseStep(const World& world, double tolerance) {
  Advice a;
  a.tolerance = tolerance;
  Survey s = survey(world);
  surveyBed(world, s, a);
  if (a.diameter == 0.0) {
    a.notes.push_back("There are no particles and no emitters: any time step will do.");
    a.timeStep = kInfinity;
    return a;
  }
  // A bed is judged by its mean overlap, an impact by the smallest particle.
  const auto stepFor = [&](double d, double speed) { return speed > 0.0 ? tolerance * d / speed : kInfinity; };
  a.stepForGravity = s.gravity > 0.0 ? std::sqrt(2.0 * tolerance * a.meanDiameter / s.gravity) : kInfinity;
  a.stepForFlow = stepFor(a.meanDiameter, a.flowSpeed);
  a.stepForImpacts = stepFor(a.diameter, a.impactSpeed);
  a.timeStep = std::min({a.stepForGravity, a.stepForFlow, a.stepForImpacts});
  a.overlapAtImpact = a.impactSpeed * world.parameters.timeStep / a.diameter;
  if (s.gravity > 0.0 && a.height > 0.0) {
    // I = γ' d sqrt(ρ/p), with γ' d the flow speed and p half the weight of the bed.
    a.inertialNumber = a.flowSpeed / std::sqrt(0.5 * kPacking * s.gravity * a.height * a.meanDiameter);
    a.roughSweeps = 0.1 * a.height / tolerance;
    a.sweeps = sweepRule(tolerance, a.height, a.width, a.inertialNumber);
    surveyLaws(world, s, a);
  }
  a.smoothStep = stableStep(world);
  if (world.parameters.method == Method::smooth) {
    describeSmooth(world, a);
    return a;
  }
  describeStep(world, a);
  adviseMotion(world, a.diameter, a.particleSpeed, a.notes, a.warnings);
  adviseLaws(world, a.notes, a.warnings);
  if (a.sweeps > 0.0) {
    describeSweeps(world, a);
  } else {
    a.notes.push_back("Without gravity no weight has to be passed on: choose the sweeps by the residual.");
  }
  return a;
}

}  // namespace scree
