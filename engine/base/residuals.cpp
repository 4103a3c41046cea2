#include "engine/base/residuals.h"

#include <algorithm>

namespace scree {

double SweepResidual::worstRms() const { return *std::max_element(rms.begin(), rms.end()); }

}  // namespace scree
