#include "app/studies/gallery/gallery_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/studies/html_page.h"
#include "app/studies/warm_start_table.h"
#include "engine/analysis/repose.h"

namespace scree {

namespace {

constexpr std::size_t kWorstNamed = 15;
// Would-move members beyond which a scene is listed.
constexpr double kMostWouldMove = 0.02;    // share of the members
constexpr double kLongestWouldMove = 0.1;  // s

using Outcomes = std::vector<const GalleryOutcome*>;

/// Signed differences of one kind, one mean for each scene.
std::vector<double> biasesOf(const Outcomes& outcomes, GalleryKind kind) {
  std::vector<double> biases;
  for (const GalleryOutcome* outcome : outcomes) {
    double sum = 0.0;
    double count = 0.0;
    for (const GalleryDifference& one : outcome->differences) {
      sum += one.kind == kind ? one.bias : 0.0;
      count += one.kind == kind ? 1.0 : 0.0;
    }
    if (count > 0.0) {
      biases.push_back(sum / count);
    }
  }
  return biases;
}

void addQuantities(const GalleryOutcome& outcome, GallerySummary& summary) {
  ++summary.scenes;
  summary.notCompared += outcome.isCompared() ? 0 : 1;
  summary.hasScatter = summary.hasScatter || outcome.hasScatter();
  summary.agreeing += outcome.agrees() ? 1 : 0;
  for (const GalleryDifference& one : outcome.differences) {
    ++summary.quantities;
    summary.withinErrors += one.isWithinErrors() ? 1 : 0;
    summary.agreeingQuantities += one.excess() <= 1.0 ? 1 : 0;
  }
}

/// Sums over runs.
struct RunSums {
  double full = 0.0;    ///< wall time in full [s]
  double merged = 0.0;  ///< wall time merged [s]
  double runs = 0.0;    ///< merged runs
};

void addRuns(const GalleryOutcome& outcome, GallerySummary& summary, RunSums& sums) {
  for (const GalleryRun& run : outcome.full) {
    sums.full += run.wall;
    summary.throughWallsFull += run.faults.throughWalls;
    summary.findingsFull += run.faults.finding.empty() ? 0 : 1;
  }
  for (const GalleryRun& run : outcome.merged) {
    sums.merged += run.wall;
    sums.runs += 1.0;
    summary.throughWalls += run.faults.throughWalls;
    summary.findings += run.faults.finding.empty() ? 0 : 1;
    summary.hanging = std::max(summary.hanging, run.faults.hanging);
    summary.wouldMove += run.faults.wouldMoveShare;
    summary.wouldMoveMean += run.faults.wouldMoveMean;
    summary.wouldMoveTime = std::max(summary.wouldMoveTime, run.faults.wouldMoveTime);
    summary.level += run.level;
  }
}

GallerySummary summaryOf(const Outcomes& outcomes, std::string name) {
  GallerySummary summary{.name = std::move(name)};
  RunSums sums;
  for (const GalleryOutcome* outcome : outcomes) {
    addQuantities(*outcome, summary);
    addRuns(*outcome, summary, sums);
  }
  summary.wouldMove /= std::max(1.0, sums.runs);
  summary.wouldMoveMean /= std::max(1.0, sums.runs);
  summary.level /= std::max(1.0, sums.runs);
  summary.speedUp = sums.merged > 0.0 ? sums.full / sums.merged : 0.0;
  for (std::size_t kind = 0; kind < kGalleryKinds.size(); ++kind) {
    const std::vector<double> biases = biasesOf(outcomes, static_cast<GalleryKind>(kind));
    const Statistics statistics = statisticsOf(biases);
    summary.bias[kind] = statistics.mean;
    summary.biased[kind] = biases.size();
    summary.biasError[kind] =
        statistics.deviation / std::sqrt(std::max<double>(1.0, static_cast<double>(biases.size())));
  }
  return summary;
}

/// Share in percent; "-" of nothing.
std::string percentText(std::size_t part, std::size_t whole, int digits) {
  return whole == 0 ? "-" : cell(100.0 * static_cast<double>(part) / static_cast<double>(whole), digits);
}

std::string namesOfNotCompared(const std::vector<GalleryOutcome>& outcomes) {
  std::string names;
  for (const GalleryOutcome& outcome : outcomes) {
    names += outcome.isCompared() ? "" : (names.empty() ? "" : ", ") + outcome.scene.name();
  }
  return names;
}

ReportTable agreementTable(const std::vector<GallerySummary>& summaries, const std::vector<GalleryOutcome>& outcomes) {
  ReportTable table{.title = "Agreement by class",
                    .head = {"class", "scenes", "not compared", "scenes that agree %", "quantities that agree %",
                             "quantities within 2 errors %", "h %", "speed-up"}};
  for (const GallerySummary& one : summaries) {
    table.rows.push_back({one.name, std::to_string(one.scenes), std::to_string(one.notCompared),
                          percentText(one.agreeing, one.scenes - one.notCompared, 0),
                          percentText(one.agreeingQuantities, one.quantities, 1),
                          one.hasScatter ? percentText(one.withinErrors, one.quantities, 1) : "-",
                          cell(100.0 * one.level, 0), cell(one.speedUp, 2)});
  }
  table.note =
      "A quantity agrees if the merged mean differs from that in full by at most 2 standard errors and a floor; a "
      "scene "
      "agrees if all its quantities do. Floors: ";
  for (const GalleryKindInfo& kind : kGalleryKinds) {
    table.note +=
        fmt::format("{}{} {:g} {}", &kind == kGalleryKinds.begin() ? "" : ", ", kind.name, kind.floor, kind.unit);
  }
  table.note += ".";
  if (const std::string names = namesOfNotCompared(outcomes); !names.empty()) {
    table.note += " Not compared, as a run was refused or the guard found in it what no sound run does: " + names +
                  "; see the scenes with faults.";
  }
  return table;
}

ReportTable biasTable(const std::vector<GallerySummary>& summaries) {
  ReportTable table{.title = "Signed differences by class, merged less full", .head = {"class"}};
  for (const GalleryKindInfo& kind : kGalleryKinds) {
    table.head.push_back(fmt::format("{}, {}", kind.name, kind.unit));
  }
  for (const GallerySummary& one : summaries) {
    table.rows.push_back({one.name});
    for (std::size_t kind = 0; kind < kGalleryKinds.size(); ++kind) {
      const std::size_t scenes = one.biased[kind];
      table.rows.back().push_back(scenes == 0   ? "-"
                                  : scenes == 1 ? fmt::format("{:+.3f}", one.bias[kind])
                                                : fmt::format("{:+.3f} ± {:.3f}", one.bias[kind], one.biasError[kind]));
    }
  }
  table.note = "± is the standard error over the scenes. A scene counts with the mean over its quantities of a kind.";
  return table;
}

ReportTable faultTable(const std::vector<GallerySummary>& summaries) {
  ReportTable table{.title = "Faults by class",
                    .head = {"class", "would-move members %", "mean of samples %", "longest, s", "hanging members",
                             "through walls", "in full", "guard, runs", "in full"}};
  for (const GallerySummary& one : summaries) {
    table.rows.push_back({one.name, cell(100.0 * one.wouldMove, 2), cell(100.0 * one.wouldMoveMean, 2),
                          cell(one.wouldMoveTime, 1), std::to_string(one.hanging), std::to_string(one.throughWalls),
                          std::to_string(one.throughWallsFull), std::to_string(one.findings),
                          std::to_string(one.findingsFull)});
  }
  table.note =
      "Would-move members are asked each 0.1 s: their share of the members, over all samples of a run, and as a mean "
      "of the "
      "samples, in which samples with few members weigh as much; the longest time for which one grain was among them "
      "in "
      "all samples. Hanging members: the largest number in a sample.";
  return table;
}

ReportTable worstTable(const std::vector<GalleryOutcome>& outcomes) {
  ReportTable table{.title = "Worst scenes",
                    .head = {"scene", "quantity", "unit", "full", "merged", "difference", "standard error",
                             "over the bound", "quantities that differ"}};
  Outcomes sorted;
  for (const GalleryOutcome& outcome : outcomes) {
    if (!outcome.agrees() && outcome.worst() != nullptr) {
      sorted.push_back(&outcome);
    }
  }
  std::ranges::stable_sort(sorted, std::greater<>(), [](const GalleryOutcome* one) { return one->worst()->excess(); });
  sorted.resize(std::min(sorted.size(), kWorstNamed));
  for (const GalleryOutcome* outcome : sorted) {
    const GalleryDifference& one = *outcome->worst();
    const auto differing = std::ranges::count_if(outcome->differences, [](const auto& d) { return d.excess() > 1.0; });
    table.rows.push_back({outcome->scene.name(), one.name,
                          std::string(kGalleryKinds[static_cast<std::size_t>(one.kind)].unit), cell(one.full, 3),
                          cell(one.merged, 3), cell(one.difference, 3),
                          outcome->hasScatter() ? cell(one.error, 3) : "-", cell(one.excess(), 1),
                          fmt::format("{} of {}", differing, outcome->differences.size())});
  }
  return table;
}

/// Table of scenes with faults: what happened in which of them.
ReportTable faultyTable(const std::vector<GalleryOutcome>& outcomes) {
  ReportTable table{
      .title = "Scenes with faults",
      .head = {"scene", "runs", "would-move members %", "longest, s", "hanging", "through walls", "message"}};
  for (const GalleryOutcome& outcome : outcomes) {
    for (const bool isMerged : {false, true}) {
      GalleryFaults all;
      std::string message;
      const std::vector<GalleryRun>& runs = isMerged ? outcome.merged : outcome.full;
      for (const GalleryRun& run : runs) {
        all.throughWalls += run.faults.throughWalls;
        all.hanging = std::max(all.hanging, run.faults.hanging);
        all.wouldMoveShare += run.faults.wouldMoveShare / static_cast<double>(runs.size());
        all.wouldMoveTime = std::max(all.wouldMoveTime, run.faults.wouldMoveTime);
        message = !message.empty() ? message : run.refusal.empty() ? run.faults.finding : run.refusal;
      }
      if (all.throughWalls + all.hanging > 0 || all.wouldMoveShare > kMostWouldMove || !message.empty() ||
          all.wouldMoveTime > kLongestWouldMove) {
        table.rows.push_back({outcome.scene.name(), isMerged ? "merged" : "full", cell(100.0 * all.wouldMoveShare, 2),
                              cell(all.wouldMoveTime, 1), std::to_string(all.hanging), std::to_string(all.throughWalls),
                              message});
      }
    }
  }
  return table;
}

/// Rows of the faults of a scene in the CSV table: full and merged columns hold means over the runs.
std::string faultRows(const GalleryOutcome& outcome, const std::string& begin) {
  const auto row = [&](const char* name, const char* unit, auto value) {
    double means[2] = {0.0, 0.0};
    for (const bool isMerged : {false, true}) {
      const std::vector<GalleryRun>& runs = isMerged ? outcome.merged : outcome.full;
      for (const GalleryRun& run : runs) {
        means[isMerged ? 1 : 0] += static_cast<double>(value(run)) / static_cast<double>(runs.size());
      }
    }
    return fmt::format("{}{},{},{:.6g},{:.6g},{:.6g},,,,,\n", begin, name, unit, means[0], means[1],
                       means[1] - means[0]);
  };
  std::string rows;
  rows += row("would-move members", "%", [](const GalleryRun& run) { return 100.0 * run.faults.wouldMoveShare; });
  rows += row("would-move members mean", "%", [](const GalleryRun& run) { return 100.0 * run.faults.wouldMoveMean; });
  rows += row("would-move time", "s", [](const GalleryRun& run) { return run.faults.wouldMoveTime; });
  rows += row("hanging members", "", [](const GalleryRun& run) { return run.faults.hanging; });
  rows += row("through walls", "", [](const GalleryRun& run) { return run.faults.throughWalls; });
  rows += row("guard", "", [](const GalleryRun& run) { return run.faults.finding.empty() ? 0 : 1; });
  rows += row("reduction level", "%", [](const GalleryRun& run) { return 100.0 * run.level; });
  rows += row("refused", "", [](const GalleryRun& run) { return run.refusal.empty() ? 0 : 1; });
  return rows;
}

}  // namespace

std::vector<GallerySummary> summariesOf(const std::vector<GalleryOutcome>& outcomes) {
  std::vector<GallerySummary> summaries;
  Outcomes all;
  for (std::size_t kind = 0; kind < kGalleryClassCount; ++kind) {
    Outcomes of;
    for (const GalleryOutcome& outcome : outcomes) {
      if (static_cast<std::size_t>(outcome.scene.kind) == kind) {
        of.push_back(&outcome);
      }
    }
    if (!of.empty()) {
      summaries.push_back(summaryOf(of, std::string(kGalleryClassNames[kind])));
      all.insert(all.end(), of.begin(), of.end());
    }
  }
  summaries.push_back(summaryOf(all, "all"));
  return summaries;
}

std::string galleryText(const std::vector<GalleryOutcome>& outcomes, const std::string& circumstances) {
  const std::vector<GallerySummary> summaries = summariesOf(outcomes);
  const ReportSection section{.title = "Merged runs against runs in full",
                              .text = circumstances,
                              .tables = {agreementTable(summaries, outcomes), faultTable(summaries),
                                         biasTable(summaries), worstTable(outcomes), faultyTable(outcomes)}};
  return markdownText(
      "Gallery", "Small scenes whose sizes, materials and speeds are random; none is chosen or left out by its result.",
      {section});
}

std::string galleryCsv(const std::vector<GalleryOutcome>& outcomes) {
  std::string text =
      "class,number,quantity,unit,full,merged,difference,bias,standard_error,floor,within_2_errors,agrees\n";
  for (const GalleryOutcome& outcome : outcomes) {
    const std::string begin =
        fmt::format("{},{},", kGalleryClassNames[static_cast<std::size_t>(outcome.scene.kind)], outcome.scene.number);
    for (const GalleryDifference& one : outcome.differences) {
      text += fmt::format("{}{},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{:.6g},{},{}\n", begin, one.name,
                          kGalleryKinds[static_cast<std::size_t>(one.kind)].unit, one.full, one.merged, one.difference,
                          one.bias, outcome.hasScatter() ? fmt::format("{:.6g}", one.error) : "", one.floor,
                          outcome.hasScatter() ? fmt::format("{}", one.isWithinErrors() ? 1 : 0) : "",
                          one.excess() <= 1.0 ? 1 : 0);
    }
    text += faultRows(outcome, begin);
  }
  return text;
}

}  // namespace scree
