#pragma once

#include <string>
#include <vector>

#include "app/sweep/search/search_points.h"

namespace scree {

/// Run of a search in a table.
struct SearchRun {
  SearchPoint point;
  CollectedRun run;
};
std::vector<SearchRun> runsOf(const SearchState& state, SearchPoints& points, const SweepFolder& folder);

/// A row for each run (CSV, RFC 4180): point, scene, stage, keys, seed, state, numbers, reason of a failure.
std::string searchRunsCsv(const SearchStudy& study, const SearchState& state, const SearchPoints& points,
                          const std::vector<SearchRun>& runs);
/// A row for each setting: stage, keys, objective with its standard error, and for each number mean, standard error and
/// number of runs.
std::string searchCsv(const SearchStudy& study, const SearchState& state);
/// A row for each stage that is through: settings, runs, objective with its error, and for each key the optimum, its
/// error, the values within one error, and the box.
std::string stagesCsv(const SearchStudy& study, const SearchState& state);

}  // namespace scree
