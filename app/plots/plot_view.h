#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <optional>

#include "app/plots/plot_groups.h"
#include "app/plots/plot_store.h"

class QLabel;

namespace scree {

/// One plot over time: the wheel zooms about the pointer, dragging pans, a double click shows everything again, a click
/// on the picture asks for that time and one on the legend hides or shows a curve. The legend reads values at the
/// pointer, else at the cursor. Curves of runs that were dropped are grey.
class PlotView : public QWidget {
  Q_OBJECT

 public:
  PlotView(const PlotGroupInfo& info, const PlotStore& store, QWidget* parent = nullptr);
  ~PlotView() override;

  const PlotGroupInfo& info() const { return info_; }
  /// Draws what has changed in the store.
  void refresh();
  /// Marks the time shown [s].
  void setCursor(double time);
  double cursor() const { return cursor_; }
  /// The times in sight [s].
  std::array<double, 2> span() const;
  /// Shows these times from the next refresh() on; none shows all there are, and those to come.
  void setSpan(const std::optional<std::array<double, 2>>& span);
  bool isFitted() const { return !span_; }
  /// What the legend says of a curve, and whether it is shown.
  QString legendText(std::size_t curve) const;
  bool isShown(std::size_t curve) const;
  std::size_t curves() const { return curves_.size(); }
  /// Where a time is in this widget, for the tests' mouse.
  QPoint placeOf(double time) const;
  QPoint legendPlace(std::size_t curve) const;
  /// The widget that takes the mouse.
  QWidget& canvas() const;
  /// Saves what is seen, twice as fine. False when it can't be written.
  bool savePicture(const QString& file) const;

 Q_SIGNALS:
  /// The user wants to see this time [s].
  void timeAsked(double time);
  /// The user zoomed or panned, or wants to see everything again.
  void spanChanged();

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Parts;  ///< what of QCustomPlot is in it: its header is large

  void build();
  void rebuildCurves();
  void restyle();
  void fillCurves();
  void fitValues();
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
  std::optional<std::array<double, 2>> span_;  ///< none: everything
  double cursor_ = 0.0;
  std::optional<double> pointed_;  ///< s, under the pointer
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
