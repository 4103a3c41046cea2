#pragma once

#include <filesystem>

#include "app/plots/plot_store.h"

namespace scree {

/// Header of a column with its unit: "kinetic_J", "belt_torque_N_m", "largest_percent".
std::string csvHeaderOf(const SampleColumn& column);

/// Writes the curves of one plot as a table: time and step, then one column a curve with its unit in the header.
/// Decimal marks are points in every locale. Throws OutputError, and then leaves no partial file.
void writePlotCsv(const PlotBranch& run, const std::vector<PlotCurve>& curves, const std::filesystem::path& file);

}  // namespace scree
