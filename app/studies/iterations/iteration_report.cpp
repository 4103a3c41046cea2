#include "app/studies/iterations/iteration_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace scree {

namespace {

constexpr double kTolerances[] = {0.1, 0.05, 0.02};
constexpr double kOwnTolerances[] = {0.02, 0.01, 0.005};

std::string plusMinusOf(double value, double error) { return fmt::format("{:.3g} ± {:.2g}", value, error); }

const char* wordsFor(FittedCases which) {
  return which == FittedCases::all    ? "containers and drums"
         : which == FittedCases::wide ? "containers and drums from 5 d on"
                                      : "containers from 5 d on";
}

SweepPoint pointOf(const IterationCase& one, double tolerance) {
  return {
      .tolerance = tolerance, .height = one.height, .width = one.system.width, .inertialNumber = one.inertialNumber};
}

ReportTable neededTable(const IterationStudy& study) {
  ReportTable table{
      .title = "Sweeps of a solve for an overlap error",
      .head = {"system", "seed", "l, d", "l/w", "I", "overlap of the reference, %", "cold: 10 %", "5 %", "2 %",
               "eq. 41: 5 %", "default: 1 %", "its solves a step", "default, 4 substeps: 2 %", "1 %", "0.5 %"},
      .note =
          "Cold: one solve a step of 10 ms, from zero. Default: that preset, whose steps have as many "
          "substeps as stiffness asks for, each with so many sweeps, solves a step with one sweep; or "
          "with four of them. Overlap errors are mean overlaps less that of the reference."};
  for (const IterationCase& one : study.cases) {
    std::vector<std::string> row = {one.system.name(),
                                    std::to_string(one.seed),
                                    fmt::format("{:.1f}", one.height),
                                    fmt::format("{:.2f}", one.height / one.system.width),
                                    fmt::format("{:.3g}", one.inertialNumber),
                                    fmt::format("{:.2f}", 100.0 * one.reference.errors.overlap())};
    for (const double tolerance : kTolerances) {
      row.push_back(neededOf(one, kColdWay, tolerance).text());
    }
    row.push_back(fmt::format("{:.0f}", sweepsOf(SweepLaw{}, pointOf(one, kIterationTolerance))));
    row.push_back(neededOf(one, kOwnWay, kOwnTolerances[1]).text());
    const auto own = std::ranges::find(one.runs, kOwnWay, &IterationRun::way);
    row.push_back(own != one.runs.end() ? fmt::format("{:.1f}", own->substeps) : "-");
    for (const double tolerance : kOwnTolerances) {
      row.push_back(neededOf(one, kFixedWay, tolerance).text());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

ReportTable lawTable(const std::vector<IterationFit>& fits) {
  ReportTable table{
      .title = "Constants of eq. 41, N = c0 (1 + c1 I)/ε w (1 - exp(-c2 l/w))",
      .head = {"way", "overlap", "ε, %", "cases", "points", "not known", "c0", "c1", "c2", "c0 c2", "scatter, factor"},
      .rows = {{"published", "itself", "5", "containers and drums", "", "", "0.3 ± 0.005", "2 ± 1.1", "0.44 ± 0.02",
                "0.132", ""}},
      .note =
          "Standard errors from the covariance of the fit. Not known: cases that are within the "
          "tolerance with the fewest sweeps tried, or outside it with the most. Without flow c1 is not "
          "fitted. The overlap itself has what the law makes of the weight in it. No constants: the points leave one "
          "open."};
  for (const IterationFit& one : fits) {
    const SweepFit& fit = one.fit;
    std::vector<std::string> row = {one.way,
                                    one.overlap == OverlapOf::law ? "itself" : "less reference",
                                    fmt::format("{:g}", 100.0 * one.tolerance),
                                    wordsFor(one.which),
                                    std::to_string(fit.points),
                                    std::to_string(one.beyond)};
    if (fit.isFound) {
      row.insert(row.end(), {plusMinusOf(fit.law.factor, fit.errors.factor),
                             fit.hasFlow ? plusMinusOf(fit.law.flow, fit.errors.flow) : "-",
                             plusMinusOf(fit.law.height, fit.errors.height),
                             fmt::format("{:.3g}", fit.law.factor * fit.law.height),
                             fmt::format("{:.2f}", std::exp(fit.scatter))});
    } else {
      row.insert(row.end(), {"-", "-", "-", "-", "-"});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::set<double> widthsOf(const IterationStudy& study, IterationKind kind) {
  std::set<double> widths;
  for (const IterationCase& one : study.cases) {
    if (one.system.kind == kind) {
      widths.insert(kind == IterationKind::drum ? one.system.speed : one.system.width);
    }
  }
  return widths;
}

/// Points of a kind and width, or speed of drums, from `valueOf`.
template <class ValueOf>
SvgCurve curveOf(const IterationStudy& study, IterationKind kind, double which, ValueOf valueOf) {
  const bool isDrum = kind == IterationKind::drum;
  SvgCurve curve{.name = isDrum ? fmt::format("drum {:g} rad/s", which) : fmt::format("{:g} d", which),
                 .line = SvgLine::none};
  for (const IterationCase& one : study.cases) {
    if (one.system.kind == kind && (isDrum ? one.system.speed : one.system.width) == which) {
      const Needed needed = neededOf(one, kColdWay, kIterationTolerance);
      if (needed.known()) {
        curve.points.push_back(valueOf(one, needed.sweeps));
      }
    }
  }
  return curve;
}

/// The law over the height, as a curve; and the published one.
void addLaws(const SweepFit& fit, double width, int colour, Plot& plot) {
  SvgCurve own{.name = fmt::format("fit {:g} d", width), .colour = colour};
  SvgCurve published{.name = fmt::format("published {:g} d", width), .colour = colour, .line = SvgLine::dashed};
  for (double height = 3.0; height < 250.0; height *= 1.15) {
    const SweepPoint point{.tolerance = kIterationTolerance, .height = height, .width = width};
    own.points.emplace_back(height, sweepsOf(fit.law, point));
    published.points.emplace_back(height, sweepsOf(SweepLaw{}, point));
  }
  plot.curves.push_back(std::move(own));
  plot.curves.push_back(std::move(published));
}

Plot heightPlot(const IterationStudy& study, const SweepFit& fit) {
  Plot plot{.title = "Cold sweeps for an overlap error of 5 %",
            .xLabel = "height l / d",
            .yLabel = "sweeps",
            .logX = true,
            .logY = true};
  const auto byHeight = [](const IterationCase& one, double sweeps) { return std::pair(one.height, sweeps); };
  int colour = 0;
  for (const double width : widthsOf(study, IterationKind::container)) {
    plot.curves.push_back(curveOf(study, IterationKind::container, width, byHeight));
    plot.curves.back().colour = colour;
    if (fit.isFound) {
      addLaws(fit, width, colour, plot);
    }
    ++colour;
  }
  for (const double speed : widthsOf(study, IterationKind::drum)) {
    plot.curves.push_back(curveOf(study, IterationKind::drum, speed, byHeight));
    plot.curves.back().colour = colour++;
  }
  return plot;
}

Plot shapePlot(const IterationStudy& study, const SweepFit& fit) {
  Plot plot{.title = "Containers: cold sweeps for 5 %, over the width",
            .xLabel = "l/w",
            .yLabel = "ε N/w",
            .logX = true,
            .logY = true};
  for (const double width : widthsOf(study, IterationKind::container)) {
    plot.curves.push_back(curveOf(study, IterationKind::container, width, [](const IterationCase& one, double sweeps) {
      return std::pair(one.height / one.system.width, kIterationTolerance * sweeps / one.system.width);
    }));
  }
  for (const bool isOwn : {true, false}) {
    SvgCurve law{.name = isOwn ? "fit" : "published", .line = isOwn ? SvgLine::solid : SvgLine::dashed};
    for (double ratio = 0.3; ratio < 40.0 && (fit.isFound || !isOwn); ratio *= 1.2) {
      constexpr double kWide = 100.0;
      const SweepPoint point{.tolerance = kIterationTolerance, .height = ratio * kWide, .width = kWide};
      law.points.emplace_back(ratio, kIterationTolerance * sweepsOf(isOwn ? fit.law : SweepLaw{}, point) / kWide);
    }
    plot.curves.push_back(std::move(law));
  }
  return plot;
}

ReportSection needSection(const IterationStudy& study) {
  const std::vector<IterationFit> fits = iterationFits(study);
  const SweepGain exponent = convergenceExponent(study, kColdWay);
  ReportSection section{.title = "Sweeps and their law", .text = {}};
  if (exponent.cases > 0) {
    section.text = fmt::format(
        "From 10 to 2 % the overlap error of a cold solve falls as N to the power of -{:.2f} (standard deviation "
        "{:.2f} "
        "over {} cases); eq. 41 has -1.",
        exponent.gain, exponent.spread, exponent.cases);
  }
  section.tables = {neededTable(study), lawTable(fits)};
  section.plots = {{"iterations_height.svg", heightPlot(study, fits.front().fit)},
                   {"iterations_shape.svg", shapePlot(study, fits.front().fit)}};
  return section;
}

using ErrorOf = double (*)(const IterationRun&);

/// Errors against sweeps of the tallest case of each width, or of each speed.
Plot errorPlot(const IterationStudy& study, const std::string& way, const std::string& title, ErrorOf errorOf) {
  Plot plot{.title = title, .xLabel = "sweeps of a solve", .yLabel = "error, %", .logX = true, .logY = true};
  for (std::size_t i = 0; i < study.cases.size(); ++i) {
    const IterationSystem& system = study.cases[i].system;
    const bool isLast = i + 1 == study.cases.size() || study.cases[i + 1].system.kind != system.kind ||
                        study.cases[i + 1].system.width != system.width ||
                        study.cases[i + 1].system.speed != system.speed;
    if (!isLast) {
      continue;
    }
    SvgCurve curve{.name = system.name()};
    for (const IterationRun& run : study.cases[i].runs) {
      if (run.way == way) {
        curve.points.emplace_back(run.sweeps, 100.0 * errorOf(run));
      }
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

ReportSection errorSection(const IterationStudy& study) {
  ReportSection section{
      .title = "Errors against sweeps",
      .text =
          "Overlap, slide and direction errors as the paper defines them, of the largest bed of each width and "
          "speed. Contacts slide from 0.01 √(g d/2) on; beds at rest have few that do."};
  section.plots = {
      {"iterations_overlap.svg",
       errorPlot(study, kColdWay, "Cold: overlap error", [](const IterationRun& run) { return run.overlapError; })},
      {"iterations_slide.svg",
       errorPlot(study, kColdWay, "Cold: slide error", [](const IterationRun& run) { return run.errors.slide(); })},
      {"iterations_direction.svg", errorPlot(study, kColdWay, "Cold: direction error",
                                             [](const IterationRun& run) { return run.errors.direction(); })},
      {"iterations_own.svg",
       errorPlot(study, kOwnWay, "Default: overlap error", [](const IterationRun& run) { return run.overlapError; })}};
  ReportTable table{.title = "At the sweeps nearest to those for 5 %",
                    .head = {"system", "way", "sweeps", "overlap error, %", "drift, %", "sliding contacts, %",
                             "slide error, %", "direction error, %"},
                    .note =
                        "Drift: overlap of the second half of the window less that of the first. Of the default way: "
                        "its own 8 sweeps."};
  for (const IterationCase& one : study.cases) {
    for (const char* way : {kColdWay, kOwnWay}) {
      const double wanted = way == kOwnWay ? 8.0 : neededOf(one, way, kIterationTolerance).sweeps;
      const IterationRun* nearest = nullptr;
      for (const IterationRun& run : one.runs) {
        if (run.way == way && (nearest == nullptr || std::abs(std::log(run.sweeps / wanted)) <
                                                         std::abs(std::log(nearest->sweeps / wanted)))) {
          nearest = &run;
        }
      }
      if (nearest != nullptr) {
        const ContactErrors& e = nearest->errors;
        table.rows.push_back({one.system.name(), way, std::to_string(nearest->sweeps),
                              fmt::format("{:.2f}", 100.0 * nearest->overlapError),
                              fmt::format("{:+.2f}", 100.0 * nearest->drift),
                              fmt::format("{:.2f}", 100.0 * e.slidingShare()), fmt::format("{:.2g}", 100.0 * e.slide()),
                              fmt::format("{:.2g}", 100.0 * e.direction())});
      }
    }
  }
  section.tables.push_back(std::move(table));
  return section;
}

ReportSection variantSection(const IterationStudy& study) {
  ReportSection section{.title = "What moves the number of sweeps",
                        .text = "Sweeps of a solve for an overlap error, by way to solve, from the same start."};
  for (const IterationCase& one : study.cases) {
    if (!one.system.hasVariants) {
      continue;
    }
    ReportTable table{.title = one.system.name(),
                      .head = {"way", "10 %", "5 %", "2 %", "1 %", "0.5 %", "solves a step"}};
    for (const IterationWay& way : iterationWays()) {
      std::vector<std::string> row = {way.name};
      for (const double tolerance : {0.1, 0.05, 0.02, 0.01, 0.005}) {
        row.push_back(neededOf(one, way.name, tolerance).text());
      }
      double solves = 0.0;
      for (const IterationRun& run : one.runs) {
        solves = run.way == way.name ? run.substeps : solves;
      }
      row.push_back(fmt::format("{:.1f}", solves));
      table.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(table));
  }
  return section;
}

}  // namespace

std::string iterationText(const IterationStudy& study) {
  return fmt::format(
      "{} systems of Servin, Wang, Lacoursière and Bodin, Examining the smooth and nonsmooth discrete element "
      "approaches "
      "to granular matter (2014), with {} filling{} each{}. Grains of 10 mm and 1 g, E = 5 MPa, friction 0.7, step 10 "
      "ms. All ways to solve go on from one start, made by the preset accurate; the reference goes on from it with 8 "
      "substeps of 64 sweeps.",
      study.cases.size() / static_cast<std::size_t>(std::max(1, study.seeds)), study.seeds, study.seeds == 1 ? "" : "s",
      study.isQuick ? "; few small ones" : "");
}

std::vector<ReportSection> iterationSections(const IterationStudy& study) {
  std::vector<ReportSection> sections = {needSection(study), errorSection(study), variantSection(study)};
  sections.push_back(wallSection(study));
  return sections;
}

}  // namespace scree
