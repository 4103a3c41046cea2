#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/silo/silo_case.h"

namespace scree {

inline constexpr const char* kSiloTitle = "Discharge of a silo";

/// Summary of the study, in a paragraph.
std::string siloText(const SiloSize& size, bool quick);
/// A chapter for each orifice: rates beside Beverloo's, costs, and the mass over time.
std::vector<ReportSection> siloSections(const SiloSize& size, const std::vector<SiloRun>& runs);
/// All samples of all runs as CSV: orifice, way, seed, t, mass.
std::string siloCsv(const std::vector<SiloRun>& runs);

}  // namespace scree
