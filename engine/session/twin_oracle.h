#pragma once

#include <deque>
#include <optional>

#include "engine/analysis/oracle.h"
#include "engine/snapshot/twin_snapshot.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Upper bound of merging, from a twin that merges nothing, beside the level of the run by its merge limits. An oracle
/// is asked in every kOracleEvery-th step (or merge window, if that is longer), and follows only the steps before that
/// its window needs, which gives the same answer at a third of the cost.
class TwinOracle {
 public:
  /// Forgets all answers when settings of the reduction have changed. The limits are those of the grains at that time.
  void follow(const World& world);
  /// Adds a step that both worlds took. Call it after each one. `full` merges nothing, and `data` is of its step.
  void add(const World& first, const World& full, const StepData& data);
  void clear();
  /// Newest reading; nothing before the first answer.
  const std::optional<OracleReading>& reading() const { return reading_; }

 private:
  struct Answer {
    double time = 0.0;  ///< s
    double own = 0.0;   ///< level of the shown run
    double most = 0.0;
  };
  void remember(const Answer& answer);

  std::optional<OracleSetting> setting_;
  ReductionParameters reduction_;  ///< from which it is
  std::optional<Oracle> oracle_;   ///< oracle; none in the steps that it need not follow
  int steps_ = 0;                  ///< steps since the last answer
  std::deque<Answer> recent_;      ///< answers of the last kOracleSpan, by time
  Answer sum_;                     ///< sums over recent_
  std::optional<OracleReading> reading_;
};

}  // namespace scree
