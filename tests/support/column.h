#pragma once

#include "engine/analysis/column.h"
#include "engine/world/world.h"

// Columns of spheres with Hertz contacts (paper W, section 4.1).
namespace scree::testing {

/// n spheres of 13 mm with E = 6 MPa and ν = 0.25, stacked on a floor with exactly zero overlap.
World column(int n);

/// What the analysis needs to know of such a column.
HertzColumn hertzColumn(const World& world);

/// |l - l_Hertz|/l_Hertz of a column that started at zero overlap, the height averaged over the fourth second. The
/// settings of the solver are the world's.
double heightError(World world);

}  // namespace scree::testing
