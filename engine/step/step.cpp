#include "engine/step/step.h"

#include "engine/aggregates/carrier_reactions.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/match.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/granulation/collisions.h"
#include "engine/merging/merges.h"
#include "engine/solve/batched/batched.h"
#include "engine/solve/reference/substeps.h"
#include "engine/solve/smooth/smooth.h"
#include "engine/splitting/splits.h"
#include "engine/step/attraction_ends.h"
#include "engine/step/drives.h"
#include "engine/step/exchange.h"
#include "engine/step/load_substeps.h"
#include "engine/step/measure.h"
#include "engine/step/pull_force.h"
#include "engine/step/step_parts.h"
#include "engine/step/substep_count.h"
#include "engine/step/watch.h"
#include "engine/step/wrap.h"
#include "engine/world/body_motion.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

/// Impacts, forces, the continuous solve and the new positions, by the method chosen; the scalar ones know no dynamic
/// bodies.
bool solveStep(World& world, StepData& data) {
  if (world.parameters.method == Method::smooth) {
    return solveSmooth(world, data.context, data.list, data.smooth, data.batched.coupling.machine, data.report);
  }
  const bool batched = world.parameters.method == Method::pgs || hasDynamicBodies(world);
  return batched ? solveBatched(world, data.context, data.list, data.aggregates, data.batched, data.report)
                 : solveSubsteps(world, data.context, data.list, data.aggregates, data.reference, data.report);
}

/// Resets the counts of the last step and sets the substeps of this one.
void beginStep(const World& world, StepData& data) {
  data.report.times = {};
  data.report.sweeps = 0;
  data.report.impactSweeps = 0;
  data.report.contactSweeps = 0;
  data.list.sums.reset();
  data.context.substeps = substepsOf(world);
  data.context.substepTime = world.parameters.timeStep / data.context.substeps;
  data.context.farthest = 1.0;
}

}  // namespace

bool step(World& world, StepData& data) {
  beginStep(world, data);
  const StepContext& context = data.context;
  ContactList& list = data.list;
  StepReport& report = data.report;
  StageTimes& times = report.times;
  const auto stepTrial = [&](World& trial) {
    StepData ofTrial;
    ofTrial.context.threads = context.threads;
    step(trial, ofTrial);
    return TrialResult{.list = std::move(ofTrial.list), .substepTime = ofTrial.context.substepTime};
  };
  timed(times, Stage::drives, [&] { setDrives(world); });
  bool watchBegins = false;
  timed(times, Stage::exchange, [&] {
    exchangeParticles(world, context, list, report, data.granulation);
    if (world.parameters.reduction.merging == Switch::on) {
      noteDiameter(world);
    }
    watchBegins = beginWatch(world);
  });
  timed(times, Stage::pairs, [&] { findMemberContacts(world, context, list); });
  timed(times, Stage::splits, [&] {
    splitMembers(world, context, stepTrial, list, data.aggregates, data.splitting, data.historyEdit, report);
  });
  timed(times, Stage::forces, [&] { beginPull(world, data.context, data.batched); });
  clearReactions(world);
  for (StepParts parts(world, data); parts.isLeft(); parts.finish()) {
    Extremes extremes;
    timed(times, Stage::pairs, [&] {
      extremes = extremesOf(world, context, list);
      parts.cut(extremes);
      findPairs(world, context, data.detection, list);
    });
    timed(times, Stage::contacts, [&] {
      makeContacts(world, context, data.detection, list);
      takeSubstepsForLoads(world, extremes, data.context, list);
    });
    timed(times, Stage::match, [&] {
      matchContacts(world, context, list);
      list.attractions.find(world, list.contacts);
      beginCollisions(world, context, list, data.comingContacts);
    });
    if (!solveStep(world, data)) {
      return false;
    }
    timed(times, Stage::match, [&] {
      endCollisions(context, list, data.comingContacts, world, data.granulation);
      endAttractions(world, context, list);
      keepHistory(world, context, list);
    });
  }
  ++world.step;
  timed(times, Stage::merges, [&] {
    mergeParticles(world, context, list, data.aggregates, lastMotions(data.batched), data.merging, data.historyEdit,
                   report);
    bookCarrierReactions(world, data.aggregates);
  });
  timed(times, Stage::measure, [&] {
    wrapIntoBox(world, context, list, report);
    measureStep(world, context, list, data.batched, data.merging, report);
    watchStep(world, context, list, report, watchBegins);
  });
  return true;
}

}  // namespace scree
