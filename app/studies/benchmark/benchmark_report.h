#pragma once

#include <string>
#include <vector>

#include "app/studies/benchmark/benchmark_run.h"
#include "app/studies/html_page.h"

namespace scree {

inline constexpr const char* kBenchmarkTitle = "Public benchmark of Dosta et al. 2024";

/// Summary of the study, in a paragraph.
std::string benchmarkText(bool isPublishedStart, bool quick);
/// A chapter for each case that was run: costs, counts or depths, curves.
std::vector<ReportSection> benchmarkSections(const std::vector<BenchmarkRun>& runs);
/// All samples of all runs as CSV: case, way, seed, t [s], counts of the zones, height of the ball [m].
std::string benchmarkCsv(const std::vector<BenchmarkRun>& runs);

}  // namespace scree
