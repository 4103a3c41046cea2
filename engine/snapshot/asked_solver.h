#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/snapshot/newest_answer.h"
#include "engine/world/particles.h"

namespace scree {

/// Error that the solver makes, as asked at one step: solverErrorNow().
struct AskedSolver {
  std::uint64_t step = 0;       ///< step asked about
  double time = 0.0;            ///< simulated time of that step [s]
  double seconds = 0.0;         ///< wall time that the answer took [s]
  double compared = 0.0;        ///< simulated time over which the copies are compared [s]
  std::vector<ParticleId> ids;  ///< particles compared, ascending
  std::vector<float> speeds;    ///< distance of each from its converged place over the time compared [m/s]
  double creep = 0.0;           ///< median of the speeds over the slow three quarters [m/s]
  double sinking = 0.0;         ///< mean of the slow particles' wrong way down over the time compared [m/s]
  double angle = 0.0;           ///< difference of the angles of repose [rad]
  double kinetic = 0.0;         ///< difference of the kinetic energies over the converged one
  double force = 0.0;           ///< largest difference of mean forces on a body, over the weight of all particles
  std::string_view trouble;     ///< reason why there is no answer, a literal; empty: there is one

  /// Speed of a particle against the converged copy [m/s]; nothing for one that was not compared.
  std::optional<float> speedOf(ParticleId id) const;
};

using SolverErrorReading = NewestAnswer<AskedSolver>;

}  // namespace scree
