#pragma once

#include "engine/session/recording.h"

namespace scree {

/// Saved states of one run within a budget of memory: dense near the step that is shown, sparser away from it. The
/// first state stays whatever the budget, since every other one can be stepped from it.
class CheckpointRing {
 public:
  /// Forgets all states; `first` is the state at which the run begins.
  void begin(SavedState first);
  /// Keeps a state, unless its step has one or is before the first; `focus` is the step that is shown.
  void add(SavedState state, std::uint64_t focus);
  void setBudget(std::size_t bytes, std::uint64_t focus);
  void dropAfter(std::uint64_t step);
  /// Removes the state of a step, as a damaged one; the first one stays.
  void drop(std::uint64_t step);

  /// Last state at or before `step`, or the first of all.
  const SavedState& before(std::uint64_t step) const;
  bool has(std::uint64_t step) const { return before(step).step == step; }
  const std::vector<SavedState>& states() const { return states_; }  ///< states by step
  std::size_t bytes() const { return bytes_; }                       ///< memory of all states
  std::size_t budget() const { return budget_; }

 private:
  void erase(std::size_t index);
  void thin(std::uint64_t focus);

  std::vector<SavedState> states_;
  std::size_t bytes_ = 0;
  std::size_t budget_ = std::size_t{512} << 20;
};

}  // namespace scree
