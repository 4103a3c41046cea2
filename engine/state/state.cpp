#include "engine/state/state.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/geometry/hull.h"
#include "engine/geometry/mesh.h"
#include "engine/state/archive.h"
#include "engine/state/archive_made.h"
#include "engine/state/archive_sensors.h"
#include "engine/state/state_check.h"
#include "engine/world/placement.h"

namespace scree {

static_assert(std::endian::native == std::endian::little, "states are little-endian");

// The fields of each type in their order of declaration. A change here changes kStateVersion.
namespace {

constexpr std::array<char, 8> kMagic = {'S', 'C', 'R', 'E', 'E', 'S', 'T', '\n'};
constexpr std::uint32_t kStateVersion = 21;
constexpr std::uint32_t kOldestStateVersion = 16;
/// Version from which on collisions may have a set duration.
constexpr std::uint32_t kWithCollisionTime = 17;
/// Version from which on the world may be periodic.
constexpr std::uint32_t kWithPeriodicBox = 18;
/// Version from which on sinks may take particles by size, and meshes know the numbers that they were made from.
constexpr std::uint32_t kWithSieves = 19;
constexpr std::uint32_t kWithCohesion = 20;
constexpr std::uint32_t kWithGranulation = 20;
constexpr std::uint32_t kWithMadeMeshes = 19;
/// Version from which on bridges take liquid from films, members may attract each other and sinks give grains back.
constexpr std::uint32_t kWithFilms = 21;

/// True if a state tells of collisions of a set duration: those of now do, hashes where there are any, so that others
/// stay as they were.
template <class Ar>
bool hasCollisionTime(const Ar& ar, bool isSet) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithCollisionTime;
  } else {
    return ar.withMeasurements || isSet;
  }
}

/// The same of a periodic box.
template <class Ar>
bool hasPeriodicBox(const Ar& ar, const PeriodicBox& box) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithPeriodicBox;
  } else {
    return ar.withMeasurements || box.isOn();
  }
}

/// The same of the attraction of two materials.
template <class Ar>
bool hasCohesion(const Ar& ar, const PairLaw& law) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithCohesion;
  } else {
    return ar.withMeasurements || law.cohesion.isAny();
  }
}

/// The same of the bridges of liquid.
template <class Ar>
bool hasBridges(const Ar& ar, const World& world) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithCohesion;
  } else {
    return ar.withMeasurements || !world.bridges.empty();
  }
}

/// The same of what version kWithFilms added.
template <class Ar>
bool hasFilms(const Ar& ar, bool isAny) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithFilms;
  } else {
    return ar.withMeasurements || isAny;
  }
}

/// The same of granulation, and of the matter of grains.
template <class Ar>
bool hasGranulation(const Ar& ar, bool isOn) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithGranulation;
  } else {
    return ar.withMeasurements || isOn;
  }
}

/// The same of a sink's sieve.
template <class Ar>
bool hasSieve(const Ar& ar, const Sink& sink) {
  if constexpr (Ar::kReading) {
    return ar.version >= kWithSieves;
  } else {
    return ar.withMeasurements || sink.sieve.has_value();
  }
}

}  // namespace

