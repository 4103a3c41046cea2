#pragma once

#include <memory>
#include <optional>

#include "app/plots/docked_plot.h"
#include "engine/snapshot/snapshot.h"

class QBoxLayout;
class QDoubleSpinBox;
class QLabel;

namespace scree {

/// Plot of the profile of the bed that landings make on a belt: mean height over the width, with a band of one standard
/// deviation along the belt. Beside it stand the mean height, σ_h, the objective f, and the landings with their times.
class BedProfileView : public DockedPlot {
  Q_OBJECT

 public:
  explicit BedProfileView(QWidget* parent = nullptr);
  ~BedProfileView() override;

  PlotTexts texts() const override;
  /// Takes the newest bed.
  void take(const Snapshot& snapshot);
  void refresh() override;
  bool savePicture(const QString& file) const override;
  std::function<void()> csvTask(const std::filesystem::path& file) const override;
  /// Adds the choice of the time of which landings count to a column of buttons.
  void addControls(QBoxLayout& column, QWidget& parent);

  /// Number of points of the curve.
  std::size_t points() const;
  /// Numbers beside the plot.
  const QString& numbers() const { return numbers_; }
  /// Text in place of a curve; empty with one.
  QString emptyText() const;

 Q_SIGNALS:
  /// Emitted when the user chooses the time before the present of which landings count [s]; 0: all.
  void secondsAsked(double seconds);

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Parts;  ///< objects of QCustomPlot, hidden here because its header is large

  void build();
  void restyle();
  void fill();
  void writeNumbers();
  void point(std::optional<QPoint> place);

  std::unique_ptr<Parts> parts_;
  QLabel* empty_ = nullptr;
  QDoubleSpinBox* seconds_ = nullptr;
  std::shared_ptr<const BedReading> reading_;
  bool hasBelt_ = false;
  bool isStale_ = true;            ///< the plot shows another bed
  std::optional<double> pointed_;  ///< place across the belt under the pointer [m]
  QString numbers_;
};

}  // namespace scree
