#pragma once

#include <limits>
#include <string>

namespace scree {

/// The machine and the build that a file of results was measured with.
struct Provenance {
  std::string date;    ///< UTC, ISO 8601
  std::string commit;  ///< as `git describe --always --dirty --tags`; "unknown" outside a repository
  std::string compiler;
  std::string processor;
  double cores = std::numeric_limits<double>::quiet_NaN();
  std::string instructionSets;  ///< widest that the processor has
};

/// This machine and this build, now.
Provenance thisProvenance();

}  // namespace scree
