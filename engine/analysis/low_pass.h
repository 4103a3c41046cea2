#pragma once

#include <span>
#include <vector>

namespace scree {

/// Removes from values at even steps of time [s] all that is faster than `frequency` [Hz]: a Butterworth filter of
/// second order, run forwards and backwards so that it delays nothing. A sine of that frequency keeps half of its
/// amplitude, one of twice it a seventeenth. Beyond the ends the values continue mirrored through the end value.
/// Returns the values unchanged when there are fewer than two, or `frequency` is not between 0 and half of the sampling
/// rate.
std::vector<double> lowPassed(std::span<const double> values, double timeStep, double frequency);

}  // namespace scree
