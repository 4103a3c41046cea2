#include "app/studies/iterations/sweep_law.h"

#include <algorithm>
#include <cmath>

#include "app/studies/iterations/least_squares.h"

namespace scree {

namespace {

constexpr double kWidthOfArches = 5.0;  // d (eq. 41)
constexpr double kLeastFlow = -0.999;   // of c1 I, so that the law stays above 0

SweepLaw lawOf(const Eigen::VectorXd& x, bool hasFlow) {
  return {.factor = std::exp(x[0]), .flow = hasFlow ? x[2] : 0.0, .height = std::exp(x[1])};
}

}  // namespace

double sweepsOf(const SweepLaw& law, const SweepPoint& point) {
  const double along = law.height * point.height;
  const double reach = point.width >= kWidthOfArches ? point.width * (1.0 - std::exp(-along / point.width)) : along;
  return law.factor * (1.0 + std::max(kLeastFlow, law.flow * point.inertialNumber)) / point.tolerance * reach;
}

SweepFit fittedLaw(std::span<const SweepPoint> points) {
  SweepFit fit{.points = points.size()};
  fit.hasFlow = std::ranges::any_of(points, [](const SweepPoint& point) { return point.inertialNumber > 0.0; });
  const Eigen::Index constants = fit.hasFlow ? 3 : 2;
  if (static_cast<Eigen::Index>(points.size()) <= constants) {
    return fit;
  }
  const auto residuals = [&](const Eigen::VectorXd& x) {
    const SweepLaw law = lawOf(x, fit.hasFlow);
    Eigen::VectorXd r(static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
      r[static_cast<Eigen::Index>(i)] = std::log(points[i].sweeps / sweepsOf(law, points[i]));
    }
    return r;
  };
  const SweepLaw published;
  Eigen::VectorXd start(constants);
  start[0] = std::log(published.factor);
  start[1] = std::log(published.height);
  if (fit.hasFlow) {
    start[2] = published.flow;
  }
  const LeastSquares found = leastSquares(residuals, start);
  fit.law = lawOf(found.values, fit.hasFlow);
  fit.errors = {.factor = fit.law.factor * found.errors[0],
                .flow = fit.hasFlow ? found.errors[2] : 0.0,
                .height = fit.law.height * found.errors[1]};
  fit.scatter = found.scatter;
  fit.isFound = found.isFound && fit.errors.factor < fit.law.factor && fit.errors.height < fit.law.height;
  return fit;
}

}  // namespace scree
