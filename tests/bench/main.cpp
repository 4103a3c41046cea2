#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "engine/base/large_pages.h"
#include "engine/base/provenance.h"
#include "engine/io/output_file.h"
#include "engine/io/scene_library.h"
#include "tests/bench/cases.h"
#include "tests/bench/compare.h"
#include "tests/bench/precision_picture.h"
#include "tests/bench/report.h"
#include "tests/bench/stopwatch.h"

namespace scree::bench {

namespace {

namespace fs = std::filesystem;

enum ExitCode : int { kDone = 0, kSlower = 1, kUsage = 2, kFailed = 3 };

struct Options {
  bool quick = false;
  bool tiny = false;
  bool list = false;
  std::vector<std::string> only;
  fs::path out;
  fs::path picture;
  fs::path results;
  fs::path cache;
  fs::path before;
  fs::path after;
  bool trust = false;
  double band = 100.0 * kSmallestBand;  ///< %
};

std::vector<Case> allBenchCases(std::vector<std::string>& missing) {
  std::vector<Case> cases = kernelCases();
  for (std::vector<Case> more : {stepCases(), errorCases(), reducedCases(), peerCases(missing), precisionCases()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

bool isChosen(const Case& c, const Options& options) {
  if (options.tiny || c.tier == Tier::tiny) {
    return options.tiny && c.tier == Tier::tiny;
  }
  if (options.quick && c.tier != Tier::quick) {
    return false;
  }
  return options.only.empty() || std::any_of(options.only.begin(), options.only.end(), [&](const std::string& text) {
           return c.name.find(text) != std::string::npos;
         });
}

std::optional<Record> measuredCase(const Case& c, States& states) {
  const Stopwatch watch;
  Outcome outcome;
  try {
    outcome = c.run(states);
  } catch (const std::exception& error) {
    outcome.failure = error.what();
  }
  if (!outcome.failure.empty()) {
    std::fprintf(stderr, "%s: %s\n", c.name.c_str(), outcome.failure.c_str());
    return std::nullopt;
  }
  const Record& record = outcome.record;
  std::fprintf(stderr, "%s: %.4g %s (%.1f s)\n", c.name.c_str(), record.value, record.measure.c_str(),
               watch.elapsed().wall);
  return record;
}

fs::path cacheOf(const Options& options) {
  return options.cache.empty() ? executablePath().parent_path() / "bench_states" : options.cache;
}

int runCases(const Options& options) {
  std::vector<std::string> missing;
  const std::vector<Case> cases = allBenchCases(missing);
  if (options.list) {
    for (const Case& c : cases) {
      std::printf("%s%s\n", c.name.c_str(), c.tier == Tier::quick ? "  (quick)" : "");
    }
    return kDone;
  }
  for (const std::string& line : missing) {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  if (!options.out.empty()) {
    checkWritable(options.out);
  }
  if (!options.picture.empty()) {
    checkWritable(options.picture);
  }
  States states(cacheOf(options));
  Results results{.provenance = thisProvenance()};
  bool failed = false;
  const Stopwatch watch;
  for (const Case& c : cases) {
    if (!isChosen(c, options)) {
      continue;
    }
    if (const std::optional<Record> record = measuredCase(c, states)) {
      results.records.push_back(*record);
    } else {
      failed = true;
    }
    if (!options.out.empty()) {
      writeFileAtomically(options.out, toCsv(results));
    }
  }
  const Elapsed elapsed = watch.elapsed();
  std::fprintf(stderr, "%zu cases in %.0f s (%.0f s of processor, other programs not counted), preparing included\n",
               results.records.size(), elapsed.wall, elapsed.cpu);
  std::fputs(reportText(results).c_str(), stdout);
  if (results.records.empty()) {
    std::fprintf(stderr, "nothing was measured: see scree_bench run --list\n");
    return kUsage;
  }
  if (!options.picture.empty()) {
    writeFileAtomically(options.picture, precisionPicture(results));
  }
  return failed ? kFailed : kDone;
}

int drawPicture(const Options& options) {
  writeFileAtomically(options.picture, precisionPicture(fromCsv(readFile(options.results))));
  return kDone;
}

/// Why this program cannot measure the cases of `after` again; empty when it can.
std::string strangeness(const Provenance& after) {
  const Provenance here = thisProvenance();
  if (here.processor != after.processor || here.cores != after.cores) {
    return "the new file was measured on another machine than this";
  }
  if (here.commit != after.commit) {
    return fmt::format("the new file is of commit {}, this program of {}", after.commit, here.commit);
  }
  return {};
}

int compareFiles(const Options& options) {
  const Results before = fromCsv(readFile(options.before));
  const Results after = fromCsv(readFile(options.after));
  if (before.provenance.processor != after.provenance.processor || before.provenance.cores != after.provenance.cores) {
    std::fprintf(stderr, "%s with %g cores before, %s with %g cores after: this compares machines\n",
                 before.provenance.processor.c_str(), before.provenance.cores, after.provenance.processor.c_str(),
                 after.provenance.cores);
    return kUsage;
  }
  const std::string strange = options.trust ? "" : strangeness(after.provenance);
  if (!strange.empty()) {
    std::fprintf(stderr, "%s: cases that look slower cannot be measured again (--trust takes the files as they are)\n",
                 strange.c_str());
    return kUsage;
  }
  std::vector<std::string> missing;
  const std::vector<Case> cases = allBenchCases(missing);
  States states(cacheOf(options));
  const Remeasure remeasure = [&](const std::string& name) -> std::optional<Record> {
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const Case& c) { return c.name == name; });
    return options.trust || found == cases.end() ? std::nullopt : measuredCase(*found, states);
  };
  const std::vector<Judgement> judgements = compare(before, after, remeasure, 0.01 * options.band);
  std::printf("old: %s, %s\nnew: %s, %s\n\n%s", before.provenance.commit.c_str(), before.provenance.date.c_str(),
              after.provenance.commit.c_str(), after.provenance.date.c_str(), comparisonTable(judgements).c_str());
  return anySlower(judgements) ? kSlower : kDone;
}

CLI::App* addPictureCommand(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("picture", "Draw error against cost of the cases precision/ as SVG");
  command->add_option("RESULTS", options.results)->required()->type_name("")->check(CLI::ExistingFile);
  command->add_option("OUT", options.picture)->required()->type_name("");
  return command;
}

int dispatch(int argc, char** argv) {
  CLI::App app("Measures Scree: kernels, whole steps, and other engines from the same start.", "scree_bench");
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 something is slower, 2 wrong use or files that do not compare, 3 a case failed");
  Options options;
  CLI::App* runCommand = app.add_subcommand("run", "Measure and print the tables");
  runCommand->add_flag("--quick", options.quick, "About three minutes: the small cases");
  runCommand->add_flag("--tiny", options.tiny, "Seconds: shows that it works, measures nothing of use");
  runCommand->add_flag("--list", options.list, "Name the cases and stop");
  runCommand->add_option("--only", options.only, "Cases whose name contains this; may be given again")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  runCommand->add_option("--out", options.out, "Write the results as CSV")->type_name("FILE");
  runCommand->add_option("--picture", options.picture, "Draw error against cost of the cases precision/ as SVG")
      ->type_name("FILE");
  const CLI::App* pictureCommand = addPictureCommand(app, options);
  CLI::App* compareCommand =
      app.add_subcommand("compare", "Judge new results against old; what looks slower is measured again first");
  compareCommand->add_option("OLD", options.before)->required()->type_name("")->check(CLI::ExistingFile);
  compareCommand->add_option("NEW", options.after)->required()->type_name("")->check(CLI::ExistingFile);
  compareCommand->add_flag("--trust", options.trust, "Judge from the files alone");
  compareCommand->add_option("--band", options.band, "Smallest change that counts, in percent (default: 5)")
      ->type_name("PERCENT")
      ->check(CLI::PositiveNumber);
  for (CLI::App* command : {runCommand, compareCommand}) {
    command->add_option("--states", options.cache, "Folder of prepared states (default: beside this program)")
        ->type_name("DIR");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  if (pictureCommand->parsed()) {
    return drawPicture(options);
  }
  return runCommand->parsed() ? runCases(options) : compareFiles(options);
}

}  // namespace

}  // namespace scree::bench

int main(int argc, char** argv) {
  scree::restartOnLargePages(argv);
  try {
    return scree::bench::dispatch(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return scree::bench::kFailed;
  }
}
