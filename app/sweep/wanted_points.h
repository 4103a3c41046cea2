#pragma once

#include <vector>

#include "app/sweep/sweep_table.h"

namespace scree {

/// Points that a study needs by the results that there are, of all that it may need, in their order.
///
/// First all settings with their first seeds, of a comparison with its first two values. When all of these are done or
/// have failed, seeds are added to settings whose standard errors are larger than wanted, as many as the errors ask for
/// but no more than there are already; of a comparison it is the error of the difference that counts. And where a
/// difference is surely beyond its bound, the next value of the comparison is run. So the points depend on results
/// alone, not on their order or on where they were run.
std::vector<StudyPoint> wantedPoints(const SweepStudy& study, const std::vector<StudyPoint>& all,
                                     const SweepFolder& folder);

}  // namespace scree
