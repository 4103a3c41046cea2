#include "app/studies/balling/balling_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numbers>

#include "app/studies/experiment_parts.h"

namespace scree {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
/// Blocks of time of a run, the scatter of whose means is the error bar.
constexpr int kBlocks = 5;

/// One observable of III table 4.
struct Observable {
  const char* name;
  const char* unit;
  const char* observed;
  const char* simulated;
  int digits;
  std::function<Statistics(const FlowMeans&)> of;
};

const std::vector<Observable>& observables() {
  static const std::vector<Observable> kAll = {
      {"dynamic angle of repose θ'", "deg", "35 ± 5", "34 ± 2", 1,
       [](const FlowMeans& m) {
         return Statistics{m.angle.mean / kDegree, m.angle.deviation / kDegree, m.angle.count};
       }},
      {"transport speed v_tr", "m/s", "0.20 ± 0.03", "0.22 ± 0.02", 3, [](const FlowMeans& m) { return m.transport; }},
      {"surface speed v_s", "m/s", "1.31 ± 0.06", "1.27 ± 0.09", 3, [](const FlowMeans& m) { return m.surface; }},
      {"along the axis v_sz", "m/s", "0.58 ± 0.05", "0.49 ± 0.03", 3, [](const FlowMeans& m) { return m.axial; }},
      {"across the axis v_s⊥", "m/s", "1.18 ± 0.07", "1.17 ± 0.09", 3, [](const FlowMeans& m) { return m.across; }}};
  return kAll;
}

using BallingGroup = std::vector<const BallingRun*>;

/// Runs of one case by one way, seed after seed.
std::vector<BallingGroup> groupsOf(const std::vector<BallingRun>& runs) {
  std::vector<BallingGroup> groups;
  for (const BallingRun& run : runs) {
    const auto same = std::ranges::find_if(
        groups, [&](const BallingGroup& g) { return g.front()->name == run.name && g.front()->merged == run.merged; });
    if (same == groups.end()) {
      groups.push_back({&run});
    } else {
      same->push_back(&run);
    }
  }
  return groups;
}

/// Mean with its error: over the seeds where there are several, else over the parts of the only run.
Statistics over(const BallingGroup& group, const std::function<Statistics(const BallingRun&)>& of) {
  std::vector<double> means;
  for (const BallingRun* run : group) {
    if (const Statistics one = of(*run); one.count > 0) {
      means.push_back(one.mean);
    }
  }
  return means.size() == 1 && group.size() == 1 ? of(*group.front()) : statisticsOf(means);
}

Statistics valueOf(const BallingGroup& group, const Observable& observable) {
  return over(group, [&](const BallingRun& run) { return observable.of(flowMeans(run.flows, kBlocks)); });
}

Statistics variationOf(const BallingGroup& group) {
  return over(group, [](const BallingRun& run) {
    Statistics turns = statisticsOf(run.parts);
    return Statistics{variation(run.profile.heights), turns.deviation, run.profile.heights.empty() ? 0 : turns.count};
  });
}

Statistics plainOver(const BallingGroup& group, double (*of)(const BallingRun&)) {
  return over(group, [&](const BallingRun& run) { return Statistics{of(run), 0.0, run.seconds > 0.0 ? 1U : 0U}; });
}

std::string textOf(const Statistics& s, int digits) { return s.count == 0 ? "-" : plusMinus(s, digits); }

std::string wayOf(const BallingRun& run) { return run.merged ? "merged" : "full"; }

std::string soundness(const BallingGroup& group) {
  std::string text;
  for (const BallingRun* run : group) {
    if (!run->failure.empty()) {
      return run->failure;
    }
    text = run->faults > 0 ? fmt::format("{} grains taken out", run->faults) : text;
    text = run->steady || !text.empty() ? text : "not yet steady";
  }
  return text.empty() ? "whole" : text;
}

ReportSection flowSection(const std::vector<BallingGroup>& groups) {
  ReportTable table{.title = "Flow in the drum (III table 4, RK1)",
                    .head = {"drum", "solved"},
                    .rows = {},
                    .note =
                        "±: deviation between seeds, or with one seed between five equal parts of the recording. "
                        "The published figures are those of the plant at 340 t/h with pellets of 12.7 mm."};
  for (const Observable& observable : observables()) {
    table.head.push_back(fmt::format("{} [{}]", observable.name, observable.unit));
  }
  std::vector<std::string> observed = {"plant, observed", "-"};
  std::vector<std::string> simulated = {"plant, published simulation", "-"};
  for (const Observable& observable : observables()) {
    observed.emplace_back(observable.observed);
    simulated.emplace_back(observable.simulated);
  }
  table.rows = {observed, simulated};
  for (const BallingGroup& group : groups) {
    std::vector<std::string> row = {group.front()->what, wayOf(*group.front())};
    for (const Observable& observable : observables()) {
      row.push_back(textOf(valueOf(group, observable), observable.digits));
    }
    table.rows.push_back(std::move(row));
  }
  return {.title = "Flow",
          .text =
              "θ' = 180° - (θ1 + θ2)/2 with θ1 and θ2 the ends of the bed at the wall; v_tr is the mean axial speed of "
              "all grains of the window; the surface is read between 135° and 160°. The window is an eighth of the "
              "drum's length between feed and outlet.",
          .tables = {table}};
}

ReportSection bedSection(const std::vector<BallingGroup>& groups, const std::vector<BallingCase>& cases) {
  ReportTable table{.title = "Bed on the belt",
                    .head = {"drum", "solved", "σ_h", "published simulation", "observed", "mean height [mm]",
                             "objective f [mm]", "landed over fed", "lost [kg]", "recorded [s]", "how it went"},
                    .rows = {},
                    .note =
                        "σ_h of the whole recording; ±: deviation between seeds, or with one seed between turns of "
                        "the drum. σ_(h-h̄) needs the measured profile, which was published as a picture only. f of "
                        "paper II was 6 mm at the optimum, on a belt of 1 m."};
  for (const BallingGroup& group : groups) {
    const auto which = std::ranges::find_if(cases, [&](const BallingCase& c) { return c.name == group.front()->name; });
    const auto figure = [&](double value) { return value > 0.0 ? fmt::format("{:.2f}", value) : std::string("-"); };
    table.rows.push_back(
        {group.front()->what, wayOf(*group.front()), textOf(variationOf(group), 3),
         which == cases.end() ? "-" : figure(which->published), which == cases.end() ? "-" : figure(which->observed),
         textOf(plainOver(group, [](const BallingRun& r) { return 1e3 * meanHeight(r.profile.heights); }), 1),
         textOf(plainOver(group, [](const BallingRun& r) { return 1e3 * unevenness(r.profile.heights); }), 1),
         textOf(plainOver(group,
                          [](const BallingRun& r) {
                            double mass = 0.0;
                            for (const Landing& landing : r.landings) {
                              mass += landing.mass;
                            }
                            return r.fed > 0.0 ? mass / r.fed : 0.0;
                          }),
                2),
         textOf(plainOver(group, [](const BallingRun& r) { return r.lost; }), 2),
         textOf(plainOver(group, [](const BallingRun& r) { return r.seconds; }), 1), soundness(group)});
  }
  Plot plot{.title = "Height over the belt's width", .xLabel = "across the belt [m]", .yLabel = "height [m]"};
  for (const BallingGroup& group : groups) {
    SvgCurve curve{.name = group.front()->name + ", " + wayOf(*group.front())};
    const BedProfile& profile = group.front()->profile;
    for (std::size_t i = 0; i < profile.heights.size(); ++i) {
      curve.points.emplace_back(profile.placeOf(i), profile.heights[i]);
    }
    plot.curves.push_back(std::move(curve));
  }
  return {.title = "Belt",
          .text =
              "Landings on the belt, moved with it, and the bed that a cellular automaton makes from them: cells of "
              "2.5 diameters, 35°, packing 0.7 (II 3.4). The belt's edges are walls; the piece of belt that passes "
              "while recording repeats, so that it has no ends.",
          .tables = {table},
          .plots = {{"balling_profiles.svg", plot}}};
}

ReportSection mergingSection(const std::vector<BallingGroup>& groups) {
  ReportTable table{
      .title = "Merged against full",
      .head = {"drum", "h", "gain in processor time", "bias of θ' [deg]", "bias of v_s [m/s]", "bias of σ_h"},
      .rows = {},
      .note =
          "Gain: processor time of the recording in full over that of the merged one. Bias: merged less "
          "full, with the error of both."};
  const auto bias = [](const Statistics& merged, const Statistics& full, int digits) {
    return merged.count == 0 || full.count == 0 ? std::string("-")
                                                : fmt::format("{:+.{}f} ± {:.{}f}", merged.mean - full.mean, digits,
                                                              std::hypot(merged.deviation, full.deviation), digits);
  };
  for (const BallingGroup& merged : groups) {
    const auto full = std::ranges::find_if(
        groups, [&](const BallingGroup& g) { return g.front()->name == merged.front()->name && !g.front()->merged; });
    if (!merged.front()->merged || full == groups.end()) {
      continue;
    }
    const auto cost = [](const BallingRun& r) { return r.seconds > 0.0 ? r.processor / r.seconds : 0.0; };
    const double own = plainOver(merged, cost).mean;
    table.rows.push_back({merged.front()->what,
                          textOf(plainOver(merged, [](const BallingRun& r) { return r.level; }), 2),
                          own > 0.0 ? fmt::format("{:.2f}", plainOver(*full, cost).mean / own) : "-",
                          bias(valueOf(merged, observables()[0]), valueOf(*full, observables()[0]), 1),
                          bias(valueOf(merged, observables()[2]), valueOf(*full, observables()[2]), 3),
                          bias(variationOf(merged), variationOf(*full), 3)});
  }
  return {.title = "Merging", .text = "The plug rides with the wall and may merge.", .tables = {table}};
}

ReportSection costSection(const std::vector<BallingGroup>& groups) {
  ReportTable table{
      .title = "Processor time",
      .head = {"drum", "solved", "grains", "processor time of a simulated second [s]", "the same of 1000 grains [s]"},
      .rows = {},
      .note = "On one core. Paper II: 2.8 s of a simulated second and 1000 grains."};
  for (const BallingGroup& group : groups) {
    const auto cost = [](const BallingRun& r) { return r.seconds > 0.0 ? r.processor / r.seconds : 0.0; };
    const auto ofThousand = [](const BallingRun& r) {
      return r.seconds > 0.0 && r.grains > 0.0 ? 1e3 * r.processor / (r.seconds * r.grains) : 0.0;
    };
    table.rows.push_back({group.front()->what, wayOf(*group.front()),
                          textOf(plainOver(group, [](const BallingRun& r) { return r.grains; }), 0),
                          textOf(plainOver(group, cost), 2), textOf(plainOver(group, ofThousand), 3)});
  }
  return {.title = "Cost", .text = "", .tables = {table}};
}

}  // namespace

