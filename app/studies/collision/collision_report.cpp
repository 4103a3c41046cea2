#include "app/studies/collision/collision_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace scree {

namespace {

constexpr double kPractical = 0.3;    // restitution from which on the accuracies of the formulas are told
constexpr double kLowest = 0.18;      // restitution for which they are told besides
constexpr double kNanoseconds = 1e9;  // of a second

/// Deviation of a value from the one that is wanted [%].
double offOf(double value, double wanted) { return 100.0 * (value / wanted - 1.0); }

void keepLarger(double& largest, double value) {
  if (std::abs(value) > std::abs(largest)) {
    largest = value;
  }
}

bool isSame(double a, double b) { return std::abs(a - b) < 1e-9; }

std::string percent(double value) { return fmt::format("{:+.3f}", value); }

/// Accuracy that is told of the formulas, beside those measured.
struct Told {
  const char* what;
  double from;  // restitutions
  double to;
  bool isOfDuration;
  const char* told;
};

constexpr Told kTold[] = {
    {"restitution, e from 0.3 on", kPractical, 1.0, false, "0.14"},
    {"restitution, e = 0.18", kLowest, kLowest, false, "1.7"},
    {"duration, e from 0.3 on", kPractical, 1.0, true, "0.3"},
    {"duration, e = 0.18", kLowest, kLowest, true, "1.2"},
};

ReportTable toldTable(const std::vector<CollisionErrors>& errors) {
  ReportTable table{.title = "Largest deviations, %",
                    .head = {"of", "told", "formulas", "iteration", "grains in the engine"},
                    .note =
                        "Told: of the formulas of Ray, Kempe and Fröhlich (2015). The iteration ends within 0.01 "
                        "%. Grains in the engine have the substeps of the method, which leave restitution within "
                        "0.01 of what it is without."};
  for (const Told& told : kTold) {
    double direct = 0.0;
    double iterated = 0.0;
    double grains = 0.0;
    bool isMeasured = false;
    for (const CollisionErrors& one : errors) {
      if (one.restitution > told.from - 1e-9 && one.restitution < told.to + 1e-9) {
        isMeasured = true;
        keepLarger(direct, told.isOfDuration ? one.directDuration : one.directRestitution);
        keepLarger(iterated, told.isOfDuration ? one.iteratedDuration : one.iteratedRestitution);
        keepLarger(grains, told.isOfDuration ? one.grainDuration : one.grainRestitution);
      }
    }
    if (isMeasured) {
      table.rows.push_back({told.what, told.told, percent(direct), percent(iterated), percent(grains)});
    }
  }
  return table;
}

ReportTable errorTable(const std::vector<CollisionErrors>& errors) {
  ReportTable table{
      .title = "By restitution: largest deviations, %, and mean processor time of a choice",
      .head = {"e", "formulas: e", "T", "iteration: e", "T", "grains: e", "T", "integrations", "formulas, ns",
               "iteration, ns", "ratio"},
      .note = "The formulas count restitutions below 0.05 as that, where they are more than a quarter off."};
  for (const CollisionErrors& one : errors) {
    table.rows.push_back({fmt::format("{:g}", one.restitution), percent(one.directRestitution),
                          percent(one.directDuration), percent(one.iteratedRestitution), percent(one.iteratedDuration),
                          percent(one.grainRestitution), percent(one.grainDuration),
                          fmt::format("{:.1f}", one.integrations),
                          fmt::format("{:.1f}", kNanoseconds * one.directSeconds),
                          fmt::format("{:.0f}", kNanoseconds * one.iteratedSeconds),
                          fmt::format("{:.0f}", one.iteratedSeconds / one.directSeconds)});
  }
  return table;
}

/// Deviation from which on a plot shows it [%]; undamped collisions are exact to round-off.
constexpr double kLeastShown = 1e-5;

using Curve = std::function<double(const CollisionErrors&)>;

SvgCurve curveOf(const std::vector<CollisionErrors>& errors, const char* name, const Curve& value) {
  SvgCurve curve{.name = name};
  for (const CollisionErrors& one : errors) {
    const double size = std::abs(value(one));
    if (size >= kLeastShown) {
      curve.points.emplace_back(one.restitution, size);
    }
  }
  return curve;
}

Plot errorPlot(const std::vector<CollisionErrors>& errors) {
  return {.title = "Deviation from the wanted collision",
          .xLabel = "restitution e",
          .yLabel = "deviation, %",
          .logY = true,
          .curves = {curveOf(errors, "formulas, e", [](const auto& one) { return one.directRestitution; }),
                     curveOf(errors, "formulas, T", [](const auto& one) { return one.directDuration; }),
                     curveOf(errors, "iteration, e", [](const auto& one) { return one.iteratedRestitution; }),
                     curveOf(errors, "iteration, T", [](const auto& one) { return one.iteratedDuration; }),
                     curveOf(errors, "grains, e", [](const auto& one) { return one.grainRestitution; }),
                     curveOf(errors, "grains, T", [](const auto& one) { return one.grainDuration; })}};
}

Plot costPlot(const std::vector<CollisionErrors>& errors) {
  return {.title = "Processor time of a choice",
          .xLabel = "restitution e",
          .yLabel = "time, ns",
          .logY = true,
          .curves = {curveOf(errors, "formulas", [](const auto& one) { return kNanoseconds * one.directSeconds; }),
                     curveOf(errors, "iteration", [](const auto& one) { return kNanoseconds * one.iteratedSeconds; })}};
}

ReportTable ownTable(const CollisionStudy& study) {
  ReportTable table{.title = "Collision time against the material's own",
                    .head = {"e", "T over own", "duration over own", "restitution", "depth, % of d", "substep over own",
                             "same bits"}};
  for (const OwnBounces& one : study.owns) {
    table.rows.push_back(
        {fmt::format("{:g}", one.pair.restitution), fmt::format("{:g}", one.share),
         fmt::format("{:.4g}", one.bounce.duration / one.own.duration), fmt::format("{:.4f}", one.bounce.restitution),
         fmt::format("{:.3g}", 100.0 * one.bounce.depth / pairDiameter()),
         fmt::format("{:.3g}", one.bounce.substep / one.own.substep), one.bounce == one.own ? "yes" : "no"});
  }
  table.note =
      "Own: the duration of an undamped Hertz collision of the material; measured durations are over that measured "
      "without a collision time. Same bits: restitution, duration, depth and substep are those of a run without one.";
  return table;
}

Plot ownPlot(const CollisionStudy& study) {
  Plot plot{.title = "Return to the material's own collision",
            .xLabel = "collision time T over own",
            .yLabel = "measured over own",
            .logX = true,
            .logY = true};
  for (const OwnBounces& one : study.owns) {
    const std::string name = fmt::format("duration, e = {:g}", one.pair.restitution);
    if (plot.curves.empty() || plot.curves.back().name != name) {
      plot.curves.push_back({.name = name});
    }
    plot.curves.back().points.emplace_back(one.share, one.bounce.duration / one.own.duration);
  }
  SvgCurve substeps{.name = "substep"};
  SvgCurve asked{.name = "T itself", .line = SvgLine::dashed};
  for (const OwnBounces& one : study.owns) {
    if (isSame(one.pair.restitution, study.owns.front().pair.restitution)) {
      substeps.points.emplace_back(one.share, one.bounce.substep / one.own.substep);
      asked.points.emplace_back(one.share, one.share);
    }
  }
  plot.curves.push_back(std::move(substeps));
  plot.curves.push_back(std::move(asked));
  return plot;
}

}  // namespace

