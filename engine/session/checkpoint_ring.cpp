#include "engine/session/checkpoint_ring.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace scree {

void CheckpointRing::begin(SavedState first) {
  states_.clear();
  bytes_ = first.size();
  states_.push_back(std::move(first));
}

void CheckpointRing::add(SavedState state, std::uint64_t focus) {
  if (states_.empty() || state.step < states_.front().step || has(state.step)) {
    return;
  }
  const std::size_t size = state.size();
  const auto place = std::ranges::upper_bound(states_, state.step, {}, &SavedState::step);
  states_.insert(place, std::move(state));
  bytes_ += size;
  thin(focus);
}

void CheckpointRing::setBudget(std::size_t bytes, std::uint64_t focus) {
  budget_ = bytes;
  thin(focus);
}

void CheckpointRing::dropAfter(std::uint64_t step) {
  while (states_.size() > 1 && states_.back().step > step) {
    erase(states_.size() - 1);
  }
}

void CheckpointRing::drop(std::uint64_t step) {
  for (std::size_t i = 1; i < states_.size(); ++i) {
    if (states_[i].step == step) {
      erase(i);
      return;
    }
  }
}

const SavedState& CheckpointRing::before(std::uint64_t step) const {
  const auto after = std::ranges::upper_bound(states_, step, {}, &SavedState::step);
  return after == states_.begin() ? states_.front() : *std::prev(after);
}

void CheckpointRing::erase(std::size_t index) {
  bytes_ -= states_[index].size();
  states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(index));
}

void CheckpointRing::thin(std::uint64_t focus) {
  while (bytes_ > budget_ && states_.size() > 1) {
    // Erases the state whose loss leaves the smallest gap for its distance from the focus. The last one goes only when
    // no other is left besides the first.
    std::size_t least = states_.size() - 1;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < states_.size(); ++i) {
      const std::uint64_t step = states_[i].step;
      const double distance = static_cast<double>(step > focus ? step - focus : focus - step);
      const double gap = static_cast<double>(states_[i + 1].step - states_[i - 1].step);
      if (gap / (distance + 1.0) < lowest) {
        lowest = gap / (distance + 1.0);
        least = i;
      }
    }
    erase(least);
  }
}

}  // namespace scree
