#pragma once

#include <string_view>

#include "engine/settings/parameters.h"

// The tests of physics run with every way of solving. Which one is said by the environment variable SCREE_TEST_METHOD:
// one of the methods scalar, pgs, nncg, or one of the presets fast, accurate. Without it, pgs.
namespace scree::testing {

/// Its value, or "pgs". Throws std::runtime_error for a name that is none of the five: a typing error must not pass.
std::string_view testMethod();

/// Sets the method, and with a preset whatever the preset decides. The time step stays.
void applyTestMethod(Parameters& parameters);

/// Whether velocities are solved in single precision.
bool solvesInSingle();
/// Whether the rows of the continuous solve make impacts bounce, so that there is no stage for them.
bool joinsImpacts();

/// Half the distance from 1 to the next float: the largest relative error of one operation in single precision.
constexpr double kSingle = 6e-8;

/// The bound that belongs to the precision of the method under test.
///
/// In double precision it is the one the closed form is held to. In single precision a velocity that the sweeps change
/// is rounded with each change, by kSingle times its size at most. Errors add up over the changes that are made: once
/// for each row of each contact a sweep until the solve has converged, then no more, as a change below the last place
/// of a float is none. What the solver is given is rounded too: gaps, levers and limits, by kSingle each. A bound in
/// single precision is therefore kSingle times the largest size that occurs times the number of changes, and says so
/// where it stands.
double roundOff(double inDouble, double inSingle);

}  // namespace scree::testing
