#include "engine/step/step_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/aggregates/carriers.h"
#include "engine/base/base_constants.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/reach.h"
#include "engine/settings/parts_needed.h"
#include "engine/settings/settings_constants.h"
#include "engine/step/substep_count.h"
#include "engine/world/body_motion.h"

namespace scree {

StepParts::StepParts(World& world, StepData& data)
    : world_(world), data_(data), begin_(world.time), whole_(world.parameters.timeStep), substeps_(substepsOf(world)) {}

void StepParts::cut(const Extremes& extremes) {
  const double left = world_.parameters.timeStep;
  const double part = lengthOfPart(extremes);
  isLast_ = part >= (1.0 - kFewRoundings) * left;
  const double length = isLast_ ? left : part;
  const bool isWhole = parts_ == 0 && isLast_;
  world_.parameters.timeStep = length;
  const double share = length / whole_;
  const bool isSmooth = world_.parameters.method == Method::smooth;
  const double longest = std::max(isWhole ? 0.0 : settings::kWayOfPart, hits_);
  const int least = isSmooth ? 1 : static_cast<int>(std::ceil(longest / settings::kWayOfSubstep));
  const double planned = isWhole ? substeps_ : std::ceil(share * substeps_ * (1.0 - kFewRoundings));
  data_.context.substeps = std::max(least, static_cast<int>(planned));
  data_.context.substepTime = length / data_.context.substeps;
  planned_ = data_.context.substeps;
  const double farthest = whole_ * (extremes.speed + whole_ * world_.parameters.gravity.norm());
  data_.context.farthest = hits_ > 0.0 ? settings::kFarthestHit : 1.0;
  sinks_.begin(world_, data_.list.active, farthest, data_.context.threads);
}

double StepParts::lengthOfPart(const Extremes& extremes) {
  const double left = world_.parameters.timeStep;
  hits_ = 0.0;
  if (world_.parameters.method == Method::smooth) {
    return lengthOfSmoothPart(extremes);
  }
  const double shortest = whole_ / settings::kMostParts;
  if (needsMore_) {
    return shortest;
  }
  // The rest of a divided step may be short enough by itself.
  const double limit = parts_ == 0 ? wayWithoutParts(substeps_) : settings::kWayOfPart;
  const MotionNeed need = motionNeed(world_, data_.list.active, extremes, left, limit);
  if (need.ways <= 0.0 && need.hits <= 0.0) {
    return left;
  }
  const double share = whole_ / left;
  if (!hasSubsteps(world_.parameters)) {
    warn(need, share);
    return left;
  }
  const double parts = std::max(partsNeeded(need.ways), partsNeededForHits(need.hits));
  needsMore_ = std::max(partsNeeded(share * need.ways), partsNeededForHits(share * need.hits)) > settings::kMostParts;
  if (needsMore_) {
    warn(need, share);
  }
  const double length = std::max(left / parts, shortest);
  const double hits = length / left * need.hits;
  hits_ = hits > (parts > 1.0 ? settings::kWayOfPart : limit) ? std::min(hits, settings::kFarthestHit) : 0.0;
  return length;
}

double StepParts::lengthOfSmoothPart(const Extremes& extremes) const {
  // v t + g t²/2 = half of the skin: two that come towards each other close all of it.
  const double way = 0.5 * smoothSkin(world_);
  const double gravity = world_.parameters.gravity.norm();
  const double speed = std::max(extremes.speed, fastestSurface(world_));
  const double root = speed + std::sqrt(speed * speed + 2.0 * gravity * way);
  const double substep = whole_ / substeps_;
  return way > 0.0 && root > 0.0 ? std::max(2.0 * way / root, substep) : world_.parameters.timeStep;
}

void StepParts::finish() {
  sinks_.end(world_);
  moveWithCarriers(world_);
  if (world_.parameters.method == Method::smooth && data_.context.substeps < planned_) {
    world_.parameters.timeStep = data_.context.substeps * data_.context.substepTime;
    isLast_ = false;
  }
  const double part = world_.parameters.timeStep;
  const bool isOnly = parts_ == 0 && isLast_;
  done_ += part;
  ++parts_;
  substepsDone_ += data_.context.substeps;
  isLeft_ = !isLast_;
  world_.time = begin_ + (isLeft_ ? done_ : whole_);
  if (!isOnly) {
    addSums(part / whole_);
  }
  if (isLeft_) {
    clearReactions(world_);
    world_.parameters.timeStep = whole_ - done_;
    findMemberContacts(world_, data_.context, data_.list);
    return;
  }
  if (!isOnly) {
    takeSums();
  }
  world_.parameters.timeStep = whole_;
  data_.context.substeps = substepsDone_;
}

void StepParts::addSums(double share) {
  reactions_.resize(world_.bodies.size());
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    reactions_[i] += share * world_.bodies[i].reaction;
  }
  joints_.resize(world_.joints.size());
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    const Joint& joint = world_.joints[i];
    joints_[i].force += share * joint.force;
    joints_[i].torque += share * joint.torque;
    joints_[i].motorForce += share * joint.motorForce;
    joints_[i].power += share * joint.power;
  }
  impacts_ += data_.report.impactCount;
  sweeps_ += data_.report.sweeps;
  data_.report.sweeps = 0;
  contactSweeps_ += data_.report.contactSweeps;
  handWork_ += data_.batched.coupling.machine.hand.work;
}

void StepParts::takeSums() {
  for (std::size_t i = 0; i < reactions_.size(); ++i) {
    world_.bodies[i].reaction = reactions_[i];
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    world_.joints[i].force = joints_[i].force;
    world_.joints[i].torque = joints_[i].torque;
    world_.joints[i].motorForce = joints_[i].motorForce;
    world_.joints[i].power = joints_[i].power;
  }
  data_.report.impactCount = impacts_;
  data_.report.sweeps = sweeps_;
  data_.report.contactSweeps = contactSweeps_;
  data_.batched.coupling.machine.hand.work = handWork_;
}

void StepParts::warn(const MotionNeed& need, double share) {
  const bool isUndivided = !hasSubsteps(world_.parameters);
  const bool isHit = isUndivided ? need.hits > need.ways : partsNeededForHits(need.hits) > partsNeeded(need.ways);
  const std::uint32_t body = isHit ? kAboutParticles : need.body;
  const double ways = share * (isHit ? need.hits : need.ways);
  const std::string who = body < world_.bodies.size()
                              ? fmt::format("body '{}' and particles near it", world_.bodies[body].name)
                              : "particles";
  const double ofPart = isHit ? settings::kFarthestHit : settings::kWayOfPart;
  const double fits = whole_ * (isUndivided ? settings::kFarthestWay : settings::kMostParts * ofPart) / ways;
  warnOnce(
      world_, body,
      fmt::format("{} move by {:.3g} radii in a time step against each other, and may pass through each other: use "
                  "a time_step of at most {:.2g} ms{}",
                  who, ways, 1e3 * fits, isUndivided ? ", or a preset with substeps, which divides the step" : ""));
}

}  // namespace scree
