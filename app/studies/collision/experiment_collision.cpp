#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/collision/collision_report.h"
#include "app/studies/collision/sedimentation_report.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr const char* kTitle = "Collisions of a set duration";

void writeStudy(const CollisionStudy& study, const std::vector<SedimentationResult>& falls,
                const std::vector<ReportSection>& sections, const std::filesystem::path& folder) {
  writeFileAtomically(folder / "collision.csv", collisionCsv(study));
  writeFileAtomically(folder / "collision_return.csv", collisionReturnCsv(study));
  writeFileAtomically(folder / "sedimentation.csv", sedimentationCsv(falls));
  writeFileAtomically(folder / "collision.html", htmlPage(kTitle, "", sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(folder / name, svgText(plot));
    }
  }
}

}  // namespace

int collisionExperiment(const CollisionOptions& options) {
  watchSignals();
  try {
    if (!options.folder.empty()) {
      checkWritable(options.folder / "collision.csv");
    }
    const CollisionStudy study = collisionStudy(collisionGrid(options.quick));
    std::vector<SedimentationResult> falls;
    for (const SedimentationCase& one : sedimentationCases(options.quick)) {
      if (signalReceived() == 0) {
        falls.push_back(sedimentationResult(one));
      }
    }
    if (signalReceived() != 0) {
      print(stderr, "interrupted: nothing was written\n");
      return kSignalled + signalReceived();
    }
    std::vector<ReportSection> sections = collisionSections(study);
    sections.push_back(sedimentationSection(falls));
    print(stdout, "{}", markdownText(kTitle, "", sections));
    if (!options.folder.empty()) {
      writeStudy(study, falls, sections, options.folder);
      tellReport(options.folder / "collision.html");
    }
    return kDone;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

}  // namespace scree
