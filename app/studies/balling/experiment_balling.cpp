#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/balling/balling_report.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

/// Cases of the options; without names those that a night can hold: the laboratory, and the plant with coarse pellets.
std::vector<BallingCase> chosenCases(const BallingOptions& options) {
  std::vector<BallingCase> cases = ballingCases(options.quick);
  std::erase_if(cases, [&](const BallingCase& which) {
    const bool isNamed = std::ranges::any_of(options.only, [&](const std::string& name) {
      return which.name == name || which.name.starts_with(name + "-");
    });
    const bool isOfANight = options.quick || which.name == "lab" || which.name.starts_with("coarse");
    return options.only.empty() ? !isOfANight : !isNamed;
  });
  return cases;
}

bool wants(const BallingOptions& options, const char* way) {
  return options.ways.empty() || std::ranges::find(options.ways, way) != options.ways.end();
}

std::vector<BallingRun> ballingRuns(const BallingOptions& options, const std::vector<BallingCase>& cases) {
  struct Planned {
    const BallingCase* which;
    bool merged;
    int seed;
  };
  std::vector<Planned> planned;
  for (const BallingCase& which : cases) {
    for (const bool merged : {false, true}) {
      for (int i = 0; i < options.seeds && wants(options, merged ? "merged" : "full"); ++i) {
        planned.push_back({&which, merged, options.firstSeed + i});
      }
    }
  }
  std::vector<BallingRun> runs(planned.size());
  std::vector<std::exception_ptr> troubles(planned.size());
  runJobs(planned.size(), options.jobs, [&](std::size_t i) {
    const Planned& one = planned[i];
    try {
      runs[i] = ballingRun(*one.which, one.merged, one.seed);
    } catch (...) {
      troubles[i] = std::current_exception();
    }
    return fmt::format("{} {}, seed {}", one.which->name, one.merged ? "merged" : "full", one.seed);
  });
  for (const std::exception_ptr& trouble : troubles) {
    if (trouble) {
      std::rethrow_exception(trouble);
    }
  }
  std::erase_if(runs, [](const BallingRun& run) { return run.name.empty(); });  // not begun before a signal
  return runs;
}

void writeTables(const BallingOptions& options, const std::vector<BallingRun>& runs,
                 const std::vector<ReportSection>& sections) {
  writeFileAtomically(options.folder / "balling.csv", ballingCsv(runs));
  writeFileAtomically(options.folder / "balling_profiles.csv", ballingProfiles(runs));
  writeFileAtomically(options.folder / "balling_fields.csv", ballingFields(runs));
  writeFileAtomically(options.folder / "balling.html", htmlPage(kBallingTitle, ballingText(), sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(options.folder / name, svgText(plot));
    }
  }
}

}  // namespace

int ballingExperiment(const BallingOptions& options) {
  watchSignals();
  const std::vector<BallingCase> cases = chosenCases(options);
  if (cases.empty()) {
    print(stderr, "--only: nothing is named so: drums are lab, coarse and plant's rk1 and rk5, such as coarse-rk1-m\n");
    return kUsage;
  }
  if (!wants(options, "full") && !wants(options, "merged")) {
    print(stderr, "--ways: nothing is named so: ways are full and merged\n");
    return kUsage;
  }
  try {
    checkWritable(options.folder / "balling.csv");
    const std::vector<BallingRun> runs = ballingRuns(options, cases);
    const std::vector<ReportSection> sections = ballingSections(runs, cases);
    writeTables(options, runs, sections);
    print(stdout, "{}", markdownText(kBallingTitle, ballingText(), sections));
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  tellReport(options.folder / "balling.html");
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
