// The stress matrix: runs cases FIRST to FIRST + COUNT - 1 on some threads and tells how each ended.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/stress/stress_run.h"

namespace {

using namespace scree::stress;

struct Options {
  std::uint64_t first = 0;
  int count = 2000;
  int steps = 4000;
  int jobs = 1;
  std::string table;
  std::string scene;
  bool all = false;
  bool wet = false;
  std::vector<std::string> settings;
};

Case caseOf(const Options& options, std::size_t place) {
  const std::uint64_t number = options.first + place;
  return options.wet ? wetCaseOf(number) : scree::stress::caseOf(number);
}

std::vector<scree::SceneOverride> overridesOf(const Options& options) {
  std::vector<scree::SceneOverride> overrides;
  for (const std::string& setting : options.settings) {
    const std::size_t at = setting.find('=');
    overrides.push_back({setting.substr(0, at), at == std::string::npos ? "" : setting.substr(at + 1)});
  }
  return overrides;
}

std::string lineOf(const Case& c, const Outcome& o) {
  return fmt::format(
      "{:8} gain {:.2g} at {:.3g} s, lost {}, overlap {:.2g}, speed {:.2g}, substeps {}, {:.1f} s | {}{}",
      nameOf(o.verdict), o.gain, o.gainTime, o.lost, o.overlap, o.creep, o.substeps, o.seconds, describe(c),
      o.sentence.empty() ? "" : " | " + o.sentence);
}

/// Writes a case's scene, and its mesh beside it.
void writeScene(const Options& options) {
  const Case c = caseOf(options, 0);
  std::ofstream(options.scene) << sceneOf(c, options.scene + ".obj");
  std::ofstream(options.scene + ".obj") << boxMesh(c);
}

int runAll(const Options& options) {
  std::vector<Outcome> outcomes(static_cast<std::size_t>(options.count));
  std::atomic<std::size_t> next = 0;
  std::mutex printing;
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::vector<scree::SceneOverride> overrides = overridesOf(options);
  const auto work = [&] {
    for (std::size_t i = next++; i < outcomes.size(); i = next++) {
      const Case c = caseOf(options, i);
      outcomes[i] = runCase(c, options.steps, folder, overrides);
      const std::scoped_lock lock(printing);
      if (options.all || outcomes[i].verdict != Verdict::sound) {
        fmt::print("{}\n", lineOf(c, outcomes[i]));
        std::fflush(stdout);
      }
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < options.jobs; ++i) {
    threads.emplace_back(work);
  }
  threads.clear();
  std::array<int, 6> counts{};
  for (const Outcome& outcome : outcomes) {
    ++counts[static_cast<std::size_t>(outcome.verdict)];
  }
  if (!options.table.empty()) {
    std::ofstream table(options.table);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      table << lineOf(caseOf(options, i), outcomes[i]) << '\n';
    }
  }
  fmt::print("{} runs: {} sound, {} refused, {} stopped by the guard, {} gain energy, {} lose grains, {} not finite\n",
             outcomes.size(), counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
  return counts[3] + counts[4] + counts[5] == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Stress matrix of Scree's solver");
  app.add_option("--first", options.first, "Number of the first case");
  app.add_option("--count", options.count, "Cases");
  app.add_option("--steps", options.steps, "Most steps of one");
  app.add_option("--jobs", options.jobs, "Cases at a time");
  app.add_option("--table", options.table, "File for one line a case");
  app.add_option("--scene", options.scene, "Only write the first case as a scene file");
  app.add_option("--set", options.settings, "KEY=VALUE of the scenes");
  app.add_flag("--wet", options.wet, "The same cases with grains that attract each other");
  app.add_flag("--all", options.all, "Print sound cases too");
  CLI11_PARSE(app, argc, argv);
  if (!options.scene.empty()) {
    writeScene(options);
    return 0;
  }
  return runAll(options);
}
