#include "app/sweep/search/landscape.h"

#include <algorithm>
#include <cmath>

#include "app/sweep/sampling.h"

namespace scree {

namespace {

constexpr double kEvenVariance = 1.0 / 12.0;  // of a value that is even over its range

/// Covariance that belongs to an information matrix, together with an even spread over the ranges.
Eigen::MatrixXd covarianceOf(const Eigen::MatrixXd& information) {
  Eigen::MatrixXd sum = information;
  sum.diagonal().array() += 1.0 / kEvenVariance;
  return sum.inverse();
}

Eigen::VectorXd clamped(const Eigen::VectorXd& place, const SearchBox& box) {
  return place.cwiseMax(box.low).cwiseMin(box.high);
}

}  // namespace

Landscape::Landscape(Surface surface, const SearchBox& domain) : domain_(domain) {
  surfaces_.push_back(std::move(surface));
  findOptimum();
}

Landscape::Landscape(std::vector<Surface> surfaces, std::vector<MeasuredNumber> measured, const SearchBox& domain)
    : surfaces_(std::move(surfaces)), measured_(std::move(measured)), domain_(domain) {
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    variances_.push_back(measured_[i].error * measured_[i].error + surfaces_[i].variance(domain.centre()));
  }
  // The errors of the surfaces change little from place to place; weights that followed them in the minimum would draw
  // it to where nothing was run.
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    findOptimum();
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      variances_[i] = measured_[i].error * measured_[i].error + surfaces_[i].variance(optimum_);
    }
  }
  findOptimum();
}

double Landscape::objective(const Eigen::VectorXd& place) const {
  if (!isMatch()) {
    return surfaces_.front().value(place);
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const double distance = surfaces_[i].value(place) - measured_[i].value;
    sum += distance * distance / variances_[i];
  }
  return sum;
}

double Landscape::objectiveError() const { return isMatch() ? 0.0 : std::sqrt(surfaces_.front().variance(optimum_)); }

double Landscape::excess(const Eigen::VectorXd& place) const {
  const double rise = std::max(0.0, objective(place) - objective(optimum_));
  if (isMatch() || rise == 0.0) {
    return rise;
  }
  return 4.0 * rise * rise / std::max(surfaces_.front().varianceOfDifference(place, optimum_), 1e-300);
}

Landscape::Slope Landscape::slopeAt(const Eigen::VectorXd& place) const {
  if (!isMatch()) {
    return {surfaces_.front().gradient(place), surfaces_.front().hessian(place)};
  }
  Slope slope{Eigen::VectorXd::Zero(place.size()), Eigen::MatrixXd::Zero(place.size(), place.size())};
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const Eigen::VectorXd gradient = surfaces_[i].gradient(place);
    const double distance = surfaces_[i].value(place) - measured_[i].value;
    slope.gradient += 2.0 * distance / variances_[i] * gradient;
    slope.curvature += 2.0 / variances_[i] * gradient * gradient.transpose();
  }
  return slope;
}

/// Damped Newton steps on the keys that are neither held nor pressed against an end of the domain.
Eigen::VectorXd Landscape::bestWith(const Eigen::VectorXd& place, const std::vector<Eigen::Index>& held) const {
  constexpr int kMostSteps = 100;
  constexpr double kFirstDamping = 1e-3;
  constexpr double kMostDamping = 1e12;
  constexpr double kSmallStep = 1e-10;
  Eigen::VectorXd best = clamped(place, domain_);
  for (const Eigen::Index key : held) {
    best[key] = place[key];
  }
  double least = objective(best);
  double damping = kFirstDamping;
  for (int step = 0; step < kMostSteps && damping < kMostDamping; ++step) {
    const Slope slope = slopeAt(best);
    std::vector<Eigen::Index> freeKeys;
    for (Eigen::Index key = 0; key < best.size(); ++key) {
      const bool isPressed = (best[key] <= domain_.low[key] && slope.gradient[key] > 0.0) ||
                             (best[key] >= domain_.high[key] && slope.gradient[key] < 0.0);
      if (!isPressed && std::ranges::find(held, key) == held.end()) {
        freeKeys.push_back(key);
      }
    }
    if (freeKeys.empty()) {
      break;
    }
    Eigen::MatrixXd curvature = slope.curvature(freeKeys, freeKeys);
    const double scale = std::max(curvature.cwiseAbs().maxCoeff(), 1e-300);
    // Steps lead downhill also where the surface bends down.
    const double lowest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(curvature).eigenvalues()[0];
    curvature.diagonal().array() += damping * scale + std::max(0.0, -lowest);
    const Eigen::VectorXd change = curvature.ldlt().solve(slope.gradient(freeKeys));
    Eigen::VectorXd next = best;
    next(freeKeys) -= change;
    for (const Eigen::Index key : freeKeys) {
      next[key] = std::clamp(next[key], domain_.low[key], domain_.high[key]);
    }
    const double value = objective(next);
    if (value < least) {
      const double length = (next - best).cwiseAbs().maxCoeff();
      best = next;
      least = value;
      damping = std::max(0.2 * damping, 1e-9);
      if (length < kSmallStep) {
        break;
      }
    } else {
      damping *= 8.0;
    }
  }
  return best;
}

