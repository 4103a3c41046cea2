#include "engine/population/population_equations.h"

#include <algorithm>
#include <cmath>

#include "engine/population/population_constants.h"

namespace scree {
namespace {

/// Places in the vector behind the numbers, those on the way back and the products.
enum PopulationCount : Eigen::Index {
  kFines,
  kFedNumber,
  kFedMass,
  kAboveNumber,
  kAboveMass,
  kBelowNumber,
  kCoalescences,
  kBreakages,
  kCounts
};

/// Density of numbers over the diameter at a side of class i, less that in its middle: the parabola with the numbers of
/// the classes `behind`, i and `ahead` (away from and towards the side), limited so that the density at the side lies
/// between those of i and ahead and is at most twice that of i.
double limitedIncrement(double behind, double middle, double ahead, double widthBehind, double width,
                        double widthAhead) {
  const double forward = ahead - middle;
  const double backward = middle - behind;
  if (forward * backward <= 0.0) {
    return 0.0;
  }
  const double all = widthBehind + width + widthAhead;
  const double parabola = width * (widthBehind + width) / ((width + widthAhead) * all) * forward +
                          width * widthAhead / ((widthBehind + width) * all) * backward;
  const double limit = std::min({std::abs(forward), std::abs(backward), std::abs(parabola)});
  return std::copysign(limit, forward);
}

/// Values at classes, carried to the edges between them by a straight line over the diameter.
std::vector<double> onInnerEdges(const SizeClasses& classes, const std::vector<double>& values) {
  std::vector<double> edges(classes.count() + 1, 0.0);
  edges.front() = values.front();
  edges.back() = values.back();
  for (std::size_t i = 1; i < classes.count(); ++i) {
    const double below = classes.edges[i] - classes.edges[i - 1];
    const double above = classes.edges[i + 1] - classes.edges[i];
    edges[i] = (values[i - 1] * above + values[i] * below) / (below + above);
  }
  return edges;
}

}  // namespace

PopulationEquations::PopulationEquations(const PopulationModel& model) : model_(model), pivots_(model.classes) {
  const std::size_t n = model.classes.count();
  for (std::size_t i = 0; i < n; ++i) {
    widths_.push_back(model.classes.edges[i + 1] - model.classes.edges[i]);
  }
  if (model.layering) {
    std::vector<double> growth = model.layering->growth;
    if (growth.empty()) {
      growth.assign(n, 1.0);
    }
    growthOfFaces_ = onInnerEdges(model.classes, growth);
    growthOfFaces_.erase(growthOfFaces_.begin());
  }
  if (model.abrasion) {
    lossOfFaces_ = onInnerEdges(model.classes, model.abrasion->loss);
    lossOfFaces_.pop_back();
  }
  if (model.coalescence) {
    pairRates_ = coalescenceRates(*model.coalescence, pivots_.volumes());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        pairClass_.push_back(pivots_.classOfVolume(pivots_.volume(i) + pivots_.volume(j)));
      }
    }
  }
  births_.resize(n);
  birthVolumes_.resize(n);
  losses_.resize(n);
  fluxes_.resize(n);
}

Eigen::Index PopulationEquations::fines() const { return static_cast<Eigen::Index>(3 * classes()) + kFines; }

Eigen::VectorXd PopulationEquations::vectorOf(const PopulationState& state) const {
  const auto n = static_cast<Eigen::Index>(classes());
  Eigen::VectorXd values(3 * n + kCounts);
  values.head(n) = Eigen::Map<const Eigen::VectorXd>(state.number.data(), n);
  values.segment(n, n) = Eigen::Map<const Eigen::VectorXd>(state.recycling.data(), n);
  values.segment(2 * n, n) = Eigen::Map<const Eigen::VectorXd>(state.product.data(), n);
  values.tail(kCounts) << state.fines, state.fedNumber, state.fedMass, state.aboveNumber, state.aboveMass,
      state.belowNumber, state.coalescences, state.breakages;
  return values;
}

PopulationState PopulationEquations::stateOf(const Eigen::VectorXd& values, double time) const {
  const std::size_t n = classes();
  PopulationState state;
  state.time = time;
  state.number.assign(values.data(), values.data() + n);
  state.recycling.assign(values.data() + n, values.data() + 2 * n);
  state.product.assign(values.data() + 2 * n, values.data() + 3 * n);
  const auto counts = values.tail(kCounts);
  state.fines = counts[kFines];
  state.fedNumber = counts[kFedNumber];
  state.fedMass = counts[kFedMass];
  state.aboveNumber = counts[kAboveNumber];
  state.aboveMass = counts[kAboveMass];
  state.belowNumber = counts[kBelowNumber];
  state.coalescences = counts[kCoalescences];
  state.breakages = counts[kBreakages];
  return state;
}

