#include "tests/bench/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::bench {

namespace {

/// Growth of an error that is worth a remark: speed is easily bought with errors.
constexpr double kErrorGrowth = 1.1;

double relativeSpread(const Record& record) { return 0.5 * (record.high - record.low) / record.value; }

const Record* find(const Results& results, const std::string& name) {
  const auto found = std::find_if(results.records.begin(), results.records.end(),
                                  [&](const Record& record) { return record.name == name; });
  return found == results.records.end() ? nullptr : &*found;
}

/// The stage whose time grew most.
std::string worstStage(const Record& before, const Record& after) {
  double largest = 0.0;
  std::string text;
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    const double growth = after.stageMs[stage] - before.stageMs[stage];
    if (growth > largest) {
      largest = growth;
      text = fmt::format("{} {:.3g} -> {:.3g} ms", kStageNames[stage], before.stageMs[stage], after.stageMs[stage]);
    }
  }
  return text;
}

std::string grownErrors(const Record& before, const Record& after) {
  std::string text;
  const auto look = [&](const char* name, double old, double now) {
    if (std::abs(now) > kErrorGrowth * std::abs(old)) {
      text += fmt::format("{}{} {:.2e} -> {:.2e}", text.empty() ? "" : ", ", name, old, now);
    }
  };
  look("overlap", before.meanOverlap, after.meanOverlap);
  look("creep", before.creep, after.creep);
  look("creep of the median grain", before.medianCreep, after.medianCreep);
  look("height error", before.heightError, after.heightError);
  return text.empty() ? text : "larger errors: " + text;
}

void addRemark(Judgement& judgement, const std::string& text) {
  if (!text.empty()) {
    judgement.remark += (judgement.remark.empty() ? "" : "; ") + text;
  }
}

Verdict verdictOf(double ratio, double band) {
  if (ratio > 1.0 + band) {
    return Verdict::slower;
  }
  return ratio < 1.0 / (1.0 + band) ? Verdict::faster : Verdict::same;
}

void measureAgain(const Record& before, Record& best, Judgement& judgement, const Remeasure& remeasure,
                  double smallestBand) {
  while (judgement.verdict == Verdict::slower && judgement.measurements <= kRemeasurements) {
    const std::optional<Record> again = remeasure(best.name);
    if (!again) {
      addRemark(judgement, "could not be measured again");
      return;
    }
    ++judgement.measurements;
    if (again->value < best.value) {
      best = *again;
    }
    judgement.ratio = best.value / before.value;
    judgement.band = noiseBand(before, best, smallestBand);
    judgement.verdict = verdictOf(judgement.ratio, judgement.band);
  }
}

Judgement judge(const Record& before, const Record& after, const Remeasure& remeasure, double smallestBand) {
  Judgement judgement{.name = after.name};
  judgement.ratio = after.value / before.value;
  judgement.band = noiseBand(before, after, smallestBand);
  if (before.measure != after.measure) {
    judgement.verdict = Verdict::other;
    addRemark(judgement, fmt::format("measured '{}' before, '{}' now", before.measure, after.measure));
    return judgement;
  }
  if (after.engine != "scree") {
    judgement.verdict = Verdict::other;
    addRemark(judgement, "another engine: tells of the machine");
    return judgement;
  }
  if (before.start != after.start) {
    addRemark(judgement, "starts from another state");
  }
  judgement.verdict = verdictOf(judgement.ratio, judgement.band);
  Record best = after;
  measureAgain(before, best, judgement, remeasure, smallestBand);
  if (judgement.verdict == Verdict::slower) {
    addRemark(judgement, worstStage(before, best));
  }
  addRemark(judgement, grownErrors(before, best));
  return judgement;
}

const char* nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "SLOWER";
    case Verdict::missing:
      return "missing";
    case Verdict::other:
      break;
  }
  return "-";
}

}  // namespace

double noiseBand(const Record& before, const Record& after, double smallest) {
  return std::max(smallest, 2.0 * std::hypot(relativeSpread(before), relativeSpread(after)));
}

std::vector<Judgement> compare(const Results& before, const Results& after, const Remeasure& remeasure,
                               double smallestBand) {
  std::vector<Judgement> judgements;
  for (const Record& record : after.records) {
    const Record* old = find(before, record.name);
    if (old != nullptr) {
      judgements.push_back(judge(*old, record, remeasure, smallestBand));
    } else {
      judgements.push_back({.name = record.name, .verdict = Verdict::missing, .remark = "new"});
    }
  }
  for (const Record& record : before.records) {
    if (find(after, record.name) == nullptr) {
      judgements.push_back({.name = record.name, .verdict = Verdict::missing, .remark = "not measured now"});
    }
  }
  return judgements;
}

std::string comparisonTable(const std::vector<Judgement>& judgements) {
  std::size_t width = 4;
  for (const Judgement& judgement : judgements) {
    width = std::max(width, judgement.name.size());
  }
  std::string text = fmt::format("{:<{}}  new/old    band  verdict\n", "case", width);
  for (const Judgement& judgement : judgements) {
    const std::string ratio = std::isnan(judgement.ratio) ? "" : fmt::format("{:.3f}", judgement.ratio);
    const std::string band = std::isnan(judgement.ratio) ? "" : fmt::format("{:.0f} %", 100.0 * judgement.band);
    text += fmt::format("{:<{}}  {:>7}  {:>6}  {:<7}", judgement.name, width, ratio, band, nameOf(judgement.verdict));
    if (judgement.measurements > 1) {
      text += fmt::format("  measured {} times", judgement.measurements);
    }
    text += judgement.remark.empty() ? "\n" : "  " + judgement.remark + "\n";
  }
  return text;
}

bool anySlower(const std::vector<Judgement>& judgements) {
  return std::any_of(judgements.begin(), judgements.end(),
                     [](const Judgement& judgement) { return judgement.verdict == Verdict::slower; });
}

}  // namespace scree::bench
