#include "engine/state/state_check.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/geometry/hull.h"
#include "engine/geometry/mesh.h"

namespace scree {

namespace {

constexpr double kLargest = 1e15;    // of lengths, speeds, masses and their like in SI units: more is damage
constexpr double kSmallest = 1e-15;  // likewise of what must be positive

bool isReal(double x) { return std::abs(x) <= kLargest; }
bool isPositive(double x) { return x >= kSmallest && x <= kLargest; }
bool isReal(const Vec3& v) { return v.allFinite() && v.cwiseAbs().maxCoeff() <= kLargest; }
bool isTurn(const Quat& q) {
  constexpr double kNearOne = 0.01;  // drift over a long run stays far below
  return std::abs(q.norm() - 1.0) <= kNearOne;
}
bool isSoundPart(const Pose& pose) { return isReal(pose.position) && isTurn(pose.orientation); }

bool isSoundPart(const Parameters& parameters) {
  Parameters copy = parameters;
  for (const ParameterInfo& info : parameterTable()) {
    const double value = valueOf(parameters, info.key);
    // Counts bound loops and lists; other values may be beyond what a user can set, as long as their products are
    // numbers.
    if (info.whole ? !setValue(copy, info.key, value).empty() : !isReal(value)) {
      return false;
    }
  }
  for (const ChoiceInfo& info : choiceTable()) {
    if (!setChoice(copy, info.key, choiceOf(parameters, info.key))) {
      return false;
    }
  }
  const Bounds& bounds = parameters.bounds;
  return parameters.collisionTime >= 0.0 && isPositive(parameters.timeStep) && !bounds.lower.hasNaN() &&
         !bounds.upper.hasNaN();
}

bool isSoundPart(const Materials& materials) {
  const auto isAmount = [](double x) { return x >= 0.0 && isReal(x); };
  const auto isLaw = [&](const PairLaw& p) {
    return p.law <= StiffnessLaw::hertz && isAmount(p.restitution) && isAmount(p.friction) &&
           isAmount(p.rollingResistance) && isAmount(p.twisting) && isAmount(p.stiffness) &&
           isAmount(p.effectiveModulus) && isAmount(p.dampingTime) && isAmount(p.cohesion.surfaceTension) &&
           isAmount(p.cohesion.contactAngle) && isAmount(p.cohesion.bridgeVolume) && isAmount(p.cohesion.pullOff) &&
           isAmount(p.cohesion.energy);
  };
  return std::all_of(materials.pairs.begin(), materials.pairs.end(), isLaw) &&
         std::all_of(materials.list.begin(), materials.list.end(), [&](const Material& m) {
           return isAmount(m.density) && isAmount(m.youngsModulus) && m.poissonRatio > -1.0 && m.poissonRatio <= 0.5;
         });
}

bool isSoundPart(const Granulation& g) {
  const auto areSound = [](const std::vector<MatterZone>& zones) {
    return std::ranges::all_of(zones, [](const MatterZone& z) {
      const bool isMass = z.rate >= 0.0 && isReal(z.rate) && z.stored >= 0.0 && isReal(z.stored);
      return isSoundPart(z.pose) && isReal(z.halfExtents) && isMass;
    });
  };
  const bool ascends = std::ranges::adjacent_find(g.swelling, [](const Swelling& a, const Swelling& b) {
                         return a.id >= b.id;
                       }) == g.swelling.end();
  return problemOf(g.laws).empty() && areSound(g.fines) && areSound(g.sprays) && ascends &&
         std::ranges::all_of(g.swelling, [](const Swelling& s) { return isPositive(s.radius); }) &&
         std::ranges::all_of(g.pending, [](const PendingChange& c) {
           return c.kind <= PendingChange::Kind::wear && isReal(c.normal) && isReal(c.amount) && c.amount >= 0.0;
         });
}

bool isSoundPart(const Particles& p) {
  const bool ascends =
      std::adjacent_find(p.id.begin(), p.id.end(), [](ParticleId a, ParticleId b) { return a >= b; }) == p.id.end();
  if (!ascends || (!p.id.empty() && p.id.back() >= p.nextId)) {
    return false;
  }
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!isReal(p.position[i]) || !isReal(p.velocity[i]) || !isReal(p.angularVelocity[i]) ||
        !isTurn(p.orientation[i]) || !isPositive(p.radius[i]) || !(p.mass[i] > 0.0 && isReal(p.mass[i])) ||
        !(p.inertia(i) > 0.0) || !(p.water[i] >= 0.0 && p.water[i] <= p.mass[i]) || !isReal(p.gained[i]) ||
        !isReal(p.born[i])) {
      return false;
    }
  }
  return true;
}

bool isSoundPart(std::span<const CoursePoint> course) {
  for (std::size_t i = 0; i < course.size(); ++i) {
    if (!std::isfinite(course[i].time) || !isReal(course[i].value) ||
        (i > 0 && !(course[i].time > course[i - 1].time))) {
      return false;
    }
  }
  return true;
}

