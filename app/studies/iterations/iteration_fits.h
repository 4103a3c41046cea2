#pragma once

#include <string>
#include <vector>

#include "app/studies/iterations/iteration_study.h"
#include "app/studies/iterations/sweep_law.h"

namespace scree {

/// Tolerance for which the published law was fitted.
inline constexpr double kIterationTolerance = 0.05;

/// Cases whose sweeps are fitted together: containers and drums, those at least 5 d wide, containers of these. Columns
/// have no walls.
enum class FittedCases : unsigned char { all, wide, containers };

/// Points of a way at a tolerance, of the cases where the number of sweeps is known.
std::vector<SweepPoint> sweepPoints(const IterationStudy& study, const std::string& way, double tolerance,
                                    FittedCases which = FittedCases::all, OverlapOf overlap = OverlapOf::solver);

/// The law fitted to the points of a way.
struct IterationFit {
  std::string way;
  double tolerance = kIterationTolerance;
  FittedCases which = FittedCases::all;
  OverlapOf overlap = OverlapOf::solver;
  std::size_t beyond = 0;  ///< cases that need fewer or more sweeps than were run
  SweepFit fit;
};

/// Fits of the cold way: first at 5 % to all from 5 d on, then by the overlap itself, with narrow containers, without
/// drums, and at other tolerances. Drums alone are far wider than high, which leaves c2 open. And of the own way where
/// it has points.
std::vector<IterationFit> iterationFits(const IterationStudy& study);

/// Mean and standard deviation over cases: of factors, those of their logarithms, as factors.
struct SweepGain {
  double gain = 0.0;
  double spread = 0.0;
  std::size_t cases = 0;
};
/// Factor between the sweeps of two ways, over the cases where both are known.
SweepGain sweepGain(const IterationStudy& study, const std::string& from, const std::string& to, double tolerance);

/// Exponent of the overlap error against sweeps of a way, -d ln ε/d ln N between 10 % and 2 %, mean over the cases. The
/// law has 1.
SweepGain convergenceExponent(const IterationStudy& study, const std::string& way);

}  // namespace scree
