#pragma once

#include "engine/scene/start.h"

namespace scree {

/// Reports particles whose contacts are far too soft for what presses them: where the weight of the bed, of a body
/// above it or of a single particle would make them overlap by more than a tenth of a diameter, no law of contacts
/// holds any more. An estimate: the weight spread evenly over the bed's extent across gravity. Of steps without
/// substeps also what is too heavy for the lightest particle for so many sweeps. An error where the guard would stop
/// the run later, a note where the scene lets it go on. Nothing without gravity.
void checkLoads(const StartParticles& start, const World& world, ErrorList& errors);

}  // namespace scree
