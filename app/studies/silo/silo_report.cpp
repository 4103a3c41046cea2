#include "app/studies/silo/silo_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "app/studies/experiment_parts.h"

namespace scree {

namespace {

using SiloGroup = std::vector<const SiloRun*>;

/// Runs of one orifice by one way, seed after seed, in the order of the ways.
std::vector<SiloGroup> groupsOf(const std::vector<SiloRun>& runs, double orifice) {
  std::vector<SiloGroup> groups;
  for (const SiloRun& run : runs) {
    if (run.orifice != orifice) {
      continue;
    }
    const auto same = std::ranges::find_if(groups, [&](const SiloGroup& g) { return g.front()->way == run.way; });
    if (same == groups.end()) {
      groups.push_back({&run});
    } else {
      same->push_back(&run);
    }
  }
  return groups;
}

/// Mean and deviation of a value over the whole runs; a dash without one.
std::string textOver(const SiloGroup& group, int digits, const std::function<double(const SiloRun&)>& valueOf) {
  std::vector<double> values;
  for (const SiloRun* run : group) {
    if (run->failure.empty()) {
      values.push_back(valueOf(*run));
    }
  }
  return values.empty() ? "-" : plusMinus(statisticsOf(values), digits);
}

double beverlooOf(const SiloRun& run) {
  return beverlooRate(run.bulkDensity, kBenchmarkGravity, 2.0 * run.orifice, 2.0 * run.grainRadius);
}

std::string soundness(const SiloGroup& group) {
  std::uint64_t faults = 0;
  std::string failure;
  for (const SiloRun* run : group) {
    faults += run->faults;
    failure = run->failure.empty() ? failure : fmt::format("at {:.3g} s: {}", run->seconds, run->failure);
  }
  return !failure.empty() ? failure : faults > 0 ? fmt::format("{} grains taken out", faults) : "whole";
}

ReportSection sectionOf(const SiloSize& size, const std::vector<SiloRun>& runs, double orifice) {
  const double total = kBenchmarkMaterials[0].density * sphereVolume(size.grainRadius) * double(size.grains);
  ReportTable table{.title = "Rates",
                    .head = {"way", "rate [kg/s]", "over Beverloo's", "bulk density [kg/m³]", "worst overlap",
                             "processor time of a simulated second", "runs", "how it went"},
                    .note =
                        "Rate: slope of the mass while a tenth to half of it leaves. Beverloo: 0.58 ρ √g "
                        "(D - 1.4 d)^2.5 with the density of the filled bed. ± is the deviation between seeds."};
  Plot plot{.title = fmt::format("Mass through an orifice of {:.0f} mm radius", 1e3 * orifice),
            .xLabel = "time [s]",
            .yLabel = "mass [kg]"};
  int colour = 0;
  for (const SiloGroup& group : groupsOf(runs, orifice)) {
    const auto rate = [&](const SiloRun& run) { return rateOf(run.samples, total); };
    const auto cost = [](const SiloRun& run) { return run.seconds > 0.0 ? run.processor / run.seconds : 0.0; };
    table.rows.push_back({fmt::format("{}: {}", group.front()->way, group.front()->what), textOver(group, 3, rate),
                          textOver(group, 3, [&](const SiloRun& run) { return rate(run) / beverlooOf(run); }),
                          textOver(group, 0, [](const SiloRun& run) { return run.bulkDensity; }),
                          textOver(group, 1, [](const SiloRun& run) { return 100.0 * run.worstOverlap; }) + " %",
                          textOver(group, 1, cost) + " s", fmt::format("{}", group.size()), soundness(group)});
    for (const SiloRun* run : group) {
      SvgCurve curve{.name = run == group.front() ? run->way : "", .colour = colour};
      for (const SiloSample& sample : run->samples) {
        curve.points.emplace_back(sample.time, sample.mass);
      }
      plot.curves.push_back(std::move(curve));
    }
    ++colour;
  }
  return {.title = fmt::format("Orifice of {:.0f} mm radius, {:.1f} grains across", 1e3 * orifice,
                               orifice / size.grainRadius),
          .text = "",
          .tables = {table},
          .plots = {{fmt::format("silo_{:.0f}mm.svg", 1e3 * orifice), plot}}};
}

}  // namespace

std::string siloText(const SiloSize& size, bool quick) {
  return fmt::format(
      "{} grains of {:.0f} mm in a cylinder of {:.0f} mm radius with a flat floor: materials of the benchmark of Dosta "
      "et al., Comput. Phys. Commun. 296 (2024) 109066{}. All ways of a seed begin with the same places, at rest; the "
      "floor opens at once. Processor time is on one core.",
      size.grains, 2e3 * size.grainRadius, 1e3 * size.radius,
      quick ? ", fewer grains and smaller orifices" : "; its own places and diameter were not at hand");
}

std::vector<ReportSection> siloSections(const SiloSize& size, const std::vector<SiloRun>& runs) {
  std::vector<ReportSection> sections;
  for (const double orifice : size.orifices) {
    sections.push_back(sectionOf(size, runs, orifice));
  }
  return sections;
}

std::string siloCsv(const std::vector<SiloRun>& runs) {
  std::string text = "orifice radius [m],way,seed,t [s],mass [kg]\n";
  for (const SiloRun& run : runs) {
    for (const SiloSample& sample : run.samples) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{:.6g},{:.6g}\n", run.orifice, run.way, run.seed, sample.time,
                     sample.mass);
    }
  }
  return text;
}

}  // namespace scree
