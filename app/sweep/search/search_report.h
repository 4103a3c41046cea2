#pragma once

#include <string>
#include <vector>

#include "app/sweep/search/search_table.h"

namespace scree {

/// Report of a search as one HTML page: the optimum with errors, doubts in words, the trade-off between keys as
/// contours, stages, numbers against keys, failures.
std::string searchReport(const SearchStudy& study, const SearchState& state, const SearchPoints& points,
                         const std::vector<SearchRun>& runs);

/// The optimum, its doubts and the end of the search, as lines for a terminal.
std::string searchSummary(const SearchStudy& study, const SearchState& state);

}  // namespace scree