struct ShapeCheck {
  bool operator()(const Plane&) const { return true; }
  bool operator()(const Rectangle& s) const { return isPositive(s.halfX) && isPositive(s.halfY); }
  bool operator()(const SolidBox& s) const { return isExtent(s.halfExtents); }
  bool operator()(const Container& s) const { return isExtent(s.halfExtents); }
  bool operator()(const HollowCylinder& s) const { return isPositive(s.radius) && isPositive(s.halfLength); }
  bool operator()(const SolidCylinder& s) const { return isPositive(s.radius) && isPositive(s.halfLength); }
  bool operator()(const SolidSphere& s) const { return isPositive(s.radius); }
  bool operator()(const Capsule& s) const {
    return isPositive(s.radius) && s.halfLength >= 0.0 && isReal(s.halfLength);
  }
  bool operator()(const MeshShape& s) const { return s.mesh && s.mesh->radius <= kLargest; }
  bool operator()(const HullShape& s) const { return s.hull && s.hull->mesh->radius <= kLargest; }

  static bool isExtent(const Vec3& half) {
    return isPositive(half.x()) && isPositive(half.y()) && isPositive(half.z());
  }
};

bool isSoundPart(const ShapeInstance& shape) {
  return std::visit(ShapeCheck{}, shape.shape) && isSoundPart(shape.local) && isReal(shape.surfaceVelocity);
}

bool isSoundPart(const Drive& drive) {
  struct Vectors {
    bool operator()(const Translation& m) const { return isReal(m.direction); }
    bool operator()(const Rotation& m) const { return isReal(m.point) && isReal(m.axis); }
    bool operator()(const SurfaceMotion& m) const { return isReal(m.direction); }
  };
  const SpeedProfile& s = drive.speed;
  return std::visit(Vectors{}, drive.motion) && isReal(s.value) && isReal(s.start) && std::isfinite(s.stop) &&
         s.ramp >= 0.0 && isReal(s.ramp) && isSoundPart(s.course);
}

bool isSoundPart(const Body& body) {
  const bool hasMass = body.mass.mass != 0.0;
  return isSoundPart(body.pose) && isReal(body.velocity) && isReal(body.angularVelocity) && body.mass.mass >= 0.0 &&
         isReal(body.mass.mass) && isReal(body.mass.centre) && body.mass.inertia.allFinite() &&
         (!hasMass || body.mass.inertia.determinant() > 0.0) && body.shapes.size() <= kMostShapes &&
         std::all_of(body.shapes.begin(), body.shapes.end(), [](const ShapeInstance& s) { return isSoundPart(s); }) &&
         std::all_of(body.drives.begin(), body.drives.end(), [](const Drive& d) { return isSoundPart(d); });
}

bool isSoundPart(const Joint& joint) {
  const Motor& motor = joint.motor;
  return isSoundPart(joint.frameA) && isSoundPart(joint.frameB) && isReal(joint.compliance) && isReal(joint.damping) &&
         !std::isnan(joint.least) && !std::isnan(joint.most) && isReal(joint.coordinate) && isReal(joint.restLength) &&
         isReal(joint.motorImpulse) && isReal(joint.rangeImpulse) && isReal(joint.lastForce) && isReal(motor.value) &&
         !std::isnan(motor.limit) && !std::isnan(motor.fastest) && isSoundPart(motor.course) &&
         isSoundPart(motor.limitCourse);
}

bool isSoundPart(const Emitter& e) {
  return isSoundPart(e.pose) && isReal(e.halfExtents) && e.halfExtents.minCoeff() >= 0.0 && isReal(e.velocity) &&
         !std::isnan(e.start) && !std::isnan(e.stop);
}

bool isSoundPart(const ContactHistory& history) {
  const auto areReal = [](const Multipliers& m) {
    return isReal(m.normal) && isReal(m.tangential) && isReal(m.rolling) && isReal(m.twisting);
  };
  const auto isStiffness = [](double given) { return given >= 0.0 && isReal(given); };
  return std::all_of(history.multipliers.begin(), history.multipliers.end(), areReal) &&
         std::all_of(history.given.begin(), history.given.end(), isStiffness) && std::isfinite(history.timeStep) &&
         history.timeStep >= 0.0 && std::isfinite(history.stiffness);
}

bool isSoundConveyor(const GiveBack& back, const Sink& sink) {
  return isSoundPart(back.pose) && isReal(back.halfExtents) && back.delay >= 0.0 && isReal(back.delay) &&
         isReal(back.velocity) && isReal(back.mass) && back.given <= sink.departures.size();
}

