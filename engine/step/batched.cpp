#include "engine/step/batched.h"

#include <algorithm>
#include <cmath>

#include "engine/base/parallel.h"
#include "engine/solver/slab_passes.h"
#include "engine/step/machine_coupling.h"
#include "engine/step/match.h"
#include "engine/step/pack.h"
#include "engine/step/positions.h"
#include "engine/step/reach.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 4096;
constexpr int kMaxPasses = 10000;  // planned at once

/// What a pass does to a slab.
enum class Task : std::uint8_t { prepareImpacts, sweepImpacts, endImpacts, prepare, pull, start, sweep, finish };

Stage stageOf(Task task) {
  switch (task) {
    case Task::prepareImpacts:
    case Task::sweepImpacts:
    case Task::endImpacts:
      return Stage::impacts;
    case Task::prepare:
    case Task::pull:
    case Task::start:
      return Stage::forces;
    case Task::sweep:
      return Stage::solve;
    case Task::finish:
      return Stage::positions;
  }
  return Stage::solve;
}

PassOrder orderOf(Task task) {
  const bool changesBodies =
      task == Task::sweepImpacts || task == Task::pull || task == Task::start || task == Task::sweep;
  return changesBodies ? PassOrder::alternating : PassOrder::together;
}

struct Pass {
  Task task;
  int substep = 0;
  int measured = -1;  ///< sweep: index of its residual, -1: none
};

Vec3 lane3(const Lane* lanes, std::size_t at) {
  return {double{lanes[0].of[at]}, double{lanes[1].of[at]}, double{lanes[2].of[at]}};
}

Multipliers multipliersOf(const Batch& batch, std::size_t at) {
  const Vec3 normal = lane3(batch.normal, at);
  const Vec3 spin = lane3(batch.lambdaSpin, at);
  const double about = normal.dot(spin);
  return {.normal = double{batch.lambdaNormal.of[at]},
          .tangential = lane3(batch.lambdaTangential, at),
          .rolling = spin - about * normal,
          .twisting = batch.twistingLimit.of[at] > 0.0F ? about : 0.0};
}

enum class Lanes : std::uint8_t { all, surfaces, members };

/// Calls use(batch, source, lane) for each filled lane.
template <typename Use>
void forLanes(Slab& slab, Lanes which, Use use) {
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    if ((which == Lanes::surfaces && !slab.sources[i].surface) ||
        (which == Lanes::members && !slab.sources[i].member)) {
      continue;
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (slab.sources[i].contact.of[lane] != kNoContact) {
        use(slab.batches[i], slab.sources[i], lane);
      }
    }
  }
}

class BatchedStep {
 public:
  BatchedStep(World& world, StepData& data)
      : world_(world), data_(data), problem_(data.batched), parameters_(world.parameters), placed_(world.bodies) {
    // Prescribed bodies move evenly through the step, so where they are at each substep is known now.
    std::vector<Body> bodies = world.bodies;
    problem_.shapes.clear();
    problem_.carriers.clear();
    for (int substep = 0; substep < parameters_.substeps; ++substep) {
      problem_.shapes.push_back(placeShapes(bodies));
      problem_.carriers.push_back(carrierMotions(world, substep * data.substepTime));
      for (Body& body : bodies) {
        if (!body.isStatic()) {
          moveBody(body, data.substepTime);
        }
      }
    }
    for (SlabWork& work : problem_.work) {
      work.reactions.assign(world.bodies.size(), Reaction{});
      work.onAggregates.assign(world.reduction.aggregates.size(), Reaction{});
      work.seconds.fill(0.0);
      work.count = {};
    }
    setOptions();
    hasMachine_ = hasDynamicBodies(world);
    data_.coupling.lightness.clear();
    if (hasMachine_) {
      beginMachine(world_, placed_, world_.time, data_.substepTime, machine());
      listCoupled(world_, data_);
    }
  }

