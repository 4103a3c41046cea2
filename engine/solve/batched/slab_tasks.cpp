#include "engine/solve/batched/slab_tasks.h"

#include <algorithm>

#include "engine/contacts/contact_law.h"
#include "engine/contacts/contact_reactions.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/match.h"
#include "engine/contacts/reach.h"
#include "engine/settings/speed_scales.h"
#include "engine/solve/batched/attract.h"
#include "engine/solve/batched/batched_constants.h"
#include "engine/solve/batched/lanes.h"
#include "engine/solve/batched/member_rows.h"
#include "engine/solve/batched/mesh_rows.h"
#include "engine/solve/batched/pack.h"
#include "engine/solve/batched/unpack.h"

namespace scree {

Stage stageOf(Task task) {
  switch (task) {
    case Task::pack:
    case Task::unpack:
      return Stage::pack;
    case Task::prepareImpacts:
    case Task::sweepImpacts:
    case Task::endImpacts:
      return Stage::impacts;
    case Task::prepare:
    case Task::findPulls:
    case Task::applyPulls:
    case Task::pull:
    case Task::start:
      return Stage::forces;
    case Task::sweep:
      return Stage::solve;
    case Task::finish:
      return Stage::positions;
    case Task::measure:
      return Stage::measure;
  }
  return Stage::solve;
}

PassOrder orderOf(Task task) {
  const bool changesBodies = task == Task::sweepImpacts || task == Task::applyPulls || task == Task::pull ||
                             task == Task::start || task == Task::sweep;
  return changesBodies ? PassOrder::alternating : PassOrder::together;
}

namespace {

/// Inverse mass of a row of what is not free: of a dynamic body's copy, else none.
float lightnessOf(const BatchedWork& batched, std::size_t row) {
  return batched.coupling.lightness.empty() ? 0.0F : batched.coupling.lightness[row];
}

/// The surfaces as they are at this substep; `frame` [m/s] is added to their velocities.
void placeSurfaces(const SlabTasks& tasks, Slab& slab, const SlabWork& work, int substep, const Vec3& frame) {
  BatchedProblem& problem = tasks.batched.problem;
  if (substep > 0) {
    followMeshes(tasks, work.meshRows, substep);
  }
  const PlacedShapes& shapes = problem.shapes[static_cast<std::size_t>(substep)];
  const Eigen::Vector3f still = frame.cast<float>();
  forLanes(slab, Lanes::surfaces, [&](Batch& batch, BatchSource& source, std::size_t lane) {
    const std::size_t at = batch.b.of[lane] / kRowFloats;
    auto& [contact, surface, start] = problem.surfaceAt(at);
    const BodyMotion& motion = problem.motion[batch.a.of[lane] / kRowFloats];
    if (substep > 0 && !shapes.of(contact).isMesh) {
      followSurface(tasks.world, shapes, start + motion.shift, contacts::kFollowMargin * motion.radius, contact,
                    surface);
    }
    for (int axis = 0; axis < 3; ++axis) {
      batch.normal[axis].of[lane] = static_cast<float>(contact.normal[axis]);
    }
    source.gap.of[lane] = static_cast<float>(contact.gap);
    if (shapes.of(contact).isStill) {
      problem.rows[at] = {
          .vx = still[0], .vy = still[1], .vz = still[2], .inverseRadius = static_cast<float>(motion.inverseRadius)};
      return;
    }
    // The row's spin is that of the body at the particle's lever; the sweeps' W x n of it is no motion of the
    // surface.
    const Vec3 spin = motion.radius * surface.spin;
    const Vec3 velocity = surface.velocity + spin.cross(contact.normal) + frame;
    problem.rows[at] = {.vx = static_cast<float>(velocity.x()),
                        .vy = static_cast<float>(velocity.y()),
                        .vz = static_cast<float>(velocity.z()),
                        .inverseMass = lightnessOf(tasks.batched, at),
                        .wx = static_cast<float>(spin.x()),
                        .wy = static_cast<float>(spin.y()),
                        .wz = static_cast<float>(spin.z()),
                        .inverseRadius = static_cast<float>(motion.inverseRadius)};
  });
}

/// Places the rows of members for this substep; `frame` [m/s] is added to their velocities.
void placeMembers(const SlabTasks& tasks, Slab& slab, int substep, const Vec3& frame) {
  if (slab.members.empty()) {
    return;
  }
  BatchedProblem& problem = tasks.batched.problem;
  const std::vector<CarrierMotion>& now = problem.carriers[static_cast<std::size_t>(substep)];
  const std::vector<RideMotion> rides = rideMotions(problem.carriers.front(), now);
  const std::size_t bodies = problem.slotOf.size();
  for (const std::uint32_t i : slab.members) {
    const std::size_t row = slab.batches[i].b.of[0] / kRowFloats;
    const std::size_t count = filledLanes(slab.sources[i]);
    const std::span<const PackedMember> members = std::span(problem.members).subspan(row - bodies, count);
    placeMemberRows(rides, members, frame, problem.rows.data() + row, substep > 0 ? &problem.shifts[row] : nullptr);
    if (!tasks.batched.coupling.lightness.empty()) {
      for (std::size_t at = row; at < row + count; ++at) {
        problem.rows[at].inverseMass = lightnessOf(tasks.batched, at);
      }
    }
  }
}

void addCount(SlabWork& work, const PrepareCount& count, bool impactsToo) {
  work.touching = count.touching;
  work.count.impacts += impactsToo ? count.impacts : 0;
}

/// Puts the warm start's multipliers aside and makes the rows of the impact stage. The bodies already fall; the stage
/// is to see none of it, so the surfaces fall with them.
void prepareImpacts(const SlabTasks& tasks, Slab& slab, SlabWork& work, int substep) {
  BatchedProblem& problem = tasks.batched.problem;
  work.kept.resize(slab.batches.size());
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    const Batch& b = slab.batches[i];
    work.kept[i] = {b.lambdaNormal,  b.lambdaTangential[0], b.lambdaTangential[1], b.lambdaTangential[2],
                    b.lambdaSpin[0], b.lambdaSpin[1],       b.lambdaSpin[2]};
  }
  placeSurfaces(tasks, slab, work, substep, tasks.fall);
  placeMembers(tasks, slab, substep, tasks.fall);
  PrepareOptions options = tasks.prepare;
  options.impactStage = true;
  options.restitution = false;
  options.start = BatchStart::zero;
  options.fall[0] = options.fall[1] = options.fall[2] = 0.0F;
  addCount(work, prepareBatches(slab, problem.rows.data(), problem.shifts.data(), options), true);
}

/// Multipliers of a contact less its attraction.
Multipliers lessPull(Multipliers multipliers, float attracted) {
  multipliers.normal -= double{attracted};
  return multipliers;
}

void collectReactions(const SlabTasks& tasks, Slab& slab, SlabWork& work, int substep) {
  const BatchedProblem& problem = tasks.batched.problem;
  const PlacedShapes& shapes = problem.shapes[static_cast<std::size_t>(substep)];
  const auto pullAt = [&slab](const Batch& batch, std::size_t lane) {
    return slab.pulls.empty() ? 0.0F
                              : slab.pulls[static_cast<std::size_t>(&batch - slab.batches.data())].impulse.of[lane];
  };
  forLanes(slab, Lanes::surfaces, [&](const Batch& batch, const BatchSource&, std::size_t lane) {
    const float attracted = pullAt(batch, lane);
    if (batch.lambdaNormal.of[lane] == 0.0F && attracted == 0.0F) {
      return;
    }
    const auto& [contact, surface, start] = problem.surfaceAt(batch.b.of[lane] / kRowFloats);
    const BodyMotion& motion = problem.motion[batch.a.of[lane] / kRowFloats];
    const Vec3 point = start + motion.shift + motion.radius * contact.normal;
    work.reactions[contact.key.body()] += reactionOf(contact, surface, lessPull(multipliersOf(batch, lane), attracted),
                                                     point, shapes.of(contact).bodyPosition);
  });
  forLanes(slab, Lanes::members, [&](const Batch& batch, const BatchSource&, std::size_t lane) {
    const float attracted = pullAt(batch, lane);
    if (batch.lambdaNormal.of[lane] == 0.0F && attracted == 0.0F) {
      return;
    }
    const PackedMember& found = problem.memberAt(batch.b.of[lane] / kRowFloats);
    const Vec3 normal = lane3(batch.normal, lane);
    const BodyMotion& motion = problem.motion[batch.a.of[lane] / kRowFloats];
    const Vec3 point = found.start + motion.shift + double{batch.share.of[lane]} * motion.radius * normal;
    work.onAggregates[found.aggregate] += impulseOf(normal, lessPull(multipliersOf(batch, lane), attracted), point);
  });
}

void endImpacts(const SlabTasks& tasks, Slab& slab, SlabWork& work, int substep) {
  if (tasks.impactsFound) {
    collectReactions(tasks, slab, work, substep);
  }
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    Batch& b = slab.batches[i];
    b.lambdaNormal = work.kept[i][0];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      b.lambdaTangential[axis] = work.kept[i][1 + axis];
      b.lambdaSpin[axis] = work.kept[i][4 + axis];
    }
  }
}

