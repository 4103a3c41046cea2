#include "app/film/shot_maker.h"

#include "app/document/simulation.h"
#include "app/view/colour_fit.h"
#include "app/viewport/viewport.h"

namespace scree {

ShotMaker::ShotMaker(Simulation& simulation, Viewport& viewport) : simulation_(simulation), viewport_(viewport) {}

Shot ShotMaker::make(const std::shared_ptr<const Snapshot>& snapshot, PixelSize size, const ShotRequest& request) {
  Shot shot{snapshot, viewport_.camera().now(), viewport_.options(), {}};
  if (shot.view.followPath && !shot.view.path.isEmpty()) {
    shot.camera = shot.view.path.at(request.pathTime.value_or(snapshot->run.time));
  }
  if (request.sideBySide) {
    shot.view.twinMode = TwinMode::sideBySide;
  }
  if (viewport_.memory().fitRange || infoOf(shot.view.colourBy).scale != ColourScale::range) {
    shot.view.range = fittedRange(*snapshot, shot.view.colourBy);
  }
  if (request.overlay) {
    shot.overlay = overlays_.make(snapshot, shot.camera, shot.view, simulation_.scene(), *request.overlay, size);
  }
  return shot;
}

}  // namespace scree
