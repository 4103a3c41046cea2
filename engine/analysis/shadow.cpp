#include "engine/analysis/shadow.h"

#include <algorithm>
#include <utility>

#include "engine/step/step_data.h"

namespace scree {

Shadow::Shadow(const ShadowSettings& settings)
    : settings_(settings),
      limits_(reductionLimits({.reduction = settings.reduction}, settings.diameter)),
      oracle_({oracleSettingOf(limits_)}) {}

void Shadow::add(const World& world, const StepData& data) {
  oracle_.add(world, data);
  decide(world, data);
  moveBelts(world);
  for (Judgement& judgement : judgements_) {
    follow(world, judgement);
  }
  const double past = world.time - settings_.horizon + 0.5 * world.parameters.timeStep;
  while (!judgements_.empty() && judgements_.front().time < past) {
    close(judgements_.front());
    judgements_.pop_front();
  }
  if (steps_ % static_cast<std::size_t>(settings_.every) == 0) {
    begin(world);
  }
  bodiesBefore_ = world.bodies;
  ++steps_;
}

void Shadow::decide(const World& world, const StepData& data) {
  for (std::vector<char>& split : decisions_) {
    split.assign(world.particles.size(), 0);
  }
  decideFront(world, data, decisions_[static_cast<std::size_t>(ShadowSensor::front)]);
  decideContact(world, data, decisions_[static_cast<std::size_t>(ShadowSensor::contact)]);
  decideForce(world, data, decisions_[static_cast<std::size_t>(ShadowSensor::force)]);
}

void Shadow::decideFront(const World& world, const StepData& data, std::vector<char>& split) const {
  const OracleParts& parts = oracle_.parts();
  const Particles& particles = world.particles;
  const auto lookAt = [&](std::uint32_t slot, std::uint32_t neighbour) {
    const Vec3 rigid = carrierVelocity(world, parts.carried[slot], particles.position[neighbour]);
    if ((particles.velocity[neighbour] - rigid).norm() > limits_.front) {
      split[slot] = 1;
    }
  };
  for (const Contact& contact : data.list.contacts) {
    if (contact.b != kNoParticle && parts.part[contact.a] != parts.part[contact.b]) {
      lookAt(contact.a, contact.b);
      lookAt(contact.b, contact.a);
    }
  }
}

namespace {

/// True if a value is above its limit. A limit of 0 means no limit.
bool exceeds(double value, double limit) { return limit > 0.0 && value > limit; }

bool splitsContact(const ContactVelocity& velocity, const ReductionParameters& limits) {
  return exceeds(-velocity.normal, limits.contact.normalIn) || exceeds(velocity.normal, limits.contact.normalOut) ||
         exceeds(velocity.tangential, limits.contact.tangential) || exceeds(velocity.rolling, limits.contact.rolling);
}

}  // namespace

void Shadow::decideContact(const World& world, const StepData& data, std::vector<char>& split) const {
  const OracleParts& parts = oracle_.parts();
  for (const Contact& contact : data.list.contacts) {
    const bool inside = contact.b != kNoParticle && parts.part[contact.a] == parts.part[contact.b];
    if (!inside && splitsContact(contactVelocity(world, data, contact), settings_.reduction)) {
      split[contact.a] = 1;
      if (contact.b != kNoParticle) {
        split[contact.b] = 1;
      }
    }
  }
  // Spreads splits from such a contact to neighbours in the same part, to the depth of the contact split.
  for (int layer = 1; layer < settings_.reduction.contact.depth; ++layer) {
    const std::vector<char> reached = split;
    for (const Contact& contact : data.list.contacts) {
      if (contact.b != kNoParticle && parts.part[contact.a] == parts.part[contact.b]) {
        split[contact.a] |= reached[contact.b];
        split[contact.b] |= reached[contact.a];
      }
    }
  }
}

Vec3 Shadow::carrierAcceleration(const World& world, const Carried& carried, const Vec3& p) const {
  const bool moves = carried.carrier == Carrier::body || carried.carrier == Carrier::belt;
  if (!moves || bodiesBefore_.size() != world.bodies.size()) {
    return Vec3::Zero();
  }
  const Body& body = world.bodies[carried.body];
  const Body& before = bodiesBefore_[carried.body];
  const double dt = world.parameters.timeStep;
  const Vec3 arm = p - body.pose.position;
  const Vec3& spin = body.angularVelocity;
  Vec3 acceleration = (body.velocity - before.velocity) / dt + ((spin - before.angularVelocity) / dt).cross(arm) +
                      spin.cross(spin.cross(arm));
  if (carried.carrier == Carrier::belt) {
    const ShapeInstance& shape = body.shapes[carried.shape];
    acceleration += (body.pose * shape.local).orientation *
                    (shape.surfaceVelocity - before.shapes[carried.shape].surfaceVelocity) / dt;
  }
  return acceleration;
}

void Shadow::decideForce(const World& world, const StepData& data, std::vector<char>& split) const {
  constexpr double kTiny = 1e-12;  // N
  const Particles& particles = world.particles;
  std::vector<Vec3> forces(particles.size(), Vec3::Zero());
  for (std::size_t i = 0; i < data.list.contacts.size(); ++i) {
    const Contact& contact = data.list.contacts[i];
    const Multipliers& multipliers = data.list.multipliers[i];
    const Vec3 force = (multipliers.normal * contact.normal + multipliers.tangential) / data.context.substepTime;
    forces[contact.a] -= force;
    if (contact.b != kNoParticle && !contact.isPrescribed()) {
      forces[contact.b] += force;
    }
  }
  for (std::uint32_t slot = 0; slot < particles.size(); ++slot) {
    const Carried& carried = oracle_.parts().carried[slot];
    const Vec3 rigid = particles.mass[slot] *
                       (carrierAcceleration(world, carried, particles.position[slot]) - world.parameters.gravity);
    const double miss = (rigid - forces[slot]).norm() / (rigid.norm() + forces[slot].norm() + kTiny);
    split[slot] = exceeds(miss, settings_.reduction.trial.force) ? 1 : 0;
  }
}

void Shadow::moveBelts(const World& world) {
  travels_.resize(world.bodies.size());
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const Body& body = world.bodies[b];
    travels_[b].resize(body.shapes.size(), Vec3::Zero());
    for (std::size_t s = 0; s < body.shapes.size(); ++s) {
      travels_[b][s] += world.parameters.timeStep * (body.shapes[s].local.orientation * body.shapes[s].surfaceVelocity);
    }
  }
}

