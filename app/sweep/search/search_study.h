#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/search/landscape.h"
#include "app/sweep/study.h"
#include "app/sweep/sweep_values.h"

namespace scree {

/// Scene of a search, as a study of its own without rows and seeds: these come from the search. It collects the numbers
/// of the scene that the search looks at.
struct SearchScene {
  std::string name;  ///< empty where there is one scene only
  SweepStudy study;
};

/// Number that a search looks at.
struct SearchNumber {
  std::string name;       ///< path in the study, with the scene's name before it where there are several
  std::size_t scene = 0;  ///< place of the scene
  std::size_t path = 0;   ///< place among the collected numbers of the scene
};

/// stages: low-discrepancy points in boxes that shrink. cmaes: generations of an evolution strategy.
enum class SearchMethod : unsigned char { stages, cmaes };

/// Study of `ndem sweep` that looks for the values of keys at which a number is smallest, or numbers are as measured.
struct SearchStudy {
  std::filesystem::path file;
  std::string name;
  std::vector<SearchScene> scenes;
  std::vector<std::string> keys;
  std::vector<KeyRange> ranges;  ///< of the keys
  std::vector<SearchNumber> numbers;
  std::vector<MeasuredNumber> measured;  ///< as many as numbers; empty: the one number is minimised
  int seeds = 3;                         ///< runs of each setting and scene, with seeds of their own
  SearchMethod method = SearchMethod::stages;
  int points = 0;                                ///< settings of a stage
  int stages = 0;                                ///< largest number of stages
  std::int64_t budget = 0;                       ///< largest number of runs
  std::vector<std::optional<double>> precision;  ///< wanted errors of the keys, in their units
  std::uint64_t seed = 1;                        ///< of the points that are tried

  bool isMatch() const { return !measured.empty(); }
};

/// Search, or all errors found at once.
struct SearchResult {
  std::optional<SearchStudy> study;
  std::vector<SceneError> errors;
};

/// Reads a study file that has one of the keys match, minimise, search or scenes. Empty for a study without these, and
/// for a file that cannot be read as a section of keys: see readStudy(). Never throws for bad content.
std::optional<SearchResult> readSearch(const std::filesystem::path& file);

/// Place of a value in the range of a key, as a share of it.
double shareOf(const KeyRange& range, const std::string& value);
/// Value of a range at a share, as a number in its unit, without rounding.
double numberAt(const KeyRange& range, double share);

}  // namespace scree
