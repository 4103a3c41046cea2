#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/pellets/pellet_runs.h"

namespace scree {

inline constexpr const char* kPelletsTitle = "Iron ore pellets, verified and piled";

/// Summary of the study, in a paragraph.
std::string pelletsText(const PelletsOptions& options);
/// A chapter for each part that was run: our values beside those of the law and of the paper.
std::vector<ReportSection> pelletSections(const PelletResults& results);
/// Chapters of the pile: angles, and histograms of its contacts. Empty without a run.
std::vector<ReportSection> pelletPileSections(const std::vector<PelletPileRun>& runs);

/// All single numbers: part, way, quantity, unit, value, deviation, closed form, published.
std::string pelletValuesCsv(const std::vector<PelletValue>& values);
/// All drops: way, height, depth, restitution.
std::string pelletDropsCsv(const std::vector<PelletDrops>& drops);
/// Segments of all piles.
std::string pelletPilesCsv(const std::vector<PelletPileRun>& runs);
/// Bins of speeds and overlaps of the contacts of all piles.
std::string pelletContactsCsv(const std::vector<PelletPileRun>& runs);

}  // namespace scree
