#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

// The guard over a run: it looks at sums that a step has anyway, and at particles and contacts only where these are out
// of bounds. It changes nothing but world.guard and its cost is far below that of a step.
namespace scree {

/// Begins the guard if it has not begun: takes note of places and motions in the scene. Call it at the start of a step,
/// after the exchange of particles. True if the guard begins with this step.
bool beginWatch(World& world);

/// At the end of the step. Adds to world.guard.findings the first case of each GuardKind:
/// - energy: what was lost so far comes back, beyond what contacts store, by more than a thousandth of what was turned
///   over and five times the most that contacts ever stored of what motion and work gave them; or motion has more than
///   all that was put in and five times what was stored at the start, by a thousandth of it. Energy is what the budget
///   of the step books, so that drives, hands, changes of gravity, emitters and sinks count;
/// - speed: three times what the fastest drive, start or emission, a fall through the whole scene and the energy of 200
///   mean contacts give, and a fall below the scene;
/// - outside: a particle that a closed container or hollow cylinder held is a radius outside. Looked at every 16 steps;
/// - overlap: half a radius for ten steps and two periods of the contact;
/// - nonFinite: a position or velocity that is no number, or was taken out for that.
/// `begins` is what beginWatch() returned. Nothing happens with GuardAction::off.
void watchStep(World& world, const StepContext& context, const ContactList& list, const StepReport& report,
               bool begins);

/// True if the guard stops the run: the step added to the `before` findings, and the action is stop.
inline bool guardStops(const World& world, std::size_t before) {
  return world.parameters.guard == GuardAction::stop && world.guard.findings.size() > before;
}

}  // namespace scree
