#include "engine/scene/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/work_watch.h"
#include "engine/multibody/mass_properties.h"
#include "engine/relaxing/relax.h"
#include "engine/scene/build_granulation.h"
#include "engine/scene/build_joints.h"
#include "engine/scene/course_loader.h"
#include "engine/scene/fall_check.h"
#include "engine/scene/mesh_loader.h"
#include "engine/scene/start.h"
#include "engine/scene/start_bodies.h"
#include "engine/scene/start_load.h"
#include "engine/solve/smooth/stable_step.h"

namespace scree {
namespace {

Quat orientationOf(const OrientationDescription& o, ErrorList& errors) {
  if (o.euler && !o.axis && !o.angle) {
    const Vec3& e = *o.euler;
    return Quat(Eigen::AngleAxisd(e.z(), Vec3::UnitZ())) * Quat(Eigen::AngleAxisd(e.y(), Vec3::UnitY())) *
           Quat(Eigen::AngleAxisd(e.x(), Vec3::UnitX()));
  }
  if (o.axis && o.angle && !o.euler) {
    return Quat(Eigen::AngleAxisd(*o.angle, *o.axis));
  }
  if (!o.where.broken) {
    errors.add(o.where.mark, "an orientation needs either 'axis' and 'angle' or 'euler'",
               "write {axis: y, angle: 30 deg} or {euler: [0, 30 deg, 0]}");
  }
  return Quat::Identity();
}

/// Turns the description of one shape into a shape instance.
class ShapeBuilder {
 public:
  ShapeBuilder(bool moves, MaterialLinks& links, MeshLoader& meshes, ErrorList& errors)
      : moves_(moves), links_(links), meshes_(meshes), errors_(errors) {}

  ShapeInstance operator()(const PlaneDescription& s) { return instance(Plane{}, s.where, s.surface); }
  ShapeInstance operator()(const RectangleDescription& s) {
    const bool complete = s.size.size() == 2;
    return instance(complete ? Rectangle{0.5 * s.size[0], 0.5 * s.size[1]} : Rectangle{}, s.where, s.surface);
  }
  ShapeInstance operator()(const BoxDescription& s) { return instance(SolidBox{0.5 * s.size}, s.where, s.surface); }
  ShapeInstance operator()(const ContainerDescription& s) {
    Container container{0.5 * s.size, {}};
    for (std::size_t i = 0; i < s.open.size(); ++i) {
      container.faces[i] = !s.open[i];
    }
    return instance(container, s.where, s.surface);
  }
  ShapeInstance operator()(const HollowCylinderDescription& s) {
    const HollowCylinder cylinder{0.5 * s.diameter, 0.5 * s.length, {!s.open[0], !s.open[1]}};
    ShapeInstance made = instance(cylinder, s.where, s.surface);
    if (s.capMaterial) {
      made.capMaterial = links_.ofSurface(*s.capMaterial, moves_);
    }
    return made;
  }
  ShapeInstance operator()(const SolidCylinderDescription& s) {
    return instance(SolidCylinder{0.5 * s.diameter, 0.5 * s.length}, s.where, s.surface);
  }
  ShapeInstance operator()(const SolidSphereDescription& s) {
    return instance(SolidSphere{0.5 * s.diameter}, s.where, s.surface);
  }
  ShapeInstance operator()(const CapsuleDescription& s) {
    return instance(Capsule{0.5 * s.diameter, 0.5 * s.length}, s.where, s.surface);
  }
  ShapeInstance operator()(const MeshDescription& s) {
    // A missing mesh is an error of the scene: a plane takes its place, and the start is not checked.
    const MeshShape shape = meshes_.load(s);
    return instance(shape.mesh ? Shape(shape) : Shape(Plane{}), s.where, s.surface);
  }
  ShapeInstance operator()(const HullDescription& s) {
    const std::shared_ptr<const Hull> hull = meshes_.loadHull(s);
    return instance(hull ? Shape(HullShape{hull}) : Shape(Plane{}), s.where, s.surface);
  }

