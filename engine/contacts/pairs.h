#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/detection_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Of the free particles; least numbers are infinite where there are none.
struct Extremes {
  double speed = 0.0;     ///< of the fastest [m/s]
  double smallest = 0.0;  ///< radius [m]
  double lightest = 0.0;  ///< mass [kg]
  double heaviest = 0.0;  ///< mass [kg]
};

/// Finds touching pairs of particles (METHOD.md 4.7).
Extremes findPairs(const World& world, const StepContext& context, DetectionWork& detection, const ContactList& list);

}  // namespace scree
