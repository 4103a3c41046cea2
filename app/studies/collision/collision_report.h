#pragma once

#include <string>
#include <vector>

#include "app/studies/collision/collision_study.h"
#include "app/studies/html_page.h"

namespace scree {

/// Largest errors of a restitution over all durations and speeds [%], with their signs, and mean costs.
struct CollisionErrors {
  double restitution = 0.0;  ///< the one wanted
  double directRestitution = 0.0;
  double directDuration = 0.0;
  double iteratedRestitution = 0.0;
  double iteratedDuration = 0.0;
  double grainRestitution = 0.0;
  double grainDuration = 0.0;
  double integrations = 0.0;
  double directSeconds = 0.0;    ///< of a choice
  double iteratedSeconds = 0.0;  ///< likewise
};

/// One for each restitution, in the order of the study.
std::vector<CollisionErrors> collisionErrors(const CollisionStudy& study);

/// Accuracies, costs and the return of the material's own law, as tables and plots.
std::vector<ReportSection> collisionSections(const CollisionStudy& study);
/// Table of all collisions (RFC 4180).
std::string collisionCsv(const CollisionStudy& study);
/// Table of the return of the material's own law (RFC 4180).
std::string collisionReturnCsv(const CollisionStudy& study);

}  // namespace scree
