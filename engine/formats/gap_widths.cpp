#include "engine/formats/gap_widths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "engine/formats/course_file.h"

namespace scree {

namespace {

double slottedLength(const OutletMesh& m) { return m.length - 2.0 * m.rim; }

/// Width by the table at the share `share` of the slotted length, or at `along` [m] where the table has places.
double tableWidth(const GapWidths& table, double share, double along) {
  const std::vector<double>& widths = table.widths;
  if (table.at.empty()) {
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(widths.size() - 1);
    const auto before = std::min(static_cast<std::size_t>(place), widths.size() - 1);
    const std::size_t after = std::min(before + 1, widths.size() - 1);
    return std::lerp(widths[before], widths[after], place - static_cast<double>(before));
  }
  const auto next = std::ranges::upper_bound(table.at, along);
  if (next == table.at.begin() || next == table.at.end()) {
    return next == table.at.begin() ? widths.front() : widths.back();
  }
  const auto after = static_cast<std::size_t>(next - table.at.begin());
  const double from = table.at[after - 1];
  return std::lerp(widths[after - 1], widths[after], (along - from) / (*next - from));
}

/// Least and largest width along the gaps [m].
std::pair<double, double> extremesOf(const OutletMesh& m, double slotted) {
  if (!m.widths.widths.empty()) {
    const auto [least, most] = std::ranges::minmax(m.widths.widths);
    return {least, most};
  }
  return std::minmax({gapWidthAt(m, 0.0), gapWidthAt(m, slotted)});
}

std::string problemOfTable(const GapWidths& widths, double slotted) {
  if (widths.at.empty()) {
    return widths.widths.empty() ? "give the table 'widths' at least one width" : "";
  }
  if (widths.at.size() != widths.widths.size()) {
    return fmt::format("give as many places in 'widths_at' as there are 'widths': {} for {}", widths.at.size(),
                       widths.widths.size());
  }
  if (std::ranges::adjacent_find(widths.at, std::greater_equal<>()) != widths.at.end()) {
    return "list the places of 'widths_at' in order along the gaps, each once";
  }
  // Places beyond the gaps are rather of another outlet or in another unit.
  constexpr double kTolerance = 1e-6;
  return widths.at.front() >= 0.0 && widths.at.back() <= slotted * (1.0 + kTolerance)
             ? ""
             : fmt::format(
                   "give places from 0, where the gaps begin, to {:.4g} m, where they end: 'length' without both rims",
                   slotted);
}

}  // namespace

double gapWidthAt(const OutletMesh& m, double along) {
  const GapWidths& widths = m.widths;
  if (!widths.any()) {
    return m.beta + 2.0 * along * std::tan(m.alpha);
  }
  const double share = along / slottedLength(m);
  return widths.widths.empty() ? std::lerp(widths.first.value_or(0.0), widths.last.value_or(0.0), share)
                               : tableWidth(widths, share, along);
}

std::string problemOfGaps(const OutletMesh& m, double slotted) {
  const GapWidths& widths = m.widths;
  const bool isLine = widths.first || widths.last;
  const bool isTable = !widths.widths.empty() || !widths.at.empty();
  const int ways =
      (m.beta > 0.0 || m.alpha != 0.0 ? 1 : 0) + (isLine ? 1 : 0) + (isTable ? 1 : 0) + (widths.file.empty() ? 0 : 1);
  if (ways != 1) {
    return std::string(ways == 0 ? "give the gaps a width" : "give the widths of the gaps in one way") +
           ": 'beta' and 'alpha', 'first_width' and 'last_width', 'widths', or 'widths_file'";
  }
  if (isLine && !(widths.first && widths.last)) {
    return widths.first ? "give 'last_width', too" : "give 'first_width', too";
  }
  if (std::string remedy = isTable ? problemOfTable(widths, slotted) : ""; !remedy.empty()) {
    return remedy;
  }
  const auto [least, most] = extremesOf(m, slotted);
  const double pitch = std::numbers::pi * m.diameter / m.gaps;
  if (!(most < pitch && most > 0.0)) {
    return fmt::format(
        "make the gaps narrower than {:.4g} m, the circumference by their number, and wider than 0: "
        "change 'beta', 'alpha', 'gaps' or the widths",
        pitch);
  }
  return least >= 0.0 ? "" : "make the gaps wider: they close before they end";
}

std::string tableFileOf(const MadeMesh& made) {
  const auto* outlet = std::get_if<OutletMesh>(&made);
  return outlet ? outlet->widths.file : "";
}

TableProblem readTables(MadeMesh& made, const std::filesystem::path& folder) {
  const std::string name = tableFileOf(made);
  auto* outlet = std::get_if<OutletMesh>(&made);
  if (name.empty() || outlet == nullptr) {
    return {};
  }
  GapWidths& widths = outlet->widths;
  if (!widths.widths.empty() || !widths.at.empty()) {
    return {"the gaps have both 'widths' and 'widths_file'", "give one of them"};
  }
  const std::filesystem::path path = folder / name;
  CourseFile file = readCourseFile(path, "width", Dimension::length, "z");
  if (!file.what.empty()) {
    const std::string line = file.line > 0 ? fmt::format(", line {}", file.line) : "";
    return {fmt::format("table {}{}: {}", path.string(), line, file.what), std::move(file.remedy)};
  }
  widths.file.clear();
  std::ranges::transform(file.points, std::back_inserter(widths.at), &CoursePoint::time);
  std::ranges::transform(file.points, std::back_inserter(widths.widths), &CoursePoint::value);
  return {};
}

}  // namespace scree
