#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/mixing/lacey_index.h"
#include "engine/scene/scene.h"

namespace scree {

/// How each point of a sweep is run.
struct SweepRun {
  std::optional<double> until;        ///< simulated time at the end [s]; empty: the scene's duration
  std::optional<double> beltFrom;     ///< simulated time from which landings on the belt count [s]; empty: no belt
  std::optional<double> angleEvery;   ///< simulated time between angles of repose [s]; empty: none
  double angleFrom = 0.0;             ///< simulated time from which they count [s]
  std::optional<double> flowEvery;    ///< simulated time between looks at the flow in a drum [s]; empty: none
  double flowFrom = 0.0;              ///< simulated time from which they count [s]
  std::optional<double> mixingEvery;  ///< simulated time between looks at the mixing [s]; empty: none
  double mixingFrom = 0.0;            ///< simulated time at which it begins [s]
  MixingChoice mixing;
  // Results do not depend on these.
  int threads = 1;          ///< 0: as many as pay off
  double saveEvery = 60.0;  ///< real time between checkpoints [s]
  bool keepsState = true;   ///< the checkpoint at the end stays

  bool operator==(const SweepRun&) const = default;
};

/// Comparison of values of a key, the last of the varied keys. All settings are run with the first two; the others are
/// for settings where the value before is beyond a bound.
struct StudyComparison {
  std::string key;
  std::vector<std::string> values;       ///< at least two; the others are compared with the first
  std::map<std::string, double> bounds;  ///< largest difference that is let pass, by collected path
};

/// Start that the points of a study have in common: a run from whose state they branch.
struct StudyStart {
  double until = 0.0;                   ///< simulated time of its end [s]
  bool isOfSeed = false;                ///< one for each seed; else one for all points
  std::vector<SceneOverride> settings;  ///< beside those of all points, and before them
};

/// Seeds that are added until the errors are small enough.
struct MoreSeeds {
  std::size_t first = 3;                 ///< seeds of each setting at the beginning
  std::map<std::string, double> errors;  ///< standard error wanted, by collected path
  std::optional<std::size_t> runs;       ///< most points in all
};

/// Table that the settings of a study come from.
struct StudyTable {
  std::filesystem::path file;
  int namesLine = 1;       ///< line of the names
  std::vector<int> lines;  ///< lines of the settings
};

/// Study of `ndem sweep`: a scene, and the settings and seeds to run it with.
struct SweepStudy {
  std::filesystem::path file;
  std::string name;
  std::filesystem::path scene;
  std::vector<std::string> keys;               ///< varied keys of the scene
  std::vector<std::vector<std::string>> rows;  ///< values of the keys, in their order, of each setting
  std::optional<StudyTable> table;             ///< empty: the settings stand in the study itself
  std::optional<StudyComparison> compare;
  std::optional<StudyStart> start;
  std::vector<std::string> seeds;  ///< all that may be run; empty: the scene's own
  std::optional<MoreSeeds> moreSeeds;
  std::vector<SceneOverride> settings;  ///< of all points
  SweepRun run;
  std::vector<std::string> collect;    ///< paths in the report of a run
  std::map<std::string, Mark> places;  ///< of keys of the scene and of paths to collect in the file, for messages
};

/// Study, or all errors found at once.
struct StudyResult {
  std::optional<SweepStudy> study;
  std::vector<SceneError> errors;
};

/// Largest number of points of a study.
constexpr std::size_t kMostPoints = 1'000'000;

/// Rows of one setting of the varied keys: its values of a comparison, which follow each other; else 1.
inline std::size_t valuesOf(const SweepStudy& study) { return study.compare ? study.compare->values.size() : 1; }

/// All keys of a study, also those of searches.
inline constexpr std::array<std::string_view, 12> kStudyKeys = {
    "name", "scene", "scenes", "vary", "match", "minimise", "compare", "seeds", "start", "run", "collect", "search"};

/// Reads a study file; tables and scenes that it names start from its folder, and a scene may be one that ships. Keys
/// of the scene are not looked at: see errorsOfKeys(). Never throws for bad content.
StudyResult readStudy(const std::filesystem::path& file);

/// Errors of the study's keys and values in its scene, with the place in the study.
std::vector<SceneError> errorsOfKeys(const SweepStudy& study, const SceneKeys& keys);

/// Overrides of a point, in the order of their keys, so that a section comes before a key in it. `seed` may be empty.
std::vector<SceneOverride> overridesOf(const SweepStudy& study, std::size_t row, const std::string& seed);

}  // namespace scree
