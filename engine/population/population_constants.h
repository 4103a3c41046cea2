#pragma once

#include <cstddef>

// Constants of the population balance.
namespace scree::population {

/// Part of the largest step that keeps all numbers positive which a step may have: rounding cannot make them negative.
inline constexpr double kStepOfPositive = 0.9;
/// Step after one that made a number negative all the same, over that step.
inline constexpr double kStepOfNegative = 0.5;
/// Step after one of error 1 (in tolerances), over that step; shortest and longest step over the one before.
inline constexpr double kStepSafety = 0.9;
inline constexpr double kLeastStepChange = 0.2;
inline constexpr double kMostStepChange = 4.0;
/// Number of a class below which errors count by this part of the whole population, and fines by this part of all mass:
/// classes that hold next to nothing do not decide the step.
inline constexpr double kErrorFloor = 1e-3;
/// Population over the largest one so far below which errors count by this part of that one: a population that dies out
/// takes no more steps.
inline constexpr double kForgotten = 1e-6;
/// Number of granules that is none: products of such numbers are below the smallest number, where rounding is coarse.
inline constexpr double kNoGranules = 1e-150;
/// Rate of the pairs of two classes over that of all pairs below which they never meet. Of 100 classes all such pairs
/// together change the rate by less than 5e-9; with none left out a step of the sum kernel is as short as the largest
/// class asks for, were it empty.
inline constexpr double kLeastPairShare = 1e-12;
/// Fines that count as none, over the mass of all: above round-off of sums, below all that is drawn.
inline constexpr double kNoFines = 1e-13;
/// Shortest step over the time of the run: below it round-off of the time decides.
inline constexpr double kShortestStep = 1e-14;
/// Granules below none on the way back that a start may have, over all granules: errors of steps leave them.
inline constexpr double kTraceOnTheWay = 1e-3;
/// Multiples of the recycle delay at which steps end, since derivatives of the returning flow jump there: the jump is
/// in a derivative higher by one each time, and the fourth is beyond the order of the steps.
inline constexpr int kDelayStops = 3;

}  // namespace scree::population
