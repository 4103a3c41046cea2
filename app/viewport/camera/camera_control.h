#pragma once

#include <QPointF>
#include <chrono>
#include <optional>
#include <utility>

#include "app/view/camera.h"

namespace scree {

/// Camera that follows the mouse: drags, wheel, and flights from one view to another. Points are in logical pixels.
class CameraControl {
 public:
  const Camera& camera() const { return camera_; }
  void set(const Camera& camera);
  /// Starts a flight to `goal`: a smooth motion of a quarter of a second, so that the user keeps the bearings.
  void flyTo(const Camera& goal);
  /// End of the flight under way, else the camera.
  const Camera& goal() const { return flight_ ? flight_->to : camera_; }
  /// True if a flight was started since the last call.
  bool takeJump() { return std::exchange(jumped_, false); }
  /// Moves the camera along its flight. Returns false if there is no flight.
  bool advance();

  /// Notes a press, which may become a drag; a drag pans if `pans`, else it orbits.
  void press(const QPointF& point, bool pans);
  /// Orbits or pans once the pointer has moved 4 px from the press. Returns true if the camera was dragged. `height` is
  /// the height of the viewport.
  bool drag(const QPointF& point, int height);
  /// Ends the press. Returns true if it was a click: the pointer did not move far enough for a drag.
  bool release();
  void cancel() { pressed_ = false; }
  /// Ends the drag and puts the camera back to the press. Returns false if there is no drag.
  bool putBack();
  void zoom(double notches, const QPointF& point, int width, int height);

 private:
  struct Flight {
    Camera from;
    Camera to;
    std::chrono::steady_clock::time_point start;
  };

  Camera camera_;
  Camera before_;  ///< camera at the press
  std::optional<Flight> flight_;
  QPointF last_;
  QPointF start_;
  bool jumped_ = false;
  bool pressed_ = false;
  bool pans_ = false;
  bool dragging_ = false;
};

}  // namespace scree
