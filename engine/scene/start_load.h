#pragma once

#include "engine/scene/start.h"

namespace scree {

/// Reports particles whose contacts are far too soft for their load: where the weight of the bed, of a body above it or
/// of a single particle would make them overlap by more than a tenth of a diameter, no contact law holds any more. The
/// load is an estimate: the weight spread evenly over the bed's extent across gravity. In steps of one solve it also
/// reports bodies and particles too heavy for the lightest particle at the given number of sweeps. An error where the
/// guard would stop the run later, a note where the scene lets it go on. Nothing without gravity.
void checkLoads(const StartParticles& start, const World& world, ErrorList& errors);

}  // namespace scree
