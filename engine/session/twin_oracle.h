#pragma once

#include <deque>
#include <optional>

#include "engine/analysis/oracle.h"
#include "engine/snapshot/twin_snapshot.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// What merging could reach at most, from a twin that merges nothing, with the merge limits of the run beside it. An
/// oracle is asked in every kOracleEvery-th step (or merge window, if that is longer) and only looks on in the steps
/// before that its window needs, which gives the same answer for a third of the cost.
class TwinOracle {
 public:
  /// Forgets everything when the merge limits are others than before.
  void follow(const ReductionParameters& limits);
  /// Call after each step that both took. `full` merges nothing, and `data` is of its step.
  void add(const World& first, const World& full, const StepData& data);
  void clear();
  /// Nothing before the first answer.
  const std::optional<OracleReading>& reading() const { return reading_; }

 private:
  struct Answer {
    double time = 0.0;  ///< s
    double own = 0.0;   ///< level of the run shown
    double most = 0.0;
  };
  void remember(const Answer& answer);

  std::optional<OracleSetting> setting_;
  std::optional<Oracle> oracle_;  ///< none while it need not look on
  int steps_ = 0;                 ///< since the last answer
  std::deque<Answer> recent_;     ///< of the last kOracleSpan, by time
  Answer sum_;                    ///< of these
  std::optional<OracleReading> reading_;
};

}  // namespace scree