bool isSoundPart(const Aggregate& a) {
  return isSoundPart(a.frame.pose) && isReal(a.frame.velocity) && isReal(a.frame.angularVelocity) &&
         isReal(a.frame.travel) && isReal(a.frame.lastVelocity) && isReal(a.frame.lastAngularVelocity) &&
         isReal(a.frame.steadyVelocity) && isReal(a.frame.steadyAngularVelocity) && a.bounds.largestRadius >= 0.0 &&
         isReal(a.bounds.largestRadius) && a.bounds.extent >= 0.0 && isReal(a.bounds.extent) &&
         isReal(a.inertia.mass) && isReal(a.inertia.firstMoment) && a.inertia.secondMoment.allFinite() &&
         isReal(a.inertia.spinInertia) && isReal(a.floating.unseenWay) && isReal(a.load.gravity) &&
         isReal(a.load.turning) && std::isfinite(a.load.cohesive);
}

bool isSoundPart(const World& world, const KeptContact& c) {
  const auto areReal = [](std::span<const float> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
  };
  const bool isThere = !c.key.isBoundary() ||
                       (c.key.body() < world.bodies.size() && c.key.shape() < world.bodies[c.key.body()].shapes.size());
  const std::vector<ParticleId>& ids = world.particles.id;
  const bool isOfItsMembers =
      c.key.isBoundary() ? c.key.a == ids[c.a] : c.key == ContactKey::particles(ids[c.a], ids[c.b]);
  return isThere && isOfItsMembers && areReal(c.normal) && areReal(c.tangentialForce) && areReal(c.torque) &&
         std::isfinite(c.gap) && std::isfinite(c.normalForce) && std::isfinite(c.energy) &&
         std::isfinite(c.closingForce) && std::isfinite(c.attraction) && std::isfinite(c.cohesive) &&
         c.material < world.materials.list.size();
}

/// What aggregates say of their members, and members of their aggregates.
bool isSoundPart(const World& world, const Reduction& r) {
  std::vector<std::size_t> members(r.aggregates.size(), 0);
  for (std::size_t slot = 0; slot < r.aggregate.size(); ++slot) {
    if (r.aggregate[slot] == kFree) {
      continue;
    }
    ++members[r.aggregate[slot]];
    if (!isReal(r.members[slot].local) || !isTurn(r.members[slot].turn)) {
      return false;
    }
  }
  for (std::size_t i = 0; i < r.aggregates.size(); ++i) {
    if (!isSoundPart(r.aggregates[i]) || r.aggregates[i].members != members[i]) {
      return false;
    }
  }
  bool areSound = std::isfinite(r.auditCredit);
  r.kept.forAll([&](const KeptContact& contact) { areSound = areSound && isSoundPart(world, contact); });
  return areSound;
}

template <typename List>
bool allSound(const List& list) {
  return std::all_of(list.begin(), list.end(), [](const auto& one) { return isSoundPart(one); });
}

}  // namespace

namespace {

/// Whether sides are long enough for the particles (METHOD.md 9.9), so that few images of each are looked at.
bool isSoundPart(const PeriodicBox& box, const Particles& particles) {
  double largest = 0.0;
  for (const double radius : particles.radius) {
    largest = std::max(largest, 2.0 * radius);
  }
  constexpr double kShortest = 1e-9;  // m
  constexpr double kRoundOff = 1e-9;
  for (int axis = 0; axis < 3; ++axis) {
    const double length = box.length[axis];
    if (length != 0.0 && !(length >= std::max(kShortest, (4.0 - kRoundOff) * largest))) {
      return false;
    }
  }
  return isReal(box.lower) && isReal(box.length);
}

}  // namespace

std::string damageOf(const World& world) {
  if (!isSoundPart(world.parameters) || !isReal(world.time)) {
    return "a parameter has a value that it never has";
  }
  if (!isSoundPart(world.materials)) {
    return "a material or a contact law has a value that it never has";
  }
  if (!isSoundPart(world.particles)) {
    return "a particle has no place, size, mass or speed that can be";
  }
  if (!isSoundPart(world.periodic, world.particles)) {
    return "a periodic axis has a length that it never has";
  }
  if (world.bodies.size() > kMostBodies || !allSound(world.bodies) || !allSound(world.joints)) {
    return "a body or a joint has a value that it never has";
  }
  if (!allSound(world.emitters) || !std::all_of(world.sinks.begin(), world.sinks.end(), [](const Sink& sink) {
        return isSoundPart(sink.pose) && isReal(sink.halfExtents) && (!sink.sieve || isSound(*sink.sieve)) &&
               (!sink.giveBack || isSoundConveyor(*sink.giveBack, sink));
      })) {
    return "a source or a sink has no place, size or sieve that can be";
  }
  if (!isSoundPart(world.granulation)) {
    return "a number of granulation is one that it never has";
  }
  if (!isSoundPart(world.history)) {
    return "a force of the last step is no number";
  }
  return isSoundPart(world, world.reduction) ? std::string() : "its aggregates and their members do not fit together";
}

}  // namespace scree
