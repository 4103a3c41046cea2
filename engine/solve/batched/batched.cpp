#include "engine/solve/batched/batched.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/aggregates/floating.h"
#include "engine/aggregates/riders.h"
#include "engine/base/parallel.h"
#include "engine/settings/settings_constants.h"
#include "engine/solve/batched/batched_constants.h"
#include "engine/solve/batched/machine_coupling.h"
#include "engine/solve/batched/slab_order.h"
#include "engine/solve/batched/slab_tasks.h"
#include "engine/solver/slab_passes.h"
#include "engine/world/body_motion.h"

namespace scree {

namespace {

/// Changes of velocity by less than this in a sweep are none [m/s]; 0: all count. The rest tolerance is in parts of
/// sqrt(g d), d that of the contacts in the last step. With merging, resting grains are taken out as members; the
/// motion of the others decides the next merges, so that they are swept in full.
double restLimit(const World& world, const ContactList& list) {
  const Parameters& p = world.parameters;
  if (p.tolerance > 0.0) {
    return p.tolerance;
  }
  const bool mayRest = p.reduction.merging == Switch::off && list.contacts.size() >= settings::kWorthResting;
  return mayRest ? p.restTolerance * std::sqrt(p.gravity.norm() * world.history.diameter) : 0.0;
}

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

struct Pass {
  Task task;
  int substep = 0;
  int measured = -1;     ///< sweep: index of its residual, -1: none
  bool relaxed = false;  ///< sweep: over-relaxed
  bool watched = false;  ///< sweep: whether a slab rests matters to the next
  bool mayRest = false;  ///< sweep: left out where a slab rests
};

class BatchedStep {
 public:
  BatchedStep(World& world, const StepContext& context, ContactList& list, AggregateSums& sums, BatchedWork& batched,
              StepReport& report)
      : world_(world),
        context_(context),
        list_(list),
        sums_(sums),
        batched_(batched),
        problem_(batched.problem),
        report_(report),
        parameters_(world.parameters),
        tasks_(slabTasks(world, context, list, batched)),
        isAlone_(context.threads == nullptr || context.threads->size() == 1),
        hasMachine_(hasMachine(world)),
        restLimit_(restLimit(world, list)) {
    if (hasMachine_) {
      placed_ = world.bodies;
    }
    // Prescribed bodies move evenly through the step, so where they are at each substep is known now.
    std::vector<Pose> poses = posesOf(world.bodies);
    problem_.shapes.clear();
    problem_.carriers.clear();
    for (int substep = 0; substep < context.substeps; ++substep) {
      problem_.shapes.push_back(placeShapes(world.bodies, poses));
      problem_.carriers.push_back(carrierMotions(world, substep * context.substepTime));
      for (std::size_t body = 0; body < poses.size(); ++body) {
        if (!world.bodies[body].isStatic()) {
          poses[body] = movedPose(world.bodies[body], poses[body], context.substepTime);
        }
      }
    }
    for (SlabWork& work : problem_.work) {
      work.reactions.assign(world.bodies.size(), Reaction{});
      work.onAggregates.assign(world.reduction.aggregates.size(), Impulse{});
      work.seconds.fill(0.0);
      work.count = {};
    }
    batched_.coupling.lightness.clear();
    sweepsOf_.assign(problem_.slabs.size(), 0);
    restless_.assign(problem_.slabs.size(), 0);
    list_.multipliers.resize(list_.contacts.size());
    list_.rebounds.resize(list_.contacts.size());
    list_.stays.resize(list_.contacts.size());
  }

  /// All substeps; false when interrupted.
  bool solve() {
    report_.residuals.clear();
    report_.impactResiduals.clear();
    const bool inOneGo = !hasMachine_ && parameters_.impacts == Impacts::joined &&
                         parameters_.sweeps <= batched::kMaxPasses / context_.substeps;
    if (inOneGo) {
      // A slab is packed just before its first pass and unpacked just after its last, while it is in the cache.
      std::vector<Pass> passes = {{Task::pack}};
      for (int substep = 0; substep < context_.substeps; ++substep) {
        passes.push_back({Task::prepare, substep});
        appendSolve(substep, parameters_.sweeps, true, passes);
        passes.push_back({Task::finish, substep});
      }
      passes.push_back({Task::measure});
      passes.push_back({Task::unpack});
      if (!run(passes)) {
        return false;
      }
      for (const int sweeps : sweepsOf_) {
        report_.sweeps = std::max(report_.sweeps, sweeps);
      }
      reduceResiduals();
      return true;
    }
    if (!run({{Task::pack}})) {
      return false;
    }
    findMachine();
    for (int substep = 0; substep < context_.substeps; ++substep) {
      startMachine(substep);
      const bool solved = solveImpacts(substep) && run({{Task::prepare, substep}}) && solveContinuous(substep) &&
                          run({{Task::finish, substep}});
      if (!solved) {
        return false;
      }
      moveMachine(substep);
    }
    if (hasMachine_) {
      // Merging asks how the surfaces move in the end.
      placeMachine(placed_, machine());
      place(context_.substeps - 1);
    }
    return run({{Task::measure}, {Task::unpack}});
  }

