#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/contacts/contact_list.h"
#include "engine/contacts/history_edit.h"
#include "engine/splitting/split_work.h"
#include "engine/splitting/trial.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Finds the members that must be free in this step by the detectors of METHOD.md 10.5, splits them off, and lists the
/// free particles and their contacts with the members near them (METHOD.md 4.5). It comes before the search for pairs,
/// so that the search finds released particles in the same step.
void splitMembers(World& world, const StepContext& context, const TrialStep& stepTrial, ContactList& list,
                  AggregateSums& sums, SplitWork& split, HistoryEdit& edit, StepReport& report);

}  // namespace scree
