#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "app/studies/experiment_parts.h"
#include "app/studies/pellets/pellet_report.h"
#include "engine/analysis/repose.h"

namespace scree {

namespace {

constexpr double kPerRadian = 180.0 / std::numbers::pi;
constexpr std::size_t kEnd = 5;  // segments at each end that are told apart

using PileGroup = std::vector<const PelletPileRun*>;

bool isSame(const PelletPileRun& a, const PelletPileRun& b) {
  return a.way == b.way && a.rolling == b.rolling && a.isAcross == b.isAcross;
}

/// Runs that differ by their seed alone.
std::vector<PileGroup> pileGroups(const std::vector<PelletPileRun>& runs) {
  std::vector<PileGroup> groups;
  for (const PelletPileRun& run : runs) {
    const auto same = std::ranges::find_if(groups, [&](const PileGroup& group) { return isSame(*group[0], run); });
    if (same == groups.end()) {
      groups.push_back({&run});
    } else {
      same->push_back(&run);
    }
  }
  return groups;
}

std::string nameOfPile(const PelletPileRun& run) {
  return fmt::format("{}, μ_r at {:.0f} %{}", run.way, 100.0 * run.rolling, run.isAcross ? ", source across" : "");
}

const char* publishedAngle(const PelletPileRun& run) {
  if (run.rolling == 1.0) {
    return run.way.ends_with("0.2 ms") ? "33 ± 2" : "36 ± 2";
  }
  return run.rolling > 0.0 ? "22" : "15, melts to 0";
}

/// Values of segments [°], those between two places of the list.
std::vector<double> anglesOf(const PelletPileRun& run, double (*valueOf)(const PelletSegment&), std::size_t from,
                             std::size_t to) {
  std::vector<double> values;
  for (std::size_t i = from; i < std::min(to, run.shape.segments.size()); ++i) {
    values.push_back(kPerRadian * valueOf(run.shape.segments[i]));
  }
  return values;
}

double wholeOf(const PelletSegment& segment) { return segment.angle.whole; }
double lineOf(const PelletSegment& segment) { return segment.line; }

/// Mean over segments and seeds; ± is the deviation between segments.
std::string overSegments(const PileGroup& group, double (*valueOf)(const PelletSegment&), std::size_t from,
                         std::size_t to) {
  double mean = 0.0;
  double square = 0.0;
  double count = 0.0;
  for (const PelletPileRun* run : group) {
    const std::vector<double> values = anglesOf(*run, valueOf, from, to);
    if (!values.empty()) {
      const Statistics one = statisticsOf(values);
      mean += one.mean;
      square += one.deviation * one.deviation;
      count += 1.0;
    }
  }
  return count == 0.0 ? "-" : fmt::format("{:.1f} ± {:.1f}", mean / count, std::sqrt(square / count));
}

/// Mean over the seeds; ± is their deviation.
template <class Value>
std::string overSeeds(const PileGroup& group, Value valueOf, int digits = 1) {
  std::vector<double> values;
  for (const PelletPileRun* run : group) {
    if (run->failure.empty()) {
      values.push_back(valueOf(*run));
    }
  }
  return values.empty() ? "-" : plusMinus(statisticsOf(values), digits);
}

double meanAngle(const PelletPileRun& run) { return kPerRadian * run.shape.meanAngle(); }

/// Flanks by the means of grains, at smaller and at larger y [°].
std::string flanksText(const PileGroup& group) {
  const auto flank = [](const PelletPileRun& run, bool isLeft) {
    const auto valueOf = isLeft ? [](const PelletSegment& s) { return s.angle.left; }
                                : [](const PelletSegment& s) { return s.angle.right; };
    return statisticsOf(anglesOf(run, valueOf, 0, run.shape.segments.size())).mean;
  };
  return overSeeds(group, [&](const PelletPileRun& run) { return flank(run, true); }) + ", " +
         overSeeds(group, [&](const PelletPileRun& run) { return flank(run, false); });
}

/// Angle at the end of the ride after the feed, where there was one.
std::string rideText(const PileGroup& group) {
  if (group.front()->course.size() < 2) {
    return "-";
  }
  return fmt::format("{} after {:.0f} s",
                     overSeeds(group, [](const PelletPileRun& run) { return kPerRadian * run.course.back().second; }),
                     group.front()->course.back().first);
}

std::string pileSoundness(const PileGroup& group) {
  std::uint64_t faults = 0;
  std::string failure;
  for (const PelletPileRun* run : group) {
    faults += run->faults;
    failure = run->failure.empty() ? failure : fmt::format("at {:.3g} s: {}", run->seconds, run->failure);
  }
  return !failure.empty() ? failure : faults > 0 ? fmt::format("{} pellets taken out", faults) : "whole";
}

ReportTable angleTable(const std::vector<PileGroup>& groups) {
  ReportTable table{.title = "Angles [°]",
                    .head = {"pile", "paper", "by means, over segments", "between seeds", "left, right flank",
                             "line through the mean profile", "lines of segments", "nearest, farthest segments",
                             "after a ride", "worst overlap", "processor time [s]", "runs", "how it went"},
                    .note =
                        "By means: tan θ = <z>/<|y - y0|> over the pellets of a segment that touch the pile, exact for "
                        "a ridge of straight flanks; ± is the deviation between segments. Line: least squares through "
                        "the highest pellets of columns of 1 d, from 20 to 80 % of the way from crest to foot, mean of "
                        "both flanks: the paper draws straight lines through the mean profile and does not say between "
                        "which heights. Nearest and farthest: by means, the five segments next to the source and those "
                        "at the far end, which are the oldest."};
  for (const PileGroup& group : groups) {
    const PelletPileRun& first = *group.front();
    const std::size_t count = first.shape.segments.size();
    const auto line = [](const PelletPileRun& run) {
      return kPerRadian * 0.5 * (run.shape.lines[0] + run.shape.lines[1]);
    };
    const std::size_t end = std::min(kEnd, count / 2);
    table.rows.push_back(
        {nameOfPile(first), publishedAngle(first), overSegments(group, wholeOf, 0, count), overSeeds(group, meanAngle),
         flanksText(group), overSeeds(group, line), overSegments(group, lineOf, 0, count),
         overSegments(group, wholeOf, 0, end) + ", " + overSegments(group, wholeOf, count - end, count),
         rideText(group),
         overSeeds(
             group, [](const PelletPileRun& run) { return 100.0 * run.worstOverlap; }, 0) +
             " %",
         overSeeds(
             group, [](const PelletPileRun& run) { return run.processor; }, 0),
         fmt::format("{}", group.size()), pileSoundness(group)});
  }
  return table;
}

Plot profilePlot(const std::vector<PileGroup>& groups) {
  Plot plot{.title = "Mean profiles", .xLabel = "across [d]", .yLabel = "height of the surface [d]"};
  for (const PileGroup& group : groups) {
    plot.curves.push_back({.name = nameOfPile(*group.front()), .points = group.front()->shape.profile});
  }
  return plot;
}

Plot distancePlot(const std::vector<PileGroup>& groups) {
  Plot plot{.title = "Angle along the pile", .xLabel = "distance from the source [d]", .yLabel = "angle by means [°]"};
  for (const PileGroup& group : groups) {
    SvgCurve curve{.name = nameOfPile(*group.front())};
    curve.points.reserve(group.front()->shape.segments.size());
    for (const PelletSegment& segment : group.front()->shape.segments) {
      curve.points.emplace_back(segment.distance, kPerRadian * segment.angle.whole);
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

/// Angles of the piles that ride on after their feed.
Plot coursePlot(const std::vector<PileGroup>& groups) {
  Plot plot{.title = "Angle of the same pellets after the feed", .xLabel = "time [s]", .yLabel = "angle by means [°]"};
  for (const PileGroup& group : groups) {
    if (group.front()->course.size() > 1) {
      SvgCurve curve{.name = nameOfPile(*group.front())};
      curve.points.reserve(group.front()->course.size());
      for (const auto& [after, angle] : group.front()->course) {
        curve.points.emplace_back(after, kPerRadian * angle);
      }
      plot.curves.push_back(std::move(curve));
    }
  }
  return plot;
}

double shareOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

SvgCurve binCurve(const std::string& name, const PelletContacts::Bins& bins, std::uint64_t all, int colour,
                  SvgLine line) {
  SvgCurve curve{.name = name, .colour = colour, .line = line};
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (bins[i] > 0) {
      curve.points.emplace_back(pelletBinStart(i), shareOf(bins[i], all));
    }
  }
  return curve;
}

ReportTable contactTable(const std::vector<PileGroup>& groups) {
  ReportTable table{.title = "Contacts",
                    .head = {"run", "impacts from [m/s]", "impacts [%]", "faster than 1 m/s [%]",
                             "overlap above 2 % of d [%]", "deepest [d]", "contacts sampled"},
                    .rows = {{"paper: drum and belt, 5 ms", "0.05", "7", "less than 0.01", "17", "2", "-"}},
                    .note =
                        "Contacts that overlap between steps, as the next step finds them, every 50 ms in the second "
                        "half of a run. The paper's are of a drum that turns and of the belt below it: most of its "
                        "contacts flow, most of ours lie still, so that shares of ours are smaller."};
  for (const PileGroup& group : groups) {
    const PelletContacts& c = group.front()->contacts;
    table.rows.push_back({nameOfPile(*group.front()), fmt::format("{:.3g}", c.impactSpeed),
                          fmt::format("{:.2g}", shareOf(c.impacts, c.contacts)),
                          fmt::format("{:.2g}", shareOf(c.fast, c.contacts)),
                          fmt::format("{:.2g}", shareOf(c.deep, c.contacts)), fmt::format("{:.2g}", c.deepest),
                          fmt::format("{}", c.contacts)});
  }
  return table;
}

/// Histograms of one kind, of piles with the measured rolling resistance.
Plot histogram(const std::vector<PileGroup>& groups, const char* title, const char* label,
               const PelletContacts::Bins PelletContacts::*calm, const PelletContacts::Bins PelletContacts::*impacts) {
  Plot plot{.title = title, .xLabel = label, .yLabel = "share of contacts [%]", .logX = true, .logY = true};
  int colour = 0;
  for (const PileGroup& group : groups) {
    const PelletPileRun& run = *group.front();
    if (run.rolling == 1.0 && !run.isAcross) {
      const PelletContacts& c = run.contacts;
      plot.curves.push_back(binCurve(run.way + ", others", c.*calm, c.contacts, colour, SvgLine::solid));
      plot.curves.push_back(binCurve(run.way + ", impacts", c.*impacts, c.contacts, colour, SvgLine::dashed));
      ++colour;
    }
  }
  return plot;
}

void addBins(std::string& text, const std::string& name, const char* quantity, const char* kind,
             const PelletContacts::Bins& bins) {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "\"{}\",{},{},{:.4g},{}\n", name, quantity, kind, pelletBinStart(i),
                   bins[i]);
  }
}

}  // namespace

std::vector<ReportSection> pelletPileSections(const std::vector<PelletPileRun>& runs) {
  const std::vector<PileGroup> groups = pileGroups(runs);
  if (groups.empty()) {
    return {};
  }
  ReportSection angles{
      .title = "The long pile",
      .text =
          "A source of 0.05 by 0.4 m drops 14.4 t/h from 0.3 m on a plane that moves below it at 0.1 m/s along "
          "the long side: across it, its 0.4 m would be wider than the pile. Distances count from the source's "
          "edge; the pile is cut into pieces of 2.5 d from 10 d on. Measured in the plant: 34 ± 3°.",
      .tables = {angleTable(groups)},
      .plots = {{"pellet_profiles.svg", profilePlot(groups)},
                {"pellet_distances.svg", distancePlot(groups)},
                {"pellet_course.svg", coursePlot(groups)}}};
  ReportSection contacts{
      .title = "Speeds and overlaps of contacts",
      .text = "Figures 19 and 20 of the paper, of our pile: impacts are contacts that approach faster than ε d/Δt.",
      .tables = {contactTable(groups)},
      .plots = {{"pellet_speeds.svg", histogram(groups, "Normal speeds", "speed [m/s]", &PelletContacts::speeds,
                                                &PelletContacts::impactSpeeds)},
                {"pellet_overlaps.svg", histogram(groups, "Overlaps", "overlap [d]", &PelletContacts::overlaps,
                                                  &PelletContacts::impactOverlaps)}}};
  return {std::move(angles), std::move(contacts)};
}

std::string pelletPilesCsv(const std::vector<PelletPileRun>& runs) {
  std::string text = "pile,seed,distance [d],pellets,angle [deg],left flank [deg],right flank [deg],line [deg]\n";
  for (const PelletPileRun& run : runs) {
    for (const PelletSegment& s : run.shape.segments) {
      fmt::format_to(std::back_inserter(text), "\"{}\",{},{},{},{:.4g},{:.4g},{:.4g},{:.4g}\n", nameOfPile(run),
                     run.seed, s.distance, s.grains, kPerRadian * s.angle.whole, kPerRadian * s.angle.left,
                     kPerRadian * s.angle.right, kPerRadian * s.line);
    }
  }
  return text;
}

std::string pelletContactsCsv(const std::vector<PelletPileRun>& runs) {
  std::string text = "pile,quantity,kind,from,contacts\n";
  for (const PelletPileRun& run : runs) {
    const std::string name = fmt::format("{}, seed {}", nameOfPile(run), run.seed);
    addBins(text, name, "normal speed [m/s]", "other", run.contacts.speeds);
    addBins(text, name, "normal speed [m/s]", "impact", run.contacts.impactSpeeds);
    addBins(text, name, "overlap [d]", "other", run.contacts.overlaps);
    addBins(text, name, "overlap [d]", "impact", run.contacts.impactOverlaps);
  }
  return text;
}

}  // namespace scree
