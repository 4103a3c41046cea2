#include "app/cli/belt_output.h"

#include <cmath>

#include "engine/analysis/drums/belt_tables.h"
#include "engine/io/output_file.h"

namespace scree {

BeltOutput::BeltOutput(std::filesystem::path folder, double from, const World& world)
    : folder_(std::move(folder)), from_(from), watch_(world, *widestBelt(world)) {
  OutputFile(folder_ / "landings.csv").close();
}

void BeltOutput::afterStep(const World& world, const StepData& data) {
  watch_.take(world, data);
  if (world.time < from_) {
    wayBefore_ = watch_.way();
  }
}

void BeltOutput::finish(const World& world) {
  const auto write = [&](const char* name, const std::string& text) {
    writeFileAtomically(folder_ / name, text);
    written_.push_back(folder_ / name);
  };
  write("landings.csv", landingTable(watch_.landings()));
  const std::vector<Landing> landings = landingsBetween(watch_.landings(), from_, world.time);
  const double way = std::abs(watch_.way() - wayBefore_);
  if (landings.empty() || !(way > 0.0)) {
    return;
  }
  const BeltBed bed = bedOf(landings, bedSettingsOf(landings, watch_.belt(), way));
  write("bed.csv", bedTable(bed));
  write("profile.csv", profileTable(profileOf(bed)));
  summary_ = bedSummary(landings, bed);
}

}  // namespace scree
