#include "app/sweep/sweep_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "app/sweep/study_start.h"

namespace scree {

PointTask taskOf(const SweepStudy& study, const StudyPoint& point) {
  if (point.row == kStartRow) {
    return taskOfStart(study, seedOf(study, point));
  }
  return {study.scene, overridesOf(study, point.row, seedOf(study, point)), study.run, point.start};
}

std::string seedOf(const SweepStudy& study, const StudyPoint& point) {
  return study.seeds.empty() ? "" : study.seeds[point.seed];
}

std::string nameOfRow(const SweepStudy& study, std::size_t row) {
  if (row == kStartRow) {
    return "start";
  }
  std::string name;
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", study.keys[k], study.rows[row][k]);
  }
  return name.empty() ? "the scene" : name;
}

std::string nameOfPoint(const SweepStudy& study, const StudyPoint& point) {
  const bool isOfAll = point.row == kStartRow && !study.start->isOfSeed;
  const std::string seed = isOfAll ? "" : seedOf(study, point);
  return nameOfRow(study, point.row) + (seed.empty() ? "" : ", seed " + seed);
}

std::vector<StudyPoint> pointsOf(const SweepStudy& study, const SceneKeys& keys) {
  std::vector<StudyPoint> points;
  std::unordered_set<std::string> seen;
  FileHashes hashes;
  std::vector<std::string> starts(std::max<std::size_t>(1, study.seeds.size()));
  const auto startHash = [&](std::size_t seed) {
    std::string& hash = starts[seed];
    if (hash.empty()) {
      const std::string text = study.seeds.empty() ? "" : study.seeds[seed];
      hash = hashOf(identityOf(taskOfStart(study, text), keys, hashes));
    }
    return hash;
  };
  for (std::size_t row = 0; row < study.rows.size(); ++row) {
    for (std::size_t seed = 0; seed < std::max<std::size_t>(1, study.seeds.size()); ++seed) {
      StudyPoint point{.row = row, .seed = seed, .hash = {}, .start = {}};
      if (study.start) {
        point.start = startHash(seed);
      }
      point.hash = hashOf(identityOf(taskOf(study, point), keys, hashes));
      if (seen.insert(point.hash).second) {
        points.push_back(std::move(point));
      }
    }
  }
  return points;
}

}  // namespace scree
