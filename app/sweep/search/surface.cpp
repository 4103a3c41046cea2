#include "app/sweep/search/surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {

namespace {

/// Exponents of the terms of a polynomial, by degree, then in the order of the variables.
Exponents exponentsOf(Eigen::Index keys, int degree) {
  Exponents all = {std::vector<int>(static_cast<std::size_t>(keys), 0)};
  std::size_t begin = 0;
  for (int d = 1; d <= degree; ++d) {
    const std::size_t end = all.size();
    for (std::size_t i = begin; i < end; ++i) {
      // Factors of a term come in the order of the variables, so that each term comes once.
      std::size_t first = 0;
      for (std::size_t key = 0; key < all[i].size(); ++key) {
        first = all[i][key] > 0 ? key : first;
      }
      for (std::size_t key = first; key < all[i].size(); ++key) {
        std::vector<int> next = all[i];
        ++next[key];
        all.push_back(std::move(next));
      }
    }
    begin = end;
  }
  return all;
}

/// Product of powers, differentiated `times` by each variable.
double productOf(const std::vector<int>& exponents, const Eigen::VectorXd& s, const std::vector<int>& times) {
  double product = 1.0;
  for (std::size_t key = 0; key < exponents.size(); ++key) {
    int power = exponents[key];
    for (int i = 0; i < times[key]; ++i) {
      product *= power--;
    }
    for (int i = 0; i < power; ++i) {
      product *= s[static_cast<Eigen::Index>(key)];
    }
  }
  return product;
}

Eigen::VectorXd termsAt(const Eigen::VectorXd& s, const Exponents& exponents) {
  const std::vector<int> none(static_cast<std::size_t>(s.size()), 0);
  Eigen::VectorXd terms(static_cast<Eigen::Index>(exponents.size()));
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    terms[static_cast<Eigen::Index>(i)] = productOf(exponents[i], s, none);
  }
  return terms;
}

/// Derivatives of the terms by s, a row for each component.
Eigen::MatrixXd derivativesAt(const Eigen::VectorXd& s, const Exponents& exponents) {
  Eigen::MatrixXd rows(s.size(), static_cast<Eigen::Index>(exponents.size()));
  for (Eigen::Index key = 0; key < s.size(); ++key) {
    std::vector<int> times(static_cast<std::size_t>(s.size()), 0);
    ++times[static_cast<std::size_t>(key)];
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      rows(key, static_cast<Eigen::Index>(i)) = productOf(exponents[i], s, times);
    }
  }
  return rows;
}

double meanOfValues(const SurfaceSample& sample) {
  return std::accumulate(sample.values.begin(), sample.values.end(), 0.0) / static_cast<double>(sample.values.size());
}

double squaresOf(const SurfaceSample& sample) {
  const double mean = meanOfValues(sample);
  double sum = 0.0;
  for (const double value : sample.values) {
    sum += (value - mean) * (value - mean);
  }
  return sum;
}

/// Variance of one run, over the seeds of all samples; 0 where none has two.
double pooledVariance(const std::vector<SurfaceSample>& samples) {
  double squares = 0.0;
  double freedom = 0.0;
  for (const SurfaceSample& sample : samples) {
    squares += squaresOf(sample);
    freedom += static_cast<double>(sample.values.size()) - 1.0;
  }
  return freedom > 0.0 ? squares / freedom : 0.0;
}

/// Variance of the mean of a sample. Few seeds tell their own scatter badly, and weights by it alone would follow
/// chance: it counts beside that of all samples, which has the weight of kOwnScatterFrom seeds.
double varianceOfMean(const SurfaceSample& sample, double pooled) {
  constexpr double kOwnScatterFrom = 8.0;  // with 2 or 3 seeds weights differ little; with tens they are their own
  const auto count = static_cast<double>(sample.values.size());
  return (kOwnScatterFrom * pooled + squaresOf(sample)) / (kOwnScatterFrom + count - 1.0) / count;
}

}  // namespace

