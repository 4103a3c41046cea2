#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// As a step or a part of one begins: lists the free particles that may come to a sink in it, and where they are, in
/// data.nearSinks. Costs nothing without sinks.
void watchSinks(const World& world, StepData& data);

/// When particles have moved: those listed whose centre went straight through a sink and is not in it, into
/// Sink::passed of the first such sink.
void noteSinks(World& world, const StepData& data);

}  // namespace scree
