#include "engine/analysis/granules/kernel_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {

namespace {

/// Joins of the pairs of two classes, and the sum over time of pairs that could have joined.
struct PairOfClasses {
  double joins = 0.0;
  double pairSeconds = 0.0;  ///< s
  double u = 0.0;            ///< volumes over their mean
  double v = 0.0;
};

}  // namespace

std::vector<KernelFit> kernelFits(const PopulationCounts& counts, const SizeClasses& classes,
                                  bool isRestrictedInSpace) {
  const double all = std::accumulate(counts.grainSeconds.begin(), counts.grainSeconds.end(), 0.0) / counts.time;
  if (!(all > 0.0)) {
    return {};
  }
  const std::vector<double> volumes = classVolumes(classes);
  double mean = 0.0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    mean += volumes[i] * counts.grainSeconds[i] / (counts.time * all);
  }
  std::vector<PairOfClasses> pairs;
  double joins = 0.0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const auto row = static_cast<Eigen::Index>(i);
      const auto column = static_cast<Eigen::Index>(j);
      const double seconds =
          isRestrictedInSpace ? counts.pairSecondsOverAll(row, column) : counts.pairSeconds(row, column);
      const double joined = counts.joins(row, column);
      if (seconds > 0.0) {
        pairs.push_back({joined, seconds, volumes[i] / mean, volumes[j] / mean});
        joins += joined;
      }
    }
  }
  std::vector<KernelFit> fits;
  for (std::size_t f = 0; f < kKernelNames.size() && joins > 0.0; ++f) {
    KernelFit fit;
    fit.term.form = static_cast<KernelForm>(f);
    fit.term.referenceVolume = mean;
    fit.term.isRestrictedInSpace = isRestrictedInSpace;
    if (fit.term.form == KernelForm::kapur) {
      continue;  // its exponents are free
    }
    double expected = 0.0;
    for (const PairOfClasses& pair : pairs) {
      expected += pair.pairSeconds * kernelOf(fit.term, pair.u, pair.v);
    }
    if (!(expected > 0.0)) {
      continue;
    }
    fit.term.rate = joins / expected;
    for (const PairOfClasses& pair : pairs) {
      const double mu = fit.term.rate * pair.pairSeconds * kernelOf(fit.term, pair.u, pair.v);
      fit.deviance += 2.0 * (mu - pair.joins + (pair.joins > 0.0 ? pair.joins * std::log(pair.joins / mu) : 0.0));
    }
    if (std::isfinite(fit.deviance)) {
      fits.push_back(std::move(fit));
    }
  }
  std::ranges::stable_sort(fits, {}, &KernelFit::deviance);
  return fits;
}

}  // namespace scree