// clang-format off
template <class Ar> void archive(Ar& ar, SingleSize& s) { archive(ar, s.diameter); }
template <class Ar> void archive(Ar& ar, ListedSizes& s) { archive(ar, s.diameters, s.fractions, s.byMass); }
template <class Ar> void archive(Ar& ar, UniformSizes& s) { archive(ar, s.smallest, s.largest); }
template <class Ar> void archive(Ar& ar, NormalSizes& s) { archive(ar, s.mean, s.deviation, s.smallest, s.largest); }
template <class Ar> void archive(Ar& ar, Bounds& b) { archive(ar, b.lower, b.upper); }
template <class Ar> void archive(Ar& ar, Random& r) { for (std::uint64_t& word : r.state) { archive(ar, word); } }
template <class Ar> void archive(Ar&, Plane&) {}
template <class Ar> void archive(Ar& ar, Rectangle& s) { archive(ar, s.halfX, s.halfY); }
template <class Ar> void archive(Ar& ar, SolidBox& s) { archive(ar, s.halfExtents); }
template <class Ar> void archive(Ar& ar, Container& s) { archive(ar, s.halfExtents, s.faces); }
template <class Ar> void archive(Ar& ar, HollowCylinder& s) { archive(ar, s.radius, s.halfLength, s.caps); }
template <class Ar> void archive(Ar& ar, SolidCylinder& s) { archive(ar, s.radius, s.halfLength); }
template <class Ar> void archive(Ar& ar, SolidSphere& s) { archive(ar, s.radius); }
template <class Ar> void archive(Ar& ar, Capsule& s) { archive(ar, s.radius, s.halfLength); }
template <class Ar> void archiveMade(Ar& ar, std::shared_ptr<const MadeMesh>& made) {
  if constexpr (Ar::kReading) { if (ar.version < kWithMadeMeshes) { return; } }
  bool isMade = made != nullptr;
  archive(ar, isMade);
  if (!isMade) { return; }
  MadeMesh numbers;
  if constexpr (!Ar::kReading) { numbers = *made; }
  archive(ar, numbers);
  if constexpr (Ar::kReading) { made = std::make_shared<const MadeMesh>(std::move(numbers)); }
}
/// A mesh that several shapes share is written once: its number among those before, then, if it is new, what it is
/// made of. What a step does depends on that alone, so that the hash takes the mesh's own.
template <class Ar> void archive(Ar& ar, MeshShape& s) {
  if (!ar.withMeasurements) {
    std::uint64_t hash = s.mesh ? s.mesh->hash : 0;
    archive(ar, hash);
    return;
  }
  archiveMade(ar, s.made);
  auto& known = ar.meshes;
  auto number = static_cast<std::uint32_t>(std::find(known.begin(), known.end(), s.mesh) - known.begin());
  archive(ar, number);
  if (number < known.size()) { s.mesh = known[number]; return; }
  Triangles parts;
  if constexpr (!Ar::kReading) { parts = {s.mesh->points, s.mesh->triangles}; }
  archive(ar, parts.points, parts.corners);
  if constexpr (Ar::kReading) {
    if (const std::string problem = problemOf(parts); !problem.empty()) {
      throw StateError("the state is damaged: of a mesh, " + problem);
    }
    s.mesh = makeMesh(std::move(parts));
  }
  known.push_back(s.mesh);
}
/// As the mesh that its faces are; the rest follows from that.
template <class Ar> void archive(Ar& ar, HullShape& s) {
  MeshShape faces;
  if constexpr (!Ar::kReading) { faces.mesh = s.hull->mesh; }
  archive(ar, faces);
  if constexpr (Ar::kReading) {
    s.hull = hullOf(faces.mesh);
    if (!s.hull) { throw StateError("the state is damaged: a convex hull is not convex"); }
  }
}
template <class Ar> void archive(Ar& ar, ShapeInstance& s) {
  archive(ar, s.shape, s.local, s.material, s.capMaterial, s.surfaceVelocity, s.visible);
}
template <class Ar> void archive(Ar& ar, CoursePoint& p) { archive(ar, p.time, p.value); }
template <class Ar> void archive(Ar& ar, Course& c) {
  std::vector<CoursePoint> points(c.begin(), c.end());
  archive(ar, points);
  if constexpr (Ar::kReading) { c = std::move(points); }
}
template <class Ar> void archive(Ar& ar, SpeedProfile& p) {
  archive(ar, p.value, p.start, p.stop, p.ramp, p.course, p.smooth);
}
template <class Ar> void archive(Ar& ar, Translation& m) { archive(ar, m.direction); }
template <class Ar> void archive(Ar& ar, Rotation& m) { archive(ar, m.point, m.axis); }
template <class Ar> void archive(Ar& ar, SurfaceMotion& m) { archive(ar, m.shape, m.direction); }
template <class Ar> void archive(Ar& ar, Drive& d) { archive(ar, d.motion, d.speed); }
template <class Ar> void archive(Ar& ar, Reaction& r) { archive(ar, r.force, r.torque, r.power); }
template <class Ar> void archive(Ar& ar, BodyMass& m) { archive(ar, m.mass, m.centre, m.inertia); }
template <class Ar> void archive(Ar& ar, Body& b) {
  archive(ar, b.name, b.pose, b.velocity, b.angularVelocity, b.shapes, b.drives, b.mass);
  if (ar.withMeasurements) { archive(ar, b.reaction); }
}
template <class Ar> void archive(Ar& ar, Motor& m) {
  archive(ar, m.kind, m.value, m.course, m.smooth, m.byHand, m.limit, m.limitCourse, m.fastest);
}
template <class Ar> void archive(Ar& ar, Joint& j) {
  archive(ar, j.name, j.kind, j.a, j.b, j.frameA, j.frameB, j.compliance, j.damping, j.hasRange, j.least, j.most,
          j.motor, j.coordinate, j.restLength, j.motorImpulse, j.rangeImpulse, j.lastForce);
  if (ar.withMeasurements) { archive(ar, j.rate, j.force, j.torque, j.motorForce, j.power); }
}
template <class Ar> void archive(Ar& ar, BodyContactKey& k) { archive(ar, k.a, k.b); }
template <class Ar> void archive(Ar& ar, BodyContact& c) {
  archive(ar, c.key, c.impulse);
}
template <class Ar> void archive(Ar& ar, Material& m) { archive(ar, m.name, m.density, m.youngsModulus, m.poissonRatio);
  if (hasGranulation(ar, m.moisture != 0.0)) { archive(ar, m.moisture); }
}
template <class Ar> void archive(Ar& ar, GranulationLaws& l) {
  archive(ar, l.finesDensity, l.liquidDensity, l.heldMoisture, l.exchangeRate, l.layering, l.layeringBy, l.uptake,
          l.leastMoisture, l.coalescence, l.sticking, l.viscosity, l.asperity, l.yieldStress, l.largestStokes,
          l.wetEnough, l.probability, l.largest, l.breakage, l.breakEnergy, l.finesShare, l.smallest, l.abrasion,
          l.abrasionRate);
}
template <class Ar> void archive(Ar& ar, MatterZone& z) {
  archive(ar, z.name, z.pose, z.halfExtents, z.rate, z.start, z.stop, z.stored, z.fed, z.taken, z.missed);
}
template <class Ar> void archive(Ar& ar, Swelling& s) { archive(ar, s.id, s.radius); }
template <class Ar> void archive(Ar& ar, PendingChange& c) {
  archive(ar, c.kind, c.a, c.b, c.normal, c.amount, c.since);
}
template <class Ar> void archive(Ar& ar, GranulationSums& s) {
  archive(ar, s.collisions, s.joined, s.broken, s.refused, s.layered, s.abraded, s.shattered, s.wetted, s.lostWater,
          s.exchanged, s.growth, s.energyLost);
}
template <class Ar> void archive(Ar& ar, Granulation& g) {
  archive(ar, g.laws, g.fines, g.sprays, g.looseFines, g.pending, g.swelling, g.random);
  if (ar.withMeasurements) { archive(ar, g.sums); }
}
template <class Ar> void archive(Ar& ar, Cohesion& c) {
  archive(ar, c.surfaceTension, c.contactAngle, c.bridgeVolume, c.isSimple, c.pullOff, c.energy, c.inFriction);
  if (hasFilms(ar, c.fromFilms)) { archive(ar, c.fromFilms); }
}
template <class Ar> void archive(Ar& ar, PairLaw& p) {
  archive(ar, p.restitution, p.friction, p.rollingResistance, p.rollingIsLength, p.twisting, p.law, p.stiffness,
          p.effectiveModulus, p.dampingTime);
  if (hasCohesion(ar, p)) { archive(ar, p.cohesion); }
}
template <class Ar> void archive(Ar& ar, Bridge& b) {
  archive(ar, b.key, b.volume);
  if (hasFilms(ar, b.first != 0.0)) { archive(ar, b.first, b.isBroken); }
}
template <class Ar> void archive(Ar& ar, Materials& m) { archive(ar, m.list, m.pairs); }
template <class Ar> void archive(Ar& ar, Particles& p) {
  archive(ar, p.id, p.position, p.orientation, p.velocity, p.angularVelocity, p.radius, p.mass, p.material, p.nextId);
}
template <class Ar> void archive(Ar& ar, Emitter& e) {
  archive(ar, e.name, e.pose, e.halfExtents, e.sizes, e.material, e.rate, e.rateIsMass, e.start, e.stop, e.limit,
          e.velocity, e.random, e.owed, e.nextDiameter, e.emitted, e.emittedMass, e.refused);
}
template <class Ar> void archive(Ar& ar, Departure& d) {
  archive(ar, d.time, d.id, d.position, d.velocity, d.diameter, d.mass);
  if (hasGranulation(ar, false)) { archive(ar, d.water, d.gained, d.born); }
  if (hasFilms(ar, false)) { archive(ar, d.material); }
}
template <class Ar> void archive(Ar& ar, Sieve& s) {
  archive(ar, s.gaps, s.axis, s.isBackwards, s.bar, s.openings, s.seed);
}
template <class Ar> void archive(Ar& ar, GiveBack& g) {
  archive(ar, g.pose, g.halfExtents, g.delay, g.velocity, g.random, g.given, g.mass, g.refused);
}
template <class Ar> void archive(Ar& ar, Sink& s) {
  archive(ar, s.name, s.pose, s.halfExtents, s.departures, s.mass);
  if (hasSieve(ar, s)) {
    bool isSieve = s.sieve.has_value();
    archive(ar, isSieve);
    if constexpr (Ar::kReading) { s.sieve = isSieve ? std::optional(Sieve{}) : std::nullopt; }
    if (isSieve) { archive(ar, *s.sieve); }
  }
  if (hasFilms(ar, s.giveBack.has_value())) {
    bool givesBack = s.giveBack.has_value();
    archive(ar, givesBack);
    if constexpr (Ar::kReading) { s.giveBack = givesBack ? std::optional(GiveBack{}) : std::nullopt; }
    if (givesBack) { archive(ar, *s.giveBack); }
  }
}
template <class Ar> void archive(Ar& ar, ContactKey& k) { archive(ar, k.a, k.b); }
template <class Ar> void archive(Ar& ar, Multipliers& m) { archive(ar, m.normal, m.tangential, m.rolling, m.twisting); }
template <class Ar> void archive(Ar& ar, std::optional<ContactMotion>& m) {
  bool isKnown = m.has_value();
  archive(ar, isKnown);
  if constexpr (Ar::kReading) { m = isKnown ? std::optional(ContactMotion{}) : std::nullopt; }
  if (isKnown) {
    for (std::size_t axis = 0; axis < 3; ++axis) { archive(ar, m->velocity[axis], m->spin[axis]); }
  }
}
template <class Ar> void archive(Ar& ar, ContactHistory& h) {
  archive(ar, h.keys, h.multipliers, h.quietSteps, h.motion, h.timeStep, h.stiffness, h.substepRate, h.diameter);
  if (hasCollisionTime(ar, !h.given.empty())) { archive(ar, h.given); }
}
template <class Ar> void archive(Ar& ar, KeptContact& c) {
  archive(ar, c.key, c.a, c.b, c.gap, c.normalForce, c.energy, c.holds, c.closingForce, c.material);
  if (hasFilms(ar, c.attraction != 0.0F)) { archive(ar, c.attraction, c.cohesive); }
  for (float* three : {c.normal, c.tangentialForce, c.torque}) {
    for (int i = 0; i < 3; ++i) { archive(ar, three[i]); }
  }
}
template <class Ar> void archive(Ar& ar, KeptLoad& l) { archive(ar, l.body, l.contacts, l.force, l.torque, l.push, l.velocity, l.angularVelocity); }
template <class Ar> void archive(Ar& ar, Aggregate& a) {
  archive(ar, a.id, a.carrier, a.body, a.shape, a.frame.pose, a.frame.velocity, a.frame.angularVelocity, a.frame.travel, a.frame.lastVelocity,
          a.frame.lastAngularVelocity, a.frame.steadyVelocity, a.frame.steadyAngularVelocity, a.bounds.largestRadius, a.bounds.extent, a.members, a.inertia.mass, a.inertia.firstMoment, a.inertia.secondMoment, a.inertia.spinInertia, a.load.elastic, a.load.byBody,
          a.load.gravity, a.load.turning, a.floating.root, a.floating.formed, a.floating.unseenWay, a.floating.hasLanded);
  if (hasFilms(ar, a.load.cohesive != 0.0)) { archive(ar, a.load.cohesive); }
}
template <class Ar> void archive(Ar& ar, Membership& m) {
  archive(ar, m.level, m.local, m.turn, m.changed, m.auditDue, m.audits, m.cause, m.drift[0], m.drift[1], m.drift[2]);
}
template <class Ar> void archive(Ar& ar, ReductionCounts& c) { archive(ar, c.merges, c.splits); }
void checkKept(const std::vector<KeptContact>& kept, const Reduction& r) {
  const auto isMember = [&](std::uint32_t slot) {
    return slot < r.aggregate.size() && r.aggregate[slot] < r.aggregates.size();
  };
  for (const KeptContact& c : kept) {
    if (!isMember(c.a) || (c.b == kNoParticle ? !c.key.isBoundary() : c.key.isBoundary() || !isMember(c.b))) {
      throw StateError("the state is damaged: a kept contact is of no member");
    }
    if (c.a == c.b) {
      throw StateError("the state is damaged: a kept contact is of a member with itself");
    }
  }
}
template <class Ar> void archive(Ar& ar, Reduction& r) {
  archive(ar, r.aggregates, r.aggregate, r.members, r.counts, r.nextId, r.memberCount, r.strained, r.auditCredit, r.auditSteps, r.splitAll);
  std::vector<KeptContact> kept;
  if constexpr (!Ar::kReading) { kept = r.kept.sorted(); }
  archive(ar, kept);
  if constexpr (Ar::kReading) {
    checkKept(kept, r);
    r.kept.assign(kept, r.members.size());
  }
}
template <class Ar> void archive(Ar& ar, ParticleFault& t) { archive(ar, t.step, t.time, t.id, t.what, t.position, t.isFault); }
template <class Ar> void archive(Ar& ar, GuardFinding& f) {
  archive(ar, f.kind, f.step, f.time, f.particle, f.position, f.partner, f.what, f.remedy);
}
template <class Ar> void archive(Ar& ar, DeepContact& c) { archive(ar, c.key, c.steps); }
template <class Ar> void archive(Ar& ar, GuardedRoom& r) { archive(ar, r.body, r.shape, r.seen, r.inside); }
template <class Ar> void archive(Ar& ar, Guard& g) {
  archive(ar, g.begun, g.extent, g.drivenSquared, g.settled, g.turnedOver, g.put, g.lostAtBegin, g.elasticAtBegin,
          g.elastic, g.paid, g.credit, g.stored, g.deep, g.rooms, g.findings);
}
template <class Ar> void archive(Ar& ar, ReductionParameters& r) {
  archive(ar, r.merging, r.merge.speed, r.merge.time, r.merge.wait, r.merge.smallestFloating,
          r.merge.normalIn, r.merge.normalOut, r.merge.tangential, r.merge.rolling, r.merge.normalAcceleration,
          r.merge.tangentialAcceleration, r.merge.rollingAcceleration, r.merge.window, r.front.split, r.front.speed,
          r.front.impactDepth, r.load.balance, r.load.bearing, r.load.change, r.audit.split, r.audit.time,
          r.audit.share, r.contact.split, r.contact.normalIn, r.contact.normalOut, r.contact.tangential,
          r.contact.rolling, r.contact.depth, r.trial.split, r.trial.sweeps, r.trial.normalIn, r.trial.normalOut,
          r.trial.tangential, r.trial.force, r.trial.torque);
}
template <class Ar> void archive(Ar& ar, Parameters& p) {
  archive(ar, p.timeStep, p.gravity, p.substeps, p.mostSubsteps, p.method, p.impacts, p.warmStartSpeed, p.warmStartFloor, p.overRelaxation, p.sweeps, p.impactSweeps, p.tolerance, p.restTolerance, p.warmStart, p.warmStartFactor,
          p.impactSpeed, p.stabilisationSteps, p.regularisation, p.bounds, p.reduction);
  if (hasCollisionTime(ar, p.collisionTime != 0.0)) { archive(ar, p.collisionTime); }
  if (ar.withMeasurements) { archive(ar, p.threads, p.guard); }
}
template <class Ar> void archive(Ar& ar, Budget& b) {
  archive(ar, b.kinetic, b.potential, b.elastic, b.stepWork, b.totalWork, b.stepDissipation, b.totalDissipation,
          b.totalEntered, b.totalLeft, b.momentum, b.angularMomentum, b.stepImpulse);
  if constexpr (Ar::kReading) { if (ar.version < kWithCohesion) { return; } }
  archive(ar, b.cohesive);
}
template <class Ar> void archive(Ar& ar, Grip& g) { archive(ar, g.body, g.place); }
template <class Ar> void archive(Ar& ar, std::optional<Grip>& g) {
  bool isBody = g.has_value();
  archive(ar, isBody);
  if constexpr (Ar::kReading) { g = isBody ? std::optional(Grip{}) : std::nullopt; }
  if (isBody) { archive(ar, *g); }
}
template <class Ar> void archive(Ar& ar, Pull& p) {
  archive(ar, p.particle, p.grip, p.target, p.stiffness);
  if (ar.withMeasurements) { archive(ar, p.force); }
}
template <class Ar> void archive(Ar& ar, std::optional<Pull>& p) {
  bool isPulled = p.has_value();
  archive(ar, isPulled);
  if constexpr (Ar::kReading) { p = isPulled ? std::optional(Pull{}) : std::nullopt; }
  if (isPulled) { archive(ar, *p); }
}
/// A world with these particles, which for a reader are the world's own.
template <class Ar> void archiveWorld(Ar& ar, World& w, Particles& particles) {
  archive(ar, w.name, w.parameters, w.materials, w.bodies, w.joints, w.bodyContacts, particles, w.emitters, w.sinks,
          w.history, w.sensors, w.pull, w.reduction, w.step, w.time);
  if (hasPeriodicBox(ar, w.periodic)) { archive(ar, w.periodic.lower, w.periodic.length); }
  if (hasBridges(ar, w)) { archive(ar, w.bridges); }
  if (hasGranulation(ar, w.granulation.isOn())) {
    archive(ar, w.granulation, particles.water, particles.gained, particles.born);
  } else if constexpr (Ar::kReading) {
    for (std::vector<double>* const list : {&particles.water, &particles.gained, &particles.born}) {
      list->assign(particles.size(), 0.0);
    }
  }
  if (ar.withMeasurements) { archive(ar, w.budget, w.budgetGravity, w.faults, w.faultCount, w.guard); }
}
// clang-format on

