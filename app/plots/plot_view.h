#pragma once

#include <array>
#include <memory>
#include <optional>

#include "app/plots/docked_plot.h"
#include "app/plots/plot_groups.h"
#include "app/plots/plot_store.h"

class QLabel;

namespace scree {

/// Plot of some curves over time. The wheel zooms about the pointer, dragging pans, a double click shows everything
/// again, a click on the picture asks for that time, and a click on the legend hides or shows a curve. The legend shows
/// values at the pointer, or at the cursor if the pointer is outside. Curves of dropped branches are grey. Of a measure
/// only curves with the unit of the first one are shown at first.
class PlotView : public DockedPlot {
  Q_OBJECT

 public:
  PlotView(const PlotGroupInfo& info, const PlotStore& store, QWidget* parent = nullptr);
  ~PlotView() override;

  const PlotGroupInfo& info() const { return info_; }
  const PlotStore& store() const { return store_; }
  PlotTexts texts() const override { return {info_.id, info_.title, info_.meaning}; }
  /// Draws the plot again if the store or the span has changed.
  void refresh() override;
  void setCursor(double time) override;
  double cursor() const { return cursor_; }
  /// First and last time in sight [s].
  std::array<double, 2> span() const;
  void setSpan(const std::optional<std::array<double, 2>>& span) override;
  /// True if the whole run is in sight.
  bool isFitted() const { return !span_; }
  /// Text of a curve in the legend.
  QString legendText(std::size_t curve) const;
  /// True if a curve is drawn.
  bool isShown(std::size_t curve) const;
  std::size_t curves() const { return curves_.size(); }
  /// Place of a time [s] on the canvas, for the mouse of tests.
  QPoint placeOf(double time) const;
  /// Place of a curve's legend entry on the canvas, for the mouse of tests.
  QPoint legendPlace(std::size_t curve) const;
  /// Widget that receives events of the mouse.
  QWidget& canvas() const;
  bool savePicture(const QString& file) const override;
  std::function<void()> csvTask(const std::filesystem::path& file) const override;

 Q_SIGNALS:
  /// Emitted when the user asks for the state at a time [s].
  void timeAsked(double time);
  /// Emitted when the user zooms, pans or shows the whole run again.
  void spanChanged();

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Parts;  ///< objects of QCustomPlot, hidden here because its header is large

  void build();
  void rebuildCurves();
  void restyle();
  void fillCurves();
  void fitValues();
  void placeEmptyText();
  void writeLegend();
  void markCursor();
  void pressed(const QPoint& place);
  void moved(const QPoint& place, bool drags);
  void released(const QPoint& place);
  void zoom(const QPoint& place, double notches);
  void changeSpan(double begin, double end);
  std::array<double, 2> wholeSpan() const;
  double timeAt(int x) const;

  PlotGroupInfo info_;
  const PlotStore& store_;
  std::unique_ptr<Parts> parts_;
  std::vector<PlotCurve> curves_;
  QLabel* empty_ = nullptr;
  std::optional<std::array<double, 2>> span_;  ///< times in sight [s]; empty: the whole run
  double cursor_ = 0.0;
  std::optional<double> pointed_;  ///< time under the pointer [s]; empty: pointer outside
  struct Drag {
    QPoint from;
    std::array<double, 2> span;
    bool moved = false;
  };
  std::optional<Drag> drag_;
  std::uint64_t version_ = UINT64_MAX;
  std::uint64_t generation_ = UINT64_MAX;
};

}  // namespace scree
