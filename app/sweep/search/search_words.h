#pragma once

#include <string>
#include <vector>

#include "app/sweep/search/search_state.h"

namespace scree {

/// Key at the optimum of a search, in the unit of its range.
struct KeyResult {
  std::string key;
  std::string unit;
  double value = 0.0;
  double low = 0.0;  ///< ends of the values within one standard error
  double high = 0.0;
  bool isOpenBelow = false;  ///< nothing rules out lower values: `low` is where the surfaces or the range end
  bool isOpenAbove = false;
  std::vector<std::pair<double, double>> gaps = {};  ///< values in between that are ruled out

  double error() const { return 0.5 * (high - low); }
};
std::vector<KeyResult> keyResults(const SearchStudy& study, const Landscape& landscape);

/// "0.312 ± 0.014"; with both ends where they lie unevenly, with one where it is open to a side.
std::string textOf(const KeyResult& result);

/// Sentences on what the data do not tell: keys that they leave open, directions along which the objective does not
/// change by more than its error, measured values that no setting gives, surfaces that do not fit. Empty if all is
/// well.
std::vector<std::string> doubtsOf(const SearchStudy& study, const Landscape& landscape);

}  // namespace scree
