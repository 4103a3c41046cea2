#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/bench/record.h"

namespace scree::bench {

/// `missing`: only in one of the files. `other`: not comparable, since start or measure differ.
enum class Verdict : unsigned char { same, faster, slower, missing, other };

struct Judgement {
  std::string name;
  Verdict verdict = Verdict::same;
  double ratio = kUnmeasured;  ///< new over old: above 1 is slower
  double band = 0.0;           ///< noise: ratios within 1 ± band say nothing
  int measurements = 1;        ///< of the new one, the first included
  std::string remark;
};

/// Measures a case of the new build once more; nothing when it cannot.
using Remeasure = std::function<std::optional<Record>(const std::string& name)>;

/// Of a quiet machine: clocks and caches differ from run to run.
constexpr double kSmallestBand = 0.05;
/// Noise band of two measurements: twice the root sum square of their relative half quartile ranges, at least
/// `smallest`.
double noiseBand(const Record& before, const Record& after, double smallest = kSmallestBand);

/// Judges every case of Scree itself. The cases of other engines tell of the machine only: their verdict is `other`. A
/// case that looks slower is measured up to `kRemeasurements` times more, and is slower only if the fastest median is.
std::vector<Judgement> compare(const Results& before, const Results& after, const Remeasure& remeasure,
                               double smallestBand = kSmallestBand);
constexpr int kRemeasurements = 2;

std::string comparisonTable(const std::vector<Judgement>& judgements);
bool anySlower(const std::vector<Judgement>& judgements);

}  // namespace scree::bench
