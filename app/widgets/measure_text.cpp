#include "app/widgets/measure_text.h"

#include <fmt/format.h>

#include <cmath>

#include "app/widgets/widgets.h"

namespace scree {

std::string measureValueText(double value, std::string_view unit) {
  constexpr int kDigits = 4;
  if (std::isnan(value)) {
    return "–";
  }
  if (unit == "m" && std::abs(value) < 1.0) {
    return quantity(1e3 * value, "mm", kDigits);
  }
  if (unit.empty() && value == std::floor(value) && value >= 0.0) {
    return grouped(static_cast<std::uint64_t>(value));
  }
  return unit == "°" ? fmt::format("{:.1f}°", value) : quantity(value, unit, kDigits);
}

std::string measureText(const Snapshot& snapshot, const Measure& measure) {
  const std::vector<double> values = measureValues(snapshot, measure);
  const auto text = [&](std::size_t i) { return measureValueText(values[i], columnsOf(measure.kind)[i].unit); };
  if (std::holds_alternative<MeasureFlow>(measure.kind)) {
    const std::string flow = std::isnan(values[0]) ? "" : measureValueText(values[0] - values[1], "kg/s") + ", ";
    return std::isnan(values[6]) ? text(6) : fmt::format("{}{} forward, {} back", flow, text(6), text(7));
  }
  if (std::holds_alternative<MeasureRegion>(measure.kind)) {
    return std::isnan(values[1]) ? text(1) : fmt::format("{}, {} grains", text(0), text(1));
  }
  return text(0);
}

}  // namespace scree
