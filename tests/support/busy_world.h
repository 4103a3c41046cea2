#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// A little of everything: a turning drum with caps of another material, a belt, a post, a lifted gate, a plane;
/// two emitters with size distributions, a sink, bounds that lose particles, Hertz and linear laws, twisting.
World busyWorld(WarmStart mode = WarmStart::history, int threads = 1);

}  // namespace scree::testing
