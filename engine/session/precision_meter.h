#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/snapshot/precision_reading.h"
#include "engine/world/world.h"

namespace scree {

/// Measures the precision of ways to solve, once for each start(), on a copy of a run and on a thread of its own. It
/// changes nothing of the run. One thread calls all of it.
class PrecisionMeter {
 public:
  /// `arrived` is called on the meter's thread when there is news.
  explicit PrecisionMeter(std::function<void()> arrived);
  ~PrecisionMeter();
  PrecisionMeter(const PrecisionMeter&) = delete;
  PrecisionMeter& operator=(const PrecisionMeter&) = delete;

  /// Measures the presets, the settings of the world and `more` over `time` [s]; ends an earlier measurement.
  void start(const World& world, double time, const std::vector<PrecisionCase>& more);
  /// Ends the measurement under way; what it has measured stays.
  void stop();
  /// Ends the measurement under way and drops the table: both are of another world.
  void forget();
  /// True once after news: progress, a point or the end.
  bool takeNews();
  PrecisionReading reading() const;

 private:
  void measure(World& world, const PrecisionPlan& plan) noexcept;
  void showProgress(double part, std::string_view run);
  void addPoint(std::size_t index, const std::optional<PrecisionPoint>& point);
  /// Ends the measurement, for a reason if it ended early.
  void finish(std::string_view trouble);

  std::function<void()> arrived_;
  std::atomic<int> interrupt_{0};  ///< not 0: the measurement under way is to end
  mutable std::mutex mutex_;       ///< guards all below but the thread
  PrecisionReading reading_;
  bool hasNews_ = false;
  double lastTold_ = 0.0;  ///< time of the last progress shown on the steady clock [s]
  std::jthread thread_;
};

}  // namespace scree