std::vector<CollisionErrors> collisionErrors(const CollisionStudy& study) {
  std::vector<CollisionErrors> errors;
  std::vector<int> counts;
  for (std::size_t i = 0; i < study.choices.size(); ++i) {
    const ChoiceBounces& choice = study.choices[i];
    const WantedBounce& wanted = choice.wanted;
    if (errors.empty() || !isSame(errors.back().restitution, wanted.restitution)) {
      errors.push_back({.restitution = wanted.restitution});
      counts.push_back(0);
    }
    CollisionErrors& one = errors.back();
    keepLarger(one.directRestitution, offOf(choice.direct.restitution, wanted.restitution));
    keepLarger(one.directDuration, offOf(choice.direct.duration, wanted.duration));
    keepLarger(one.iteratedRestitution, offOf(choice.iterated.restitution, wanted.restitution));
    keepLarger(one.iteratedDuration, offOf(choice.iterated.duration, wanted.duration));
    const PairBounce& grains = study.grains[i].bounce;
    keepLarger(one.grainRestitution, offOf(grains.restitution, wanted.restitution));
    keepLarger(one.grainDuration, offOf(grains.duration, wanted.duration));
    one.integrations += choice.integrations;
    one.directSeconds += choice.directSeconds;
    one.iteratedSeconds += choice.iteratedSeconds;
    ++counts.back();
  }
  for (std::size_t i = 0; i < errors.size(); ++i) {
    errors[i].integrations /= counts[i];
    errors[i].directSeconds /= counts[i];
    errors[i].iteratedSeconds /= counts[i];
  }
  return errors;
}

