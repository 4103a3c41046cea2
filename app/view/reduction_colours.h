#pragma once

#include <cstdint>
#include <vector>

#include "engine/snapshot/snapshot.h"

// Colours that show the reduction (merging and splitting), as maps of classes: a colour 0xRRGGBB for each class. The
// functions that panels and legends use are in view_options.h.
namespace scree {

/// Colours by aggregate: class 0 for free grains, then the colours that aggregates share.
std::vector<std::uint32_t> aggregateColours();
/// Colours by the GrainRole of a grain.
std::vector<std::uint32_t> roleColours();
/// Colours by idea of a split: class 0 for members, then each idea from fresh to faded, last all other grains.
std::vector<std::uint32_t> causeColours();
/// Colours by AskedClass.
std::vector<std::uint32_t> askedColours();

/// Class of an aggregate in aggregateColours(); identity 0 is a free grain.
int aggregateClass(std::uint32_t identity);
/// Class of a grain in causeColours(); `sinceChange` is the time since it last merged or split [s].
int causeClass(GrainRole role, SplitCause cause, float sinceChange);

}  // namespace scree
