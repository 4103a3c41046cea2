#include "app/window/replay_feed.h"

#include <chrono>
#include <exception>
#include <utility>

namespace scree {

ReplayFeed::ReplayFeed(std::future<std::shared_ptr<const Recording>> run, ReplayPlan plan)
    : recording_(std::move(run)), plan_(std::move(plan)) {}

ReplayFeed::~ReplayFeed() {
  thread_.request_stop();
  if (run_ != nullptr) {
    run_->interrupt();
  }
}

std::string ReplayFeed::poll() {
  if (!recording_.valid() || recording_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return {};
  }
  try {
    plan_.source = recording_.get();
    run_ = std::make_unique<ReplayRun>(plan_);
  } catch (const std::exception& error) {
    return std::string("The run cannot be stepped again: ") + error.what();
  }
  thread_ = std::jthread([run = run_.get()](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const double wait = run->advance();
      if (wait > 0.0 && !stop.stop_requested()) {
        run->wait(wait);
      }
    }
  });
  return {};
}

}  // namespace scree
