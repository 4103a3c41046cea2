#include "app/plots/plot_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "engine/io/output_file.h"

namespace scree {

std::string csvHeaderOf(const SampleColumn& column) {
  std::string unit = column.unit;
  if (unit == "%") {
    unit = "percent";
  } else if (unit == "°") {
    unit = "deg";
  } else if (unit == "m/s") {
    unit = "m_per_s";
  } else if (unit == "kg/s") {
    unit = "kg_per_s";
  } else if (unit == "1/s") {
    unit = "per_s";
  } else if (unit == "rad/s") {
    unit = "rad_per_s";
  }
  std::string header = column.name + (unit.empty() ? "" : "_" + unit);
  std::ranges::replace_if(
      header, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; }, '_');
  return header;
}

void writePlotCsv(const PlotBranch& run, const std::vector<PlotCurve>& curves, const std::filesystem::path& file) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "time_s,step");
  for (const PlotCurve& curve : curves) {
    fmt::format_to(out, ",{}", csvHeaderOf(curve.info));
  }
  fmt::format_to(out, "\n");
  // All curves of one plot are in the same table.
  if (!curves.empty()) {
    const PlotTable& table = tableOf(run, curves.front());
    for (std::size_t row = 0; row < table.rows(); ++row) {
      fmt::format_to(out, "{},{}", table.time(row), table.step(row));
      for (const PlotCurve& curve : curves) {
        const float value = table.column(curve.column)[row];
        std::isnan(value) ? fmt::format_to(out, ",") : fmt::format_to(out, ",{}", value);
      }
      fmt::format_to(out, "\n");
    }
  }
  writeFileAtomically(file, std::string_view(text.data(), text.size()));
}

}  // namespace scree
