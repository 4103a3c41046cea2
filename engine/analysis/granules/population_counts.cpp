#include "engine/analysis/granules/population_counts.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/granules/kernel_fit.h"
#include "engine/granulation/granulation_events.h"

namespace scree {

namespace {

bool isInside(std::size_t at) { return at != kBelowClasses && at != kAboveClasses; }

void addTo(std::vector<double>& list, std::size_t at, double amount) {
  if (isInside(at)) {
    list[at] += amount;
  }
}

void addLists(std::vector<double>& to, const std::vector<double>& more) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] += more[i];
  }
}

void addPair(Eigen::MatrixXd& pairs, std::size_t a, std::size_t b) {
  if (isInside(a) && isInside(b)) {
    const auto i = static_cast<Eigen::Index>(a);
    const auto j = static_cast<Eigen::Index>(b);
    pairs(i, j) += 1.0;
    if (i != j) {
      pairs(j, i) += 1.0;
    }
  }
}

/// Rates by class as rates of parts of classes: linear between the middles of the classes that had grains.
class RatesBySize {
 public:
  RatesBySize(const PopulationCounts& counts, const SizeClasses& classes, std::size_t parts)
      : counts_(counts), middles_(classDiameters(classes)), fine_(classDiameters(refinedClasses(classes, parts))) {}

  std::vector<double> of(const std::vector<double>& sums) const {
    const std::vector<double> rates = ratesOfGrains(counts_, sums);
    std::vector<double> diameters;
    std::vector<double> known;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      if (counts_.grainSeconds[i] > 0.0) {
        diameters.push_back(middles_[i]);
        known.push_back(rates[i]);
      }
    }
    std::vector<double> values(fine_.size(), 0.0);
    for (std::size_t i = 0; i < fine_.size() && !known.empty(); ++i) {
      const auto above = static_cast<std::size_t>(std::ranges::upper_bound(diameters, fine_[i]) - diameters.begin());
      if (above == 0 || above == known.size()) {
        values[i] = above == 0 ? known.front() : known.back();
        continue;
      }
      const double along = (fine_[i] - diameters[above - 1]) / (diameters[above] - diameters[above - 1]);
      values[i] = known[above - 1] + along * (known[above] - known[above - 1]);
    }
    return values;
  }

 private:
  const PopulationCounts& counts_;
  std::vector<double> middles_;
  std::vector<double> fine_;
};

/// Rates of pairs of the parts of classes: those of the classes.
Eigen::MatrixXd refinedTable(const Eigen::MatrixXd& table, std::size_t parts) {
  const auto n = static_cast<Eigen::Index>(parts);
  Eigen::MatrixXd fine(table.rows() * n, table.cols() * n);
  for (Eigen::Index i = 0; i < fine.rows(); ++i) {
    for (Eigen::Index j = 0; j < fine.cols(); ++j) {
      fine(i, j) = table(i / n, j / n);
    }
  }
  return fine;
}

bool hasAny(const std::vector<double>& list) {
  return std::ranges::any_of(list, [](double value) { return value > 0.0; });
}

}  // namespace

PopulationCounts countsOf(const SizeClasses& classes) {
  PopulationCounts counts;
  const std::size_t n = classes.count();
  for (std::vector<double>* list :
       {&counts.grainSeconds, &counts.growth, &counts.wear, &counts.came, &counts.left, &counts.broke}) {
    list->assign(n, 0.0);
  }
  const auto rows = static_cast<Eigen::Index>(n);
  for (Eigen::MatrixXd* table : {&counts.collisions, &counts.joins, &counts.pairSeconds, &counts.pairSecondsOverAll}) {
    *table = Eigen::MatrixXd::Zero(rows, rows);
  }
  return counts;
}

