#pragma once

#include <cstdint>
#include <vector>

#include "engine/snapshot/snapshot.h"

// Colours of what the reduction does, as maps of classes: a class for each value, 0xRRGGBB. What panels and legends
// need of them is in view_options.h.
namespace scree {

/// Free grains, then those that aggregates get.
std::vector<std::uint32_t> aggregateColours();
/// By GrainRole.
std::vector<std::uint32_t> roleColours();
/// Members, then each cause from fresh to faded, then what is neither.
std::vector<std::uint32_t> causeColours();

/// Classes in these maps.
int aggregateClass(std::uint32_t identity);
int causeClass(GrainRole role, SplitCause cause, float sinceChange);

}  // namespace scree
