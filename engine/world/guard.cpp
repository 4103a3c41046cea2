#include "engine/world/guard.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

std::string GuardFinding::text() const {
  const std::string where = partner.empty() ? "" : fmt::format(", touching {}", partner);
  return fmt::format("at {:.5g} s (step {}), particle {} at [{:.4g}, {:.4g}, {:.4g}] m{}: {}; {}", time, step, particle,
                     position.x(), position.y(), position.z(), where, what, remedy);
}

bool Guard::has(GuardKind kind) const {
  return std::ranges::any_of(findings, [kind](const GuardFinding& finding) { return finding.kind == kind; });
}

}  // namespace scree