std::string ballingText() {
  return "Balling drums of Wang, Servin and Mickelsson 2013 (laboratory) and Wang et al. 2015 (plant): pellets in a "
         "rough, "
         "tilted drum of triangles, through an outlet with three spiral gaps onto a wide belt. A run settles until as "
         "much "
         "lands in a turn as is fed, then it is recorded. Forms of gaps are measured in pellets of 12.7 mm, also where "
         "pellets are of 25 mm. Spiral and skirts of the belt are assumptions: see the scenes.";
}

std::vector<ReportSection> ballingSections(const std::vector<BallingRun>& runs, const std::vector<BallingCase>& cases) {
  const std::vector<BallingGroup> groups = groupsOf(runs);
  return {flowSection(groups), bedSection(groups, cases), mergingSection(groups), costSection(groups)};
}

std::string ballingCsv(const std::vector<BallingRun>& runs) {
  std::string text = "drum,solved,seed,quantity,unit,mean,deviation,parts,failure\n";
  const auto add = [&](const BallingRun& run, const char* name, const char* unit, const Statistics& s) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{:.6g},{:.6g},{},\"{}\"\n", run.name, wayOf(run), run.seed,
                   name, unit, s.mean, s.deviation, s.count, run.failure);
  };
  for (const BallingRun& run : runs) {
    const FlowMeans means = flowMeans(run.flows, kBlocks);
    for (const Observable& observable : observables()) {
      add(run, observable.name, observable.unit, observable.of(means));
    }
    const auto plain = [&](const char* name, const char* unit, double value) { add(run, name, unit, {value, 0.0, 1}); };
    add(run, "sigma_h", "1", variationOf({&run}));
    plain("f", "m", unevenness(run.profile.heights));
    plain("mean height", "m", meanHeight(run.profile.heights));
    plain("fed", "kg", run.fed);
    plain("lost", "kg", run.lost);
    plain("recording begins", "s", run.settled);
    plain("recorded", "s", run.seconds);
    plain("processor time", "s", run.processor);
    plain("grains", "1", run.grains);
    plain("reduction level", "1", run.level);
  }
  return text;
}

