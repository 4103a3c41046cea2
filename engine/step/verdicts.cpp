#include "engine/step/verdicts.h"

#include <algorithm>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/reduction/quarantine.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 2048;

Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

void set(float* to, const Vec3& v) {
  to[0] = static_cast<float>(v.x());
  to[1] = static_cast<float>(v.y());
  to[2] = static_cast<float>(v.z());
}

Slip slipOf(const World& world, const StepData& data, const Contact& contact) {
  const Particles& p = world.particles;
  Slip slip;
  if (contact.isPrescribed()) {
    const SurfaceContact& surface = data.surfaces[contact.surface];
    double lever = p.radius[contact.a];
    if (contact.b != kNoParticle) {
      const double radii = p.radius[contact.a] + p.radius[contact.b];
      lever *= (radii + contact.gap) / radii;
    }
    slip.velocity =
        surface.velocity - p.velocity[contact.a] - p.angularVelocity[contact.a].cross(lever * contact.normal);
    slip.spin = surface.spin - p.angularVelocity[contact.a];
    return slip;
  }
  slip.velocity =
      p.velocity[contact.b] - p.velocity[contact.a] -
      (p.radius[contact.a] * p.angularVelocity[contact.a] + p.radius[contact.b] * p.angularVelocity[contact.b])
          .cross(contact.normal);
  slip.spin = p.angularVelocity[contact.b] - p.angularVelocity[contact.a];
  return slip;
}

/// Squares beyond which a number is greater than its limit whatever rounding did to either.
double clearlyBeyond(double squaredLimit) { return (1.0 + 1e-9) * squaredLimit; }

/// Squared limits that tell how a contact moves without a root or a look at its directions, mostly: in a flow most are
/// far beyond them.
struct ClearLimits {
  double velocity;  ///< above it a contact is not quiet [m²/s²]
  double spin;      ///< likewise [rad²/s²]
  double front;     ///< above it something moves faster than a front [m²/s²]

  explicit ClearLimits(const ReductionParameters& limits) {
    const double normal = std::max(limits.mergeNormalIn, limits.mergeNormalOut);
    velocity = clearlyBeyond(normal * normal + limits.mergeTangential * limits.mergeTangential);
    spin = clearlyBeyond(limits.mergeRolling * limits.mergeRolling);
    front = limits.frontSplit == Switch::on ? clearlyBeyond(limits.frontSpeed * limits.frontSpeed)
                                            : std::numeric_limits<double>::infinity();
  }
};

double smallerDiameter(const World& world, const Contact& contact) {
  const std::vector<double>& radius = world.particles.radius;
  return 2.0 * (contact.b == kNoParticle ? radius[contact.a] : std::min(radius[contact.a], radius[contact.b]));
}

/// Of the side that is in quarantine and may leave it; of both, of the one that came later. Most are in none, which is
/// known without a look at who is a member of what, far away in memory.
double riseOf(const World& world, const StepData& data, const Contact& contact) {
  const auto riseAt = [&](std::uint32_t slot) {
    return data.busy[slot] == kMayEndQuarantine ? quarantineOf(world, slot).rise : 1.0;
  };
  const double a = riseAt(contact.a);
  return contact.isPrescribed() ? a : std::max(a, riseAt(contact.b));
}

/// Of one that is not clearly faster than a front.
std::uint8_t verdictOf(const World& world, const StepData& data, const Contact& contact, const Slip& slip,
                       double diameter, std::uint32_t quietSteps) {
  const ReductionParameters& limits = world.parameters.reduction;
  const double speed = std::max(slip.velocity.norm(), world.particles.radius[contact.a] * slip.spin.norm());
  if (limits.frontSplit == Switch::on && speed > limits.frontSpeed) {
    return kMoving;
  }
  const bool quiet = quietSteps >= static_cast<std::uint32_t>(limits.mergeWindow);
  const bool stirring =
      stirs(limits, riseOf(world, data, contact), contact.normal, slip, world.parameters.timeStep, diameter);
  return static_cast<std::uint8_t>((quiet ? kQuiet : kOther) | (stirring ? kStirring : kOther));
}

bool isQuietNow(const World& world, const Contact& contact, const Slip& slip, const ContactMotion& motion) {
  const Slip last{vectorOf(motion.velocity), vectorOf(motion.spin)};
  return isQuiet(world.parameters.reduction, contact.normal, slip, motion.isKnown ? &last : nullptr,
                 world.parameters.timeStep, smallerDiameter(world, contact));
}

void judge(World& world, StepData& data, const ClearLimits& clear, std::size_t i) {
  const Contact& contact = data.contacts[i];
  ContactMotion& motion = world.history.motion[i];
  const Slip slip = slipOf(world, data, contact);
  const bool pushes = data.multipliers[i].normal > 0.0;
  const double velocity = slip.velocity.squaredNorm();
  const double spin = slip.spin.squaredNorm();
  const bool quiet =
      pushes && velocity <= clear.velocity && spin <= clear.spin && isQuietNow(world, contact, slip, motion);
  set(motion.velocity, slip.velocity);
  set(motion.spin, slip.spin);
  motion.isKnown = true;
  motion.quietSteps = quiet ? motion.quietSteps + 1 : 0;
  unsigned verdict = pushes ? kPushing : kOther;
  if (pushes && world.materials.pairs[contact.law].friction > 0.0) {
    const double radius = world.particles.radius[contact.a];
    if (std::max(velocity, radius * radius * spin) > clear.front) {
      verdict |= kMoving;
    } else {
      verdict |= verdictOf(world, data, contact, slip, smallerDiameter(world, contact), motion.quietSteps);
    }
  }
  data.verdicts[i] = static_cast<std::uint8_t>(verdict);
}

/// How the free particles stand with their quarantines.
void findStanding(const World& world, StepData& data) {
  data.busy.resize(world.particles.size());
  for (const std::uint32_t slot : data.active) {
    const Quarantine quarantine = quarantineOf(world, slot);
    data.busy[slot] = quarantine.mayEnd ? kMayEndQuarantine : quarantine.lasts ? kBusy : kMayMerge;
  }
}

}  // namespace

void judgeContacts(World& world, StepData& data) {
  findStanding(world, data);
  const std::size_t count = data.contacts.size();
  data.verdicts.resize(count);
  const ClearLimits clear(world.parameters.reduction);
  forChunks(data.threads, (count + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i) {
      judge(world, data, clear, i);
    }
  });
}

}  // namespace scree
