#pragma once

#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Overlaps and contact counts of members, from their kept contacts and those with free grains. Steps measure free
/// grains only and leave what members had when they merged: a restored world has to be told. Call it before its first
/// step.
void measureMembers(const World& world, StepReport& report);

}  // namespace scree
