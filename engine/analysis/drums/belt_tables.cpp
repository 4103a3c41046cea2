#include "engine/analysis/drums/belt_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <numbers>

namespace scree {

namespace {

constexpr double kCellDiameters = 2.5;  // II 3.4
constexpr int kShownModes = 4;

}  // namespace

std::string landingTable(std::span<const Landing> landings) {
  std::string text = "time [s],particle,across [m],along [m],moving along [m],mass [kg],diameter [m]\n";
  for (const Landing& l : landings) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\n", l.time, l.id, l.across, l.along, l.moving,
                   l.mass, l.diameter);
  }
  return text;
}

std::string bedTable(const BeltBed& bed) {
  std::string text = "across [m],along [m],height [m]\n";
  for (int j = 0; j < bed.along; ++j) {
    for (int i = 0; i < bed.across; ++i) {
      fmt::format_to(std::back_inserter(text), "{:.6g},{:.6g},{:.6g}\n", (i + 0.5) * bed.cell[0],
                     (j + 0.5) * bed.cell[1], bed.at(i, j));
    }
  }
  return text;
}

std::string profileTable(const BedProfile& profile) {
  std::string text = "across [m],height [m],deviation along [m]\n";
  for (std::size_t i = 0; i < profile.heights.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{:.6g},{:.6g},{:.6g}\n", profile.placeOf(i), profile.heights[i],
                   profile.deviations[i]);
  }
  return text;
}

BedSettings bedSettingsOf(std::span<const Landing> landings, const BeltFrame& belt, double way) {
  BedSettings settings{.width = belt.width, .length = way};
  double mass = 0.0;
  double volume = 0.0;
  double diameters = 0.0;
  for (const Landing& l : landings) {
    mass += l.mass;
    volume += std::numbers::pi / 6.0 * l.diameter * l.diameter * l.diameter;
    diameters += l.diameter;
  }
  settings.cell = kCellDiameters * diameters / static_cast<double>(landings.size());
  settings.density = mass / volume;
  return settings;
}

std::string bedSummary(std::span<const Landing> landings, const BeltBed& bed) {
  const BedProfile profile = profileOf(bed);
  const std::vector<double> modes = modesOf(profile.heights);
  double mass = 0.0;
  for (const Landing& l : landings) {
    mass += l.mass;
  }
  std::string text = fmt::format(
      "{} landings, {:.4g} kg, {:.4g} kg of it beside the belt; mean height {:.4g} m, sigma_h {:.3f}, f "
      "{:.4g} m, modes",
      landings.size(), mass, bed.beside, modes.at(0), variation(profile.heights), unevenness(profile.heights));
  for (int n = 1; n <= kShownModes; ++n) {
    text += fmt::format(" {:.2g}", modes.at(static_cast<std::size_t>(n)));
  }
  return text + " m";
}

}  // namespace scree