namespace {

constexpr double kMostAtOnce = 1e7;  // particles of an emitter in a step

/// Whether an emitter comes to an end in each step: because not much is due, or because there is not much room.
bool isSound(const Emitter& emitter, const World& world) {
  if (emitter.material >= world.materials.list.size() || !problemOf(emitter.sizes).empty()) {
    return false;
  }
  const double smallest = smallestDiameter(emitter.sizes);
  constexpr double kRoundOff = 1e-9;
  const double next = emitter.nextDiameter;
  const bool sizeFits = next == 0.0 || (next >= (1.0 - kRoundOff) * smallest &&
                                        next <= (1.0 + kRoundOff) * largestDiameter(emitter.sizes));
  const double cost =
      emitter.rateIsMass ? world.materials.list[emitter.material].density * sphereVolume(0.5 * smallest) : 1.0;
  const double due = (emitter.owed + emitter.rate * world.parameters.timeStep) / cost;
  const double room = (2.0 / smallest * emitter.halfExtents + Vec3::Ones()).prod();
  return sizeFits && cost > 0.0 && emitter.owed >= 0.0 && emitter.rate >= 0.0 && std::min(due, room) <= kMostAtOnce;
}

/// Arrays whose lengths must agree, handles that must point somewhere: a state that passes cannot crash a step.
void checkConsistent(const World& world) {
  const Particles& p = world.particles;
  const std::size_t n = p.size();
  bool sound = p.position.size() == n && p.orientation.size() == n && p.velocity.size() == n &&
               p.angularVelocity.size() == n && p.radius.size() == n && p.mass.size() == n && p.material.size() == n &&
               p.water.size() == n && p.gained.size() == n && p.born.size() == n &&
               world.history.keys.size() == world.history.multipliers.size() &&
               std::is_sorted(world.history.keys.begin(), world.history.keys.end()) &&
               world.materials.pairs.size() == world.materials.list.size() * world.materials.list.size();
  const std::size_t materials = world.materials.list.size();
  for (const MaterialIndex material : p.material) {
    sound = sound && material < materials;
  }
  // A step would go over them for ever.
  Parameters checked = world.parameters;
  sound = sound && setValue(checked, ParameterKey::substeps, world.parameters.substeps).empty() &&
          setValue(checked, ParameterKey::mostSubsteps, world.parameters.mostSubsteps).empty();
  // Lists are as long as these; who solves impacts looks at the last of its sweeps.
  sound = sound && world.parameters.reduction.trial.sweeps >= 0;
  for (const Emitter& emitter : world.emitters) {
    sound = sound && isSound(emitter, world);
  }
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& shape : body.shapes) {
      sound = sound && shape.material < materials && shape.capMaterial < materials;
    }
    for (const Drive& drive : body.drives) {
      const auto* belt = std::get_if<SurfaceMotion>(&drive.motion);
      sound = sound && (belt == nullptr || belt->shape < body.shapes.size());
    }
  }
  for (const Joint& joint : world.joints) {
    for (const std::uint32_t body : {joint.a, joint.b}) {
      sound = sound && (body == kFixedInWorld || body < world.bodies.size());
    }
    sound = sound && joint.kind <= JointKind::actuator && joint.motor.kind <= MotorKind::force;
  }
  std::size_t members = 0;
  for (const std::uint32_t aggregate : world.reduction.aggregate) {
    sound = sound && (aggregate == kFree || aggregate < world.reduction.aggregates.size());
    members += aggregate != kFree ? 1 : 0;
  }
  for (const Membership& member : world.reduction.members) {
    sound = sound && member.local.allFinite() && static_cast<std::size_t>(member.cause) < kSplitCauseCount &&
            std::all_of(member.drift.begin(), member.drift.end(), [](float v) { return std::isfinite(v); });
  }
  sound = sound && world.reduction.members.size() == world.reduction.aggregate.size() &&
          world.reduction.members.size() <= n && members == world.reduction.memberCount &&
          (world.history.quietSteps.empty() || world.history.quietSteps.size() == world.history.keys.size()) &&
          (world.history.motion.empty() || world.history.motion.size() == world.history.keys.size()) &&
          (world.history.given.empty() || world.history.given.size() == world.history.keys.size());
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    const bool carried = aggregate.carrier == Carrier::body || aggregate.carrier == Carrier::belt;
    sound = sound && aggregate.carrier <= Carrier::none && (!carried || aggregate.body < world.bodies.size()) &&
            (aggregate.carrier != Carrier::belt || aggregate.shape < world.bodies[aggregate.body].shapes.size());
    sound = sound && aggregate.frame.pose.position.allFinite() &&
            aggregate.frame.pose.orientation.coeffs().allFinite() && aggregate.frame.velocity.allFinite() &&
            aggregate.frame.angularVelocity.allFinite();
    for (const KeptLoad& load : aggregate.load.byBody) {
      sound = sound && load.body < world.bodies.size();
    }
  }
  for (const SplitSensor& sensor : world.sensors) {
    sound = sound && problemOf(sensor).empty() && (sensor.body == kFixedInWorld || sensor.body < world.bodies.size());
  }
  if (world.pull) {
    sound = sound && world.pull->target.allFinite() && std::isfinite(world.pull->stiffness) &&
            world.pull->stiffness > 0.0 && world.parameters.timeStep > 0.0;
    sound = sound && (!world.pull->grip ||
                      (world.pull->grip->body < world.bodies.size() && world.pull->grip->place.allFinite()));
  }
  for (const GuardedRoom& room : world.guard.rooms) {
    sound = sound && room.body < world.bodies.size() && room.shape < world.bodies[room.body].shapes.size();
  }
  for (const GuardFinding& finding : world.guard.findings) {
    sound = sound && finding.kind <= GuardKind::nonFinite;
  }
  sound = sound && world.parameters.guard <= GuardAction::off;
  if (!sound) {
    throw StateError("the state is damaged: its parts do not fit together");
  }
}

}  // namespace

