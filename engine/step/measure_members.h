#pragma once

#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Sets overlaps and contact counts of members in the report, from their kept contacts and their contacts with free
/// grains. Steps measure free grains only; members keep the values of their merge. Call it for a restored world before
/// its first step.
void measureMembers(const World& world, StepReport& report);

}  // namespace scree