bool SearchBox::contains(const Eigen::VectorXd& place) const {
  constexpr double kSlack = 1e-9;  // values have twelve digits
  return ((place - low).array() >= -kSlack).all() && ((high - place).array() >= -kSlack).all();
}

SearchBox wholeBox(Eigen::Index keys) { return {Eigen::VectorXd::Zero(keys), Eigen::VectorXd::Ones(keys)}; }

int coefficientsOf(Eigen::Index keys, int degree) {
  Eigen::Index count = 1;
  for (int d = 1; d <= degree; ++d) {
    count = count * (keys + d) / d;
  }
  return static_cast<int>(count);
}

/// Samples of a fit.
struct Surface::Data {
  std::vector<Eigen::VectorXd> places;
  Eigen::VectorXd means;
  Eigen::VectorXd variances;  ///< of the means; all 1 where the scatter is not known
  double pooled = 0.0;        ///< variance of one run; 0: not known
};

std::optional<Surface> Surface::fit(const std::vector<SurfaceSample>& samples, const SearchBox& box) {
  std::vector<SurfaceSample> used;
  std::ranges::copy_if(samples, std::back_inserter(used), [](const SurfaceSample& s) { return !s.values.empty(); });
  const auto count = static_cast<Eigen::Index>(used.size());
  constexpr int kQuadratic = 2;
  constexpr int kHighest = 5;
  if (count < coefficientsOf(box.low.size(), kQuadratic)) {
    return std::nullopt;
  }
  Data data{.places = {}, .means = Eigen::VectorXd(count), .variances = Eigen::VectorXd::Ones(count)};
  data.pooled = pooledVariance(used);
  for (Eigen::Index i = 0; i < count; ++i) {
    const SurfaceSample& sample = used[static_cast<std::size_t>(i)];
    data.places.push_back(sample.place);
    data.means[i] = meanOfValues(sample);
    if (data.pooled > 0.0) {
      data.variances[i] = varianceOfMean(sample, data.pooled);
    }
  }
  double least = 0.0;
  Surface best = fitOf(data, box, kQuadratic, least);
  constexpr double kSpare = 1.5;  // samples a coefficient from which a higher degree is tried
  for (int degree = kQuadratic + 1; degree <= kHighest; ++degree) {
    if (static_cast<double>(count) < kSpare * coefficientsOf(box.low.size(), degree)) {
      break;
    }
    double left = 0.0;
    Surface higher = fitOf(data, box, degree, left);
    if (left < least) {
      least = left;
      best = std::move(higher);
    }
  }
  return best;
}

