#pragma once

#include <string>
#include <vector>

#include "app/studies/balling/balling_case.h"
#include "app/studies/html_page.h"

namespace scree {

inline constexpr const char* kBallingTitle = "Balling drums";

std::string ballingText();
/// Sections of the report: observables beside the published ones, beds, merged against full, profiles, fields.
std::vector<ReportSection> ballingSections(const std::vector<BallingRun>& runs, const std::vector<BallingCase>& cases);
/// A row for each observable of each run.
std::string ballingCsv(const std::vector<BallingRun>& runs);
/// A row for each run and part of the belt's width.
std::string ballingProfiles(const std::vector<BallingRun>& runs);
/// Fields of the cross-section: a row for each run and cell with mass.
std::string ballingFields(const std::vector<BallingRun>& runs);

}  // namespace scree