void Landscape::findOptimum() {
  constexpr int kStarts = 64;
  constexpr std::size_t kRefined = 6;
  const auto keys = static_cast<std::size_t>(domain_.low.size());
  std::vector<Eigen::VectorXd> places = {domain_.centre()};
  for (const std::vector<double>& share : sampleUnit(SampleMethod::lhs, kStarts, keys, 1)) {
    const Eigen::Map<const Eigen::VectorXd> at(share.data(), domain_.low.size());
    places.emplace_back(domain_.low + at.cwiseProduct(domain_.high - domain_.low));
  }
  std::ranges::stable_sort(places, {}, [this](const Eigen::VectorXd& place) { return objective(place); });
  places.resize(kRefined);
  for (Eigen::VectorXd& place : places) {
    place = bestWith(place, {});
  }
  optimum_ = *std::ranges::min_element(places, {}, [this](const Eigen::VectorXd& place) { return objective(place); });
}

double Landscape::profileAt(Eigen::VectorXd& place, Eigen::Index key) const {
  Eigen::VectorXd middle = domain_.centre();
  middle[key] = place[key];
  place = bestWith(place, {key});
  middle = bestWith(middle, {key});
  if (objective(middle) < objective(place)) {
    place = middle;
  }
  return excess(place);
}

KeyInterval Landscape::interval(Eigen::Index key, double most) const {
  constexpr int kParts = 60;  // on each side of the optimum
  KeyInterval result;
  const auto edge = [&](double end, bool& isOpen) {
    Eigen::VectorXd place = optimum_;
    const double part = (end - optimum_[key]) / kParts;
    const double limit = std::sqrt(most);
    double before = 0.0;  // root of the excess
    double last = end;    // outermost crossing
    double begin = end;   // of a gap
    isOpen = true;
    for (int i = 1; i <= kParts && part != 0.0; ++i) {
      place[key] = optimum_[key] + part * i;
      const double root = std::sqrt(profileAt(place, key));
      if ((root > limit) != (before > limit)) {
        last = optimum_[key] + part * (i - 1 + (limit - before) / (root - before));
        if (root > limit) {
          begin = last;
        } else {
          result.gaps.emplace_back(std::minmax(begin, last));
        }
        isOpen = root <= limit;
      }
      before = root;
    }
    return isOpen ? end : last;
  };
  result.low = edge(domain_.low[key], result.isOpenBelow);
  result.high = edge(domain_.high[key], result.isOpenAbove);
  std::ranges::sort(result.gaps);
  return result;
}

bool Landscape::leadsOut(Eigen::Index key) const {
  constexpr double kEnd = 1e-6;  // share of a range
  constexpr double kSure = 9.0;  // squares of errors: along a valley that ends there chance has a slope, too
  const Slope slope = slopeAt(optimum_);
  const double gradient = slope.gradient[key];
  const bool isOut = (optimum_[key] < kEnd && gradient > 0.0) || (optimum_[key] > 1.0 - kEnd && gradient < 0.0);
  if (!isOut) {
    return false;
  }
  if (isMatch()) {
    return gradient * gradient > 2.0 * kSure * slope.curvature(key, key);  // chi squared falls by more than that
  }
  return gradient * gradient > kSure * surfaces_.front().gradientCovariance(optimum_)(key, key);
}

Eigen::MatrixXd Landscape::information() const {
  if (isMatch()) {
    return 0.5 * slopeAt(optimum_).curvature;
  }
  const Eigen::MatrixXd curvature = surfaces_.front().hessian(optimum_);
  const Eigen::MatrixXd chance = surfaces_.front().gradientCovariance(optimum_);
  return curvature * chance.ldlt().solve(curvature);
}

Eigen::MatrixXd Landscape::correlation() const {
  const Eigen::MatrixXd covariance = covarianceOf(information());
  const Eigen::VectorXd inverse = covariance.diagonal().cwiseSqrt().cwiseInverse();
  return inverse.asDiagonal() * covariance * inverse.asDiagonal();
}

double Landscape::shareOfMeasured() const {
  if (!isMatch()) {
    return 0.0;
  }
  Eigen::MatrixXd alone = Eigen::MatrixXd::Zero(optimum_.size(), optimum_.size());
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const Eigen::VectorXd gradient = surfaces_[i].gradient(optimum_);
    alone += gradient * gradient.transpose() / (measured_[i].error * measured_[i].error);
  }
  const Eigen::ArrayXd least = covarianceOf(alone).diagonal().array();
  const Eigen::ArrayXd whole = covarianceOf(information()).diagonal().array();
  return (least / whole).sqrt().minCoeff();
}

}  // namespace scree
