#include "tests/bench/sweep_cases.h"

#include <memory>

#include "engine/contacts/contacts.h"
#include "engine/contacts/match.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/solve/reference/forces.h"
#include "engine/solve/reference/impacts.h"
#include "engine/solve/reference/warm_start.h"
#include "engine/solver/batch_kernels.h"
#include "engine/solver/pgs.h"
#include "engine/solver/slab_passes.h"
#include "engine/step/drives.h"
#include "engine/step/exchange.h"
#include "engine/step/step.h"

namespace scree::bench {

namespace {

constexpr const char* kScalar = "scalar";

template <typename Real>
SolverBody<Real> converted(const SolverBody<double>& body) {
  return {.velocity = body.velocity.cast<Real>(),
          .angularVelocity = body.angularVelocity.cast<Real>(),
          .inverseMass = static_cast<Real>(body.inverseMass),
          .inverseInertia = static_cast<Real>(body.inverseInertia)};
}

template <typename Real>
ContactRows<Real> converted(const ContactRows<double>& rows) {
  ContactRows<Real> result;
  result.a = rows.a;
  result.b = rows.b;
  result.normal = rows.normal.cast<Real>();
  result.biasVelocity = rows.biasVelocity.cast<Real>();
  result.biasSpin = rows.biasSpin.cast<Real>();
  result.leverA = static_cast<Real>(rows.leverA);
  result.leverB = static_cast<Real>(rows.leverB);
  result.target = static_cast<Real>(rows.target);
  result.normalCompliance = static_cast<Real>(rows.normalCompliance);
  result.tangentialCompliance = static_cast<Real>(rows.tangentialCompliance);
  result.rollingCompliance = static_cast<Real>(rows.rollingCompliance);
  result.inverseNormal = static_cast<Real>(rows.inverseNormal);
  result.inverseTangential = static_cast<Real>(rows.inverseTangential);
  result.inverseRolling = static_cast<Real>(rows.inverseRolling);
  result.friction = static_cast<Real>(rows.friction);
  result.rollingLimit = static_cast<Real>(rows.rollingLimit);
  result.twistingLimit = static_cast<Real>(rows.twistingLimit);
  result.spinScale = static_cast<Real>(rows.spinScale);
  result.lambdaNormal = static_cast<Real>(rows.lambdaNormal);
  result.lambdaTwisting = static_cast<Real>(rows.lambdaTwisting);
  result.lambdaTangential = rows.lambdaTangential.cast<Real>();
  result.lambdaRolling = rows.lambdaRolling.cast<Real>();
  return result;
}

template <typename Real>
struct Problem {
  std::vector<ContactRows<Real>> rows;
  std::vector<SolverBody<Real>> bodies;
};

template <typename Real>
SweepRun scalarRun(const World&, const StepData& data) {
  const auto start = std::make_shared<Problem<Real>>();
  for (const ContactRows<double>& rows : data.reference.rows) {
    start->rows.push_back(converted<Real>(rows));
  }
  for (const SolverBody<double>& body : data.reference.bodies) {
    start->bodies.push_back(converted<Real>(body));
  }
  const auto now = std::make_shared<Problem<Real>>();
  return {.contacts = data.reference.rows.size(),
          .reset = [start, now] { *now = *start; },
          .sweep =
              [now](int sweeps) {
                ResidualHistory history;
                solvePgs(now->rows, now->bodies, PgsOptions{.sweeps = sweeps}, history);
              }};
}

/// The batches of a step after its solve. What a sweep costs does not depend on what it finds: it has no branches.
struct BatchedProblemCopy {
  std::vector<Slab> slabs;
  std::vector<BodyRow> rows;
};

SweepRun batchedRun(const World& world, std::string_view set) {
  World copy = world;
  copy.parameters.method = Method::pgs;
  copy.parameters.substeps = 1;
  StepData data;
  step(copy, data);
  const auto start = std::make_shared<BatchedProblemCopy>();
  SweepRun run;
  for (const Slab& slab : data.batched.problem.slabs) {
    start->slabs.push_back(slab);
    run.contacts += slab.contacts;
  }
  start->rows = data.batched.problem.rows;
  const auto now = std::make_shared<BatchedProblemCopy>(*start);
  const auto gamma = static_cast<float>(copy.parameters.regularisation / copy.parameters.timeStep);
  run.reset = [start, now] { *now = *start; };
  run.sweep = [now, gamma, set, contacts = run.contacts](int sweeps) {
    useInstructionSet(set);
    const std::vector<PassOrder> passes(static_cast<std::size_t>(sweeps), PassOrder::alternating);
    runSlabPasses(now->slabs.size(), passes, slabsInCache(contacts, now->slabs.size()), {}, nullptr, nullptr,
                  [&](std::size_t slab, std::size_t) {
                    sweepBatches(now->slabs[slab], now->rows.data(),
                                 {.tangentialCompliance = gamma, .spinCompliance = gamma}, nullptr);
                  });
    useInstructionSet("");
  };
  return run;
}

}  // namespace

std::vector<SweepKernel> sweepKernels() {
  std::vector<SweepKernel> kernels = {{"scalar-float", kScalar, scalarRun<float>},
                                      {"scalar-double", kScalar, scalarRun<double>}};
  for (const std::string_view set : instructionSets()) {
    kernels.push_back({"batches-" + std::string(set), std::string(set),
                       [set](const World& world, const StepData&) { return batchedRun(world, set); }});
  }
  return kernels;
}

void prepareSolve(World& world, StepData& data) {
  world.parameters.substeps = 1;
  data.context.substepTime = world.parameters.timeStep;
  setDrives(world);
  exchangeParticles(world, data.context, data.list, data.report, data.granulation);
  listActive(world, data.list);
  findPairs(world, data.context, data.detection, data.list);
  makeContacts(world, data.context, data.detection, data.list);
  matchContacts(world, data.context, data.list);
  takeMultipliers(world, data.context, data.list, data.reference);
  solveImpacts(world, data.context, data.list, data.reference, data.report);
  applyForces(world, data.context, data.list, data.reference);
}

double solveSeconds(const StageTimes& times) { return times.seconds[static_cast<std::size_t>(Stage::solve)]; }

std::string solverInstructionSet(const Parameters& parameters) {
  return parameters.method == Method::pgs ? std::string(instructionSet()) : kScalar;
}

}  // namespace scree::bench
