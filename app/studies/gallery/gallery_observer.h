#pragma once

#include <map>

#include "app/studies/gallery/gallery_run.h"
#include "app/studies/gallery/gallery_walls.h"

namespace scree {

/// Collects the results of a run of the gallery from step to step.
class GalleryObserver {
 public:
  GalleryObserver(const GalleryScene& scene, const GalleryCase& what, double duration)
      : scene_(scene), what_(what), duration_(duration) {}

  /// Reads a world after a step, with its energies (measureWorld()); places the members.
  void add(World& world, const Budget& now);
  /// Results so far.
  GalleryRun finish(const World& world);

 private:
  void readState(const World& world, const Budget& now);
  void readProfile(const World& world);
  void readForces(const World& world);
  void askMembers(const World& world);

  const GalleryScene& scene_;
  GalleryCase what_;
  double duration_;
  GalleryRun run_;
  WallWatch walls_;
  std::size_t steps_ = 0;
  std::size_t states_ = 0;
  std::size_t profiles_ = 0;
  std::size_t forces_ = 0;
  double members_ = 0.0;              ///< sum over the samples of the members
  double wouldMove_ = 0.0;            ///< sum over the samples of the members that would move
  std::map<ParticleId, int> inARow_;  ///< samples in a row in which a grain would move
};

}  // namespace scree
