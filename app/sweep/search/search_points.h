#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/search/search_state.h"
#include "app/sweep/sweep_folder.h"
#include "app/sweep/sweep_table.h"

namespace scree {

/// Run of a setting in one of the scenes, with one seed. It is a point like those of any sweep.
struct SearchPoint {
  std::size_t setting = 0;
  std::size_t scene = 0;
  StudyPoint point;  ///< of the scene's study
};

/// Points of the settings of a search: each setting has runs in all scenes, with seeds that no other setting has.
class SearchPoints {
 public:
  /// Reads the keys of the scenes; see errors().
  explicit SearchPoints(const SearchStudy& search);

  /// Errors of the scenes, and of the keys and ranges of the search in them.
  std::vector<SceneError> errors() const;
  /// Points of the settings from `first` on, scenes in their order and seeds inside. Where a setting is another than it
  /// was, the points after it are made anew.
  std::vector<SearchPoint> of(const std::vector<SearchSetting>& settings, std::size_t first, std::size_t count);
  /// Study of a scene, with the settings and seeds of all points so far.
  const SweepStudy& study(std::size_t scene) const { return scenes_[scene].study; }
  /// Start of a scene, which all its points branch from; empty without one.
  std::vector<SearchPoint> start(std::size_t scene) const;
  PointTask task(const SearchPoint& point) const { return taskOf(study(point.scene), point.point); }
  std::string identity(const SearchPoint& point) { return identityOf(task(point), keys_[point.scene], hashes_); }
  /// Setting and seed for people, with the scene's name where there are several.
  std::string name(const SearchPoint& point) const;
  /// State and numbers of a run, as its folder has them. The numbers are those of its scene.
  CollectedRun run(const SearchPoint& point, const SweepFolder& folder) const;
  /// Values of a setting; empty while one of its runs is not through.
  std::optional<SettingValues> values(const std::vector<SearchPoint>& points, const SweepFolder& folder) const;

 private:
  void add(const SearchSetting& setting);
  void forgetFrom(std::size_t setting);

  const SearchStudy& search_;
  std::vector<SearchScene> scenes_;
  std::vector<SceneKeys> keys_;
  std::vector<std::string> starts_;  ///< hashes of the starts, by scene; empty without one
  FileHashes hashes_;
  std::vector<std::vector<SearchPoint>> points_;  ///< by setting
};

}  // namespace scree
