#pragma once

#include <QPointF>
#include <chrono>
#include <optional>
#include <utility>

#include "app/view/camera.h"

namespace scree {

/// The camera under the mouse: drags, wheel, and flights from one view to another. Points are logical pixels.
class CameraControl {
 public:
  const Camera& camera() const { return camera_; }
  void set(const Camera& camera);
  /// Goes there within a quarter of a second; turns and zooms on the way so that the eye keeps its bearings.
  void flyTo(const Camera& goal);
  /// Where the camera is or is on its way to.
  const Camera& goal() const { return flight_ ? flight_->to : camera_; }
  /// Whether it was sent anywhere since this was asked last.
  bool takeJump() { return std::exchange(jumped_, false); }
  /// Moves along a flight; true while there is one.
  bool advance();

  /// Starts watching a press; `pans` as with the right button.
  void press(const QPointF& point, bool pans);
  /// True once the pointer went far enough to be a drag, not a click.
  bool drag(const QPointF& point, int height);
  /// Ends the drag. Returns true when it was a click.
  bool release();
  void cancel() { pressed_ = false; }
  /// Ends the drag with the camera as it was when it began. False when there is none.
  bool putBack();
  void zoom(double notches, const QPointF& point, int width, int height);

 private:
  struct Flight {
    Camera from;
    Camera to;
    std::chrono::steady_clock::time_point start;
  };

  Camera camera_;
  Camera before_;  ///< when the press came
  std::optional<Flight> flight_;
  QPointF last_;
  QPointF start_;
  bool jumped_ = false;
  bool pressed_ = false;
  bool pans_ = false;
  bool dragging_ = false;
};

}  // namespace scree