  /// Adds up the results of all slabs into the world and the step's data; moves bodies with a prescribed motion.
  void takeSums() {
    for (std::size_t body = 0; body < world_.bodies.size(); ++body) {
      for (const SlabWork& work : problem_.work) {
        world_.bodies[body].reaction += (1.0 / parameters_.timeStep) * work.reactions[body];
      }
    }
    for (std::size_t i = 0; i < sums_.onAggregates.size(); ++i) {
      for (const SlabWork& work : problem_.work) {
        sums_.onAggregates[i] += work.onAggregates[i];
      }
    }
    for (int substep = 0; substep < context_.substeps; ++substep) {
      moveBodies(world_, context_.substepTime);
    }
    ContactSums sums;
    for (const SlabWork& work : problem_.work) {
      sums += work.sums;
    }
    list_.sums = sums;
    report_.contactSweeps = 0;
    for (std::size_t slab = 0; slab < problem_.slabs.size(); ++slab) {
      report_.contactSweeps += static_cast<std::uint64_t>(sweepsOf_[slab]) * problem_.slabs[slab].contacts;
    }
    report_.impactCount = impactsSoFar();
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
      report_.times.seconds[stage] += wall_ * spent[stage] / all;
    }
  }

 private:
  bool run(const std::vector<Pass>& passes) {
    orders_.clear();
    std::size_t measured = 0;
    for (const Pass& pass : passes) {
      orders_.push_back(orderOf(pass.task));
      measured += pass.measured >= 0 ? 1 : 0;
    }
    for (SlabWork& work : problem_.work) {
      work.residuals.assign(measured, BatchResidual{});
    }
    rests_.assign(problem_.slabs.size() * passes.size(), 0);
    const Clock::time_point begin = Clock::now();
    lastEnd_ = begin;
    const bool complete =
        runSlabPasses(problem_.slabs.size(), orders_, slabsInCache(list_.contacts.size(), problem_.slabs.size()),
                      problem_.contactBegin, context_.threads, context_.interrupt,
                      [&](std::size_t slab, std::size_t pass) { perform(slab, pass, passes); });
    wall_ += secondsBetween(begin, Clock::now());
    return complete;
  }

  /// Appends the sweeps from the warm start on; the sweeps of the last substep are measured if asked for.
  void appendSolve(int substep, int sweeps, bool inOneGo, std::vector<Pass>& passes) const {
    if (list_.attractions.any()) {
      passes.push_back({Task::findPulls, substep});
      passes.push_back({Task::applyPulls, substep});
    }
    if (context_.pulled.isAny()) {
      passes.push_back({Task::pull, substep});
    }
    if (tasks_.prepare.start != BatchStart::zero) {
      passes.push_back({Task::start, substep});
    }
    const bool last = substep + 1 == context_.substeps;
    int measured = 0;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const bool isLastOne = sweep + 1 == sweeps;
      const bool measure = last && (context_.traceResiduals || isLastOne);
      // The step's last sweep tells what residual it ended with.
      passes.push_back({.task = Task::sweep,
                        .substep = substep,
                        .measured = measure ? measured++ : -1,
                        .relaxed = !isLastOne,
                        .watched = inOneGo && restLimit_ > 0.0 && !isLastOne,
                        .mayRest = inOneGo && restLimit_ > 0.0 && sweep > 0 && !(last && isLastOne)});
    }
  }

  Machine& machine() { return batched_.coupling.machine; }
  void place(int substep) {
    placeCoupled(world_, problem_.carriers[static_cast<std::size_t>(substep)], list_, batched_);
  }
  double timeOf(int substep) const { return world_.time + substep * context_.substepTime; }

  /// The machine's first rows and the contacts with it, once these are packed.
  void findMachine() {
    if (!hasMachine_) {
      return;
    }
    for (std::uint32_t body = 0; body < placed_.size(); ++body) {
      if (placed_[body].isDynamic()) {
        placed_[body].mass = massWithRiders(world_, body);
      }
    }
    for (const Aggregate& aggregate : world_.reduction.aggregates) {
      placed_.push_back(bodyOf(aggregate));
    }
    beginMachine(world_, placed_, world_.time, context_.substepTime, machine());
    listCoupled(world_, list_, batched_);
  }

