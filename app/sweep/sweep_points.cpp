#include "app/sweep/sweep_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace scree {

PointTask taskOf(const SweepStudy& study, const StudyPoint& point) {
  return {study.scene, overridesOf(study, point.row, seedOf(study, point)), study.run};
}

std::string seedOf(const SweepStudy& study, const StudyPoint& point) {
  return study.seeds.empty() ? "" : study.seeds[point.seed];
}

std::string nameOfRow(const SweepStudy& study, std::size_t row) {
  std::string name;
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", study.keys[k], study.rows[row][k]);
  }
  return name.empty() ? "the scene" : name;
}

std::string nameOfPoint(const SweepStudy& study, const StudyPoint& point) {
  const std::string seed = seedOf(study, point);
  return nameOfRow(study, point.row) + (seed.empty() ? "" : ", seed " + seed);
}

std::vector<StudyPoint> pointsOf(const SweepStudy& study, const SceneKeys& keys) {
  std::vector<StudyPoint> points;
  std::unordered_set<std::string> seen;
  FileHashes hashes;
  for (std::size_t row = 0; row < study.rows.size(); ++row) {
    for (std::size_t seed = 0; seed < std::max<std::size_t>(1, study.seeds.size()); ++seed) {
      StudyPoint point{.row = row, .seed = seed};
      point.hash = hashOf(identityOf(taskOf(study, point), keys, hashes));
      if (seen.insert(point.hash).second) {
        points.push_back(std::move(point));
      }
    }
  }
  return points;
}

}  // namespace scree
