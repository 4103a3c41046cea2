#include "engine/scene/fall_check.h"

#include <fmt/format.h>

#include "engine/scene/advice.h"

namespace scree {

void checkFalls(const Mark& timeStep, const World& world, ErrorList& errors) {
  const Parameters& p = world.parameters;
  if (hasSubsteps(p)) {
    return;
  }
  const Advice advice = adviseStep(world);
  const double way = advice.diameter > 0.0 ? advice.particleSpeed * p.timeStep / advice.diameter : 0.0;
  if (way <= 1.0) {
    return;
  }
  const std::string what = fmt::format(
      "in a time step of {:.3g} ms, which is one solve, what is thrown or falls moves by {:.2g} diameters of a "
      "particle "
      "of {:.3g} mm: it passes through particles and walls",
      1e3 * p.timeStep, way, 1e3 * advice.diameter);
  const std::string remedy = fmt::format(
      "use at most {:.2g} ms, or the preset 'fast' or 'accurate', which divides steps", 1e3 * p.timeStep / way);
  if (p.guard == GuardAction::stop) {
    errors.add(timeStep, what, remedy);
  } else {
    errors.note(timeStep, what, remedy);
  }
}

}  // namespace scree
