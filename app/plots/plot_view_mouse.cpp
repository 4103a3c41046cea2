#include <QEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/plots/plot_parts.h"
#include "app/plots/plot_view.h"

// Mouse in a plot.
namespace scree {

namespace {

constexpr double kZoomPerNotch = 0.8;
constexpr double kShortestSpan = 1e-4;  // shortest time in sight [s]
constexpr int kClickReach = 4;          // largest motion of a click [px]

}  // namespace

void PlotView::zoom(const QPoint& place, double notches) {
  const auto [begin, end] = span();
  const double factor = std::pow(kZoomPerNotch, notches);
  const double about = std::clamp(timeAt(place.x()), begin, end);
  if ((end - begin) * factor < kShortestSpan) {
    return;
  }
  const auto [first, last] = wholeSpan();
  const double wantedBegin = about + factor * (begin - about);
  const double wantedEnd = about + factor * (end - about);
  if (wantedBegin <= first && wantedEnd >= last) {
    setSpan(std::nullopt);  // the whole run is in sight: follow it as it grows
    refresh();
    Q_EMIT spanChanged();
    return;
  }
  changeSpan(wantedBegin, wantedEnd);
}

void PlotView::pressed(const QPoint& place) { drag_ = Drag{place, span(), false}; }

void PlotView::moved(const QPoint& place, bool drags) {
  const QRect area = parts_->plot->axisRect()->rect();
  if (drags && drag_) {
    const int way = place.x() - drag_->from.x();
    drag_->moved = drag_->moved || (place - drag_->from).manhattanLength() > kClickReach;
    if (drag_->moved && area.contains(drag_->from)) {
      const double shift = static_cast<double>(way) * (drag_->span[1] - drag_->span[0]) / std::max(area.width(), 1);
      changeSpan(drag_->span[0] - shift, drag_->span[1] - shift);
    }
    return;
  }
  pointed_ = area.contains(place) ? std::optional(timeAt(place.x())) : std::nullopt;
  writeLegend();
  markCursor();
  parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::released(const QPoint& place) {
  const bool isClick = drag_ && !drag_->moved;
  drag_.reset();
  if (!isClick) {
    return;
  }
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const QCPPlottableLegendItem* item = parts_->plot->legend->itemWithPlottable(parts_->graphs[i]);
    if (item != nullptr && item->rect().contains(place)) {
      parts_->graphs[i]->setVisible(!isShown(i));
      fillCurves();
      return;
    }
  }
  if (parts_->plot->axisRect()->rect().contains(place) && !store_.run().isEmpty()) {
    Q_EMIT timeAsked(timeAt(place.x()));
  }
}

bool PlotView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != parts_->plot) {
    return DockedPlot::eventFilter(watched, event);
  }
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        pressed(static_cast<QMouseEvent*>(event)->pos());
      }
      return true;
    case QEvent::MouseMove: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      moved(mouse->pos(), mouse->buttons().testFlag(Qt::LeftButton));
      return true;
    }
    case QEvent::MouseButtonRelease:
      if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        released(static_cast<QMouseEvent*>(event)->pos());
      }
      return true;
    case QEvent::MouseButtonDblClick:
      drag_.reset();
      setSpan(std::nullopt);
      refresh();
      Q_EMIT spanChanged();
      return true;
    case QEvent::Wheel: {
      const auto* wheel = static_cast<QWheelEvent*>(event);
      zoom(wheel->position().toPoint(), wheel->angleDelta().y() / 120.0);
      return true;
    }
    case QEvent::Leave:
      pointed_.reset();
      writeLegend();
      markCursor();
      parts_->plot->replot(QCustomPlot::rpQueuedReplot);
      return false;
    case QEvent::Resize:
      // Curves depend on the number of pixels, so they are filled after the plot has made its own layout.
      QMetaObject::invokeMethod(
          this, [this] { fillCurves(); }, Qt::QueuedConnection);
      return false;
    default:
      return DockedPlot::eventFilter(watched, event);
  }
}

}  // namespace scree
