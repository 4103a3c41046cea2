#include "app/viewport/frame_schedule.h"

#include <QWidget>
#include <algorithm>
#include <cmath>

#include "engine/base/clock.h"

namespace scree {

namespace {

constexpr int kFramesAfterInput = 3;
constexpr int kHoverMilliseconds = 400;
constexpr int kClockMilliseconds = 200;  // least time between frames that only move a clock

}  // namespace

FrameSchedule::FrameSchedule(QWidget& widget) : widget_(widget) {
  frameTimer_.setSingleShot(true);
  frameTimer_.setTimerType(Qt::PreciseTimer);
  QObject::connect(&frameTimer_, &QTimer::timeout, &widget, [this] {
    if (!widget_.window()->isMinimized()) {  // the window may have been minimised after the request
      widget_.update();
      if (companion_ != nullptr) {
        companion_->update();
      }
    }
  });
  hoverTimer_.setSingleShot(true);
  QObject::connect(&hoverTimer_, &QTimer::timeout, &widget, [this] { extend(); });
  sinceLast_.start();
}

void FrameSchedule::request(FrameReason reason) {
  if (widget_.window()->isMinimized()) {
    return;  // a minimised window shows no frame, and asks for one when it is back
  }
  if (reason == FrameReason::input) {
    wanted_ = kFramesAfterInput;
    hoverTimer_.start(kHoverMilliseconds);
  }
  startTimer(reason);
}

void FrameSchedule::startTimer(FrameReason reason) {
  const int wait = static_cast<int>(std::ceil(1e3 * pacer_.delay(steadySeconds(), reason)));
  if (!frameTimer_.isActive() || frameTimer_.remainingTime() > wait) {
    frameTimer_.start(wait);
  }
}

void FrameSchedule::drawn(double start, bool unfinished) {
  measure(start);
  wanted_ = std::max(wanted_ - 1, unfinished ? 1 : 0);
  if (wanted_ > 0) {
    startTimer(FrameReason::input);
  }
  sinceLast_.restart();
}

void FrameSchedule::extend() {
  wanted_ = std::max(wanted_, 1);
  startTimer(FrameReason::input);
}

void FrameSchedule::measure(double start) {
  const double end = steadySeconds();
  pacer_.lastStart = start;
  pacer_.lastEnd = end;
  const double milliseconds = (end - start) * 1e3;
  times_.milliseconds += (count_ == 0 ? 1.0 : 0.1) * (milliseconds - times_.milliseconds);
  ++count_;
  starts_.push_back(start);
  while (starts_.front() < start - 1.0) {
    starts_.pop_front();
  }
  times_.perSecond = static_cast<double>(starts_.size());
}

bool FrameSchedule::isClockStale() const { return sinceLast_.elapsed() > kClockMilliseconds; }

}  // namespace scree
