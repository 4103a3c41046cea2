#pragma once

#include <QElapsedTimer>
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

  /// Frames are drawn in software: they share the processor with the simulation.
  void setSoftware(bool software) { pacer_.software = software; }
  /// Asks for a frame soon (several, so that panels settle when the reason is input).
  void request(FrameReason reason);
  /// A frame that began at `start` [s, steady clock] is drawn; `unfinished`: it wants another one.
  void drawn(double start, bool unfinished);
  /// Whether the last frame is old enough that a clock shown in it has moved.
  bool isClockStale() const;
  /// Whether no frame is wanted.
  bool isIdle() const { return wanted_ == 0; }
  const FrameTimes& times() const { return times_; }
  /// Frames drawn so far.
  std::uint64_t count() const { return count_; }

 private:
  void startTimer(FrameReason reason);
  void measure(double start);

  QWidget& widget_;
  QTimer frameTimer_;
  QTimer hoverTimer_;  ///< runs while the pointer rests, for tooltips
  FramePacer pacer_;
  FrameTimes times_;
  std::deque<double> starts_;  ///< s, in the last second
  int wanted_ = 0;
  std::uint64_t count_ = 0;
  QElapsedTimer sinceLast_;
};

}  // namespace scree
