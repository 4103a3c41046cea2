#pragma once

#include <map>
#include <vector>

#include "app/sweep/search/search_points.h"

namespace scree {

/// Search as far as the results in a folder reach: its stages, with the points of each.
class SearchProgress {
 public:
  /// The study must live as long.
  SearchProgress(const SearchStudy& study, SweepFolder folder)
      : study_(study), folder_(std::move(folder)), points_(study) {}

  /// Errors of the scenes, and of the keys and ranges of the search in them.
  std::vector<SceneError> errors() const { return points_.errors(); }
  /// Goes as far as the results of the runs reach. Numbers of settings that are through are read once.
  void look();
  /// Forgets the numbers of a setting, whose runs begin anew.
  void forget(std::size_t setting) { values_.erase(setting); }

  const SearchState& state() const { return state_; }
  SearchPoints& points() { return points_; }
  const SearchPoints& points() const { return points_; }
  /// Points of all stages, and of the last one.
  std::vector<SearchPoint> all();
  std::vector<SearchPoint> ofLastStage();
  /// Starts of the scenes.
  std::vector<SearchPoint> starts() const;

 private:
  std::optional<SettingValues> valuesOf(std::size_t setting, const SearchSetting& which);

  const SearchStudy& study_;
  SweepFolder folder_;
  SearchPoints points_;
  SearchState state_;
  std::vector<SearchSetting> settings_;          ///< that have been asked for, by place
  std::map<std::size_t, SettingValues> values_;  ///< of settings that are through
};

}  // namespace scree
