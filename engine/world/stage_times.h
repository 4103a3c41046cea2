#pragma once

#include <array>
#include <chrono>
#include <string_view>

namespace scree {

/// The stages of a step in their order (METHOD.md 4.1).
enum class Stage : unsigned char {
  drives,
  exchange,
  splits,
  pairs,
  contacts,
  match,
  pack,
  impacts,
  forces,
  solve,
  positions,
  merges,
  measure
};
constexpr int kStageCount = 13;
constexpr std::array<std::string_view, kStageCount> kStageNames = {
    "drives",  "exchange", "splits", "pairs",     "contacts", "match",  "pack",
    "impacts", "forces",   "solve",  "positions", "merges",   "measure"};

/// Wall time of each stage in one step [s].
struct StageTimes {
  std::array<double, kStageCount> seconds{};

  double total() const;
  StageTimes& operator+=(const StageTimes& other);
};

/// Adds the time of its life to one stage.
class StageTimer {
 public:
  StageTimer(StageTimes& times, Stage stage) : seconds_(times.seconds[static_cast<std::size_t>(stage)]) {}
  ~StageTimer() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point start_ = Clock::now();
};

/// Runs one stage under its own name.
template <typename Work>
auto timed(StageTimes& times, Stage stage, Work work) {
  const StageTimer timer(times, stage);
  return work();
}

}  // namespace scree