  /// All substeps; false when interrupted.
  bool solve() {
    data_.residuals.clear();
    data_.impactResiduals.clear();
    const bool inOneGo = !hasMachine_ && parameters_.impacts == Impacts::joined && parameters_.tolerance == 0.0 &&
                         parameters_.sweeps <= kMaxPasses / parameters_.substeps;
    if (inOneGo) {
      std::vector<Pass> passes;
      for (int substep = 0; substep < parameters_.substeps; ++substep) {
        passes.push_back({Task::prepare, substep});
        appendSolve(substep, parameters_.sweeps, passes);
        passes.push_back({Task::finish, substep});
      }
      if (!run(passes)) {
        return false;
      }
      data_.sweeps = parameters_.sweeps * parameters_.substeps;
      reduceResiduals();
      return true;
    }
    for (int substep = 0; substep < parameters_.substeps; ++substep) {
      startMachine(substep);
      const bool solved = solveImpacts(substep) && run({{Task::prepare, substep}}) && solveContinuous(substep) &&
                          run({{Task::finish, substep}});
      if (!solved) {
        return false;
      }
      moveMachine(substep);
    }
    return true;
  }

  /// The results into the world and the lists of contacts.
  void unpack() {
    const std::size_t contacts = data_.contacts.size();
    data_.multipliers.resize(contacts);
    data_.rebounds.resize(contacts);
    forChunks(data_.threads, problem_.slabs.size(), [&](std::size_t at) {
      forLanes(problem_.slabs[at], Lanes::all, [&](const Batch& batch, const BatchSource& source, std::size_t lane) {
        const std::uint32_t index = source.contact.of[lane];
        data_.multipliers[index] = multipliersOf(batch, lane);
        data_.rebounds[index] = source.rebounds.of[lane] > 0.0F ? 1 : 0;
        if (!source.surface) {
          data_.contacts[index].gap = double{source.gap.of[lane]};
          data_.contacts[index].normal = lane3(batch.normal, lane);
        }
      });
    });
    const std::size_t n = problem_.motion.size();
    forChunks(data_.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
        moveParticle(problem_.slotOf[i], problem_.motion[i]);
      }
    });
    for (std::size_t body = 0; body < world_.bodies.size(); ++body) {
      for (const SlabWork& work : problem_.work) {
        world_.bodies[body].reaction += (1.0 / parameters_.timeStep) * work.reactions[body];
      }
    }
    for (std::size_t i = 0; i < data_.onAggregates.size(); ++i) {
      for (const SlabWork& work : problem_.work) {
        data_.onAggregates[i] += work.onAggregates[i];
      }
    }
    for (int substep = 0; substep < parameters_.substeps; ++substep) {
      moveBodies(world_, data_.substepTime);
    }
    data_.contactSweeps = static_cast<std::uint64_t>(data_.sweeps) * contacts;
    data_.impactCount = 0;
    for (const SlabWork& work : problem_.work) {
      data_.impactCount += work.count.impacts;
    }
  }

  /// Shares the wall time of the passes among the stages as the threads spent theirs.
  void bookTimes() {
    std::array<double, kStageCount> spent{};
    double all = 0.0;
    for (const SlabWork& work : problem_.work) {
      for (std::size_t stage = 0; stage < kStageCount; ++stage) {
        spent[stage] += work.seconds[stage];
        all += work.seconds[stage];
      }
    }
    for (std::size_t stage = 0; stage < kStageCount && all > 0.0; ++stage) {
      data_.times.seconds[stage] += wall_ * spent[stage] / all;
    }
  }

 private:
  void setOptions() {
    const double dt = data_.substepTime;
    fall_ = dt * parameters_.gravity;
    PrepareOptions& o = options_;
    o.timeStep = static_cast<float>(dt);
    for (int axis = 0; axis < 3; ++axis) {
      o.fall[axis] = static_cast<float>(fall_[axis]);
    }
    o.tangentialCompliance = static_cast<float>(parameters_.regularisation / dt);
    o.spinCompliance = o.tangentialCompliance;
    o.impactSpeed = static_cast<float>(parameters_.impactSpeed);
    o.restitution = parameters_.impacts == Impacts::joined;
    o.factor = static_cast<float>(parameters_.warmStartFactor);
    o.floor = static_cast<float>(parameters_.warmStartFloor);
    o.speed = static_cast<float>(parameters_.warmStartSpeed);
    switch (parameters_.warmStart) {
      case WarmStart::off:
        o.start = BatchStart::zero;
        break;
      case WarmStart::history:
        o.start = BatchStart::share;
        break;
      case WarmStart::model:
        o.start = BatchStart::model;
        break;
      case WarmStart::adaptive:
        o.start = BatchStart::adaptive;
        break;
    }
    historyScale_ = static_cast<float>(historyScale(world_, data_));
    sweepOptions_ = {.tangentialCompliance = o.tangentialCompliance, .spinCompliance = o.spinCompliance};
  }

  bool run(const std::vector<Pass>& passes) {
    std::vector<PassOrder> orders;
    std::size_t measured = 0;
    for (const Pass& pass : passes) {
      orders.push_back(orderOf(pass.task));
      measured += pass.measured >= 0 ? 1 : 0;
    }
    for (SlabWork& work : problem_.work) {
      work.residuals.assign(measured, BatchResidual{});
    }
    const auto begin = std::chrono::steady_clock::now();
    const bool complete = runSlabPasses(problem_.slabs.size(), orders, data_.threads, data_.interrupt,
                                        [&](std::size_t slab, std::size_t pass) { perform(slab, passes[pass]); });
    wall_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return complete;
  }

  /// Sweeps from the warm start on; of the last substep, those that are asked for are measured.
  void appendSolve(int substep, int sweeps, std::vector<Pass>& passes) const {
    if (data_.pulled.isAny()) {
      passes.push_back({Task::pull, substep});
    }
    if (options_.start != BatchStart::zero) {
      passes.push_back({Task::start, substep});
    }
    const bool last = substep + 1 == parameters_.substeps;
    int measured = 0;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const bool measure = last && (data_.traceResiduals || sweep + 1 == sweeps);
      passes.push_back({Task::sweep, substep, measure ? measured++ : -1});
    }
  }

  Machine& machine() { return data_.coupling.machine; }
  double timeOf(int substep) const { return world_.time + substep * data_.substepTime; }

  /// The machine's rows from where all bodies are at this substep, and the shapes there.
  void startMachine(int substep) {
    if (!hasMachine_) {
      return;
    }
    if (substep > 0) {
      problem_.shapes[static_cast<std::size_t>(substep)] = placeShapes(placed_);
      beginMachine(world_, placed_, timeOf(substep), data_.substepTime, machine());
    }
    setCoupledLightness(world_, data_);
    placeCoupled(world_, data_);
  }

  /// After a sweep: the bodies take the impulses of the contacts and the rows follow them.
  void coupleMachine() {
    if (hasMachine_) {
      timed(data_.times, Stage::solve, [&] {
        collectCoupled(data_);
        solveMachine(data_.coupling.impulses, machine());
        followMachine(data_);
      });
    }
  }

  /// The first velocities of the bodies in a continuous solve, and those after the warm start.
  bool startSolve(int substep) {
    if (hasMachine_) {
      placeCoupled(world_, data_);
      data_.coupling.impulses.assign(machine().parts.size(), Reaction{});
      solveMachine(data_.coupling.impulses, machine());
      followMachine(data_);
    }
    if (options_.start != BatchStart::zero && !run({{Task::start, substep}})) {
      return false;
    }
    coupleMachine();
    return true;
  }

  void moveMachine(int substep) {
    if (!hasMachine_) {
      return;
    }
    for (Body& body : placed_) {
      if (!body.isStatic() && !body.isDynamic()) {
        moveBody(body, data_.substepTime);
      }
    }
    endMachine(timeOf(substep), data_.substepTime, parameters_.timeStep, machine(), placed_, world_.joints,
               world_.bodyContacts);
    takeDynamicBodies();
  }

  void takeDynamicBodies() {
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      if (placed_[i].isDynamic()) {
        world_.bodies[i].pose = placed_[i].pose;
        world_.bodies[i].velocity = placed_[i].velocity;
        world_.bodies[i].angularVelocity = placed_[i].angularVelocity;
      }
    }
  }

  /// Impulses of the impact stage act on bodies as if nothing held them; the joints see to it afterwards.
  void coupleImpacts() {
    if (hasMachine_) {
      collectCoupled(data_);
      pushMachine(data_.coupling.impulses, machine());
      // The particles fall already; the stage is to see none of it.
      for (MachinePart& part : machine().parts) {
        part.velocity.head<3>() += fall_;
      }
      followMachine(data_);
      for (MachinePart& part : machine().parts) {
        part.velocity.head<3>() -= fall_;
      }
    }
  }

  bool solveImpacts(int substep) {
    if (parameters_.impacts != Impacts::stage) {
      return true;
    }
    impactsInSubstep_ = 0;
    for (SlabWork& work : problem_.work) {
      impactsInSubstep_ += work.count.impacts;
    }
    if (!run({{Task::prepareImpacts, substep}})) {
      return false;
    }
    std::size_t impacts = 0;
    for (const SlabWork& work : problem_.work) {
      impacts += work.count.impacts;
    }
    impactsInSubstep_ = impacts - impactsInSubstep_;
    if (impactsInSubstep_ > 0 && !sweepImpacts(substep)) {
      return false;
    }
    return run({{Task::endImpacts, substep}});
  }

  bool sweepImpacts(int substep) {
    data_.impactResiduals.clear();
    if (hasMachine_) {
      placeCoupled(world_, data_);
    }
    if (parameters_.tolerance == 0.0 && !hasMachine_) {
      std::vector<Pass> passes(static_cast<std::size_t>(parameters_.impactSweeps), {Task::sweepImpacts, substep});
      passes.back().measured = 0;
      data_.impactSweeps += parameters_.impactSweeps;
      const bool complete = run(passes);
      data_.impactResiduals.push_back(residual(0));
      return complete;
    }
    for (int sweep = 0; sweep < parameters_.impactSweeps; ++sweep) {
      if (!run({{Task::sweepImpacts, substep, 0}})) {
        return false;
      }
      coupleImpacts();
      ++data_.impactSweeps;
      data_.impactResiduals.push_back(residual(0));
      if (data_.impactResiduals.back().worstRms() < parameters_.tolerance) {
        break;
      }
    }
    if (hasMachine_) {
      acceptPush(machine(), placed_);
      takeDynamicBodies();
      beginMachine(world_, placed_, timeOf(substep), data_.substepTime, machine());
      placeCoupled(world_, data_);
    }
    return true;
  }

  bool solveContinuous(int substep) {
    if (parameters_.tolerance == 0.0 && !hasMachine_) {
      std::vector<Pass> passes;
      appendSolve(substep, parameters_.sweeps, passes);
      const bool complete = run(passes);
      data_.sweeps += parameters_.sweeps;
      reduceResiduals();
      return complete;
    }
    data_.residuals.clear();
    if (data_.pulled.isAny() && !run({{Task::pull, substep}})) {
      return false;
    }
    if (!startSolve(substep)) {
      return false;
    }
    for (int sweep = 0; sweep < parameters_.sweeps; ++sweep) {
      if (!run({{Task::sweep, substep, 0}})) {
        return false;
      }
      coupleMachine();
      ++data_.sweeps;
      data_.residuals.push_back(residual(0));
      if (data_.residuals.back().worstRms() < parameters_.tolerance) {
        break;
      }
    }
    return true;
  }

  /// Sums a measured sweep over the slabs, in their order and lane by lane.
  SweepResidual residual(std::size_t measured) const {
    SweepResidual result;
    std::size_t contacts = 0;
    for (const SlabWork& work : problem_.work) {
      contacts += work.touching;
    }
    for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
      double sum = 0.0;
      double largest = 0.0;
      for (const SlabWork& work : problem_.work) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          sum += double{work.residuals[measured].squares[kind].of[lane]};
          largest = std::max(largest, double{work.residuals[measured].largest[kind].of[lane]});
        }
      }
      result.rms[kind] = contacts == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(contacts));
      result.largest[kind] = std::sqrt(largest);
    }
    return result;
  }

  void reduceResiduals() {
    data_.residuals.clear();
    const std::size_t measured = problem_.work.empty() ? 0 : problem_.work.front().residuals.size();
    for (std::size_t sweep = 0; sweep < measured; ++sweep) {
      data_.residuals.push_back(residual(sweep));
    }
  }

  void perform(std::size_t at, const Pass& pass) {
    const auto begin = std::chrono::steady_clock::now();
    Slab& slab = problem_.slabs[at];
    SlabWork& work = problem_.work[at];
    switch (pass.task) {
      case Task::prepareImpacts:
        prepareImpacts(slab, work, pass.substep);
        break;
      case Task::sweepImpacts:
      case Task::sweep:
        sweepBatches(slab, problem_.rows.data(), sweepOptions_,
                     pass.measured >= 0 ? &work.residuals[static_cast<std::size_t>(pass.measured)] : nullptr);
        break;
      case Task::endImpacts:
        endImpacts(slab, work, pass.substep);
        break;
      case Task::prepare:
        prepare(slab, work, pass.substep);
        break;
      case Task::pull:
        pull(at);
        break;
      case Task::start:
        applyBatches(slab, problem_.rows.data());
        break;
      case Task::finish:
        finish(at, slab, work, pass.substep);
        break;
    }
    work.seconds[static_cast<std::size_t>(stageOf(pass.task))] +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  /// The surfaces as they are at this substep; `frame` [m/s] is added to their velocities.
  void placeSurfaces(Slab& slab, int substep, const Vec3& frame) {
    const PlacedShapes& shapes = problem_.shapes[static_cast<std::size_t>(substep)];
    forLanes(slab, Lanes::surfaces, [&](Batch& batch, BatchSource& source, std::size_t lane) {
      Contact& contact = data_.contacts[source.contact.of[lane]];
      const BodyMotion& motion = problem_.motion[batch.a.of[lane] / kRowFloats];
      if (substep > 0) {
        followSurface(world_, shapes, world_.particles.position[contact.a] + motion.shift,
                      kFollowMargin * motion.radius, contact, data_.surfaces[contact.surface]);
      }
      for (int axis = 0; axis < 3; ++axis) {
        batch.normal[axis].of[lane] = static_cast<float>(contact.normal[axis]);
      }
      source.gap.of[lane] = static_cast<float>(contact.gap);
      // The row's spin is that of the body at the particle's lever; the sweeps' W x n of it is no motion of the
      // surface.
      const SurfaceContact& surface = data_.surfaces[contact.surface];
      const Vec3 spin = motion.radius * surface.spin;
      const Vec3 velocity = surface.velocity + spin.cross(contact.normal) + frame;
      BodyRow& row = problem_.rows[batch.b.of[lane] / kRowFloats];
      row = {.vx = static_cast<float>(velocity.x()),
             .vy = static_cast<float>(velocity.y()),
             .vz = static_cast<float>(velocity.z()),
             .inverseMass = lightnessOf(batch.b.of[lane] / kRowFloats),
             .wx = static_cast<float>(spin.x()),
             .wy = static_cast<float>(spin.y()),
             .wz = static_cast<float>(spin.z()),
             .inverseRadius = static_cast<float>(1.0 / motion.radius)};
    });
  }

  /// Inverse mass of a row of what is not free: of a dynamic body's copy, else none.
  float lightnessOf(std::uint32_t row) const {
    return data_.coupling.lightness.empty() ? 0.0F : data_.coupling.lightness[row];
  }

  /// The members as they are at this substep, likewise.
  void placeMemberRows(Slab& slab, int substep, const Vec3& frame) {
    const std::vector<CarrierMotion>& carriers = problem_.carriers[static_cast<std::size_t>(substep)];
    const std::vector<CarrierMotion>& first = problem_.carriers.front();
    forLanes(slab, Lanes::members, [&](Batch& batch, BatchSource& source, std::size_t lane) {
      const std::uint32_t slot = data_.contacts[source.contact.of[lane]].b;
      const Membership& member = world_.reduction.members[slot];
      const std::uint32_t index = world_.reduction.aggregate[slot];
      const CarrierMotion& carrier = carriers[index];
      const double radius = world_.particles.radius[slot];
      const Vec3 arm = carrier.pose.orientation * member.local;
      const Vec3 velocity = carrier.velocity + carrier.angularVelocity.cross(arm) + frame;
      const Vec3 spin = radius * carrier.angularVelocity;
      const std::uint32_t at = batch.b.of[lane] / kRowFloats;
      problem_.rows[at] = {.vx = static_cast<float>(velocity.x()),
                           .vy = static_cast<float>(velocity.y()),
                           .vz = static_cast<float>(velocity.z()),
                           .inverseMass = 0.0F,
                           .wx = static_cast<float>(spin.x()),
                           .wy = static_cast<float>(spin.y()),
                           .wz = static_cast<float>(spin.z()),
                           .inverseRadius = static_cast<float>(1.0 / radius)};
      if (substep > 0) {
        const Vec3 moved = carrier.pose.position + arm - first[index].pose.toWorld(member.local);
        problem_.shifts[at] = {static_cast<float>(moved.x()), static_cast<float>(moved.y()),
                               static_cast<float>(moved.z()), static_cast<float>(radius)};
      }
    });
  }

  void addCount(SlabWork& work, const PrepareCount& count, bool impactsToo) {
    work.touching = count.touching;
    work.count.impacts += impactsToo ? count.impacts : 0;
  }

  /// Puts the warm start's multipliers aside and makes the rows of the impact stage. The bodies already fall; the stage
  /// is to see none of it, so the surfaces fall with them.
  void prepareImpacts(Slab& slab, SlabWork& work, int substep) {
    work.kept.resize(slab.batches.size());
    for (std::size_t i = 0; i < slab.batches.size(); ++i) {
      const Batch& b = slab.batches[i];
      work.kept[i] = {b.lambdaNormal,  b.lambdaTangential[0], b.lambdaTangential[1], b.lambdaTangential[2],
                      b.lambdaSpin[0], b.lambdaSpin[1],       b.lambdaSpin[2]};
    }
    placeSurfaces(slab, substep, fall_);
    placeMemberRows(slab, substep, fall_);
    PrepareOptions options = options_;
    options.impactStage = true;
    options.restitution = false;
    options.start = BatchStart::zero;
    options.fall[0] = options.fall[1] = options.fall[2] = 0.0F;
    addCount(work, prepareBatches(slab, problem_.rows.data(), problem_.shifts.data(), options), true);
  }

  void endImpacts(Slab& slab, SlabWork& work, int substep) {
    if (impactsInSubstep_ > 0) {
      collectReactions(slab, work, substep);
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

  void prepare(Slab& slab, SlabWork& work, int substep) {
    placeSurfaces(slab, substep, Vec3::Zero());
    placeMemberRows(slab, substep, Vec3::Zero());
    PrepareOptions options = options_;
    options.lastScale = substep == 0 ? historyScale_ : 1.0F;
    addCount(work, prepareBatches(slab, problem_.rows.data(), problem_.shifts.data(), options),
             parameters_.impacts == Impacts::joined);
  }

  /// After the rows were made: like gravity, a pull is no approach that makes an impact.
  void pull(std::size_t at) {
    const std::uint32_t body = problem_.bodyOf[data_.pulled.slot];
    if (body < problem_.slabBegin[at] || body >= problem_.slabBegin[at + 1]) {
      return;
    }
    const Vec3 kick = data_.substepTime * data_.pulled.acceleration;
    BodyRow& row = problem_.rows[body];
    row.vx += static_cast<float>(kick.x());
    row.vy += static_cast<float>(kick.y());
    row.vz += static_cast<float>(kick.z());
  }

  void collectReactions(Slab& slab, SlabWork& work, int substep) {
    const PlacedShapes& shapes = problem_.shapes[static_cast<std::size_t>(substep)];
    forLanes(slab, Lanes::surfaces, [&](const Batch& batch, const BatchSource& source, std::size_t lane) {
      if (batch.lambdaNormal.of[lane] == 0.0F) {
        return;
      }
      const Contact& contact = data_.contacts[source.contact.of[lane]];
      const BodyMotion& motion = problem_.motion[batch.a.of[lane] / kRowFloats];
      const Vec3 surface = world_.particles.position[contact.a] + motion.shift + motion.radius * contact.normal;
      work.reactions[contact.key.body()] +=
          reactionOf(contact, data_.surfaces[contact.surface], multipliersOf(batch, lane), surface,
                     shapes.of(contact).bodyPosition);
    });
    const std::vector<CarrierMotion>& carriers = problem_.carriers[static_cast<std::size_t>(substep)];
    forLanes(slab, Lanes::members, [&](const Batch& batch, const BatchSource& source, std::size_t lane) {
      if (batch.lambdaNormal.of[lane] == 0.0F) {
        return;
      }
      Contact contact = data_.contacts[source.contact.of[lane]];
      contact.normal = lane3(batch.normal, lane);
      const BodyMotion& motion = problem_.motion[batch.a.of[lane] / kRowFloats];
      const Vec3 point = world_.particles.position[contact.a] + motion.shift +
                         double{batch.share.of[lane]} * motion.radius * contact.normal;
      const std::uint32_t aggregate = world_.reduction.aggregate[contact.b];
      const CarrierMotion& carrier = carriers[aggregate];
      work.onAggregates[aggregate] += reactionOf(contact, {carrier.velocityAt(point), carrier.angularVelocity},
                                                 multipliersOf(batch, lane), point, Vec3::Zero());
    });
  }

  /// Books the reactions, then moves the slab's bodies and lets them fall into the next substep.
  void finish(std::size_t at, Slab& slab, SlabWork& work, int substep) {
    collectReactions(slab, work, substep);
    const double dt = data_.substepTime;
    const bool last = substep + 1 == parameters_.substeps;
    for (std::uint32_t i = problem_.slabBegin[at]; i < problem_.slabBegin[at + 1]; ++i) {
      BodyMotion& motion = problem_.motion[i];
      BodyRow& row = problem_.rows[i];
      const BodyRow before = rowOf(motion, row.inverseMass);
      motion.velocity += Vec3(double{row.vx - before.vx}, double{row.vy - before.vy}, double{row.vz - before.vz});
      motion.angularVelocity += (1.0 / motion.radius) * Vec3(double{row.wx - before.wx}, double{row.wy - before.wy},
                                                             double{row.wz - before.wz});
      motion.shift += dt * motion.velocity;
      motion.turn += dt * motion.angularVelocity;
      BodyShift& shift = problem_.shifts[i];
      shift.x = static_cast<float>(motion.shift.x());
      shift.y = static_cast<float>(motion.shift.y());
      shift.z = static_cast<float>(motion.shift.z());
      if (!last) {
        motion.velocity += fall_;
        row = rowOf(motion, row.inverseMass);
      }
    }
  }

  void moveParticle(std::uint32_t slot, const BodyMotion& motion) {
    Particles& particles = world_.particles;
    particles.position[slot] += motion.shift;
    particles.orientation[slot] = rotated(particles.orientation[slot], motion.turn, 1.0);
    particles.velocity[slot] = motion.velocity;
    particles.angularVelocity[slot] = motion.angularVelocity;
  }

  World& world_;
  StepData& data_;
  BatchedProblem& problem_;
  const Parameters& parameters_;
  Vec3 fall_ = Vec3::Zero();
  PrepareOptions options_;
  SweepOptions sweepOptions_;
  float historyScale_ = 1.0F;
  std::size_t impactsInSubstep_ = 0;
  double wall_ = 0.0;         ///< s in passes
  std::vector<Body> placed_;  ///< as they are at the substep at hand, where some are dynamic
  bool hasMachine_ = false;
};

}  // namespace

bool solveBatched(World& world, StepData& data) {
  timed(data.times, Stage::pack, [&] { packBatches(world, data); });
  BatchedStep batched(world, data);
  if (!batched.solve()) {
    return false;
  }
  batched.bookTimes();
  timed(data.times, Stage::pack, [&] { batched.unpack(); });
  return true;
}

}  // namespace scree