std::vector<ReportSection> collisionSections(const CollisionStudy& study) {
  const std::vector<CollisionErrors> errors = collisionErrors(study);
  ReportSection choice{
      .title = "Two ways to choose stiffness and dashpot",
      .text =
          "A Hertz contact with a linear dashpot, m δ'' + d δ' + k δ^1.5 = 0, is to bounce with a restitution e in "
          "a time T. Formulas give k and d at once (Ray, Kempe and Fröhlich 2015; METHOD.md 18). The iteration of "
          "Kempe and Fröhlich (2012) integrates each collision until k and d fit; the one here is written from "
          "that description, with steps and tolerance of its own. Both are measured by integrating the equation "
          "in ten thousand steps, for all durations and speeds, and the formulas also with two glass grains in "
          "the engine. The paper's own table of processor times could not be had: its text says that the "
          "formulas take the same time for all e, and always less than the iteration, which takes the longer the "
          "lower e is.\n",
      .tables = {toldTable(errors), errorTable(errors)},
      .plots = {{"collision_deviation.svg", errorPlot(errors)}, {"collision_cost.svg", costPlot(errors)}}};
  ReportSection own{
      .title = "Return to the material's own law",
      .text = fmt::format("Two glass grains of {:g} mm meet at 1 m/s. No contact is stiffer than its material: where T "
                          "is shorter than the material's own collision, the collision is that of the material.\n",
                          1e3 * pairDiameter()),
      .tables = {ownTable(study)},
      .plots = {{"collision_return.svg", ownPlot(study)}}};
  return {std::move(choice), std::move(own)};
}

std::string collisionCsv(const CollisionStudy& study) {
  std::string text =
      "restitution,duration_s,speed_m_s,formulas_restitution,formulas_duration_s,iteration_restitution,"
      "iteration_duration_s,grains_restitution,grains_duration_s,grains_depth_m,grains_substep_s,integrations,"
      "iteration_found,formulas_s,iteration_s\n";
  for (std::size_t i = 0; i < study.choices.size(); ++i) {
    const ChoiceBounces& one = study.choices[i];
    const PairBounce& grains = study.grains[i].bounce;
    text += fmt::format("{:g},{:g},{:g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.6g},{:.6g},{},{},{:.4g},{:.4g}\n",
                        one.wanted.restitution, one.wanted.duration, one.wanted.speed, one.direct.restitution,
                        one.direct.duration, one.iterated.restitution, one.iterated.duration, grains.restitution,
                        grains.duration, grains.depth, grains.substep, one.integrations, one.isFound ? 1 : 0,
                        one.directSeconds, one.iteratedSeconds);
  }
  return text;
}

std::string collisionReturnCsv(const CollisionStudy& study) {
  std::string text =
      "restitution,collision_time_s,over_own,grains_restitution,grains_duration_s,own_duration_s,grains_depth_m,"
      "grains_substep_s,own_substep_s,same_bits\n";
  for (const OwnBounces& one : study.owns) {
    text +=
        fmt::format("{:g},{:.6g},{:g},{:.8g},{:.8g},{:.8g},{:.6g},{:.6g},{:.6g},{}\n", one.pair.restitution,
                    one.pair.collisionTime, one.share, one.bounce.restitution, one.bounce.duration, one.own.duration,
                    one.bounce.depth, one.bounce.substep, one.own.substep, one.bounce == one.own ? 1 : 0);
  }
  return text;
}

}  // namespace scree
