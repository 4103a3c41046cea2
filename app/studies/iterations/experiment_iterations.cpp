#include <algorithm>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/iterations/iteration_report.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr const char* kTitle = "Sweeps that containers and drums need";

bool isWanted(const IterationSystem& system, const std::vector<std::string>& only) {
  const std::string kind = system.kind == IterationKind::drum        ? "drums"
                           : system.kind == IterationKind::container ? "containers"
                                                                     : "columns";
  return only.empty() || std::ranges::find(only, kind) != only.end();
}

void writeStudy(const IterationStudy& study, const std::filesystem::path& folder) {
  const std::vector<ReportSection> sections = iterationSections(study);
  writeFileAtomically(folder / "iterations.csv", iterationCsv(study));
  writeFileAtomically(folder / "iterations_wall.csv", iterationWallCsv(study));
  writeFileAtomically(folder / "iterations_law.csv", iterationLawCsv(study));
  writeFileAtomically(folder / "iterations.html", htmlPage(kTitle, iterationText(study), sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(folder / name, svgText(plot));
    }
  }
}

}  // namespace

int iterationExperiment(const IterationOptions& options) {
  watchSignals();
  std::vector<IterationSystem> systems = iterationSystems(options.quick);
  std::erase_if(systems, [&](const IterationSystem& system) { return !isWanted(system, options.only); });
  try {
    checkWritable(options.folder / "iterations.csv");
    for (const IterationSystem& system : systems) {
      writeFileAtomically(options.folder / "scenes" / (system.fileName() + ".yaml"), iterationScene(system));
    }
    const IterationStudy study = iterationStudy(systems, options.quick, options.seeds, options.firstSeed, options.jobs);
    if (study.cases.empty()) {
      return signalReceived() != 0 ? kSignalled + signalReceived() : kBadScene;
    }
    writeStudy(study, options.folder);
    print(stdout, "{}", markdownText(kTitle, iterationText(study), iterationSections(study)));
    tellReport(options.folder / "iterations.html");
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