Surface Surface::fitOf(const Data& data, const SearchBox& box, int degree, double& left) {
  Surface surface;
  surface.centre_ = box.centre();
  surface.half_ = box.halfWidth().cwiseMax(1e-12);
  surface.degree_ = degree;
  surface.exponents_ = exponentsOf(box.low.size(), degree);
  const Eigen::Index count = data.means.size();
  const int unknowns = coefficientsOf(box.low.size(), degree);
  Eigen::MatrixXd rows(count, unknowns);
  for (Eigen::Index i = 0; i < count; ++i) {
    rows.row(i) = termsAt(surface.scaled(data.places[static_cast<std::size_t>(i)]), surface.exponents_);
  }
  const double mean = data.means.mean();
  const Eigen::VectorXd values = data.means.array() - mean;
  const double spread = std::max(std::sqrt(values.array().square().mean()), 1e-150);
  // A faint pull to a constant keeps the matrix regular where samples lie on a line.
  constexpr double kWide = 1000.0;  // coefficients reach this many spreads freely
  const double pull = (data.pooled > 0.0 ? 1.0 / (spread * spread) : 1.0) / (kWide * kWide);
  const double freedom = std::max<double>(1.0, static_cast<double>(count - unknowns));
  double squares = 0.0;
  for (const bool isLast : {false, true}) {
    const Eigen::VectorXd weights =
        (data.variances.array() + surface.roughness_ * surface.roughness_).inverse().matrix();
    Eigen::MatrixXd normal = rows.transpose() * weights.asDiagonal() * rows;
    normal.diagonal().tail(unknowns - 1).array() += pull;
    surface.covariance_ = normal.ldlt().solve(Eigen::MatrixXd::Identity(unknowns, unknowns));
    surface.coefficients_ = surface.covariance_ * (rows.transpose() * (weights.asDiagonal() * values));
    const Eigen::VectorXd distances = values - rows * surface.coefficients_;
    const Eigen::VectorXd own =
        (rows * surface.covariance_).cwiseProduct(rows).rowwise().sum().cwiseProduct(weights);  // share of own value
    constexpr double kLeastOthers = 1e-6;
    const Eigen::VectorXd others = (1.0 - own.array()).max(kLeastOthers).matrix();
    squares = distances.cwiseAbs2().dot(weights);
    if (const double above = squares - freedom - std::sqrt(2.0 * freedom);
        !isLast && data.pooled > 0.0 && above > 0.0) {
      // Variance between samples by the method of moments (DerSimonian and Laird 1986), less one standard deviation of
      // the squares, which chance alone exceeds once in six times.
      surface.roughness_ = std::sqrt(above / weights.dot(others));
    }
    left = distances.cwiseQuotient(others).cwiseAbs2().mean();
  }
  surface.coefficients_[0] += mean;
  if (data.pooled <= 0.0) {
    surface.covariance_ *= squares / freedom;
  }
  surface.scatter_ = std::sqrt(data.pooled > 0.0 ? data.pooled : squares / freedom);
  return surface;
}

Eigen::VectorXd Surface::scaled(const Eigen::VectorXd& place) const { return (place - centre_).cwiseQuotient(half_); }

double Surface::value(const Eigen::VectorXd& place) const {
  return termsAt(scaled(place), exponents_).dot(coefficients_);
}

Eigen::VectorXd Surface::gradient(const Eigen::VectorXd& place) const {
  return (derivativesAt(scaled(place), exponents_) * coefficients_).cwiseQuotient(half_);
}

Eigen::MatrixXd Surface::hessian(const Eigen::VectorXd& place) const {
  const Eigen::Index keys = half_.size();
  const Eigen::VectorXd s = scaled(place);
  Eigen::MatrixXd second(keys, keys);
  for (Eigen::Index i = 0; i < keys; ++i) {
    for (Eigen::Index j = 0; j < keys; ++j) {
      std::vector<int> times(static_cast<std::size_t>(keys), 0);
      ++times[static_cast<std::size_t>(i)];
      ++times[static_cast<std::size_t>(j)];
      double sum = 0.0;
      for (std::size_t term = 0; term < exponents_.size(); ++term) {
        sum += coefficients_[static_cast<Eigen::Index>(term)] * productOf(exponents_[term], s, times);
      }
      second(i, j) = sum / (half_[i] * half_[j]);
    }
  }
  return second;
}

double Surface::variance(const Eigen::VectorXd& place) const {
  const Eigen::VectorXd terms = termsAt(scaled(place), exponents_);
  return terms.dot(covariance_ * terms) + roughness_ * roughness_;
}

// The roughness is taken as a smooth random function with the half width of the box as its length.

double Surface::varianceOfDifference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  const Eigen::VectorXd terms = termsAt(scaled(a), exponents_) - termsAt(scaled(b), exponents_);
  const double apart = (a - b).cwiseQuotient(half_).squaredNorm();
  return terms.dot(covariance_ * terms) + 2.0 * roughness_ * roughness_ * (1.0 - std::exp(-0.5 * apart));
}

Eigen::MatrixXd Surface::gradientCovariance(const Eigen::VectorXd& place) const {
  const Eigen::MatrixXd rows = half_.cwiseInverse().asDiagonal() * derivativesAt(scaled(place), exponents_);
  Eigen::MatrixXd covariance = rows * covariance_ * rows.transpose();
  covariance.diagonal() += roughness_ * roughness_ * half_.cwiseInverse().cwiseAbs2();
  return covariance;
}

}  // namespace scree
