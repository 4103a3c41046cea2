#include "app/film/replay_feed.h"

#include <chrono>
#include <exception>
#include <mutex>
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
  if (run_ != nullptr) {
    const std::lock_guard lock(mutex_);
    return problem_;
  }
  if (!recording_.valid() || recording_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return {};
  }
  try {
    plan_.source = recording_.get();
    run_ = std::make_unique<ReplayRun>(plan_);
  } catch (const std::exception& error) {
    return std::string("The run cannot be stepped again: ") + error.what();
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  return {};
}

void ReplayFeed::work(const std::stop_token& stop) {
  try {
    while (!stop.stop_requested()) {
      const double wait = run_->advance();
      if (wait > 0.0 && !stop.stop_requested()) {
        run_->wait(wait);
      }
    }
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    problem_ = std::string("The run cannot be stepped on: ") + error.what();
  }
}

}  // namespace scree