Vec3 Shadow::placeOnCarrier(const World& world, const Carried& carried, const Vec3& p) const {
  if (carried.carrier != Carrier::body && carried.carrier != Carrier::belt) {
    return p;
  }
  const Vec3 place = world.bodies[carried.body].pose.toLocal(p);
  return carried.carrier == Carrier::belt ? Vec3(place - travels_[carried.body][carried.shape]) : place;
}

void Shadow::follow(const World& world, Judgement& judgement) const {
  const std::vector<ParticleId>& ids = world.particles.id;
  std::size_t slot = 0;
  std::size_t kept = 0;
  for (Case& member : judgement.cases) {
    while (slot < ids.size() && ids[slot] < member.id) {
      ++slot;
    }
    if (slot == ids.size() || ids[slot] != member.id) {
      continue;
    }
    const Vec3 place = placeOnCarrier(world, member.carried, world.particles.position[slot]);
    for (std::size_t sensor = 0; sensor < kShadowSensorCount && !member.moved; ++sensor) {
      member.inTime[sensor] = member.inTime[sensor] || decisions_[sensor][slot] != 0;
    }
    member.moved = member.moved || (place - member.place).norm() > member.distance;
    judgement.cases[kept++] = member;
  }
  judgement.cases.resize(kept);
}

void Shadow::begin(const World& world) {
  const OracleParts& parts = oracle_.parts();
  const Particles& particles = world.particles;
  Judgement judgement{.time = world.time};
  for (std::uint32_t slot = 0; slot < particles.size(); ++slot) {
    const Carried& carried = parts.carried[slot];
    if (carried.carrier == Carrier::none) {
      continue;
    }
    Case member{.id = particles.id[slot],
                .carried = carried,
                .place = placeOnCarrier(world, carried, particles.position[slot]),
                .distance = settings_.distance * 2.0 * particles.radius[slot]};
    for (std::size_t sensor = 0; sensor < kShadowSensorCount; ++sensor) {
      member.atOnce[sensor] = member.inTime[sensor] = decisions_[sensor][slot] != 0;
    }
    judgement.cases.push_back(member);
  }
  judgements_.push_back(std::move(judgement));
}

void Shadow::close(const Judgement& judgement) {
  for (const Case& member : judgement.cases) {
    for (std::size_t sensor = 0; sensor < kShadowSensorCount; ++sensor) {
      ShadowScore& score = scores_[sensor];
      ++(member.moved ? score.movers : score.resters);
      if (member.moved) {
        score.hits += member.atOnce[sensor] ? 1 : 0;
        score.timely += member.inTime[sensor] ? 1 : 0;
      } else {
        score.alarms += member.atOnce[sensor] ? 1 : 0;
      }
    }
    const auto spoke = [](bool did) { return did; };
    if (member.moved || std::any_of(member.atOnce.begin(), member.atOnce.end(), spoke)) {
      log_.push_back({.time = judgement.time,
                      .id = member.id,
                      .moved = member.moved,
                      .atOnce = member.atOnce,
                      .inTime = member.inTime});
    }
  }
}

}  // namespace scree