  /// The machine's rows from where all bodies are at this substep, and the shapes there.
  void startMachine(int substep) {
    if (!hasMachine_) {
      return;
    }
    if (substep > 0) {
      problem_.shapes[static_cast<std::size_t>(substep)] = placeShapes(placed_);
      beginMachine(world_, placed_, timeOf(substep), context_.substepTime, machine());
    }
    setCoupledLightness(world_, list_, batched_);
    place(substep);
  }

  /// After a sweep: the bodies take the impulses of the contacts and the rows follow them.
  void coupleMachine() {
    if (hasMachine_) {
      timed(report_.times, Stage::solve, [&] {
        collectCoupled(batched_);
        solveMachine(batched_.coupling.impulses, machine());
        followMachine(batched_);
      });
    }
  }

  /// The first velocities of the bodies in a continuous solve, and those after the warm start.
  bool startSolve(int substep) {
    if (hasMachine_) {
      place(substep);
      batched_.coupling.impulses.assign(machine().parts.size(), Reaction{});
      solveMachine(batched_.coupling.impulses, machine());
      followMachine(batched_);
    }
    if (tasks_.prepare.start != BatchStart::zero && !run({{Task::start, substep}})) {
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
        moveBody(body, context_.substepTime);
      }
    }
    endMachine(timeOf(substep), context_.substepTime, machine(), placed_, world_);
    takeMoved();
  }

  void takeMoved() {
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      if (placed_[i].isDynamic()) {
        world_.bodies[i].pose = placed_[i].pose;
        world_.bodies[i].velocity = placed_[i].velocity;
        world_.bodies[i].angularVelocity = placed_[i].angularVelocity;
      }
    }
    for (std::size_t i = 0; i < world_.reduction.aggregates.size(); ++i) {
      Aggregate& aggregate = world_.reduction.aggregates[i];
      if (aggregate.floats() && aggregate.members > 0) {
        takeMotion(placed_[world_.bodies.size() + i], aggregate);
      }
    }
  }

  /// Impulses of the impact stage act on bodies as if nothing held them; the joints see to it afterwards.
  void coupleImpacts() {
    if (hasMachine_) {
      collectCoupled(batched_);
      pushMachine(batched_.coupling.impulses, machine());
      // The particles fall already; the stage is to see none of it.
      for (MachinePart& part : machine().parts) {
        part.velocity.head<3>() += tasks_.fall;
      }
      followMachine(batched_);
      for (MachinePart& part : machine().parts) {
        part.velocity.head<3>() -= tasks_.fall;
      }
    }
  }

  std::size_t impactsSoFar() const {
    std::size_t impacts = 0;
    for (const SlabWork& work : problem_.work) {
      impacts += work.count.impacts;
    }
    return impacts;
  }

  bool solveImpacts(int substep) {
    if (parameters_.impacts != Impacts::stage) {
      return true;
    }
    const std::size_t before = impactsSoFar();
    if (!run({{Task::prepareImpacts, substep}})) {
      return false;
    }
    tasks_.impactsFound = impactsSoFar() > before;
    if (tasks_.impactsFound && !sweepImpacts(substep)) {
      return false;
    }
    return run({{Task::endImpacts, substep}});
  }

  bool sweepImpacts(int substep) {
    report_.impactResiduals.clear();
    if (hasMachine_) {
      place(substep);
    }
    if (parameters_.tolerance == 0.0 && !hasMachine_) {
      std::vector<Pass> passes(static_cast<std::size_t>(parameters_.impactSweeps), {Task::sweepImpacts, substep});
      passes.back().measured = 0;
      report_.impactSweeps += parameters_.impactSweeps;
      const bool complete = run(passes);
      report_.impactResiduals.push_back(residual(0));
      return complete;
    }
    for (int sweep = 0; sweep < parameters_.impactSweeps; ++sweep) {
      if (!run({{Task::sweepImpacts, substep, 0}})) {
        return false;
      }
      coupleImpacts();
      ++report_.impactSweeps;
      report_.impactResiduals.push_back(residual(0));
      if (report_.impactResiduals.back().worstRms() < parameters_.tolerance) {
        break;
      }
    }
    if (hasMachine_) {
      acceptPush(machine(), placed_);
      takeMoved();
      beginMachine(world_, placed_, timeOf(substep), context_.substepTime, machine());
      place(substep);
    }
    return true;
  }

  bool solveContinuous(int substep) {
    if (parameters_.tolerance == 0.0 && !hasMachine_) {
      std::vector<Pass> passes;
      appendSolve(substep, parameters_.sweeps, false, passes);
      const bool complete = run(passes);
      report_.sweeps += parameters_.sweeps;
      reduceResiduals();
      return complete;
    }
    report_.residuals.clear();
    if (list_.attractions.any() && !run({{Task::findPulls, substep}, {Task::applyPulls, substep}})) {
      return false;
    }
    if (context_.pulled.isAny() && !run({{Task::pull, substep}})) {
      return false;
    }
    if (!startSolve(substep)) {
      return false;
    }
    for (int sweep = 0; sweep < parameters_.sweeps; ++sweep) {
      const bool isLastOne = sweep + 1 == parameters_.sweeps;
      if (!run({{.task = Task::sweep, .substep = substep, .measured = 0, .relaxed = !isLastOne}})) {
        return false;
      }
      coupleMachine();
      ++report_.sweeps;
      report_.residuals.push_back(residual(0));
      if (report_.residuals.back().worstRms() < parameters_.tolerance) {
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
    report_.residuals.clear();
    const std::size_t measured = problem_.work.empty() ? 0 : problem_.work.front().residuals.size();
    for (std::size_t sweep = 0; sweep < measured; ++sweep) {
      report_.residuals.push_back(residual(sweep));
    }
  }

  void perform(std::size_t slab, std::size_t at, const std::vector<Pass>& passes) {
    const Pass& pass = passes[at];
    std::vector<BatchResidual>& residuals = problem_.work[slab].residuals;
    char& rests = rests_[slab * passes.size() + at];
    if (pass.mayRest && isAtRest(slab, at, passes.size())) {
      rests = 1;
      if (pass.measured > 0) {
        residuals[static_cast<std::size_t>(pass.measured)] = residuals[static_cast<std::size_t>(pass.measured) - 1];
      }
      return;
    }
    const bool watches = pass.watched && restless_[slab] == 0;
    const Clock::time_point begin = isAlone_ ? lastEnd_ : Clock::now();
    const float change =
        scree::perform(tasks_, pass.task, slab, pass.substep,
                       {.measured = pass.measured >= 0 ? &residuals[static_cast<std::size_t>(pass.measured)] : nullptr,
                        .relaxed = pass.relaxed,
                        .watch = watches});
    const Clock::time_point end = Clock::now();
    problem_.work[slab].seconds[static_cast<std::size_t>(stageOf(pass.task))] += secondsBetween(begin, end);
    if (isAlone_) {
      lastEnd_ = end;
    }
    if (pass.task == Task::sweep) {
      ++sweepsOf_[slab];
      rests = watches && double{change} < restLimit_ ? 1 : 0;
      // With a tolerance of its own a region may come to rest by many sweeps.
      if (watches && parameters_.tolerance == 0.0 && double{change} > batched::kRestless * restLimit_) {
        restless_[slab] = 1;
      }
    }
  }

  /// Whether nothing has changed the velocities at a slab's contacts by the tolerance since its last sweep, that sweep
  /// included: odd slabs are swept after their neighbours, even ones before.
  bool isAtRest(std::size_t slab, std::size_t at, std::size_t passes) const {
    const std::size_t ofNeighbours = slab % 2 == 1 ? at : at - 1;
    return rests_[slab * passes + at - 1] != 0 && (slab == 0 || rests_[(slab - 1) * passes + ofNeighbours] != 0) &&
           (slab + 1 == problem_.slabs.size() || rests_[(slab + 1) * passes + ofNeighbours] != 0);
  }

  World& world_;
  const StepContext& context_;
  ContactList& list_;
  AggregateSums& sums_;
  BatchedWork& batched_;
  BatchedProblem& problem_;
  StepReport& report_;
  const Parameters& parameters_;
  std::vector<char> rests_;        ///< by slab and pass: a sweep changed less than the tolerance, or was left out
  std::vector<PassOrder> orders_;  ///< of the passes under way
  std::vector<int> sweepsOf_;      ///< done on each slab in the step
  std::vector<char> restless_;     ///< by slab: something in it moves too fast to come to rest in this step
  double wall_ = 0.0;              ///< s in passes
  Clock::time_point lastEnd_;      ///< of a pass: with one thread the next one begins there
  std::vector<Body> placed_;       ///< where some are dynamic: all as they are at the substep at hand; then aggregates
  SlabTasks tasks_;
  bool isAlone_ = true;  ///< one thread goes from pass to pass
  bool hasMachine_ = false;
  double restLimit_ = 0.0;  ///< m/s; 0: everything is swept
};

}  // namespace

bool solveBatched(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                  BatchedWork& batched, StepReport& report) {
  timed(report.times, Stage::pack, [&] { orderInSlabs(world, context, list, batched); });
  BatchedStep solver(world, context, list, sums, batched, report);
  if (!solver.solve()) {
    return false;
  }
  solver.bookTimes();
  timed(report.times, Stage::pack, [&] { solver.takeSums(); });
  return true;
}

}  // namespace scree
