#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/snapshot/newest_answer.h"
#include "engine/world/particles.h"

namespace scree {

/// Members that a converged solve of the whole world would move, as asked at one step: wouldMove().
struct AskedMembers {
  std::uint64_t step = 0;       ///< step asked about
  double time = 0.0;            ///< simulated time of that step [s]
  double seconds = 0.0;         ///< wall time that the answer took [s]
  double limit = 0.0;           ///< speed above which a member counts: the merge limit on sliding [m/s]
  std::size_t members = 0;      ///< number of members asked
  std::vector<ParticleId> ids;  ///< members that would move, ascending
  std::vector<float> speeds;    ///< speed of each against its aggregate [m/s]
  std::string_view trouble;     ///< reason why there is no answer, a literal; empty: there is one

  double share() const { return members == 0 ? 0.0 : static_cast<double>(ids.size()) / static_cast<double>(members); }
  /// Largest speed of a member that would move [m/s]; 0 without one.
  float largestSpeed() const;
  /// Speed of a member that would move [m/s]; 0 for other particles.
  float speedOf(ParticleId id) const;
};

using AskedReading = NewestAnswer<AskedMembers>;

}  // namespace scree
