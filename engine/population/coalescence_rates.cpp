#include "engine/population/coalescence_rates.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

/// Empty for a square symmetric matrix of `count` rows with finite entries of 0 or more.
std::string problemOfRates(const Eigen::MatrixXd& rates, std::size_t count, std::string_view name) {
  const auto n = static_cast<Eigen::Index>(count);
  if (rates.rows() != n || rates.cols() != n) {
    return fmt::format("the table of {} has {} rows and {} columns for {} size classes", name, rates.rows(),
                       rates.cols(), count);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!std::isfinite(rates(i, j)) || rates(i, j) < 0.0) {
        return fmt::format("the table of {} has {} for classes {} and {}; rates are numbers of 0 or more", name,
                           rates(i, j), i + 1, j + 1);
      }
      if (rates(i, j) != rates(j, i)) {
        return fmt::format("the table of {} has {} for classes {} and {} and {} for the reverse; make it symmetric",
                           name, rates(i, j), i + 1, j + 1, rates(j, i));
      }
    }
  }
  return {};
}

}  // namespace

double kernelOf(const CoalescenceTerm& term, double u, double v) {
  const double a = std::cbrt(u);
  const double b = std::cbrt(v);
  switch (term.form) {
    case KernelForm::constant:
      return 1.0;
    case KernelForm::sum:
      return u + v;
    case KernelForm::product:
      return u * v;
    case KernelForm::brownian:
      return (a + b) * (1.0 / a + 1.0 / b);
    case KernelForm::shear:
      return (a + b) * (a + b) * (a + b);
    case KernelForm::turbulent:
      return std::pow(a + b, 7.0 / 3.0);
    case KernelForm::peglow:
      return std::pow(u + v, 0.71) / std::pow(u * v, 0.062);
    case KernelForm::coagulation:
      return a * a + b * b;
    case KernelForm::gravitational:
      return (a + b) * (a + b) * std::abs(std::sqrt(a) - std::sqrt(b));
    case KernelForm::kineticEnergy:
      return (a + b) * (a + b) * std::sqrt(1.0 / u + 1.0 / v);
    case KernelForm::thompson:
      return (u - v) * (u - v) / (u + v);
    case KernelForm::kapur:
      return std::pow(u + v, term.sumExponent) / std::pow(u * v, term.productExponent);
    case KernelForm::sastry:
      return (a * a + b * b) * (1.0 / u + 1.0 / v);
  }
  return 0.0;
}

Eigen::MatrixXd coalescenceRates(const CoalescenceTerm& term, const std::vector<double>& volumes) {
  if (term.table.size() > 0) {
    return term.table;
  }
  const auto n = static_cast<Eigen::Index>(volumes.size());
  Eigen::MatrixXd rates(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double u = volumes[static_cast<std::size_t>(i)] / term.referenceVolume;
      const double v = volumes[static_cast<std::size_t>(j)] / term.referenceVolume;
      rates(i, j) = term.rate * kernelOf(term, u, v);
      rates(j, i) = rates(i, j);
    }
  }
  return rates;
}

std::string problemOf(const CoalescenceTerm& term, const std::vector<double>& volumes) {
  if (term.table.size() > 0) {
    return problemOfRates(term.table, volumes.size(), "coalescence");
  }
  if (!std::isfinite(term.rate) || term.rate < 0.0) {
    return fmt::format("the rate of coalescence is {} 1/s; it is a number of 0 or more", term.rate);
  }
  if (!std::isfinite(term.referenceVolume) || term.referenceVolume <= 0.0) {
    return fmt::format("the reference volume of coalescence is {} m³; it must be above 0", term.referenceVolume);
  }
  if (!std::isfinite(term.sumExponent) || !std::isfinite(term.productExponent)) {
    return "the exponents of Kapur's form of coalescence must be numbers";
  }
  if (!coalescenceRates(term, volumes).allFinite()) {
    return "the form of coalescence gives rates that are no numbers; bring the reference volume nearer to the "
           "granules'";
  }
  return {};
}

}  // namespace scree
