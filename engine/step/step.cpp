#include "engine/step/step.h"

#include <numeric>

#include "engine/step/batched.h"
#include "engine/step/carrier_reactions.h"
#include "engine/step/contacts.h"
#include "engine/step/drives.h"
#include "engine/step/exchange.h"
#include "engine/step/guard.h"
#include "engine/step/load_substeps.h"
#include "engine/step/match.h"
#include "engine/step/measure.h"
#include "engine/step/merges.h"
#include "engine/step/near_members.h"
#include "engine/step/pairs.h"
#include "engine/step/positions.h"
#include "engine/step/pull.h"
#include "engine/step/splits.h"
#include "engine/step/step_parts.h"
#include "engine/step/substep_count.h"
#include "engine/step/substeps.h"

namespace scree {

double StageTimes::total() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    seconds[stage] += other.seconds[stage];
  }
  return *this;
}

namespace {

/// Impacts, forces, the continuous solve and the new positions, by the method chosen; the scalar ones know no dynamic
/// bodies.
bool solveStep(World& world, StepData& data) {
  const bool batched = world.parameters.method == Method::pgs || hasDynamicBodies(world);
  return batched ? solveBatched(world, data) : solveSubsteps(world, data);
}

}  // namespace

bool step(World& world, StepData& data) {
  data.times = {};
  data.sweeps = 0;
  data.impactSweeps = 0;
  data.contactSweeps = 0;
  data.contactSums.reset();
  data.substeps = substepsOf(world);
  data.substepTime = world.parameters.timeStep / data.substeps;
  timed(data.times, Stage::drives, [&] { setDrives(world); });
  bool watchBegins = false;
  timed(data.times, Stage::exchange, [&] {
    exchangeParticles(world, data);
    watchBegins = beginWatch(world);
  });
  timed(data.times, Stage::pairs, [&] { findMemberContacts(world, data); });
  timed(data.times, Stage::splits, [&] { splitMembers(world, data); });
  timed(data.times, Stage::forces, [&] { beginPull(world, data); });
  clearReactions(world);
  for (StepParts parts(world, data); parts.isLeft(); parts.finish()) {
    Extremes extremes;
    timed(data.times, Stage::pairs, [&] {
      extremes = findPairs(world, data);
      parts.cut(extremes);
    });
    timed(data.times, Stage::contacts, [&] {
      makeContacts(world, data);
      takeSubstepsForLoads(world, extremes, data);
    });
    timed(data.times, Stage::match, [&] { matchContacts(world, data); });
    if (!solveStep(world, data)) {
      return false;
    }
    timed(data.times, Stage::match, [&] { keepHistory(world, data); });
  }
  ++world.step;
  timed(data.times, Stage::merges, [&] {
    mergeParticles(world, data);
    bookCarrierReactions(world, data);
  });
  timed(data.times, Stage::measure, [&] {
    measureStep(world, data);
    watchStep(world, data, watchBegins);
  });
  return true;
}

}  // namespace scree
