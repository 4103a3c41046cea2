#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/search/search_study.h"

namespace scree {

/// Values of the keys that a search tries.
struct SearchSetting {
  std::size_t stage = 0;
  std::vector<std::string> row;  ///< values of the keys, as text
  Eigen::VectorXd place;         ///< the same as shares of the ranges
};

/// Numbers of a setting: by number of the study, then by seed. Those of failed runs are left out.
using SettingValues = std::vector<std::vector<double>>;

/// Gives the values of a setting by its place among all settings; empty where its runs are not through.
using ValuesOf = std::function<std::optional<SettingValues>(std::size_t setting, const SearchSetting&)>;

/// Stage of a search: settings that depend on the study and on the stages before it alone.
struct SearchStage {
  SearchBox box;                       ///< that its settings, or its surfaces, lie in
  std::size_t first = 0;               ///< place of its first setting
  std::size_t count = 0;               ///< of settings
  std::optional<Landscape> landscape;  ///< of all settings so far; empty where too few have numbers
};

/// Search as far as its runs are through.
struct SearchState {
  std::vector<SearchSetting> settings;  ///< also of the stage that is not through
  std::vector<SettingValues> values;    ///< of the settings of whole stages
  std::vector<SearchStage> stages;      ///< the last has no landscape while its runs are not through
  bool isOver = false;
  std::string end;  ///< reason why it is over

  /// Landscape of the last stage that has one; null without.
  const Landscape* landscape() const;
  /// Stage of that landscape.
  const SearchStage* stage() const;
};

/// Goes through the stages as far as values are known. Equal values give equal states.
SearchState searchState(const SearchStudy& study, const ValuesOf& values);

/// Landscape of settings in a box, which is widened where it holds too few, or where the optimum lies at its end. Empty
/// if there are too few at all.
std::optional<Landscape> landscapeOf(const SearchStudy& study, const SearchState& state, SearchBox& box);

/// Objective of one setting by the means of its numbers, with its standard error; NaN without numbers.
struct SettingObjective {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();
};
SettingObjective objectiveOf(const SearchStudy& study, const SettingValues& values);

}  // namespace scree
