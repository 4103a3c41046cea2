#pragma once

#include <vector>

#include "engine/step/release.h"

namespace scree {

class ThreadPool;

/// The trial solve of R (method.md 6): the whole system at full resolution, solved roughly from zero multipliers on a
/// copy: trialSweeps in the continuous stage, and as many in the impact stage where the world has one. Members are to
/// be released whose contacts move beyond the trial's limits ("v"), or whose contact forces F miss f = m (a_A - g),
/// what the rigid motion asks of them, by more than ξ_f (|f| + |F|) ("f"); torques likewise. Costs a full step.
std::vector<Release> trialReleases(const World& world, ThreadPool* threads);

}  // namespace scree
