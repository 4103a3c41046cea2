#include "app/cli/words/vocabulary.h"

#include <fmt/format.h>

#include "engine/settings/parameters.h"

namespace scree {

int mostThreads() { return static_cast<int>(infoOf(ParameterKey::threads).maximum); }

CLI::Option* addScene(Declaration& command, std::string& scene) {
  CLI::Option* option =
      command.command().add_option("SCENE", scene, "A scene file, or the name of a shipped scene (see: ndem scenes)");
  return command.know(option->type_name("")->required(), {ValueKind::scene});
}

CLI::Option* addSet(Declaration& command, std::vector<SceneOverride>& settings, const std::string& meaning) {
  const auto take = [&settings](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      if (const std::string complaint = readSetting(text, settings.emplace_back()); !complaint.empty()) {
        throw CLI::ValidationError("--set", complaint);
      }
    }
  };
  return command.command()
      .add_option_function<std::vector<std::string>>("--set", take, meaning + "; may be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

CLI::Option* addThreads(Declaration& command, std::optional<int>& threads, const std::string& standard) {
  return command.read(
      "--threads",
      [&threads](const std::string& text) {
        int number = 0;
        const std::string complaint = readCount(text, 0, mostThreads(), number);
        threads = number;
        return complaint;
      },
      "N",
      fmt::format("Threads of one run; results do not depend on it. 0: as many as pay off (default: {})", standard));
}

CLI::Option* addJobs(Declaration& command, int& jobs) {
  return command.count("--jobs", jobs, 1, mostThreads(), "Runs side by side; results do not depend on it (1)");
}

CLI::Option* addSeeds(Declaration& command, int& seeds, const std::string& meaning) {
  return command.count("--seeds", seeds, 1, kMostRuns, meaning);
}

CLI::Option* addFromSeed(Declaration& command, int& first) {
  return command.count("--from-seed", first, 1, kMostRuns, "The first of the seeds (1)");
}

CLI::Option* addQuick(Declaration& command, bool& quick, const std::string& meaning) {
  return command.flag("--quick", quick, "A small version, to see that it works: " + meaning);
}

CLI::Option* addJson(Declaration& command, bool& json, const std::string& meaning) {
  return command.flag("--json", json, meaning);
}

}  // namespace scree