 private:
  ShapeInstance instance(const Shape& shape, const Where& where, const SurfaceDescription& surface) {
    ShapeInstance made;
    made.shape = shape;
    made.local = poseOf(surface.place, errors_);
    if (surface.axis && surface.place.orientation && !where.broken) {
      errors_.add(where.mark, "both a direction and an 'orientation'", "give one of them");
    } else if (surface.axis) {
      made.local.orientation = turnedTo(*surface.axis);
    }
    made.material = made.capMaterial = links_.ofSurface(surface.material, moves_);
    made.surfaceVelocity = surface.surfaceVelocity;
    made.visible = surface.visible;
    return made;
  }

  bool moves_;
  MaterialLinks& links_;
  MeshLoader& meshes_;
  ErrorList& errors_;
};

void checkMotion(const MotionDescription& motion, const Body& body, ErrorList& errors) {
  const auto check = [&](const auto& m) {
    if (m.speed.profile.stop < m.speed.profile.start && !m.where.broken) {
      errors.add(m.where.mark, "the motion stops before it starts", "make 'stop' later than 'start'");
    }
    if constexpr (requires { m.motion.shape; }) {
      if (m.where.broken) {
        return;
      }
      if (m.motion.shape >= body.shapes.size()) {
        errors.add(m.where.mark,
                   fmt::format("there is no shape {} in body {}, which has {}", m.motion.shape, inQuotes(body.name),
                               body.shapes.size()),
                   "count the shapes from 0");
      } else if (!body.shapes[m.motion.shape].surfaceVelocity.isZero()) {
        errors.add(m.where.mark, fmt::format("shape {} has a 'surface_velocity' already", m.motion.shape),
                   "give either that or the belt");
      }
    }
  };
  std::visit(check, motion);
}

/// Largest diameter of particles at the start and from emitters [m]; 0: there are none.
double largestParticle(const StartParticles& start, const World& world) {
  double largest = 0.0;
  for (const Particle& particle : start.particles) {
    largest = std::max(largest, 2.0 * particle.radius);
  }
  for (const Emitter& emitter : world.emitters) {
    largest = std::max(largest, largestDiameter(emitter.sizes));
  }
  return largest;
}

/// Reason why the meshes of a body cannot be weighed: of the first that cannot.
Weightless whyWeightless(const Body& body, const MeshLoader& meshes) {
  for (const ShapeInstance& shape : body.shapes) {
    if (const auto* mesh = std::get_if<MeshShape>(&shape.shape); mesh != nullptr && mesh->mesh) {
      if (Weightless why = meshes.whyWeightless(*mesh->mesh); !why.what.empty()) {
        return why;
      }
    }
  }
  return {};
}

/// Sets mass, centre and inertia of a body, given or from its shapes.
void setMass(const BodyDescription& d, const MeshLoader& meshes, Body& body, ErrorList& errors) {
  if (d.where.broken) {
    return;
  }
  if (d.mass && d.density) {
    errors.add(d.where.mark, fmt::format("both 'mass' and 'density' for body {}", inQuotes(body.name)),
               "give one of them");
    return;
  }
  const Weightless why = whyWeightless(body, meshes);
  if (!why.what.empty() && !(d.mass && d.inertia)) {
    errors.add(d.where.mark, fmt::format("body {} cannot be weighed: {}", inQuotes(body.name), why.what),
               why.remedy + "; or give 'mass', 'inertia' and 'centre_of_mass'");
    return;
  }
  const SolidSums sums = solidSums(body.shapes);
  if (sums.volume > 0.0 && why.what.empty()) {
    body.mass = massOf(sums, d.mass ? *d.mass : *d.density * sums.volume);
  } else if (!d.mass || !d.inertia) {
    errors.add(d.where.mark, fmt::format("no shape of body {} has an inside to weigh", inQuotes(body.name)),
               "give 'mass', 'inertia' and 'centre_of_mass', or a solid shape such as a box");
    return;
  } else {
    body.mass.mass = *d.mass;
  }
  if (d.centre) {
    body.mass.centre = *d.centre;
  }
  if (d.inertia) {
    body.mass.inertia = d.inertia->asDiagonal();
  }
  if (const std::string problem = problemOf(body.mass); !problem.empty()) {
    errors.add(d.where.mark, fmt::format("body {}: {}", inQuotes(body.name), problem), "check 'inertia'");
  }
  body.velocity = d.velocity;
  body.angularVelocity = d.angularVelocity;
}

Body buildBody(const BodyDescription& description, MaterialLinks& links, MeshLoader& meshes, CourseLoader& courses,
               ErrorList& errors) {
  Body body;
  body.name = description.name;
  body.pose = poseOf(description.place, errors);
  const bool moves = description.mass || description.density;
  ShapeBuilder builder(moves, links, meshes, errors);
  if (description.shapes.size() > kMostShapes) {
    errors.add(description.where.mark, fmt::format("more than {} shapes", kMostShapes), "join them to one mesh");
  }
  const std::size_t missing = meshes.missing();
  for (const ShapeDescription& shape : description.shapes) {
    body.shapes.push_back(std::visit(builder, shape));
  }
  if (moves && meshes.missing() > missing) {
    return body;  // it cannot be weighed without its mesh
  }
  if (moves) {
    setMass(description, meshes, body, errors);
  } else if (!description.where.broken &&
             (!description.velocity.isZero(0.0) || !description.angularVelocity.isZero(0.0))) {
    errors.add(description.where.mark, fmt::format("body {} has a velocity but no mass", inQuotes(body.name)),
               "give 'mass' or 'density', or a 'motion' that prescribes how it moves");
  }
  for (const MotionDescription& motion : description.motion) {
    // A body with unreadable shapes has too few of them.
    if (!description.where.broken) {
      checkMotion(motion, body, errors);
      if (moves && !std::holds_alternative<BeltDescription>(motion)) {
        errors.add(description.where.mark,
                   fmt::format("body {} has a mass, so forces move it, and a prescribed motion", inQuotes(body.name)),
                   "leave one of them out, or drive it by the motor of a joint");
      }
    }
    const auto driveOf = [&](const auto& m) { return Drive{m.motion, courses.profileOf(m.speed, m.where)}; };
    body.drives.push_back(std::visit(driveOf, motion));
  }
  return body;
}

Emitter buildEmitter(const EmitterDescription& d, std::uint64_t seed, MaterialLinks& links, ErrorList& errors) {
  Emitter emitter;
  emitter.name = d.name;
  emitter.pose = poseOf(d.place, errors);
  emitter.halfExtents = 0.5 * d.size;
  if (const auto sizes = buildSizes(d.sizes, d.where, errors)) {
    emitter.sizes = *sizes;
  }
  emitter.material = links.ofParticles(d.material);
  if (d.rate.has_value() == d.massRate.has_value() && !d.where.broken) {
    errors.add(d.where.mark, d.rate ? "both 'rate' and 'mass_rate'" : "neither 'rate' nor 'mass_rate'",
               "give one of them, such as 'rate: 1000 1/s' or 'mass_rate: 14.4 t/h'");
  }
  emitter.rateIsMass = d.massRate.has_value();
  emitter.rate = emitter.rateIsMass ? *d.massRate : d.rate.value_or(0.0);
  if (d.stop < d.start && !d.where.broken) {
    errors.add(d.where.mark, "the emitter stops before it starts", "make 'stop' later than 'start'");
  }
  emitter.start = d.start;
  emitter.stop = d.stop;
  emitter.limit = d.count.value_or(emitter.limit);
  emitter.velocity = d.velocity;
  emitter.random = d.seed ? Random(*d.seed) : streamOf(seed, 1);
  return emitter;
}

constexpr double kMostSieveRows = 1e4;

/// Problem of a sieve's numbers with its remedy; both empty where they fit together.
std::pair<std::string, std::string> problemOf(const SieveDescription& d) {
  if (d.below.has_value() == !d.gaps.empty()) {
    return {d.below ? "both 'below' and 'gaps'" : "neither 'below' nor 'gaps'",
            "give the largest diameter that passes, such as 'below: 9 mm', or the gap of each row, such as "
            "'gaps: [9 mm, 10 mm]'"};
  }
  if (!d.gaps.empty() && (d.belowAtEnd || d.spacing)) {
    return {d.spacing ? "both 'gaps' and 'spacing'" : "both 'gaps' and 'below_at_end'",
            "leave out the second: the gaps share the length of the box"};
  }
  if (d.belowAtEnd && !d.spacing && !d.bar) {
    return {"a gap that changes, without rows", "give the distance of the rows as 'spacing', or 'bar'"};
  }
  return {};
}

/// Sieve of a box with the lengths `size` [m].
Sieve buildSieve(const SieveDescription& d, const Vec3& size, std::uint64_t seed, ErrorList& errors) {
  Sieve sieve;
  sieve.axis = static_cast<int>(d.along) / 2;
  sieve.isBackwards = static_cast<int>(d.along) % 2 == 1;
  sieve.bar = d.bar;
  sieve.openings = d.openings;
  sieve.seed = seed;
  sieve.gaps = d.gaps;
  const double length = size[sieve.axis];
  const auto [what, remedy] = problemOf(d);
  if (d.where.broken || !what.empty()) {
    if (!d.where.broken) {
      errors.add(d.where.mark, what, remedy);
    }
    return sieve;
  }
  if (!d.below) {
    return sieve;
  }
  const double last = d.belowAtEnd.value_or(*d.below);
  const double spacing = d.spacing.value_or(d.bar ? *d.bar + 0.5 * (*d.below + last) : length);
  const double rows = std::max(1.0, std::round(length / spacing));
  if (rows > kMostSieveRows) {
    errors.add(d.where.mark, fmt::format("more than {:g} rows of openings", kMostSieveRows),
               fmt::format("use a spacing of at least {:.3g} mm", 1e3 * length / kMostSieveRows));
    return sieve;
  }
  for (double row = 0.5; row < rows; row += 1.0) {
    sieve.gaps.push_back(*d.below + (last - *d.below) * row / rows);
  }
  return sieve;
}

void buildParameters(const SceneDescription& description, World& world, ErrorList& errors) {
  world.parameters = description.parameters;
  if (!description.bounds) {
    return;
  }
  const BoundsDescription& bounds = *description.bounds;
  if (bounds.where.broken) {
    return;
  }
  if ((bounds.box.lower.array() >= bounds.box.upper.array()).any()) {
    errors.add(bounds.where.mark, "the bounds are empty", "make 'lower' smaller than 'upper' along each axis");
    return;
  }
  world.parameters.bounds = bounds.box;
}

/// Makes the shape of a split sensor and the direction of its own z.
struct SensorBuilder {
  SensorShape operator()(const SensorBoxDescription& s) { return SensorBox{0.5 * s.size}; }
  SensorShape operator()(const SensorSphereDescription& s) { return SensorSphere{0.5 * s.diameter}; }
  SensorShape operator()(const SensorCylinderDescription& s) {
    z = s.axis;
    return SensorCylinder{0.5 * s.diameter, 0.5 * s.length};
  }
  SensorShape operator()(const SensorHalfSpaceDescription& s) {
    z = s.normal;
    return SensorHalfSpace{};
  }
  Vec3 z = Vec3::UnitZ();
};

SplitSensor buildSensor(const SensorDescription& description, const std::vector<Body>& bodies, ErrorList& errors) {
  SplitSensor sensor;
  sensor.name = description.name;
  sensor.enabled = description.enabled;
  sensor.pose = poseOf(description.place, errors);
  if (description.shape) {
    SensorBuilder builder;
    sensor.shape = std::visit(builder, *description.shape);
    sensor.pose.orientation = sensor.pose.orientation * turnedTo(builder.z);
  }
  if (!description.body || description.body->name.empty()) {
    return sensor;
  }
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    names.emplace_back(bodies[i].name);
    if (bodies[i].name == description.body->name) {
      sensor.body = i;
    }
  }
  if (sensor.body == kFixedInWorld) {
    errors.add(description.body->mark, fmt::format("there is no body {}", inQuotes(description.body->name)),
               names.empty() ? "add it to 'bodies'" : suggestion(description.body->name, names));
  }
  return sensor;
}

void checkRegions(const SceneDescription& description, ErrorList& errors) {
  for (const ParticlesDescription& item : description.particles) {
    const auto* fill = std::get_if<FillDescription>(&item);
    const auto* box = fill != nullptr && fill->region ? std::get_if<BoxRegion>(&*fill->region) : nullptr;
    if (box != nullptr && !box->where.broken && (box->lower.array() > box->upper.array()).any()) {
      errors.add(box->where.mark, "the region is empty", "make 'lower' smaller than 'upper' along each axis");
    }
  }
}

}  // namespace