std::string ballingProfiles(const std::vector<BallingRun>& runs) {
  std::string text = "drum,solved,seed,across [m],height [m],deviation along [m]\n";
  for (const BallingRun& run : runs) {
    for (std::size_t i = 0; i < run.profile.heights.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{:.6g},{:.6g},{:.6g}\n", run.name, wayOf(run), run.seed,
                     run.profile.placeOf(i), run.profile.heights[i], run.profile.deviations[i]);
    }
  }
  return text;
}

std::string ballingFields(const std::vector<BallingRun>& runs) {
  std::string text =
      "drum,solved,seed,to the lifted side [m],upwards [m],density [kg/m3],velocity to the side [m/s],upwards "
      "[m/s],along "
      "the axis [m/s]\n";
  for (const BallingRun& run : runs) {
    const DrumSection& s = run.section;
    for (std::size_t i = 0; i < s.mass.size(); ++i) {
      if (s.mass[i] > 0.0) {
        const auto size = static_cast<std::size_t>(s.size);
        const auto place = [&](std::size_t at) { return (static_cast<double>(at) + 0.5 - 0.5 * s.size) * s.cell; };
        const Vec3 v = s.velocityAt(i);
        fmt::format_to(std::back_inserter(text), "{},{},{},{:.5g},{:.5g},{:.5g},{:.5g},{:.5g},{:.5g}\n", run.name,
                       wayOf(run), run.seed, place(i % size), place(i / size), s.densityAt(i), v.x(), v.y(), v.z());
      }
    }
  }
  return text;
}

}  // namespace scree
