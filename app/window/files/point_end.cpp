#include "app/window/files/point_end.h"

#include <algorithm>
#include <cmath>

#include "app/document/simulation.h"

namespace scree {

namespace {

// Real time before the end at which the run stops playing, so that it does not pass the end before it is told to pause;
// the last steps are taken one by one [s].
constexpr double kTimeToPause = 0.15;

}  // namespace

void PointEnd::set(std::optional<double> until) {
  until_ = until;
  phase_ = Phase::over;
}

bool PointEnd::poll(Simulation& simulation) {
  if (!until_ || simulation.isLoading() || !simulation.isCurrentWorld() || !simulation.isApplied()) {
    return false;
  }
  const Phase before = phase_;
  phase_ = next(simulation);
  return before == Phase::stepping && phase_ == Phase::over;
}

PointEnd::Phase PointEnd::next(Simulation& simulation) const {
  const RunReading& run = simulation.snapshot()->run;
  const double step = simulation.snapshot()->scene.parameters.timeStep;
  const auto left = std::llround((*until_ - run.time) / step);  // steps
  const double margin = kTimeToPause * std::max(run.actualRate, run.targetRate);
  switch (phase_) {
    case Phase::over:
      return left > 0 ? Phase::before : Phase::over;
    case Phase::before:
      if (!run.playing || (left > 0 && *until_ - run.time > margin)) {
        return left > 0 ? Phase::before : Phase::over;
      }
      simulation.setPlaying(false);
      return Phase::pausing;
    case Phase::pausing:
      if (left > 0) {
        simulation.step(static_cast<int>(left));
      } else if (left < 0) {
        simulation.seek(run.step - static_cast<std::uint64_t>(-left));
      }
      return Phase::stepping;
    case Phase::stepping:
      // A run that plays before its end was told so by the user, who may play on from it at once, too.
      if (left <= 0) {
        return run.timeline.seekTo ? Phase::stepping : Phase::over;
      }
      return run.playing ? Phase::before : Phase::stepping;
  }
  return phase_;
}

}  // namespace scree
