#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/studies/gallery/gallery_scene.h"
#include "engine/scene/scene.h"

namespace scree {

constexpr std::size_t kGalleryColumns = 8;
/// Times at which the mass that passed is compared [duration of the scene].
constexpr std::array<double, 4> kGalleryPassTimes = {0.4, 0.6, 0.8, 1.0};

/// What no run may show.
struct GalleryFaults {
  std::size_t throughWalls = 0;  ///< grains that went through a wall
  std::size_t hanging = 0;       ///< largest number of hanging members in a sample
  std::size_t samples = 0;       ///< samples of hanging and would-move members, one each 0.1 s
  double wouldMoveShare = 0.0;   ///< would-move members over members, both summed over the samples
  double wouldMoveMean = 0.0;    ///< share of would-move members among the members, mean over the samples
  double wouldMoveTime = 0.0;    ///< longest time between samples in all of which one grain would move [s]
  std::string finding;           ///< first finding of the guard; empty if there is none
};

/// Results of a run. Quantities that change with time are time means unless a time is named.
struct GalleryRun {
  std::string refusal;  ///< error of the scene or of the engine that ended the run; nothing else is valid then
  double mass = 0.0;    ///< mass of all grains, with those that left [kg]
  std::array<double, kGalleryPassTimes.size()> passed{};  ///< mass that left or is beyond the scene's plane [kg]
  Vec3 centreEnd = Vec3::Zero();                  ///< centre of mass at the end; grains that left stay where they did
  Vec3 centreMean = Vec3::Zero();                 ///< centre of mass over the run [m]
  std::array<double, kGalleryColumns> profile{};  ///< heights of the surface in columns along x, last third [m]
  std::vector<Vec3> forces;                       ///< forces of the grains on the bodies, last third [N]
  double kinetic = 0.0;                           ///< kinetic energy [J]
  double energy = 0.0;                            ///< kinetic and potential energy, with those of grains that left [J]
  double gravity = 0.0;                           ///< m/s²
  double level = 0.0;                             ///< reduction level
  double wall = 0.0;                              ///< wall time of all steps [s]
  GalleryFaults faults;
  std::vector<std::string> bodies;  ///< names
};

/// Settings of a run that differ from its scene.
struct GalleryCase {
  int seed = 1;
  bool merging = false;
  std::vector<SceneOverride> settings = {};  ///< of the scene; seed and merging come from this case
  bool asksMembers = true;                   ///< samples would-move members, which takes as long as the run or longer
};

/// Runs a scene to its end with the solver's preset of the scene, on one thread.
GalleryRun runGallery(const GalleryScene& scene, const GalleryCase& what);

}  // namespace scree
