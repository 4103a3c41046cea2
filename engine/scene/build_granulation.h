#pragma once

#include "engine/base/random.h"
#include "engine/matter/granulation.h"
#include "engine/scene_file/description.h"
#include "engine/scene_file/errors.h"

namespace scree {

/// Zones and laws of a scene's section of granulation; what does not fit together is added to the errors.
Granulation buildGranulation(const GranulationDescription& description, const Random& random, ErrorList& errors);

}  // namespace scree
