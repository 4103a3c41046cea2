#pragma once

#include <QWidget>

#include "app/study_dock/study_model.h"
#include "app/study_dock/watch/sweep_control.h"

class QBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace scree {

class ElidedLabel;

/// Case of a sweep, as its controls show it.
struct SweepCase {
  StudyCounts counts;
  std::shared_ptr<const OpenedSearch> search;  ///< null for studies whose points do not follow from results
  SweepState state = SweepState::idle;
  int process = 0;             ///< number of the process that works in the folder
  bool canEnd = false;         ///< the process can be told to end
  bool isClearing = false;     ///< files of stopped runs are being removed
  bool hasProgram = true;      ///< the program that runs points is there
  bool retriesFailed = false;  ///< the next start takes failed points
  QString trouble;             ///< messages of the sweep that ended last

  /// Reason why nothing can be started; empty if something can.
  QString whyNoStart() const;
  /// Message for the user; empty without one.
  QString message() const;
};

/// Controls of a sweep: start, pause and stop, the number of runs side by side, how far it is, and its messages.
class SweepRow : public QWidget {
  Q_OBJECT

 public:
  explicit SweepRow(QWidget* parent = nullptr);
  void show(const SweepCase& sweep);
  /// Runs side by side; 0: as many as there are processors.
  int jobs() const;
  /// Puts buttons and counts side by side, or below each other.
  void setWide(bool isWide);

 Q_SIGNALS:
  void startAsked();
  void pauseAsked();
  void stopAsked();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void sizeMessage();

  QBoxLayout* halves_;
  QPushButton* start_;
  QPushButton* pause_;
  QPushButton* stop_;
  QSpinBox* jobs_;
  ElidedLabel* summary_;
  QLabel* best_;
  QLabel* message_;
};

}  // namespace scree