void addGrains(PopulationCounts& counts, const std::vector<double>& numbers, double all, double time) {
  counts.allGrainSeconds += time * all;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    counts.grainSeconds[i] += time * numbers[i];
    for (std::size_t j = 0; j < numbers.size() && numbers[i] > 0.0; ++j) {
      const double pairs = time * numbers[i] * numbers[j] * (i == j ? 0.5 : 1.0);
      counts.pairSeconds(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += pairs;
      counts.pairSecondsOverAll(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += pairs / all;
    }
  }
}

void addCounts(PopulationCounts& to, const PopulationCounts& more) {
  to.time += more.time;
  addLists(to.grainSeconds, more.grainSeconds);
  addLists(to.growth, more.growth);
  addLists(to.wear, more.wear);
  addLists(to.came, more.came);
  addLists(to.left, more.left);
  addLists(to.broke, more.broke);
  to.collisions += more.collisions;
  to.joins += more.joins;
  to.pairSeconds += more.pairSeconds;
  to.pairSecondsOverAll += more.pairSecondsOverAll;
  to.cameSizes.insert(to.cameSizes.end(), more.cameSizes.begin(), more.cameSizes.end());
  to.brokenVolume += more.brokenVolume;
  to.halvesVolume += more.halvesVolume;
  to.allGrainSeconds += more.allGrainSeconds;
  to.allGrowth += more.allGrowth;
  to.allWear += more.allWear;
  to.allCame += more.allCame;
  to.allLeft += more.allLeft;
  to.allBroke += more.allBroke;
  to.allCollisions += more.allCollisions;
  to.allJoins += more.allJoins;
  to.ageOfLeft += more.ageOfLeft;
}

void addEvents(PopulationCounts& counts, const SizeClasses& classes, const GranulationEvents& events) {
  for (const GranulationEvents::Collision& one : events.collisions) {
    addPair(counts.collisions, classOf(classes, one.first), classOf(classes, one.second));
  }
  counts.allCollisions += static_cast<double>(events.collisions.size());
  for (const GrainEvent& one : events.changes) {
    if (one.kind == GrainEvent::Kind::joined) {
      addPair(counts.joins, classOf(classes, one.first), classOf(classes, one.second));
      counts.allJoins += 1.0;
    } else {
      addTo(counts.broke, classOf(classes, one.first), 1.0);
      counts.brokenVolume += volumeOfDiameter(one.first);
      counts.halvesVolume += 2.0 * volumeOfDiameter(one.second);
      counts.allBroke += 1.0;
    }
  }
  for (const GranulationEvents::Growth& one : events.growth) {
    const bool isWear = one.change < 0.0;
    addTo(isWear ? counts.wear : counts.growth, classOf(classes, one.diameter), std::abs(one.change));
    (isWear ? counts.allWear : counts.allGrowth) += std::abs(one.change);
  }
}

Eigen::MatrixXd joiningRates(const PopulationCounts& counts, bool isRestrictedInSpace) {
  const Eigen::MatrixXd& pairs = isRestrictedInSpace ? counts.pairSecondsOverAll : counts.pairSeconds;
  // Each pair of classes once: both halves and the diagonal twice.
  const double seconds = pairs.sum() + pairs.trace();
  const double mean = seconds > 0.0 ? (counts.joins.sum() + counts.joins.trace()) / seconds : 0.0;
  Eigen::MatrixXd rates = Eigen::MatrixXd::Constant(pairs.rows(), pairs.cols(), mean);
  for (Eigen::Index i = 0; i < pairs.rows(); ++i) {
    for (Eigen::Index j = 0; j < pairs.cols(); ++j) {
      if (pairs(i, j) > 0.0) {
        rates(i, j) = counts.joins(i, j) / pairs(i, j);
      }
    }
  }
  return rates;
}

std::vector<double> ratesOfGrains(const PopulationCounts& counts, const std::vector<double>& sums) {
  std::vector<double> rates(sums.size(), 0.0);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    rates[i] = counts.grainSeconds[i] > 0.0 ? sums[i] / counts.grainSeconds[i] : 0.0;
  }
  return rates;
}

PopulationModel balanceOf(const PopulationCounts& counts, const SizeClasses& classes, const BalanceForm& form) {
  PopulationModel model;
  model.classes = refinedClasses(classes, form.parts);
  model.density = form.density;
  if (!(counts.time > 0.0)) {
    return model;
  }
  const RatesBySize rates(counts, classes, form.parts);
  if (!counts.cameSizes.empty()) {
    model.feed = sharedHistogramOf(model.classes, counts.cameSizes, form.density).number;
    for (double& feed : model.feed) {
      feed /= counts.time;
    }
  }
  if (hasAny(counts.growth)) {
    model.layering = LayeringTerm{.growth = rates.of(counts.growth), .uptake = {}, .isLimitedByFines = false};
  }
  if (hasAny(counts.wear)) {
    model.abrasion = AbrasionTerm{rates.of(counts.wear)};
  }
  if (hasAny(counts.broke)) {
    const double kept = counts.halvesVolume / counts.brokenVolume;
    model.breakage = BreakageTerm{.rate = rates.of(counts.broke), .finesShare = std::clamp(1.0 - kept, 0.0, 1.0)};
  }
  if (counts.joins.sum() > 0.0) {
    CoalescenceTerm& joining = model.coalescence.emplace();
    const std::vector<KernelFit> fits =
        form.fitsKernel ? kernelFits(counts, classes, form.isRestrictedInSpace) : std::vector<KernelFit>();
    if (!fits.empty()) {
      joining = fits.front().term;
    } else {
      joining.table = refinedTable(joiningRates(counts, form.isRestrictedInSpace), form.parts);
    }
    joining.isRestrictedInSpace = form.isRestrictedInSpace;
  }
  if (hasAny(counts.left)) {
    // A sieve that each class passes at its own share of the largest rate.
    std::vector<double> leaving = rates.of(counts.left);
    const double largest = *std::ranges::max_element(leaving);
    if (largest > 0.0) {
      for (double& share : leaving) {
        share /= largest;
      }
      model.removal = RemovalTerm{.residenceTime = 1.0 / largest, .productShare = std::move(leaving)};
    }
  }
  return model;
}

double largestDifference(const SizeHistogram& a, const SizeHistogram& b) {
  const std::vector<double> ofA = sharesBelow(a, SizeShare::byMass);
  const std::vector<double> ofB = sharesBelow(b, SizeShare::byMass);
  double largest = 0.0;
  for (std::size_t i = 0; i < ofA.size(); ++i) {
    largest = std::max(largest, std::abs(ofA[i] - ofB[i]));
  }
  return largest;
}

}  // namespace scree
