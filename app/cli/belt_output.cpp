#include "app/cli/belt_output.h"

#include <cmath>

#include "engine/analysis/drums/belt_bed.h"
#include "engine/analysis/drums/belt_tables.h"
#include "engine/io/output_file.h"

namespace scree {

BeltOutput::BeltOutput(std::filesystem::path folder, double from, const World& world, std::optional<BeltMemory> memory)
    : folder_(std::move(folder)),
      from_(from),
      wayBefore_(memory ? memory->wayBefore : 0.0),
      watch_(memory ? LandingWatch(*widestBelt(world), std::move(memory->watch))
                    : LandingWatch(world, *widestBelt(world))) {
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
  const BedProfile profile = profileOf(bed);
  write("profile.csv", profileTable(profile));
  numbers_ = BeltNumbers{.landings = landings.size(),
                         .beside = bed.beside,
                         .meanHeight = meanHeight(profile.heights),
                         .variation = variation(profile.heights),
                         .unevenness = unevenness(profile.heights)};
  for (const Landing& landing : landings) {
    numbers_->mass += landing.mass;
  }
  summary_ = bedSummary(landings, bed);
}

}  // namespace scree