namespace {

/// Writes a world with its members placed, so that the bytes do not depend on who looked at them when.
void writeWorld(StateWriter& writer, const World& world) {
  // The archive functions serve reading too, hence references to non-const; writing changes nothing.
  auto& source = const_cast<World&>(world);
  if (world.reduction.memberCount == 0) {
    archiveWorld(writer, source, source.particles);
    return;
  }
  Particles placed = placedParticles(world);
  archiveWorld(writer, source, placed);
}

}  // namespace

namespace {

/// Members of an aggregate are near each other, against the sides of a periodic box: a search goes through all of its
/// images.
void checkImages(const World& world) {
  constexpr double kMostImages = 1e3;
  constexpr double kFarthest = 1e12;  // sides: whole numbers of them are told apart
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    for (int axis = 0; axis < 3 && world.periodic.isOn() && !aggregate.cells.empty(); ++axis) {
      const Bounds box = boundsOf(aggregate);
      const double side = world.periodic.length[axis];
      if (side > 0.0 && (!(box.upper[axis] - box.lower[axis] <= kMostImages * side) ||
                         !(std::abs(box.lower[axis] - world.periodic.lower[axis]) <= kFarthest * side))) {
        throw StateError("the state is damaged: an aggregate is far larger than the periodic box");
      }
    }
  }
}

}  // namespace

