#include "app/studies/reduction/reduction_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/studies/reduction/reduction_asked.h"
#include "app/studies/reduction/reduction_costs.h"
#include "app/studies/reduction/reduction_layers.h"

namespace scree {

namespace {

constexpr std::size_t kMostNamed = 4;  // largest number of stages or causes in a text
constexpr double kWorthNaming = 0.5;   // smallest part that is named, % of a full step or of the split grains

/// Runs of a system and their comparisons.
struct Findings {
  const ReductionStudy& study;
  const std::vector<Group>& groups;
  const std::vector<Comparison>& comparisons;
};

/// Text of the largest parts in descending order: "pairs 6.2, merges 3.4".
std::string largestOf(std::vector<std::pair<std::string_view, double>> parts) {
  std::ranges::sort(parts, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNamed, parts.size()) && parts[i].second >= kWorthNaming; ++i) {
    text += fmt::format("{}{} {:.1f}", text.empty() ? "" : ", ", parts[i].first, parts[i].second);
  }
  return text;
}

/// Comparison of another pair of runs in the same quantity; null if there is none.
const Comparison* sameOf(const Findings& findings, const Comparison& one, const Group& run, const Group& full) {
  const auto found = std::ranges::find_if(findings.comparisons, [&](const Comparison& other) {
    return other.run == &run && other.full == &full && other.compared.name == one.compared.name;
  });
  return found == findings.comparisons.end() ? nullptr : &*found;
}

std::string timeReason(const Comparison& one) {
  const std::string stages = largestOf(stagesBeyond(*one.run, *one.full));
  return stages.empty()
             ? ""
             : fmt::format("% of a full step beyond the free grains' share, where 5 are expected in all: {}", stages);
}

std::string decidingReason(const Comparison& one) {
  const auto mean = [](const Group& group, Stage stage) {
    return 1e3 * meanOver(group, [stage](const ReductionRun& run) { return secondsOf(run, stage); });
  };
  const auto whole = [](const Group& group) {
    return 1e3 *
           meanOver(group, [](const ReductionRun& run) { return run.stages.total() / static_cast<double>(run.steps); });
  };
  const double splits = mean(*one.run, Stage::splits);
  const double merges = mean(*one.run, Stage::merges);
  return fmt::format("splits {:.3f} and merges {:.3f} of {:.2f} ms a step; of a full one, of {:.2f} ms, {:.1f} %",
                     splits, merges, whole(*one.run), whole(*one.full), 100.0 * (splits + merges) / whole(*one.full));
}

std::string levelReason(const Findings& findings, const Comparison& one, const Group* own) {
  const TimeWindow& window = findings.study.system.measured;
  if (own != nullptr && own != one.full) {
    const Reading oracle = oracleReading(oracleIndexOf(findings.study.system, (*one.run)[0]->what));
    return fmt::format("the oracle finds {:.1f} % in {} and {:.1f} % in {}", over(*one.full, window, oracle).mean,
                       (*one.full)[0]->what.solver, over(*own, window, oracle).mean, (*own)[0]->what.solver);
  }
  std::vector<std::pair<std::string_view, double>> causes;
  double all = 0.0;
  for (std::size_t i = 1; i < kSplitIdeaCount; ++i) {
    const auto idea = static_cast<SplitIdea>(i);
    const double splits =
        meanOver(*one.run, [idea](const ReductionRun& run) { return static_cast<double>(run.counts.splitsBy(idea)); });
    causes.emplace_back(kSplitIdeaNames[i], splits);
    all += splits;
  }
  for (auto& [name, share] : causes) {
    share *= 100.0 / std::max(all, 1.0);
  }
  return fmt::format("% of what was split off: {}", largestOf(std::move(causes)));
}

/// Text on the differences of a merged run and of the run in full with the same solver from the best reference.
std::string referenceReason(const Findings& findings, const Comparison& one) {
  for (const char* reference : {kFineReference, kReference, kAccurate}) {
    const Group* better = fullGroup(findings.groups, reference);
    const Comparison* merged = better == nullptr ? nullptr : sameOf(findings, one, *one.run, *better);
    const Comparison* full = better == nullptr ? nullptr : sameOf(findings, one, *one.full, *better);
    if (merged != nullptr && full != nullptr) {
      return fmt::format("from {} it is {} merged and {} in full", reference, merged->mean(), full->mean());
    }
  }
  return {};
}

std::string resultReason(const Findings& findings, const Comparison& one, const Group* own) {
  if (own == nullptr) {
    return {};
  }
  if (own != one.full) {
    const Comparison* full = sameOf(findings, one, *own, *one.full);
    return full == nullptr ? "" : fmt::format("the same solver in full is off by {}", full->mean());
  }
  const bool isDrum = findings.study.system.kind == ReductionSystem::Kind::drum;
  std::string reason = isDrum ? plugReason(findings.study, *one.run, *one.full) : "";
  const std::string better = referenceReason(findings, one);
  return reason.empty() || better.empty() ? reason + better : reason + "; " + better;
}

std::string reasonOf(const Findings& findings, const Comparison& one) {
  const Group* own = fullGroup(findings.groups, (*one.run)[0]->what.solver);
  switch (one.compared.matter) {
    case Matter::time:
      return own == one.full ? timeReason(one) : "";
    case Matter::deciding:
      return decidingReason(one);
    case Matter::level:
      return levelReason(findings, one, own);
    case Matter::result:
      break;
  }
  return resultReason(findings, one, own);
}

/// Adds the rows of a system to the table, and returns the text about it.
std::string addSystem(const ReductionStudy& study, ReportTable& table) {
  const std::vector<Group> groups = groupsOf(study);
  const std::vector<Comparison> comparisons = comparisonsOf(study, groups);
  const Findings findings{study, groups, comparisons};
  std::size_t asked = 0;
  std::size_t held = 0;
  for (const Comparison& one : comparisons) {
    if (!one.isAsked()) {
      continue;
    }
    ++asked;
    held += one.holds() ? 1 : 0;
    if (!one.holds() || one.within < one.values.count) {
      table.rows.push_back({study.system.name, (*one.run)[0]->what.name(), (*one.full)[0]->what.solver,
                            one.compared.name, one.asked(), one.meanAndError(), one.seeds(),
                            one.holds() ? "in the mean" : "missed", reasonOf(findings, one)});
    }
  }
  return asked == 0 ? "" : fmt::format(" {}: {} of {} hold in the mean.", study.system.name, held, asked);
}

}  // namespace

ReportSection verdictSection(const std::vector<ReductionStudy>& studies) {
  ReportSection section{
      .title = "What is asked for, and what is missed",
      .text =
          "Runs with merging are held against runs in full of the same seeds; the chapters of the systems have all "
          "of it in their tables \"Merged against full\"."};
  ReportTable table{.title = "Missed, or held in the mean but not by each seed",
                    .head = {"system", "run", "against", "of", "asked for", "mean", "seeds that hold", "verdict",
                             "what makes it so"}};
  for (const ReductionStudy& study : studies) {
    section.text += addSystem(study, table);
  }
  table.note = table.rows.empty() ? "Nothing." : "± is the standard error over the seeds.";
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace scree
