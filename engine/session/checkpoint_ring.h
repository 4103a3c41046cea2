#pragma once

#include "engine/session/recording.h"

namespace scree {

/// Saved states of one run within a budget of memory: dense near the step that is looked at, ever sparser away from it.
/// The first state stays whatever the budget, since everything can be stepped again from it.
class CheckpointRing {
 public:
  /// Forgets everything; `first` is where the run begins.
  void begin(SavedState first);
  /// Keeps a state of a step that has none; `focus` is the step that is looked at.
  void add(SavedState state, std::uint64_t focus);
  void setBudget(std::size_t bytes, std::uint64_t focus);
  void dropAfter(std::uint64_t step);
  /// Takes out a state that turned out to be of no use; the first one stays.
  void drop(std::uint64_t step);

  /// The last state at or before `step`, or the first of all.
  const SavedState& before(std::uint64_t step) const;
  bool has(std::uint64_t step) const { return before(step).step == step; }
  const std::vector<SavedState>& states() const { return states_; }  ///< by step
  std::size_t bytes() const { return bytes_; }                       ///< of all of them
  std::size_t budget() const { return budget_; }

 private:
  void erase(std::size_t index);
  void thin(std::uint64_t focus);

  std::vector<SavedState> states_;
  std::size_t bytes_ = 0;
  std::size_t budget_ = std::size_t{512} << 20;
};

}  // namespace scree