std::vector<std::byte> saveState(const World& world) {
  StateWriter writer;
  auto magic = kMagic;
  auto version = kStateVersion;
  archive(writer, magic, version);
  writeWorld(writer, world);
  std::uint64_t checksum = XXH3_64bits(writer.bytes.data(), writer.bytes.size());
  archive(writer, checksum);
  return std::move(writer.bytes);
}

World restoreState(std::span<const std::byte> bytes) {
  StateReader reader{.bytes = bytes};
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  if (bytes.size() < sizeof magic + sizeof version + sizeof(std::uint64_t)) {
    throw StateError("not a saved state: too short");
  }
  archive(reader, magic, version);
  if (magic != kMagic) {
    throw StateError("not a saved state");
  }
  if (version < kOldestStateVersion || version > kStateVersion) {
    throw StateError(
        fmt::format("saved by another version (format {}, this program reads {})", version, kStateVersion));
  }
  const std::size_t covered = bytes.size() - sizeof(std::uint64_t);
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, bytes.data() + covered, sizeof checksum);
  if (checksum != XXH3_64bits(bytes.data(), covered)) {
    throw StateError("the state is damaged: its checksum does not fit");
  }
  reader.bytes = bytes.first(covered);
  reader.version = version;
  World world;
  archiveWorld(reader, world, world.particles);
  checkConsistent(world);
  if (const std::string damage = damageOf(world); !damage.empty()) {
    throw StateError("the state is damaged: " + damage);
  }
  for (std::uint32_t slot = 0; slot < world.reduction.aggregate.size(); ++slot) {
    if (const std::uint32_t index = world.reduction.aggregate[slot]; index != kFree) {
      world.reduction.aggregates[index].cells.add(slot, world.reduction.members[slot].local,
                                                  world.particles.radius[slot]);
    }
  }
  checkImages(world);
  world.reduction.listAudits(world.particles.id);
  return world;
}

std::uint32_t stateVersion() { return kStateVersion; }

std::uint64_t stateHash(const World& world) {
  StateWriter writer;
  writer.withMeasurements = false;
  writeWorld(writer, world);
  return XXH3_64bits(writer.bytes.data(), writer.bytes.size());
}

}  // namespace scree