void prepare(const SlabTasks& tasks, Slab& slab, SlabWork& work, int substep) {
  const World& world = tasks.world;
  BatchedProblem& problem = tasks.batched.problem;
  placeSurfaces(tasks, slab, work, substep, Vec3::Zero());
  placeMembers(tasks, slab, substep, Vec3::Zero());
  PrepareOptions options = tasks.prepare;
  options.lastScale = substep == 0 ? tasks.historyScale : 1.0F;
  addCount(work, prepareBatches(slab, problem.rows.data(), problem.shifts.data(), options),
           world.parameters.impacts == Impacts::joined);
}

/// After the rows were made: like gravity, a pull is no approach that makes an impact.
void pull(const SlabTasks& tasks, std::size_t at) {
  BatchedProblem& problem = tasks.batched.problem;
  const std::uint32_t body = problem.bodyOf[tasks.context.pulled.slot];
  if (body < problem.slabBegin[at] || body >= problem.slabBegin[at + 1]) {
    return;
  }
  const Vec3 kick = tasks.context.substepTime * tasks.context.pulled.acceleration;
  BodyRow& row = problem.rows[body];
  row.vx += static_cast<float>(kick.x());
  row.vy += static_cast<float>(kick.y());
  row.vz += static_cast<float>(kick.z());
}