Pose poseOf(const PlaceDescription& place, ErrorList& errors) {
  return {place.position, place.orientation ? orientationOf(*place.orientation, errors) : Quat::Identity()};
}

Quat turnedTo(const Vec3& axis) {
  const double c = axis.z();
  if (c < -1.0 + 1e-12) {
    return Quat(0.0, 1.0, 0.0, 0.0);
  }
  const Vec3 cross = Vec3::UnitZ().cross(axis);
  return Quat(1.0 + c, cross.x(), cross.y(), cross.z()).normalized();
}

Scene buildScene(const SceneDescription& description, ErrorList& errors, WorkWatch* watch) {
  Scene scene;
  scene.name = description.name;
  scene.description = description.description;
  scene.duration = description.duration;
  scene.seed = description.seed;
  scene.view = description.view;
  World& world = scene.world;
  world.name = description.name;
  buildParameters(description, world, errors);
  checkRegions(description, errors);

  MaterialLinks links(description.materials, errors);
  if (description.bodies.size() > kMostBodies) {
    errors.add(description.bodies.back().where.mark, fmt::format("more than {} bodies", kMostBodies), "use fewer");
  }
  MeshLoader meshes(description.folder, errors);
  CourseLoader courses(description.folder, errors);
  for (const BodyDescription& body : description.bodies) {
    tell(watch, "making bodies",
         static_cast<double>(world.bodies.size()) / static_cast<double>(description.bodies.size()));
    world.bodies.push_back(buildBody(body, links, meshes, courses, errors));
  }
  buildJoints(description, courses, world, errors);
  std::uint64_t stream = 0;
  for (const EmitterDescription& emitter : description.emitters) {
    world.emitters.push_back(buildEmitter(emitter, description.seed + (stream++ << 32), links, errors));
  }
  for (const SinkDescription& sink : description.sinks) {
    Sink made;
    made.name = sink.name;
    made.pose = poseOf(sink.place, errors);
    made.halfExtents = 0.5 * sink.size;
    if (sink.sieve) {
      made.sieve = buildSieve(*sink.sieve, sink.size, description.seed + (stream++ << 32), errors);
    }
    if (const auto& back = sink.giveBack) {
      made.giveBack = {.pose = poseOf(back->place, errors),
                       .halfExtents = 0.5 * back->size,
                       .delay = back->delay,
                       .velocity = back->velocity,
                       .random = streamOf(description.seed + (stream++ << 32), 1)};
    }
    world.sinks.push_back(std::move(made));
  }
  if (description.granulation) {
    world.granulation =
        buildGranulation(*description.granulation, streamOf(description.seed + (stream++ << 32), 1), errors);
  }
  for (const SensorDescription& sensor : description.sensors) {
    world.sensors.push_back(buildSensor(sensor, world.bodies, errors));
  }
  StartParticles start = placeParticles(description, links, errors, watch);
  setPeriodicBox(description, start, world, errors);
  world.materials = buildMaterials(description, links, errors);
  if (meshes.missing() == 0) {
    checkStart(start, world, errors, watch);
  }
  tell(watch, "checking the start", -1.0);
  checkTimeStep(description, start, world, errors);
  if (errors.count() == 0) {
    checkLoads(start, world, errors);
    checkBodies(description, world, errors);
    noteEndsOfBodies(description, start.particles, world, errors);
    noteCutAxes(description, world, errors);
  }
  meshes.noteSizes(largestParticle(start, world));
  for (const Particle& particle : start.particles) {
    world.particles.add(particle);
  }
  tell(watch, "checking the start", -1.0);
  if (errors.count() == 0) {
    checkFalls(description.timeStepMark, world, errors);
    if (const SmoothRefusal refusal = refusalOfSmooth(world); refusal.isOne()) {
      errors.add(refusal.isOfCollisions ? description.collisionTimeMark : description.where.mark, refusal.what,
                 refusal.remedy);
    }
  }
  if (start.isPressed) {
    rememberForces(world);
  }
  world.budgetGravity = world.parameters.gravity;
  scene.notes = errors.notes();
  return scene;
}

}  // namespace scree