double PopulationEquations::massIn(const Eigen::VectorXd& values) const {
  const auto n = static_cast<Eigen::Index>(classes());
  const auto volumes = Eigen::Map<const Eigen::VectorXd>(pivots_.volumes().data(), n);
  const double granules = volumes.dot(values.head(n) + values.segment(n, n) + values.segment(2 * n, n));
  const auto counts = values.tail(kCounts);
  return model_.density * granules + counts[kAboveMass] + std::abs(counts[kFines]);
}

bool PopulationEquations::hasDelay() const { return model_.removal && model_.removal->recycleDelay > 0.0; }

double PopulationEquations::change(const Eigen::VectorXd& values, const Eigen::VectorXd& returning, bool hasFines,
                                   Eigen::VectorXd& change) {
  change.setZero(values.size());
  std::ranges::fill(births_, 0.0);
  std::ranges::fill(birthVolumes_, 0.0);
  std::ranges::fill(losses_, 0.0);
  addFeed(change);
  addRemoval(values, returning, change);
  addBreakage(values, change);
  addAbrasion(values, change);
  addCoalescence(values, change);
  addBirths(change);
  // Last, since it may take no more fines than the others give.
  addLayering(values, hasFines, change);
  double largest = 0.0;
  for (std::size_t i = 0; i < classes(); ++i) {
    largest = values[static_cast<Eigen::Index>(i)] > 0.0 ? std::max(largest, losses_[i]) : largest;
  }
  return largest;
}

void PopulationEquations::addFeed(Eigen::VectorXd& change) const {
  auto counts = change.tail(kCounts);
  for (std::size_t i = 0; i < model_.feed.size(); ++i) {
    change[static_cast<Eigen::Index>(i)] += model_.feed[i];
    counts[kFedNumber] += model_.feed[i];
    counts[kFedMass] += model_.density * model_.feed[i] * pivots_.volume(i);
  }
  counts[kFines] += model_.finesFeed;
  counts[kFedMass] += model_.finesFeed;
}

Eigen::VectorXd PopulationEquations::leavingForRecycle(const Eigen::VectorXd& values) const {
  Eigen::VectorXd leaving = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(classes()));
  if (!model_.removal || model_.removal->productShare.empty()) {
    return leaving;
  }
  for (Eigen::Index i = 0; i < leaving.size(); ++i) {
    const double back = 1.0 - model_.removal->productShare[static_cast<std::size_t>(i)];
    leaving[i] = back * values[i] / model_.removal->residenceTime;
  }
  return leaving;
}

void PopulationEquations::addRemoval(const Eigen::VectorXd& values, const Eigen::VectorXd& returning,
                                     Eigen::VectorXd& change) {
  if (!model_.removal) {
    return;
  }
  const RemovalTerm& removal = *model_.removal;
  const auto n = static_cast<Eigen::Index>(classes());
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double share = removal.productShare.empty() ? 1.0 : removal.productShare[k];
    const double product = share * values[i] / removal.residenceTime;
    change[i] -= product;
    change[2 * n + i] += product;
    losses_[k] += share / removal.residenceTime;
    if (hasDelay()) {
      const double away = (1.0 - share) * values[i] / removal.residenceTime;
      const double back = returning.size() > 0 ? returning[i] : 0.0;
      change[i] += back - away;
      change[n + i] += away - back;
      losses_[k] += (1.0 - share) / removal.residenceTime;
    }
  }
}

void PopulationEquations::put(std::size_t at, double number, double volume, Eigen::VectorXd& change) const {
  auto counts = change.tail(kCounts);
  if (at == kBelowClasses) {
    counts[kBelowNumber] += number;
    counts[kFines] += model_.density * number * volume;
  } else if (at == kAboveClasses) {
    counts[kAboveNumber] += number;
    counts[kAboveMass] += model_.density * number * volume;
  } else {
    change[static_cast<Eigen::Index>(at)] += number;
  }
}

void PopulationEquations::bear(std::size_t inClass, double number, double volume, Eigen::VectorXd& change) {
  if (inClass < classes()) {
    births_[inClass] += number;
    birthVolumes_[inClass] += number * volume;
  } else {
    put(inClass, number, volume, change);
  }
}

void PopulationEquations::addBreakage(const Eigen::VectorXd& values, Eigen::VectorXd& change) {
  if (!model_.breakage) {
    return;
  }
  const BreakageTerm& breakage = *model_.breakage;
  auto counts = change.tail(kCounts);
  for (std::size_t i = 0; i < classes(); ++i) {
    const double broken = breakage.rate[i] * values[static_cast<Eigen::Index>(i)];
    const double volume = pivots_.volume(i);
    const double half = 0.5 * (1.0 - breakage.finesShare) * volume;
    change[static_cast<Eigen::Index>(i)] -= broken;
    losses_[i] += breakage.rate[i];
    counts[kBreakages] += broken;
    counts[kFines] += model_.density * broken * breakage.finesShare * volume;
    bear(pivots_.classOfVolume(half), 2.0 * broken, half, change);
  }
}

