#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/film/replay_run.h"

namespace scree {

/// A run that is stepped again on a thread of its own, for a film of the window. All calls come from the GUI thread,
/// and none waits for a step.
class ReplayFeed {
 public:
  /// `run` is the recording, which may take a moment to come; its place in the plan is filled then.
  ReplayFeed(std::future<std::shared_ptr<const Recording>> run, ReplayPlan plan);
  ~ReplayFeed();
  ReplayFeed(const ReplayFeed&) = delete;
  ReplayFeed& operator=(const ReplayFeed&) = delete;

  /// Begins as soon as the recording is there. Returns what went wrong, then or since, empty when nothing.
  std::string poll();
  /// Null before it has begun.
  ReplayRun* run() { return run_.get(); }

 private:
  void work(const std::stop_token& stop);

  std::future<std::shared_ptr<const Recording>> recording_;
  ReplayPlan plan_;
  std::unique_ptr<ReplayRun> run_;
  std::mutex mutex_;     ///< of the problem, which the thread finds
  std::string problem_;  ///< why it ended
  std::jthread thread_;
};

}  // namespace scree
