#pragma once

#include <filesystem>

#include "app/plots/plot_store.h"

namespace scree {

/// Writes the curves of one plot as a table: time and step, then a column each with its unit in the header, with points
/// as decimal marks whatever the locale. Whole or not at all. Throws OutputError.
void writePlotCsv(const PlotBranch& run, const std::vector<PlotCurve>& curves, const std::filesystem::path& file);

}  // namespace scree
