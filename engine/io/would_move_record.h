#pragma once

#include <cstddef>
#include <map>

#include "engine/analysis/would_move.h"

namespace scree {

/// Answers to the question which members would move, over a run that is asked every so often.
class WouldMoveRecord {
 public:
  /// The newest answer.
  struct Newest {
    double time = 0.0;          ///< simulated time asked about [s]
    std::size_t members = 0;    ///< number of members asked
    std::size_t moving = 0;     ///< number of those that would move
    double largestSpeed = 0.0;  ///< largest speed of a member against its aggregate [m/s]
  };

  /// Adds an answer about a world; one that is not known is left out.
  void add(const World& world, const WouldMove& found);

  const Newest& newest() const { return newest_; }
  std::size_t answers() const { return answers_; }
  double meanShare() const;                        ///< share of the members that would move, mean over the answers
  double mostShare() const { return mostShare_; }  ///< largest share of an answer
  /// Longest time between answers in all of which one grain would move [s]; 0 where none did twice in a row.
  double longest() const { return longest_; }

 private:
  Newest newest_;
  std::size_t answers_ = 0;
  double shareSum_ = 0.0;
  double mostShare_ = 0.0;
  double longest_ = 0.0;
  std::map<ParticleId, double>
      since_;  ///< time of the first of the last answers in a row, by grain that would move [s]
};

}  // namespace scree
