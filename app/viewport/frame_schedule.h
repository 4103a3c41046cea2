#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <cstdint>
#include <deque>

#include "app/ui_state/panel_context.h"
#include "app/viewport/frame_pacer.h"

class QWidget;

namespace scree {

/// Decides when a widget draws its next frame, and measures how long frames take.
class FrameSchedule {
 public:
  explicit FrameSchedule(QWidget& widget);
  /// Draws another widget with each frame from now on, as long as it lives.
  void setCompanion(QWidget* companion) { companion_ = companion; }

  /// Sets whether frames are drawn in software, on the processor that the simulation uses.
  void setSoftware(bool software) { pacer_.software = software; }
  /// Asks for a frame soon; for several when the reason is input, so that panels settle.
  void request(FrameReason reason);
  /// Records that a frame is drawn that began at `start` (steady clock [s]); asks for another one if `unfinished`.
  void drawn(double start, bool unfinished);
  /// Asks for one more frame, which is no answer to input.
  void extend();
  /// True if the last frame is so old that a clock shown in it has moved.
  bool isClockStale() const;
  /// True if no further frame is asked for by input.
  bool isIdle() const { return wanted_ == 0; }
  const FrameTimes& times() const { return times_; }
  /// Frames drawn so far.
  std::uint64_t count() const { return count_; }

 private:
  void startTimer(FrameReason reason);
  void measure(double start);

  QWidget& widget_;
  QPointer<QWidget> companion_;
  QTimer frameTimer_;
  QTimer hoverTimer_;  ///< runs while the pointer rests, for tooltips
  FramePacer pacer_;
  FrameTimes times_;
  std::deque<double> starts_;  ///< starts of the frames of the last second, steady clock [s]
  int wanted_ = 0;             ///< frames still wanted because of input
  std::uint64_t count_ = 0;
  QElapsedTimer sinceLast_;
};

}  // namespace scree
