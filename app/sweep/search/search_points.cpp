#include "app/sweep/search/search_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/sweep/study_branches.h"
#include "app/sweep/study_start.h"

namespace scree {

SearchPoints::SearchPoints(const SearchStudy& search) : search_(search), scenes_(search.scenes) {
  for (const SearchScene& scene : scenes_) {
    keys_.emplace_back(scene.study.scene);
    const bool hasStart = scene.study.start && keys_.back().errors().empty();
    starts_.push_back(hasStart ? hashOf(identityOf(taskOfStart(scene.study, ""), keys_.back(), hashes_)) : "");
  }
}

std::vector<SceneError> SearchPoints::errors() const {
  std::vector<SceneError> all;
  for (std::size_t i = 0; i < scenes_.size(); ++i) {
    std::vector<SceneError> errors = keys_[i].errors();
    if (errors.empty()) {
      // The ends, the middle and another place of the ranges stand for all values.
      constexpr double kUneven = 0.381966;  // of most ranges between whole numbers
      SweepStudy study = scenes_[i].study;
      for (const double share : {0.0, 0.5, kUneven, 1.0}) {
        std::vector<std::string>& row = study.rows.emplace_back();
        for (const KeyRange& range : search_.ranges) {
          row.push_back(range.at(share));
        }
      }
      errors = errorsOfKeys(study, keys_[i]);
      if (errors.empty()) {
        errors = errorsOfBranches(study);
      }
    }
    for (SceneError& error : errors) {
      const auto isSame = [&](const SceneError& other) { return other.text() == error.text(); };
      if (std::ranges::none_of(all, isSame)) {
        all.push_back(std::move(error));
      }
    }
  }
  return all;
}

void SearchPoints::add(const SearchSetting& setting) {
  const std::size_t place = points_.size();
  std::vector<SearchPoint>& points = points_.emplace_back();
  const auto seeds = static_cast<std::size_t>(search_.seeds);
  for (std::size_t scene = 0; scene < scenes_.size(); ++scene) {
    SweepStudy& study = scenes_[scene].study;
    study.rows.push_back(setting.row);
    for (std::size_t seed = place * seeds; seed < (place + 1) * seeds; ++seed) {
      study.seeds.push_back(fmt::format("{}", seed + 1));
      SearchPoint& point = points.emplace_back();
      point.setting = place;
      point.scene = scene;
      point.point.row = place;
      point.point.seed = seed;
      point.point.start = starts_[scene];
      point.point.hash = hashOf(identity(point));
    }
  }
}

std::vector<SearchPoint> SearchPoints::start(std::size_t scene) const {
  if (starts_[scene].empty()) {
    return {};
  }
  SearchPoint start{.setting = 0, .scene = scene, .point = {}};
  start.point.row = kStartRow;
  start.point.hash = starts_[scene];
  return {start};
}

void SearchPoints::forgetFrom(std::size_t setting) {
  points_.resize(setting);
  for (SearchScene& scene : scenes_) {
    scene.study.rows.resize(setting);
    scene.study.seeds.resize(setting * static_cast<std::size_t>(search_.seeds));
  }
}

std::vector<SearchPoint> SearchPoints::of(const std::vector<SearchSetting>& settings, std::size_t first,
                                          std::size_t count) {
  for (std::size_t i = 0; i < std::min(points_.size(), first + count); ++i) {
    if (scenes_.front().study.rows[i] != settings[i].row) {
      forgetFrom(i);
    }
  }
  while (points_.size() < first + count) {
    add(settings[points_.size()]);
  }
  std::vector<SearchPoint> all;
  for (std::size_t i = first; i < first + count; ++i) {
    all.insert(all.end(), points_[i].begin(), points_[i].end());
  }
  return all;
}

std::string SearchPoints::name(const SearchPoint& point) const {
  const std::string& scene = scenes_[point.scene].name;
  return (scene.empty() ? "" : scene + ": ") + nameOfPoint(study(point.scene), point.point);
}

CollectedRun SearchPoints::run(const SearchPoint& point, const SweepFolder& folder) const {
  return collectedTable(study(point.scene), {point.point}, folder).runs.front();
}

std::optional<SettingValues> SearchPoints::values(const std::vector<SearchPoint>& points,
                                                  const SweepFolder& folder) const {
  SettingValues values(search_.numbers.size());
  for (const SearchPoint& point : points) {
    const CollectedRun run = this->run(point, folder);
    if (run.state == "undone") {
      return std::nullopt;
    }
    for (std::size_t n = 0; n < search_.numbers.size() && run.counts(); ++n) {
      const SearchNumber& number = search_.numbers[n];
      if (number.scene == point.scene && std::isfinite(run.numbers[number.path])) {
        values[n].push_back(run.numbers[number.path]);
      }
    }
  }
  return values;
}

}  // namespace scree
