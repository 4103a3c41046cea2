#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/film/replay_run.h"

namespace scree {

/// Steps a run again on a thread of its own, for a film by the window. All calls come from the GUI thread, and none
/// waits for a step.
class ReplayFeed {
 public:
  /// `run` is the recording, which may arrive later; it then becomes the source of the plan.
  ReplayFeed(std::future<std::shared_ptr<const Recording>> run, ReplayPlan plan);
  ~ReplayFeed();
  ReplayFeed(const ReplayFeed&) = delete;
  ReplayFeed& operator=(const ReplayFeed&) = delete;

  /// Begins once the recording has arrived. Returns a message if the run cannot be begun or continued, otherwise an
  /// empty string. Call it repeatedly.
  std::string poll();
  /// Run that is stepped; null before it has begun.
  ReplayRun* run() { return run_.get(); }

 private:
  void work(const std::stop_token& stop);

  std::future<std::shared_ptr<const Recording>> recording_;
  ReplayPlan plan_;
  std::unique_ptr<ReplayRun> run_;
  std::mutex mutex_;     ///< guards `problem_`, which the thread sets
  std::string problem_;  ///< error that ended the run; empty: none
  std::jthread thread_;
};

}  // namespace scree
