#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <map>
#include <memory>

#include "tests/bench/hold.h"
#include "tests/bench/stopwatch.h"

namespace scree::bench {

namespace {

/// Bullet is tuned for bodies of about a metre: lengths are scaled so that pellets of 13 mm have diameter 1; times and
/// masses stay.
constexpr double kScale = 1.0 / 0.013;

btVector3 scaled(const Vec3& v) {
  return {static_cast<btScalar>(kScale * v.x()), static_cast<btScalar>(kScale * v.y()),
          static_cast<btScalar>(kScale * v.z())};
}

Vec3 unscaled(const btVector3& v) { return Vec3(v.x(), v.y(), v.z()) / kScale; }

/// The parts of a Bullet world in the order they must be made and in reverse unmade.
struct BulletWorld {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  std::map<double, std::unique_ptr<btSphereShape>> spheres;  ///< by radius
  std::vector<std::unique_ptr<btCollisionShape>> planes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;  ///< particles first
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};

  ~BulletWorld() {
    for (const auto& body : bodies) {
      world.removeRigidBody(body.get());
    }
  }
};

/// Coefficients such that Bullet's rules for pairs give ours: its friction and restitution of a pair are products, its
/// rolling resistance, a length, is the sum of each body's times the friction of the other.
struct Coefficients {
  double friction;
  double restitution;
  double rollingSphere;
  double rollingWall;
  double twistingSphere;
  double twistingWall;
};

Coefficients coefficientsFor(const HoldScene& scene) {
  const PairLaw& law = scene.start.materials.pair(0, 0);
  const double radius = kScale * scene.start.particles.radius.front();
  const double friction = std::sqrt(law.friction);
  const auto resistance = [&](double length) { return length / (2.0 * friction); };
  const double rolling = resistance(law.rollingResistance * 0.5 * radius);
  const double twisting = resistance(law.twisting * law.friction * 0.5 * radius);
  // On a wall r* is twice that of a pair.
  return {friction, std::sqrt(law.restitution), rolling, 3.0 * rolling, twisting, 3.0 * twisting};
}

void addParticles(BulletWorld& bullet, const HoldScene& scene, const Coefficients& c) {
  const Particles& particles = scene.start.particles;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    std::unique_ptr<btSphereShape>& shape = bullet.spheres[particles.radius[i]];
    if (!shape) {
      shape = std::make_unique<btSphereShape>(static_cast<btScalar>(kScale * particles.radius[i]));
    }
    const auto mass = static_cast<btScalar>(particles.mass[i]);
    btVector3 inertia;
    shape->calculateLocalInertia(mass, inertia);
    auto body = std::make_unique<btRigidBody>(mass, nullptr, shape.get(), inertia);
    body->setWorldTransform(btTransform(btQuaternion::getIdentity(), scaled(particles.position[i])));
    body->setRollingFriction(static_cast<btScalar>(c.rollingSphere));
    body->setSpinningFriction(static_cast<btScalar>(c.twistingSphere));
    bullet.bodies.push_back(std::move(body));
  }
}

void addWalls(BulletWorld& bullet, const HoldScene& scene, const Coefficients& c) {
  for (const Wall& wall : scene.walls) {
    const btVector3 normal = scaled(wall.normal).normalized();
    bullet.planes.push_back(std::make_unique<btStaticPlaneShape>(normal, normal.dot(scaled(wall.point))));
    auto body = std::make_unique<btRigidBody>(btScalar(0), nullptr, bullet.planes.back().get());
    body->setRollingFriction(static_cast<btScalar>(c.rollingWall));
    body->setSpinningFriction(static_cast<btScalar>(c.twistingWall));
    bullet.bodies.push_back(std::move(body));
  }
}

