#include "app/sweep/search/search_progress.h"

#include <algorithm>

namespace scree {

void SearchProgress::look() {
  state_ =
      searchState(study_, [this](std::size_t setting, const SearchSetting& which) { return valuesOf(setting, which); });
}

std::optional<SettingValues> SearchProgress::valuesOf(std::size_t setting, const SearchSetting& which) {
  if (setting < settings_.size() && settings_[setting].row != which.row) {
    settings_.resize(setting);  // results before it have changed
    values_.erase(values_.lower_bound(setting), values_.end());
  }
  if (const auto known = values_.find(setting); known != values_.end()) {
    return known->second;
  }
  settings_.resize(std::max(settings_.size(), setting + 1));
  settings_[setting] = which;
  std::optional<SettingValues> values = points_.values(points_.of(settings_, setting, 1), folder_);
  if (values) {
    values_[setting] = *values;
  }
  return values;
}

std::vector<SearchPoint> SearchProgress::all() { return points_.of(state_.settings, 0, state_.settings.size()); }

std::vector<SearchPoint> SearchProgress::ofLastStage() {
  const SearchStage& stage = state_.stages.back();
  return points_.of(state_.settings, stage.first, stage.count);
}

std::vector<SearchPoint> SearchProgress::starts() const {
  std::vector<SearchPoint> all;
  for (std::size_t scene = 0; scene < study_.scenes.size(); ++scene) {
    const std::vector<SearchPoint> start = points_.start(scene);
    all.insert(all.end(), start.begin(), start.end());
  }
  return all;
}

}  // namespace scree
