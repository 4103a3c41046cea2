#pragma once

#include "app/cli/words/declaration.h"

// Options that several commands have: one word, one meaning, one text.
namespace scree {

constexpr int kMostRuns = 1'000'000;  ///< largest number of seeds, scenes and the like

/// Largest number of threads and of runs side by side.
int mostThreads();

/// Argument SCENE: a file, or the name of a shipped scene.
CLI::Option* addScene(Declaration& command, std::string& scene);
/// --set KEY=VALUE: changes a value of the scene.
CLI::Option* addSet(Declaration& command, std::vector<SceneOverride>& settings, const std::string& meaning);
/// --threads N: threads of one run; 0: as many as pay off.
CLI::Option* addThreads(Declaration& command, std::optional<int>& threads, const std::string& standard);
/// --jobs N: runs side by side.
CLI::Option* addJobs(Declaration& command, int& jobs);
/// --seeds N and --from-seed K.
CLI::Option* addSeeds(Declaration& command, int& seeds, const std::string& meaning);
CLI::Option* addFromSeed(Declaration& command, int& first);
/// --quick: a small version.
CLI::Option* addQuick(Declaration& command, bool& quick, const std::string& meaning);
/// --json: the same as JSON.
CLI::Option* addJson(Declaration& command, bool& json, const std::string& meaning);

}  // namespace scree
