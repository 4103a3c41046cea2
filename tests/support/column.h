#pragma once

#include "engine/world/world.h"

// Columns of spheres with Hertz contacts (paper W, section 4.1).
namespace scree::testing {

/// n spheres of 13 mm with E = 6 MPa and ν = 0.25, stacked on a floor with exactly zero overlap.
World column(int n);

/// Overlap of each contact from the bottom under the weight above it, by the Hertz law [m].
std::vector<double> hertzOverlaps(const World& world);
/// Height of the column with these overlaps [m].
double hertzHeight(const World& world);

/// |l - l_Hertz|/l_Hertz of a column that started at zero overlap, the height averaged over the fourth second. The
/// settings of the solver are the world's.
double heightError(World world);

}  // namespace scree::testing
