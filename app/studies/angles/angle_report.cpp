#include "app/studies/angles/angle_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/studies/experiment_parts.h"

namespace scree {

namespace {

using Group = std::vector<const AngleRun*>;

/// Whole runs of one case and way.
Group groupOf(const std::vector<AngleRun>& runs, AngleCase which, const std::string& way) {
  Group group;
  for (const AngleRun& run : runs) {
    if (run.which == which && run.way == way) {
      group.push_back(&run);
    }
  }
  return group;
}

bool hasValues(const AngleRun& run) { return run.failure.empty() && !run.samples.empty(); }

/// Mean and deviation of a value over the whole runs; a dash without one.
std::string textOf(const Group& group, std::size_t value, int digits) {
  std::vector<double> values;
  for (const AngleRun* run : group) {
    if (hasValues(*run)) {
      values.push_back(meanOf(*run, value));
    }
  }
  return values.empty() ? "-" : plusMinus(statisticsOf(values), digits);
}

std::string soundness(const Group& group) {
  std::uint64_t faults = 0;
  std::string failure;
  for (const AngleRun* run : group) {
    faults += run->faults;
    failure = run->failure.empty() ? failure : fmt::format("seed {}: {}", run->seed, run->failure);
  }
  return !failure.empty() ? failure : faults > 0 ? fmt::format("{} grains taken out", faults) : "whole";
}

double costOf(const Group& group) {
  double processor = 0.0;
  double seconds = 0.0;
  for (const AngleRun* run : group) {
    processor += run->processor;
    seconds += run->seconds;
  }
  return seconds > 0.0 ? processor / seconds : 0.0;
}

/// Deviation of a few values as estimated for all: with n - 1; 0 for one value.
double sampleDeviation(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  return count > 1.0 ? statisticsOf(values).deviation * std::sqrt(count / (count - 1.0)) : 0.0;
}

int digitsOf(const std::string& quantity) { return quantity.find('%') == std::string::npos ? 2 : 3; }

ReportTable valuesTable(const std::vector<AngleRun>& runs, AngleCase which, const std::vector<AngleWay>& ways) {
  ReportTable table{.title = "Means",
                    .head = {"way"},
                    .note = "± is the deviation between seeds. Cost is processor time on one core."};
  const std::vector<std::string> quantities = angleQuantities(which);
  table.head.insert(table.head.end(), quantities.begin(), quantities.end());
  table.head.insert(table.head.end(), {"worst overlap", "cost of a simulated second", "seeds", "how it went"});
  for (const AngleWay& way : ways) {
    const Group group = groupOf(runs, which, way.name);
    if (group.empty()) {
      continue;
    }
    std::vector<std::string> row = {fmt::format("{}: {}", way.name, way.what)};
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      row.push_back(textOf(group, i, digitsOf(quantities[i])));
    }
    double overlap = 0.0;
    for (const AngleRun* run : group) {
      overlap = std::max(overlap, run->worstOverlap);
    }
    row.push_back(overlap > 0.0 ? fmt::format("{:.2g} %", 100.0 * overlap) : "-");
    row.push_back(fmt::format("{:.3g} s", costOf(group)));
    row.push_back(fmt::format("{}", group.size()));
    row.push_back(soundness(group));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ReportTable differencesTable(const std::vector<AngleRun>& runs, AngleCase which, const std::vector<AngleWay>& ways) {
  ReportTable table{
      .title = "Differences from smooth DEM",
      .head = {"way"},
      .note =
          "± is the standard error over pairs of equal seeds. A value in brackets is within the deviation of "
          "smooth DEM between seeds."};
  const std::vector<std::string> quantities = angleQuantities(which);
  table.head.insert(table.head.end(), quantities.begin(), quantities.end());
  for (const AngleWay& way : ways) {
    if (way.name == kReferenceWay || groupOf(runs, which, way.name).empty()) {
      continue;
    }
    std::vector<std::string> row = {way.name};
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      const AngleDifference one = differenceOf(runs, which, way.name, i);
      const int digits = digitsOf(quantities[i]);
      const std::string text = one.seeds == 0   ? "-"
                               : one.seeds == 1 ? fmt::format("{:+.{}f}", one.mean, digits)
                                                : fmt::format("{0:+.{2}f} ± {1:.{2}f}", one.mean, one.error, digits);
      row.push_back(one.isWithin() ? "(" + text + ")" : text);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

const char* textOf(AngleCase which) {
  switch (which) {
    case AngleCase::column:
      return "Grains fall from a loose lattice into a narrow rough box and come to rest.";
    case AngleCase::pile:
      return "A narrow source feeds a pile on a rough floor, 200 grains a second; it is measured when it has stood "
             "for half a second at least. Angle: tan θ = 2 <z>/<r> over the grains of the largest group that touches, "
             "exact for a cone; its flanks are the halves on both sides of the axis. The line through the profile is "
             "beside it to show how much more a fitted line scatters.";
    case AngleCase::collapse:
      return "A bed that has settled between smooth walls loses one of them at once, and runs out along a channel. "
             "Angle: tan θ = <z>/<x> from the wall behind it, over the grains of the largest group that touches, exact "
             "for a wedge; its halves are those along the two side walls.";
    case AngleCase::drum:
      return "A drum with smooth ends turns at a Froude number of 0.0066. Angle by mass: between the vertical and the "
             "direction of the centre of mass from the axis. Angle of the surface: of the line through the highest "
             "grains of slices over half of the diameter.";
  }
  return "";
}

std::string titleOf(AngleCase which) {
  std::string title = nameOf(which);
  title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

}  // namespace

AngleDifference differenceOf(const std::vector<AngleRun>& runs, AngleCase which, const std::string& way,
                             std::size_t value) {
  std::vector<double> differences;
  std::vector<double> references;
  for (const AngleRun* reference : groupOf(runs, which, kReferenceWay)) {
    if (!hasValues(*reference)) {
      continue;
    }
    references.push_back(meanOf(*reference, value));
    for (const AngleRun* run : groupOf(runs, which, way)) {
      if (run->seed == reference->seed && hasValues(*run)) {
        differences.push_back(meanOf(*run, value) - references.back());
      }
    }
  }
  AngleDifference result{.mean = statisticsOf(differences).mean, .seeds = differences.size()};
  result.scatter = sampleDeviation(references);
  result.error = sampleDeviation(differences) / std::sqrt(std::max(1.0, static_cast<double>(differences.size())));
  return result;
}

std::string anglesText(bool quick) {
  return fmt::format(
      "The same start, the same feed and one measure for the solver at three steps, smooth DEM and LIGGGHTS (rolling "
      "model epsd2, a fifth of the Rayleigh time): grains of 13 mm, E of 6 MPa, friction 0.91, rolling resistance "
      "0.32, restitution 0.18{}. The differences say what the big step and the few sweeps cost.",
      quick ? "; fewer grains" : "");
}

std::vector<ReportSection> angleSections(const std::vector<AngleRun>& runs, const std::vector<AngleWay>& ways) {
  std::vector<ReportSection> sections;
  for (const AngleCase which : kAngleCases) {
    if (std::ranges::any_of(runs, [&](const AngleRun& run) { return run.which == which; })) {
      sections.push_back({.title = titleOf(which),
                          .text = textOf(which),
                          .tables = {valuesTable(runs, which, ways), differencesTable(runs, which, ways)}});
    }
  }
  return sections;
}

std::string anglesCsv(const std::vector<AngleRun>& runs) {
  std::string text = "case,way,seed,quantity,value\n";
  for (const AngleRun& run : runs) {
    const std::vector<std::string> quantities = angleQuantities(run.which);
    for (std::size_t i = 0; i < quantities.size() && hasValues(run); ++i) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{:.6g}\n", nameOf(run.which), run.way, run.seed,
                     quantities[i], meanOf(run, i));
    }
  }
  return text;
}

}  // namespace scree
