#pragma once

#include <span>
#include <vector>

namespace scree {

/// Values at even steps of time [s] without what is faster than `frequency` [Hz]: a Butterworth filter of second order,
/// forwards and backwards, so that nothing is delayed. A sine of that frequency keeps half of its amplitude, one of
/// twice it a seventeenth. At the ends the values go on mirrored through the end. The values themselves when the
/// frequency is not between 0 and half of the samples'.
std::vector<double> lowPassed(std::span<const double> values, double timeStep, double frequency);

}  // namespace scree
