#include "engine/step/step.h"

#include <numeric>

#include "engine/step/contacts.h"
#include "engine/step/drives.h"
#include "engine/step/exchange.h"
#include "engine/step/forces.h"
#include "engine/step/impacts.h"
#include "engine/step/match.h"
#include "engine/step/measure.h"
#include "engine/step/pairs.h"
#include "engine/step/positions.h"
#include "engine/step/solve.h"

namespace scree {

double StageTimes::total() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }

namespace {

/// Runs one stage under its own name.
template <typename Work>
auto timed(StepData& data, Stage stage, Work work) {
  const StageTimer timer(data.times, stage);
  return work();
}

}  // namespace

bool step(World& world, StepData& data) {
  data.times = {};
  timed(data, Stage::drives, [&] { setDrives(world); });
  timed(data, Stage::exchange, [&] { exchangeParticles(world, data); });
  timed(data, Stage::pairs, [&] { findPairs(world, data); });
  timed(data, Stage::contacts, [&] { makeContacts(world, data); });
  timed(data, Stage::match, [&] { matchContacts(world, data); });
  if (!timed(data, Stage::impacts, [&] { return solveImpacts(world, data); })) {
    return false;
  }
  timed(data, Stage::forces, [&] { applyForces(world, data); });
  if (!timed(data, Stage::solve, [&] { return solveContacts(world, data); })) {
    return false;
  }
  timed(data, Stage::positions, [&] { advancePositions(world, data); });
  timed(data, Stage::measure, [&] { measureStep(world, data); });
  return true;
}

}  // namespace scree
