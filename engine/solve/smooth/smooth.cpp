#include "engine/solve/smooth/smooth.h"

#include <algorithm>

#include "engine/base/parallel.h"
#include "engine/contacts/contact_law.h"
#include "engine/contacts/contact_reactions.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/surfaces.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/world/body_motion.h"

namespace scree {

namespace {

/// A step of smooth DEM in its substeps.
class SmoothStep {
 public:
  SmoothStep(World& world, const StepContext& context, ContactList& list, SmoothWork& work)
      : world_(world), context_(context), list_(list), work_(work), time_(context.substepTime) {}

  void begin() {
    preparePairs();
    prepareContacts();
    prepareEntries();
  }

  void substep() {
    drift();
    moveBodies(world_, 0.5 * time_);
    const PlacedShapes shapes = placeShapes(world_.bodies);
    forPieces(context_.threads, work_.contacts.size(), smooth::kAPiece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        push(shapes, i);
      }
    });
    forPieces(context_.threads, list_.active.size(), smooth::kAPiece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        accelerate(list_.active[i]);
      }
    });
    moveBodies(world_, 0.5 * time_);
  }

  /// Writes springs and forces of the last substep where the history and the measures look for them.
  void end() {
    const std::size_t count = list_.contacts.size();
    list_.multipliers.resize(count);
    list_.stays.resize(count);
    list_.rebounds.assign(count, 0);
    // Forces are means over the step, of which this may be a part.
    const double share = 1.0 / world_.parameters.timeStep;
    for (std::size_t i = 0; i < count; ++i) {
      if (list_.contacts[i].b == kNoParticle) {
        world_.bodies[list_.contacts[i].key.body()].reaction += share * work_.onBodies[i];
      }
      const SmoothContact& contact = work_.contacts[i];
      const bool touches = work_.pushes[i].touches;
      list_.stays[i] = touches ? 1 : 0;
      list_.multipliers[i] = {.normal = touches ? time_ * contact.normal : 0.0,
                              .tangential = time_ * contact.springs.tangential,
                              .rolling = time_ * contact.springs.rolling,
                              .twisting = time_ * contact.springs.twisting};
    }
  }

 private:
  void preparePairs() {
    const std::size_t count = world_.materials.pairs.size();
    work_.pairs.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      work_.pairs[i] = smoothPair(world_.materials, static_cast<std::uint32_t>(i));
    }
  }

  void prepareContacts() {
    work_.contacts.resize(list_.contacts.size());
    work_.pushes.assign(list_.contacts.size(), SmoothPush{});
    work_.onBodies.assign(list_.contacts.size(), Reaction{});
    for (std::size_t i = 0; i < list_.contacts.size(); ++i) {
      work_.contacts[i] = prepared(i);
    }
  }

  SmoothContact prepared(std::size_t i) const {
    const Contact& from = list_.contacts[i];
    const Particles& particles = world_.particles;
    SmoothContact contact{.a = from.a, .b = from.b, .pair = from.law};
    contact.radiusA = particles.radius[from.a];
    contact.radii = contact.radiusA;
    contact.effectiveMass = particles.mass[from.a];
    contact.effectiveRadius = effectiveRadiusOf(particles, from);
    if (from.b != kNoParticle) {
      contact.radii += particles.radius[from.b];
      contact.effectiveMass *= particles.mass[from.b] / (particles.mass[from.a] + particles.mass[from.b]);
    }
    if (list_.matches[i] != kNoMatch && world_.history.timeStep > 0.0) {
      const Multipliers& old = world_.history.multipliers[list_.matches[i]];
      const double scale = 1.0 / world_.history.timeStep;
      contact.springs = {scale * old.tangential, scale * old.rolling, scale * old.twisting};
    }
    return contact;
  }

  /// Lists the contacts of each grain, so that their forces are summed in one order for any number of threads.
  void prepareEntries() {
    std::vector<std::uint32_t>& firsts = work_.firsts;
    firsts.assign(world_.particles.size() + 2, 0);
    for (const SmoothContact& contact : work_.contacts) {
      ++firsts[contact.a + 2];
      if (contact.b != kNoParticle) {
        ++firsts[contact.b + 2];
      }
    }
    for (std::size_t i = 2; i < firsts.size(); ++i) {
      firsts[i] += firsts[i - 1];
    }
    work_.entries.resize(firsts.back());
    // While it is filled, firsts[i + 1] is the next free entry of slot i.
    for (std::size_t i = 0; i < work_.contacts.size(); ++i) {
      const SmoothContact& contact = work_.contacts[i];
      work_.entries[firsts[contact.a + 1]++] = static_cast<std::uint32_t>(2 * i);
      if (contact.b != kNoParticle) {
        work_.entries[firsts[contact.b + 1]++] = static_cast<std::uint32_t>(2 * i + 1);
      }
    }
  }

  /// Moves the grains by half of a substep.
  void drift() {
    Particles& particles = world_.particles;
    forPieces(context_.threads, list_.active.size(), smooth::kAPiece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t at = begin; at < end; ++at) {
        particles.position[list_.active[at]] += 0.5 * time_ * particles.velocity[list_.active[at]];
      }
    });
  }

  /// Follows a contact and finds its force.
  void push(const PlacedShapes& shapes, std::size_t i) {
    Contact& from = list_.contacts[i];
    SmoothContact& contact = work_.contacts[i];
    const Particles& particles = world_.particles;
    const bool isSurface = contact.b == kNoParticle;
    if (isSurface) {
      followSurface(world_, shapes, particles.position[contact.a], contacts::kFollowMargin * contact.radiusA, from,
                    list_.surfaces[from.surface]);
    } else {
      const Vec3 apart = particles.position[contact.b] - particles.position[contact.a];
      const double square = apart.squaredNorm();
      if (square >= contact.radii * contact.radii) {
        from.gap = std::sqrt(square) - contact.radii;
        release(i);
        return;
      }
      const double distance = std::sqrt(square);
      from.normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
      from.gap = distance - contact.radii;
    }
    if (from.gap >= 0.0) {
      release(i);
      return;
    }
    // One contact point for both, on the line of centres, as in the other methods.
    const double leverA = isSurface ? contact.radiusA : contact.radiusA * (1.0 + from.gap / contact.radii);
    const double leverB = isSurface ? 0.0 : (contact.radii + from.gap) - leverA;
    SmoothTouch touch{.normal = from.normal,
                      .overlap = -from.gap,
                      .effectiveMass = contact.effectiveMass,
                      .effectiveRadius = contact.effectiveRadius};
    const Vec3& spinA = particles.angularVelocity[contact.a];
    if (isSurface) {
      const SurfaceContact& surface = list_.surfaces[from.surface];
      touch.velocity = surface.velocity - particles.velocity[contact.a] - leverA * spinA.cross(from.normal);
      touch.spin = surface.spin - spinA;
    } else {
      const Vec3& spinB = particles.angularVelocity[contact.b];
      touch.velocity = particles.velocity[contact.b] - particles.velocity[contact.a] -
                       (leverA * spinA + leverB * spinB).cross(from.normal);
      touch.spin = spinB - spinA;
    }
    const SmoothForce force = smoothForce(work_.pairs[contact.pair], touch, time_, contact.springs);
    contact.normal = force.normal;
    const Vec3 turning = from.normal.cross(force.force);
    work_.pushes[i] = {.force = force.force,
                       .momentA = -leverA * turning - force.torque,
                       .momentB = -leverB * turning + force.torque,
                       .touches = true};
    if (isSurface) {
      book(i, force);
    }
  }

  void release(std::size_t i) {
    if (work_.pushes[i].touches) {
      work_.pushes[i] = {};
    }
    work_.contacts[i].springs = {};
  }

  /// Adds what a grain does to a body in the substep.
  void book(std::size_t i, const SmoothForce& force) {
    const Contact& contact = list_.contacts[i];
    const Multipliers impulse{.normal = time_ * force.normal,
                              .tangential = time_ * (force.force - force.normal * contact.normal),
                              .rolling = time_ * force.torque};
    const Vec3 surface = world_.particles.position[contact.a] + world_.particles.radius[contact.a] * contact.normal;
    work_.onBodies[i] += reactionOf(contact, list_.surfaces[contact.surface], impulse, surface,
                                    world_.bodies[contact.key.body()].pose.position);
  }

  /// Gives a grain its new velocity and moves it by the other half of the substep.
  void accelerate(std::uint32_t slot) {
    Vec3 force = Vec3::Zero();
    Vec3 torque = Vec3::Zero();
    for (std::uint32_t at = work_.firsts[slot]; at < work_.firsts[slot + 1]; ++at) {
      const std::uint32_t entry = work_.entries[at];
      const SmoothPush& push = work_.pushes[entry / 2];
      if (!push.touches) {
        continue;
      }
      const bool isFirst = entry % 2 == 0;
      force += isFirst ? Vec3(-push.force) : push.force;
      torque += isFirst ? push.momentA : push.momentB;
    }
    Particles& particles = world_.particles;
    Vec3 acceleration = world_.parameters.gravity + force / particles.mass[slot];
    if (context_.pulled.slot == slot) {
      acceleration += context_.pulled.acceleration;
    }
    particles.velocity[slot] += time_ * acceleration;
    particles.angularVelocity[slot] += (time_ / particles.inertia(slot)) * torque;
    particles.position[slot] += 0.5 * time_ * particles.velocity[slot];
    turn(slot);
  }

  /// Turns a grain by q += h/2 (0, w) q, made a unit quaternion again: tan in place of its argument, which for a tenth
  /// of a turn in a thousand substeps is off by a part in 10^7.
  void turn(std::uint32_t slot) {
    Quat& q = world_.particles.orientation[slot];
    const Vec3 half = 0.5 * time_ * world_.particles.angularVelocity[slot];
    const Quat change = Quat(0.0, half.x(), half.y(), half.z()) * q;
    q.coeffs() += change.coeffs();
    q.normalize();
  }

  World& world_;
  const StepContext& context_;
  ContactList& list_;
  SmoothWork& work_;
  double time_;  ///< length of a substep [s]
};

}  // namespace

bool solveSmooth(World& world, const StepContext& context, ContactList& list, SmoothWork& work, StepReport& report) {
  report.impactResiduals.clear();
  report.residuals.clear();
  report.impactCount = 0;
  SmoothStep step(world, context, list, work);
  timed(report.times, Stage::match, [&] { step.begin(); });
  for (int substep = 0; substep < context.substeps; ++substep) {
    if (context.interrupt != nullptr && *context.interrupt != 0) {
      return false;
    }
    timed(report.times, Stage::solve, [&] { step.substep(); });
  }
  step.end();
  return true;
}

}  // namespace scree
