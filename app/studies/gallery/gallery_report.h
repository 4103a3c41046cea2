#pragma once

#include <string>
#include <vector>

#include "app/studies/gallery/gallery_study.h"

namespace scree {

/// Sums over the scenes of one class, or of all.
struct GallerySummary {
  std::string name;
  std::size_t scenes = 0;
  std::size_t notCompared = 0;  ///< scenes with a run that was refused, or in which the guard found something
  std::size_t agreeing = 0;     ///< scenes that agree in all quantities
  std::size_t quantities = 0;
  std::size_t withinErrors = 0;                            ///< quantities within 2 standard errors, without floors
  std::size_t agreeingQuantities = 0;                      ///< quantities within 2 standard errors and the floor
  std::array<double, kGalleryKinds.size()> bias{};         ///< mean of the signed differences, by kind
  std::array<double, kGalleryKinds.size()> biasError{};    ///< its standard error over the scenes
  double wouldMove = 0.0;                                  ///< GalleryFaults::wouldMoveShare, mean over the runs
  double wouldMoveMean = 0.0;                              ///< GalleryFaults::wouldMoveMean, mean over the runs
  double wouldMoveTime = 0.0;                              ///< longest over the runs [s]
  std::size_t throughWalls = 0;                            ///< grains in merged runs
  std::size_t throughWallsFull = 0;                        ///< grains in runs in full
  std::size_t hanging = 0;                                 ///< largest number in a sample
  std::size_t findings = 0;                                ///< merged runs with a finding of the guard
  std::size_t findingsFull = 0;                            ///< runs in full with a finding of the guard
  double level = 0.0;                                      ///< reduction level, mean over the merged runs
  bool hasScatter = false;                                 ///< scenes have more runs than one of each kind
  std::array<std::size_t, kGalleryKinds.size()> biased{};  ///< number of scenes in the means of `bias`, by kind
  double speedUp = 0.0;  ///< wall time of the steps in full over that of the merged ones
};

/// Summaries of the classes that occur, in their order, and of all scenes at the end.
std::vector<GallerySummary> summariesOf(const std::vector<GalleryOutcome>& outcomes);

/// Report in Markdown: tables by class, and the worst scenes.
std::string galleryText(const std::vector<GalleryOutcome>& outcomes, const std::string& circumstances);

/// Table of all scenes and quantities, with the faults as further rows.
std::string galleryCsv(const std::vector<GalleryOutcome>& outcomes);

}  // namespace scree