/// Books the reactions, then moves the slab's bodies and lets them fall into the next substep.
void finish(const SlabTasks& tasks, std::size_t at, Slab& slab, SlabWork& work, int substep) {
  BatchedProblem& problem = tasks.batched.problem;
  collectReactions(tasks, slab, work, substep);
  const bool last = substep + 1 == tasks.context.substeps;
  const std::uint32_t begin = problem.slabBegin[at];
  moveOn(problem.slabBegin[at + 1] - begin, tasks.context.substepTime, last ? nullptr : &tasks.fall,
         problem.motion.data() + begin, problem.rows.data() + begin, problem.shifts.data() + begin);
}

SweepOptions optionsOf(const SlabTasks& tasks, const SweepLook& look) {
  SweepOptions options = tasks.sweep;
  options.watch = look.watch;
  if (!look.relaxed) {
    options.relaxNormal = options.relaxTangential = 1.0F;
  }
  return options;
}

BatchStart startOf(WarmStart warmStart) {
  switch (warmStart) {
    case WarmStart::off:
      return BatchStart::zero;
    case WarmStart::history:
      return BatchStart::share;
    case WarmStart::model:
      return BatchStart::model;
    case WarmStart::adaptive:
      return BatchStart::adaptive;
  }
  return BatchStart::zero;
}

}  // namespace

