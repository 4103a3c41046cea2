#include "engine/world/guard.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

std::string GuardFinding::text() const {
  if (particle == kNoGrain) {
    const std::string whose = partner.empty() ? ""
                                              : fmt::format(", {} at [{:.4g}, {:.4g}, {:.4g}] m", partner, position.x(),
                                                            position.y(), position.z());
    return fmt::format("at {:.5g} s (step {}){}: {}; {}", time, step, whose, what, remedy);
  }
  const std::string where = partner.empty() ? "" : fmt::format(", touching {}", partner);
  return fmt::format("at {:.5g} s (step {}), particle {} at [{:.4g}, {:.4g}, {:.4g}] m{}: {}; {}", time, step, particle,
                     position.x(), position.y(), position.z(), where, what, remedy);
}

bool Guard::has(GuardKind kind) const {
  return std::ranges::any_of(findings, [kind](const GuardFinding& finding) { return finding.kind == kind; });
}

}  // namespace scree
