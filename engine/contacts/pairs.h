#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/detection_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Extremes of the free particles; the smallest numbers are infinite where there are none.
struct Extremes {
  double speed = 0.0;     ///< largest speed [m/s]
  double smallest = 0.0;  ///< radius [m]
  double lightest = 0.0;  ///< mass [kg]
  double heaviest = 0.0;  ///< mass [kg]
};

/// Extremes of the free particles, with what a pull adds to a speed. Costs a look at each.
Extremes extremesOf(const World& world, const StepContext& context, const ContactList& list);

/// Finds the candidate pairs of free particles, with reach and turns of DetectionWork (METHOD.md 4.7).
void findPairs(const World& world, const StepContext& context, DetectionWork& detection, const ContactList& list);

}  // namespace scree