void PopulationEquations::addAbrasion(const Eigen::VectorXd& values, Eigen::VectorXd& change) {
  if (!model_.abrasion) {
    return;
  }
  const std::size_t n = classes();
  const Eigen::Index finesAt = fines();
  const auto density = [&](std::size_t i) { return values[static_cast<Eigen::Index>(i)] / widths_[i]; };
  for (std::size_t i = 0; i < n; ++i) {
    double atEdge = density(i);
    if (i > 0 && i + 1 < n) {
      atEdge +=
          limitedIncrement(density(i + 1), density(i), density(i - 1), widths_[i + 1], widths_[i], widths_[i - 1]);
    }
    const double flux = lossOfFaces_[i] * atEdge;
    losses_[i] += 2.0 * lossOfFaces_[i] / widths_[i];
    change[static_cast<Eigen::Index>(i)] -= flux;
    // Below the smallest class all of it is fines.
    const double left = i > 0 ? pivots_.volume(i - 1) : 0.0;
    put(i > 0 ? i - 1 : kBelowClasses, flux, left, change);
    change[finesAt] += model_.density * flux * (pivots_.volume(i) - left);
  }
}

void PopulationEquations::addCoalescence(const Eigen::VectorXd& values, Eigen::VectorXd& change) {
  if (!model_.coalescence) {
    return;
  }
  const std::size_t n = classes();
  const auto numbers = values.head(static_cast<Eigen::Index>(n));
  const double all = numbers.sum();
  const double measure =
      model_.coalescence->isRestrictedInSpace ? (all > population::kNoGranules ? 1.0 / all : 0.0) : 1.0;
  // Pairs that next to never meet would put traces into classes that lose them at once, and steps would follow these.
  const double least = population::kLeastPairShare * 0.5 * measure * numbers.dot(pairRates_ * numbers);
  double events = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<Eigen::Index>(i);
    for (std::size_t j = 0; j <= i; ++j) {
      const auto b = static_cast<Eigen::Index>(j);
      const double pairRate = measure * pairRates_(b, a);
      const double rate = (i == j ? 0.5 : 1.0) * pairRate * values[a] * values[b];
      if (rate <= least) {
        continue;
      }
      losses_[i] += pairRate * values[b];
      losses_[j] += i == j ? 0.0 : pairRate * values[a];
      events += rate;
      change[a] -= rate;
      change[b] -= rate;
      bear(pairClass_[i * n + j], rate, pivots_.volume(i) + pivots_.volume(j), change);
    }
  }
  change.tail(kCounts)[kCoalescences] += events;
}

void PopulationEquations::addBirths(Eigen::VectorXd& change) const {
  for (std::size_t i = 0; i < classes(); ++i) {
    if (births_[i] > population::kNoGranules) {
      const PivotShare shared = pivots_.shareOf(i, birthVolumes_[i] / births_[i]);
      put(shared.first, births_[i] * (1.0 - shared.share), pivots_.volume(shared.first), change);
      put(shared.second, births_[i] * shared.share, pivots_.volume(shared.second), change);
    }
  }
}

void PopulationEquations::addLayering(const Eigen::VectorXd& values, bool hasFines, Eigen::VectorXd& change) {
  if (!model_.layering) {
    return;
  }
  const LayeringTerm& layering = *model_.layering;
  const std::size_t n = classes();
  const auto density = [&](std::size_t i) { return values[static_cast<Eigen::Index>(i)] / widths_[i]; };
  const auto larger = [&](std::size_t i) {
    return i + 1 < n ? pivots_.volume(i + 1) : volumeOfDiameter(model_.classes.edges[n]);
  };
  double taken = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double atEdge = density(i);
    if (i > 0 && i + 1 < n) {
      atEdge +=
          limitedIncrement(density(i - 1), density(i), density(i + 1), widths_[i - 1], widths_[i], widths_[i + 1]);
    }
    fluxes_[i] = growthOfFaces_[i] * atEdge;
    taken += model_.density * fluxes_[i] * (larger(i) - pivots_.volume(i));
  }
  double scale = 1.0;
  if (layering.uptake) {
    scale = taken > population::kNoGranules ? *layering.uptake / taken : 0.0;
  }
  auto counts = change.tail(kCounts);
  if (layering.isLimitedByFines && !hasFines) {
    const double coming = std::max(0.0, counts[kFines]);
    scale = scale * taken > coming ? coming / taken : scale;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double flux = scale * fluxes_[i];
    losses_[i] += 2.0 * scale * growthOfFaces_[i] / widths_[i];
    change[static_cast<Eigen::Index>(i)] -= flux;
    put(i + 1 < n ? i + 1 : kAboveClasses, flux, larger(i), change);
  }
  if (layering.isLimitedByFines) {
    counts[kFines] -= scale * taken;
  } else {
    counts[kFedMass] += scale * taken;
  }
}

}  // namespace scree
