#include "app/studies/iterations/iteration_fits.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr double kFromWidth = 5.0;  // d, from which on eq. 41 has arches
constexpr double kWideTolerance = 0.1;
constexpr double kTightTolerance = 0.02;

bool isIn(const IterationCase& one, FittedCases which) {
  switch (which) {
    case FittedCases::all:
      return one.system.kind != IterationKind::column;
    case FittedCases::wide:
      return one.system.width >= kFromWidth;
    case FittedCases::containers:
      return one.system.kind == IterationKind::container && one.system.width >= kFromWidth;
  }
  return false;
}

/// Mean and standard deviation of some values.
SweepGain summary(const std::vector<double>& values) {
  SweepGain gain{.cases = values.size()};
  for (const double value : values) {
    gain.gain += value / static_cast<double>(values.size());
  }
  for (const double value : values) {
    gain.spread += std::pow(value - gain.gain, 2) / std::max<double>(1.0, static_cast<double>(values.size()) - 1.0);
  }
  gain.spread = std::sqrt(gain.spread);
  return gain;
}

}  // namespace

std::vector<SweepPoint> sweepPoints(const IterationStudy& study, const std::string& way, double tolerance,
                                    FittedCases which, OverlapOf overlap) {
  std::vector<SweepPoint> points;
  for (const IterationCase& one : study.cases) {
    if (!isIn(one, which)) {
      continue;
    }
    if (const Needed needed = neededOf(one, way, tolerance, overlap); needed.known() && needed.sweeps > 0.0) {
      points.push_back({.sweeps = needed.sweeps,
                        .tolerance = tolerance,
                        .height = one.height,
                        .width = one.system.width,
                        .inertialNumber = one.inertialNumber});
    }
  }
  return points;
}

std::vector<IterationFit> iterationFits(const IterationStudy& study) {
  std::vector<IterationFit> fits;
  const auto add = [&](const char* way, double tolerance, FittedCases which, OverlapOf overlap) {
    const std::vector<SweepPoint> points = sweepPoints(study, way, tolerance, which, overlap);
    const auto asked = static_cast<std::size_t>(
        std::ranges::count_if(study.cases, [&](const IterationCase& one) { return isIn(one, which); }));
    fits.push_back({.way = way,
                    .tolerance = tolerance,
                    .which = which,
                    .overlap = overlap,
                    .beyond = asked - points.size(),
                    .fit = fittedLaw(points)});
  };
  add(kColdWay, kIterationTolerance, FittedCases::wide, OverlapOf::solver);
  add(kColdWay, kIterationTolerance, FittedCases::wide, OverlapOf::law);
  add(kColdWay, kIterationTolerance, FittedCases::all, OverlapOf::law);
  add(kColdWay, kIterationTolerance, FittedCases::containers, OverlapOf::solver);
  add(kColdWay, kWideTolerance, FittedCases::wide, OverlapOf::solver);
  add(kColdWay, kTightTolerance, FittedCases::wide, OverlapOf::solver);
  for (const double tolerance : {0.02, 0.01, 0.005}) {
    add(kFixedWay, tolerance, FittedCases::wide, OverlapOf::solver);
  }
  add(kOwnWay, 0.01, FittedCases::wide, OverlapOf::solver);
  return fits;
}

SweepGain sweepGain(const IterationStudy& study, const std::string& from, const std::string& to, double tolerance) {
  std::vector<double> values;
  for (const IterationCase& one : study.cases) {
    const Needed first = neededOf(one, from, tolerance);
    const Needed second = neededOf(one, to, tolerance);
    if (first.known() && second.known() && first.sweeps > 0.0 && second.sweeps > 0.0) {
      values.push_back(std::log(first.sweeps / second.sweeps));
    }
  }
  SweepGain gain = summary(values);
  gain.gain = std::exp(gain.gain);
  gain.spread = std::exp(gain.spread);
  return gain;
}

SweepGain convergenceExponent(const IterationStudy& study, const std::string& way) {
  std::vector<double> values;
  for (const IterationCase& one : study.cases) {
    const Needed wide = neededOf(one, way, kWideTolerance);
    const Needed tight = neededOf(one, way, kTightTolerance);
    if (wide.known() && tight.known() && tight.sweeps > wide.sweeps) {
      values.push_back(std::log(kWideTolerance / kTightTolerance) / std::log(tight.sweeps / wide.sweeps));
    }
  }
  return summary(values);
}

}  // namespace scree