SlabTasks slabTasks(World& world, const StepContext& context, ContactList& list, BatchedWork& batched) {
  const Parameters& parameters = world.parameters;
  const double dt = context.substepTime;
  SlabTasks tasks{.world = world, .context = context, .list = list, .batched = batched, .prepare = {}, .sweep = {}};
  tasks.fall = dt * parameters.gravity;
  PrepareOptions& o = tasks.prepare;
  o.timeStep = static_cast<float>(dt);
  for (int axis = 0; axis < 3; ++axis) {
    o.fall[axis] = static_cast<float>(tasks.fall[axis]);
  }
  o.tangentialCompliance = static_cast<float>(frictionCompliance(parameters, dt));
  o.spinCompliance = o.tangentialCompliance;
  const SpeedScale impact = impactScale(parameters);
  o.impactSquare = static_cast<float>(impact.fixed);
  o.impactPerLength = static_cast<float>(impact.perLength);
  o.softest = static_cast<float>(softestRow(parameters));
  const SpeedScale push = partingScale(world.parameters);
  o.pushSquare = static_cast<float>(push.fixed);
  o.pushPerLength = static_cast<float>(push.perLength);
  o.moreSubsteps = hasMoreSubsteps(parameters, context.substeps);
  o.farMoreSubsteps = hasFarMoreSubsteps(parameters, context.substeps);
  o.lossShare = static_cast<float>(warmStartLoss(parameters, context.substeps));
  o.restitution = parameters.impacts == Impacts::joined;
  o.factor = static_cast<float>(parameters.warmStartFactor);
  o.floor = static_cast<float>(parameters.warmStartFloor);
  const SpeedScale full = warmStartScale(parameters);
  o.speedSquare = static_cast<float>(full.fixed);
  o.speedPerLength = static_cast<float>(full.perLength);
  o.start = startOf(parameters.warmStart);
  tasks.historyScale = static_cast<float>(historyScale(world, context));
  tasks.sweep = {.tangentialCompliance = o.tangentialCompliance,
                 .spinCompliance = o.spinCompliance,
                 .relaxNormal = static_cast<float>(parameters.overRelaxation),
                 .relaxTangential = static_cast<float>(tangentialRelaxation(parameters)),
                 .hidesPulls = list.attractions.isAnyUnseen()};
  return tasks;
}

float perform(const SlabTasks& tasks, Task task, std::size_t at, int substep, const SweepLook& look) {
  BatchedProblem& problem = tasks.batched.problem;
  Slab& slab = problem.slabs[at];
  SlabWork& work = problem.work[at];
  float change = 0.0F;
  switch (task) {
    case Task::pack:
      slab.pulls.clear();
      slab.unseen.clear();
      packSlab(tasks.world, tasks.context, tasks.list, tasks.batched, at);
      break;
    case Task::unpack:
      unpackSlab(at, tasks.world, tasks.list, tasks.batched);
      break;
    case Task::prepareImpacts:
      prepareImpacts(tasks, slab, work, substep);
      break;
    case Task::sweepImpacts:
    case Task::sweep:
      change = sweepBatches(slab, problem.rows.data(), optionsOf(tasks, look), look.measured);
      break;
    case Task::endImpacts:
      endImpacts(tasks, slab, work, substep);
      break;
    case Task::prepare:
      prepare(tasks, slab, work, substep);
      break;
    case Task::findPulls:
      findPulls(tasks, slab);
      break;
    case Task::applyPulls:
      applyPulls(tasks, slab);
      break;
    case Task::pull:
      pull(tasks, at);
      break;
    case Task::start:
      applyBatches(slab, problem.rows.data());
      break;
    case Task::finish:
      finish(tasks, at, slab, work, substep);
      break;
    case Task::measure:
      work.sums = sumContacts(slab, problem.rows.data(), tasks.context.substepTime, tasks.prepare.softest);
      break;
  }
  return change;
}

}  // namespace scree
