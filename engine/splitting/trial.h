#pragma once

#include <functional>
#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/splitting/split_work.h"
#include "engine/world/world.h"

namespace scree {

/// Contacts of a step of the whole system at full resolution.
struct TrialResult {
  ContactList list;
  double substepTime = 0.0;  ///< s
};

/// Takes a step of the world given, which merges nothing. Splitting lies below the step, so that it is handed in.
using TrialStep = std::function<TrialResult(World& trial)>;

/// The trial solve of R (METHOD.md 10.13): the whole system at full resolution, solved roughly from zero multipliers on
/// a copy: trialSweeps in the continuous stage, and as many in the impact stage where the world has one. Returns the
/// members with a contact that moves beyond the trial's limits ("v"), and the members with contact forces F that miss
/// the force f = m (a_A - g) of the rigid motion by more than ξ_f (|f| + |F|) ("f"), or torques by the like. Costs a
/// full step.
std::vector<Release> trialReleases(const World& world, const TrialStep& stepTrial);

}  // namespace scree
