#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QMainWindow;
class QPushButton;

namespace scree {

class Viewport;

/// Step of the tour: a text about a control of the window.
struct TourStep {
  const char* text;
  /// Shows the control and gives its rectangle in coordinates of the window; nothing if it is out of sight.
  std::function<std::optional<QRect>()> place;
};

/// Steps of the tour through the window.
std::vector<TourStep> tourSteps(QMainWindow& window, Viewport& viewport);

/// Bubble that points at one control after another, until its end or until it is closed. The controls work meanwhile.
class Tour : public QFrame {
  Q_OBJECT

 public:
  Tour(QMainWindow& window, std::vector<TourStep> steps);

  void begin();
  void end();
  bool isRunning() const { return step_ >= 0; }
  int step() const { return step_; }
  /// Puts bubble and frame where the control of the step is now.
  void follow();

 private:
  void go(int step);

  QMainWindow& window_;
  std::vector<TourStep> steps_;
  QLabel* count_;
  QLabel* text_;
  QPushButton* back_;
  QPushButton* next_;
  QPointer<QFrame> mark_;  ///< frame around the control
  std::optional<QRect> at_;
  int step_ = -1;
};

}  // namespace scree
