#include "app/sweep/search/search_table.h"

#include <fmt/format.h>

#include <cmath>

#include "app/sweep/search/search_words.h"
#include "engine/io/table_file.h"

namespace scree {

namespace {

std::string numberCell(double number) { return std::isfinite(number) ? fmt::format("{}", number) : ""; }

/// Rounded: digits beyond would only tell of the fit's arithmetic.
std::string shortCell(double number) { return std::isfinite(number) ? fmt::format("{:.6g}", number) : ""; }

}  // namespace

std::vector<SearchRun> runsOf(const SearchState& state, SearchPoints& points, const SweepFolder& folder) {
  std::vector<SearchRun> runs;
  for (const SearchPoint& point : points.of(state.settings, 0, state.settings.size())) {
    runs.push_back({point, points.run(point, folder)});
  }
  return runs;
}

std::string searchRunsCsv(const SearchStudy& study, const SearchState& state, const SearchPoints& points,
                          const std::vector<SearchRun>& runs) {
  std::string text = "point,scene,stage";
  for (const std::string& key : study.keys) {
    text += "," + csvField(key);
  }
  text += ",seed,state";
  for (const SearchNumber& number : study.numbers) {
    text += "," + csvField(number.name);
  }
  text += ",reason\r\n";
  for (const SearchRun& each : runs) {
    const SearchSetting& setting = state.settings[each.point.setting];
    text += fmt::format("{},{},{}", each.point.point.hash, csvField(study.scenes[each.point.scene].name),
                        setting.stage + 1);
    for (const std::string& value : setting.row) {
      text += "," + csvField(value);
    }
    text += fmt::format(",{},{}", seedOf(points.study(each.point.scene), each.point.point), each.run.state);
    for (const SearchNumber& number : study.numbers) {
      text += "," + (number.scene == each.point.scene ? numberCell(each.run.numbers[number.path]) : "");
    }
    text += "," + csvField(each.run.reason) + "\r\n";
  }
  return text;
}

std::string searchCsv(const SearchStudy& study, const SearchState& state) {
  std::string text = "stage";
  for (const std::string& key : study.keys) {
    text += "," + csvField(key);
  }
  text += ",objective,objective standard error";
  for (const SearchNumber& number : study.numbers) {
    text += fmt::format(",{},{},{}", csvField(number.name), csvField(number.name + " standard error"),
                        csvField(number.name + " runs"));
  }
  text += "\r\n";
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    text += fmt::format("{}", state.settings[i].stage + 1);
    for (const std::string& value : state.settings[i].row) {
      text += "," + csvField(value);
    }
    const SettingObjective objective = objectiveOf(study, state.values[i]);
    text += fmt::format(",{},{}", shortCell(objective.value), shortCell(objective.error));
    for (const std::vector<double>& values : state.values[i]) {
      const SeedMean mean = meanOf(values);
      text += fmt::format(",{},{},{}", numberCell(mean.mean), numberCell(mean.error), mean.count);
    }
    text += "\r\n";
  }
  return text;
}

std::string stagesCsv(const SearchStudy& study, const SearchState& state) {
  std::string text = "stage,settings,runs,objective,objective standard error";
  for (const std::string& key : study.keys) {
    for (const char* what : {"", " error", " low", " high", " box from", " box to"}) {
      text += "," + csvField(key + what);
    }
  }
  text += "\r\n";
  for (std::size_t s = 0; s < state.stages.size(); ++s) {
    const SearchStage& stage = state.stages[s];
    if (!stage.landscape) {
      continue;
    }
    text += fmt::format("{},{},{},{},{}", s + 1, stage.count,
                        stage.count * static_cast<std::size_t>(study.seeds) * study.scenes.size(),
                        shortCell(stage.landscape->objective(stage.landscape->optimum())),
                        study.isMatch() ? "" : shortCell(stage.landscape->objectiveError()));
    const std::vector<KeyResult> results = keyResults(study, *stage.landscape);
    for (std::size_t key = 0; key < study.keys.size(); ++key) {
      const auto index = static_cast<Eigen::Index>(key);
      text += fmt::format(",{},{},{},{},{},{}", shortCell(results[key].value), shortCell(results[key].error()),
                          results[key].isOpenBelow ? "" : shortCell(results[key].low),
                          results[key].isOpenAbove ? "" : shortCell(results[key].high),
                          shortCell(numberAt(study.ranges[key], stage.box.low[index])),
                          shortCell(numberAt(study.ranges[key], stage.box.high[index])));
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace scree
