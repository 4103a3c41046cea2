#include "engine/session/run_observer.h"

#include "engine/base/clock.h"
#include "engine/snapshot/drawing_origin.h"
#include "engine/snapshot/fill_request.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

constexpr double kTimeSmoothing = 1.0 / 30;  // share of the newest step in the smoothed stage times

void smooth(double newest, double& mean) { mean += (mean == 0.0 ? 1.0 : kTimeSmoothing) * (newest - mean); }

}  // namespace

void RunObserver::begin(const World& world) {
  shared_ = {.shapes = shareShapes(world), .origin = drawingOrigin(world)};
  events_.clear();
  grainEvents_.clear();
  samples_.begin(world);
  measures_.begin(world);
  trails_.clear();
  fields_.clear();
  bed_.begin(world);
  population_.begin(world);
  smoothTimes_ = {};
  smoothContactSweeps_ = 0.0;
  comparison_.reset();
}

void RunObserver::stepped(const World& world, const StepData& data, std::uint64_t forks, const SnapshotRequest& request,
                          bool isSeeking) {
  events_.add(world, data.report.events);
  grainEvents_.add(world.step, world.time, data.granulation.changes);
  samples_.add(world, data, forks);
  measures_.stepped(world, data, forks, isSeeking);
  trails_.add(world, request.trails, request.particle);
  bed_.stepped(world, data, request.bed);
  if (const std::optional<GranuleSample> granules = population_.stepped(world, data)) {
    samples_.setGranules(world.step, *granules);
  }
  for (std::size_t i = 0; i < smoothTimes_.seconds.size(); ++i) {
    smooth(data.report.times.seconds[i], smoothTimes_.seconds[i]);
  }
  smooth(static_cast<double>(data.report.contactSweeps), smoothContactSweeps_);
}

void RunObserver::setComparison(MethodComparison comparison) {
  comparison_ = std::make_shared<const MethodComparison>(std::move(comparison));
}

void RunObserver::fill(const World& world, const StepData& data, const SnapshotRequest& request, BedEffort effort,
                       Snapshot& snapshot) {
  const double start = steadySeconds();
  if (angleTurn_.isDue(start)) {
    if (const std::optional<double> angle = angleOfRepose(world)) {
      samples_.setAngle(world.step, *angle);
    }
    angleTurn_.done(start, steadySeconds());
  }
  fillSnapshot(world, data, shared_, snapshot);
  fillRequest(world, data, request, snapshot);
  fields_.fill(world, data, request.fields, snapshot);
  snapshot.onRequest.bed = bed_.fill(world, request.bed, effort);
  trails_.fill(world, shared_.origin, snapshot.onRequest.trails);
  snapshot.run.events = events_.share();
  snapshot.matter.events = grainEvents_.share();
  snapshot.run.samples = samples_.share();
  snapshot.run.population = population_.reading();
  snapshot.run.measures = measures_.fill(world, data);
  snapshot.solver.smoothTimes = smoothTimes_;
  snapshot.solver.smoothContactSweeps = smoothContactSweeps_;
  snapshot.solver.comparison = comparison_;
}

}  // namespace scree
