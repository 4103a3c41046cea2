#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/warm_start/warm_start_parts.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

struct Part {
  const char* name;
  PartResult (*run)(const WarmStartOptions&);
};

constexpr std::array<Part, 4> kParts = {
    {{"column", columnPart}, {"pile", pilePart}, {"drum", drumPart}, {"creep", creepPart}}};

constexpr const char* kHead =
    "# Warm starting projected Gauss-Seidel\n\n"
    "The systems of Wang, Servin and Berglund, *Warm starting the projected Gauss-Seidel algorithm for granular matter "
    "simulation* (2016), with the published values beside ours. Nothing is tuned. The paper's results are figures; its "
    "text gives the numbers quoted here. Sweeps are those of the continuous solve in a whole step of 5 ms, all "
    "substeps "
    "together; an impact stage has as many of its own (150 in the presets paper and paper-warm), joined impacts need "
    "none.\n\n";

bool isWanted(const WarmStartOptions& options, const Part& part) {
  return options.only.empty() || std::ranges::find(options.only, part.name) != options.only.end();
}

void append(PartResult& all, PartResult&& part) {
  all.rows.insert(all.rows.end(), part.rows.begin(), part.rows.end());
  all.report += part.report;
  all.plots.insert(all.plots.end(), part.plots.begin(), part.plots.end());
  all.failed = all.failed || part.failed;
}

void writeResult(const PartResult& result, const std::filesystem::path& folder) {
  writeFileAtomically(folder / "warm_start.csv", csvText(result.rows));
  std::string report = result.report;
  for (const auto& [name, plot] : result.plots) {
    writeFileAtomically(folder / name, svgText(plot));
    report += fmt::format("![{}]({})\n", plot.title, name);
  }
  writeFileAtomically(folder / "report.md", report);
}

}  // namespace

int warmStartExperiment(const WarmStartOptions& options) {
  watchSignals();
  PartResult all{.report = kHead};
  if (options.quick) {
    all.report += "This is a quick run: smaller systems, shorter times, fewer sweeps tried.\n\n";
  }
  try {
    checkWritable(options.folder / "warm_start.csv");
    for (const Part& part : kParts) {
      if (isWanted(options, part) && signalReceived() == 0) {
        append(all, part.run(options));
        writeResult(all, options.folder);
      }
    }
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  print(stdout, "{}", all.report);
  tellReport(options.folder / "report.md");
  if (signalReceived() != 0) {
    return kSignalled + signalReceived();
  }
  return all.failed ? kBadScene : kDone;
}

}  // namespace scree
