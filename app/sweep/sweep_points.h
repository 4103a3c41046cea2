#pragma once

#include <string>
#include <vector>

#include "app/sweep/point_task.h"

namespace scree {

/// Point of a study: one setting with one seed.
struct StudyPoint {
  std::size_t row = 0;   ///< place of the setting
  std::size_t seed = 0;  ///< place of the seed
  std::string hash;
  std::string start;  ///< hash of the start that it branches from; empty without one
};

/// Row of a start (study_start.h).
constexpr std::size_t kStartRow = static_cast<std::size_t>(-1);

/// Points of a study, settings in their order and seeds inside. Points that are equal are given once.
std::vector<StudyPoint> pointsOf(const SweepStudy& study, const SceneKeys& keys);

/// Run of a point.
PointTask taskOf(const SweepStudy& study, const StudyPoint& point);
/// Seed of a point as text; empty for the scene's own.
std::string seedOf(const SweepStudy& study, const StudyPoint& point);
/// Values of a setting for people: "solver.sweeps 8, default_pair.friction 0.5"; "the scene" where nothing varies, and
/// "start".
std::string nameOfRow(const SweepStudy& study, std::size_t row);
/// The same with the seed, if there are several.
std::string nameOfPoint(const SweepStudy& study, const StudyPoint& point);

}  // namespace scree