std::unique_ptr<BulletWorld> makeWorld(const HoldScene& scene, BulletPairs pairs) {
  auto bullet = std::make_unique<BulletWorld>();
  if (pairs == BulletPairs::convex) {
    bullet->dispatcher.registerCollisionCreateFunc(SPHERE_SHAPE_PROXYTYPE, SPHERE_SHAPE_PROXYTYPE,
                                                   bullet->configuration.getCollisionAlgorithmCreateFunc(
                                                       CONVEX_HULL_SHAPE_PROXYTYPE, CONVEX_HULL_SHAPE_PROXYTYPE));
  }
  const Coefficients c = coefficientsFor(scene);
  addParticles(*bullet, scene, c);
  addWalls(*bullet, scene, c);
  bullet->world.setGravity(scaled(scene.start.parameters.gravity));
  for (const auto& body : bullet->bodies) {
    body->setFriction(static_cast<btScalar>(c.friction));
    body->setRestitution(static_cast<btScalar>(c.restitution));
    body->setActivationState(DISABLE_DEACTIVATION);
    bullet->world.addRigidBody(body.get());
  }
  btContactSolverInfo& info = bullet->world.getSolverInfo();
  info.m_solverMode |= SOLVER_USE_WARMSTARTING | SOLVER_SIMD | SOLVER_USE_2_FRICTION_DIRECTIONS;
  info.m_restitutionVelocityThreshold = static_cast<btScalar>(kScale * scene.start.parameters.impactSpeed);
  return bullet;
}

double bulletStepSeconds(BulletWorld& bullet, int sweeps, double timeStep) {
  bullet.world.getSolverInfo().m_numIterations = sweeps;
  const Stopwatch watch;
  bullet.world.stepSimulation(static_cast<btScalar>(timeStep), 0);
  return watch.elapsed().cpu;
}

double contactPoints(BulletWorld& bullet) {
  int count = 0;
  for (int i = 0; i < bullet.dispatcher.getNumManifolds(); ++i) {
    count += bullet.dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
  }
  return count;
}

/// Debian's build has no vector rows although the flag asks for them: say what really runs.
std::string instructionSetOf(BulletWorld& bullet) {
  btSequentialImpulseConstraintSolver& solver = bullet.solver;
  const bool isScalar = solver.getActiveConstraintRowSolverGeneric() == solver.getScalarConstraintRowSolverGeneric();
  return isScalar ? "scalar" : "SSE";
}

std::vector<Vec3> positionsIn(const BulletWorld& bullet, std::size_t particles) {
  std::vector<Vec3> positions;
  for (std::size_t i = 0; i < particles; ++i) {
    positions.push_back(unscaled(bullet.bodies[i]->getWorldTransform().getOrigin()));
  }
  return positions;
}

}  // namespace

HoldRun holdInBullet(const HoldScene& scene, const HoldPlan& plan, const BulletSettings& settings) {
  const auto bullet = makeWorld(scene, settings.pairs);
  const std::size_t particles = scene.start.particles.size();
  HoldRun run;
  run.instructionSet = instructionSetOf(*bullet);
  run.timeStep = settings.timeStep;
  run.sweeps = settings.sweeps;
  const int steps = static_cast<int>(std::lround(plan.blockTime / settings.timeStep));
  for (int block = 0; block < plan.skipped + plan.blocks; ++block) {
    if (block == plan.skipped) {
      run.settled = positionsIn(*bullet, particles);
    }
    double seconds = 0.0;
    for (int i = 0; i < steps; ++i) {
      seconds += bulletStepSeconds(*bullet, settings.sweeps, settings.timeStep);
    }
    if (block >= plan.skipped) {
      run.blockSeconds.push_back(seconds);
    }
  }
  run.contacts = contactPoints(*bullet);
  run.position = positionsIn(*bullet, particles);
  for (std::size_t i = 0; i < particles; ++i) {
    run.velocity.push_back(unscaled(bullet->bodies[i]->getLinearVelocity()));
  }
  return run;
}

SweepCost sweepCostInBullet(const HoldScene& scene, BulletPairs pairs, int warmUp, int repeats) {
  const auto bullet = makeWorld(scene, pairs);
  SweepCost cost;
  cost.instructionSet = instructionSetOf(*bullet);
  for (int i = 0; i < warmUp; ++i) {
    bulletStepSeconds(*bullet, kManySweeps, BulletSettings{}.timeStep);
  }
  for (int i = 0; i < repeats; ++i) {
    const double few = bulletStepSeconds(*bullet, kFewSweeps, BulletSettings{}.timeStep);
    const double many = bulletStepSeconds(*bullet, kManySweeps, BulletSettings{}.timeStep);
    cost.contacts = contactPoints(*bullet);
    cost.nanoseconds.push_back(1e9 * (many - few) / ((kManySweeps - kFewSweeps) * cost.contacts));
  }
  return cost;
}

}  // namespace scree::bench
