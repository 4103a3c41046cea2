#pragma once

#include <memory>

#include "app/plots/docked_plot.h"
#include "engine/snapshot/snapshot.h"

class QLabel;

namespace scree {

/// Distributions of the granules of a run: their sizes, of the run and of the population balance with the measured
/// rates, and the times for which those that left have stayed. Beside them stand their numbers.
class GranuleView : public DockedPlot {
  Q_OBJECT

 public:
  explicit GranuleView(QWidget* parent = nullptr);
  ~GranuleView() override;

  PlotTexts texts() const override;
  /// Takes the newest population.
  void take(const Snapshot& snapshot);
  void refresh() override;
  bool savePicture(const QString& file) const override;
  std::function<void()> csvTask(const std::filesystem::path& file) const override;

  /// Number of points of the run's sizes, and of the residence times.
  std::size_t sizePoints() const;
  std::size_t residencePoints() const;
  /// Numbers beside the plots.
  const QString& numbers() const { return numbers_; }
  /// Text in place of the curves; empty with some.
  QString emptyText() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Parts;  ///< objects of QCustomPlot, hidden here because its header is large

  void build();
  void restyle();
  void fill();
  void fillSizes();
  void fillResidence();
  void writeNumbers();

  std::unique_ptr<Parts> parts_;
  QLabel* empty_ = nullptr;
  std::shared_ptr<const PopulationReading> reading_;
  bool isStale_ = true;  ///< the plots show another population
  QString numbers_;
};

}  // namespace scree
