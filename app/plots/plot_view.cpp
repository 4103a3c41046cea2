#include "app/plots/plot_view.h"

#include <fmt/format.h>

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/plots/plot_csv.h"
#include "app/plots/plot_parts.h"
#include "app/plots/plot_style.h"

namespace scree {

namespace {

/// Text of a curve in the legend, "kinetic        0.0123 J", of constant width.
QString legendLine(const SampleColumn& column, std::size_t width, std::optional<float> value) {
  const std::string unit = column.unit.empty() ? "" : " " + column.unit;
  const std::string number = value ? fmt::format("{:.4g}{}", *value, unit) : "";
  // fmt counts "°" as one character of the width.
  const std::string gap(width - std::min(width, column.name.size()) + 2, ' ');
  return QString::fromStdString(column.name + gap + fmt::format("{:<12}", number));
}

}  // namespace

PlotView::PlotView(const PlotGroupInfo& info, const PlotStore& store, QWidget* parent)
    : DockedPlot(parent), info_(info), store_(store), parts_(std::make_unique<Parts>()) {
  build();
  restyle();
}

PlotView::~PlotView() = default;

void PlotView::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  parts_->plot = new QCustomPlot(this);
  layout->addWidget(parts_->plot);
  QCustomPlot& plot = *parts_->plot;
  plot.setObjectName(QString("plot_canvas_") + info_.id);
  plot.setAccessibleName("Plot: " + QString(info_.title));
  plot.setMinimumHeight(120);
  plot.setNoAntialiasingOnDrag(true);
  plot.installEventFilter(this);
  plot.setMouseTracking(true);
  plot.setFocusPolicy(Qt::NoFocus);  // keys stay with the viewport
  plot.xAxis->setLabel("time [s]");
  plot.yAxis->setLabel(QString::fromUtf8(info_.axis));
  plot.xAxis->setNumberFormat("g");
  plot.yAxis->setNumberFormat("g");
  plot.setLocale(QLocale::c());
  if (info_.logarithmic) {
    plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot.yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    plot.yAxis->setNumberFormat("eb");
    plot.yAxis->setNumberPrecision(0);
  }
  putLegendBeside(plot);
  // Lines that move often are on a layer of their own, so that the curves are not drawn again.
  plot.layer("overlay")->setMode(QCPLayer::lmBuffered);
  for (QCPItemStraightLine** line : {&parts_->cursor, &parts_->pointer}) {
    *line = new QCPItemStraightLine(&plot);
    (*line)->setLayer("overlay");
    (*line)->setSelectable(false);
  }
  parts_->pointer->setVisible(false);
  empty_ = new QLabel(QString::fromUtf8(info_.empty), &plot);
  empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  connect(&plot, &QCustomPlot::afterReplot, this, [this] { placeEmptyText(); });
}

void PlotView::restyle() {
  stylePlot(*parts_->plot, palette(), font());
  parts_->cursor->setPen(cursorPen());
  parts_->pointer->setPen(pointerPen(palette()));
  empty_->setStyleSheet(
      QString("color: %1").arg(mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.6).name()));
  generation_ = UINT64_MAX;  // makes refresh() build the curves with the new colours
  refresh();
}

void PlotView::rebuildCurves() {
  QCustomPlot& plot = *parts_->plot;
  std::vector<bool> hidden;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    hidden.push_back(!isShown(i));
  }
  plot.clearGraphs();
  parts_->graphs.clear();
  parts_->dropped.clear();
  const bool same = hidden.size() == store_.curvesOf(info_.group).size();
  curves_ = store_.curvesOf(info_.group);
  const QColor ground = palette().color(QPalette::Base);
  const QColor text = palette().color(QPalette::Text);
  for (std::size_t b = 0; b < store_.dropped().size(); ++b) {
    std::vector<QCPGraph*>& branch = parts_->dropped.emplace_back();
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      QCPGraph* graph = plot.addGraph();
      graph->setPen(QPen(mixed(ground, text, 0.35)));
      graph->removeFromLegend();
      graph->setAdaptiveSampling(false);
      branch.push_back(graph);
    }
  }
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    QCPGraph* graph = plot.addGraph();
    QPen pen(curveColour(i));
    pen.setWidthF(1.5);
    graph->setPen(pen);
    graph->setAdaptiveSampling(false);  // curveOf() has thinned out the points
    const bool isOther = info_.group == PlotGroup::measure && curves_[i].info.unit != curves_.front().info.unit;
    graph->setVisible(same ? !hidden[i] : !isOther);
    parts_->graphs.push_back(graph);
  }
  generation_ = store_.generation();
}

void PlotView::refresh() {
  if (generation_ != store_.generation() || parts_->dropped.size() != store_.dropped().size()) {
    rebuildCurves();
    version_ = UINT64_MAX;
  }
  if (version_ == store_.version()) {
    return;
  }
  version_ = store_.version();
  fillCurves();
}

std::array<double, 2> PlotView::wholeSpan() const {
  double begin = INFINITY;
  double end = -INFINITY;
  const auto add = [&](const PlotBranch& branch) {
    if (!branch.isEmpty()) {
      begin = std::min(begin, branch.dense.time(0));
      end = std::max(end, branch.dense.time(branch.dense.rows() - 1));
    }
  };
  add(store_.run());
  for (const PlotBranch& branch : store_.dropped()) {
    add(branch);
  }
  return begin < end ? std::array{begin, end} : std::array{0.0, 1.0};
}

std::array<double, 2> PlotView::span() const { return span_.value_or(wholeSpan()); }

void PlotView::setSpan(const std::optional<std::array<double, 2>>& span) {
  if (span_ != span) {
    span_ = span;
    version_ = UINT64_MAX;
  }
}

void PlotView::fillCurves() {
  QCustomPlot& plot = *parts_->plot;
  const auto [begin, end] = span();
  plot.xAxis->setRange(begin, end);
  const int pixels = std::max(plot.axisRect()->width(), 50);
  bool dense = false;
  const auto fill = [&](QCPGraph& graph, const PlotBranch& branch, const PlotCurve& curve, bool shown) {
    graph.setVisible(shown);
    if (!shown) {
      return;
    }
    QVector<QCPGraphData> points;
    for (const CurvePoint& point : curveOf(tableOf(branch, curve), curve.column, begin, end, pixels)) {
      // Zero has no place on a logarithmic axis: the curve has a gap there.
      const bool hasPlace = !info_.logarithmic || point.value > 0.0;
      points.append({point.time, hasPlace ? point.value : std::numeric_limits<double>::quiet_NaN()});
    }
    dense = dense || points.size() > pixels;
    graph.data()->set(points, true);
  };
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const bool shown = isShown(i);
    fill(*parts_->graphs[i], store_.run(), curves_[i], shown);
    for (std::size_t b = 0; b < parts_->dropped.size(); ++b) {
      fill(*parts_->dropped[b][i], store_.dropped()[b], curves_[i], shown);
    }
  }
  // In dense curves smooth edges are not visible and cost most of the time; lines of one pixel are drawn fastest.
  for (QCPGraph* graph : parts_->graphs) {
    QPen pen = graph->pen();
    pen.setWidthF(dense ? 1.0 : 1.5);
    graph->setPen(pen);
    graph->setAntialiased(!dense);
  }
  fitValues();
  writeLegend();
  markCursor();
  const bool isEmpty = curves_.empty() || tableOf(store_.run(), curves_.front()).rows() == 0;
  empty_->setVisible(isEmpty);
  placeEmptyText();
  plot.replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::placeEmptyText() {
  // In a small plot the text may cover the axes, which then have nothing to measure.
  constexpr int kSide = 4;
  const QRect within = parts_->plot->axisRect()->rect().adjusted(kSide, kSide, -kSide, -kSide);
  const bool fits = within.width() > 0 && empty_->heightForWidth(within.width()) <= within.height();
  empty_->setGeometry(fits ? within : parts_->plot->rect().adjusted(kSide, kSide, -kSide, -kSide));
}

void PlotView::fitValues() {
  const auto [begin, end] = span();
  ValueRange range;
  const auto add = [&](const PlotBranch& branch, const PlotCurve& curve) {
    const PlotTable& table = tableOf(branch, curve);
    const std::size_t last = std::min(table.rowAt(end) + 1, table.rows());
    range.add(table.column(curve.column).rangeOf(table.rowAt(begin), last));
  };
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (isShown(i)) {
      add(store_.run(), curves_[i]);
      for (const PlotBranch& branch : store_.dropped()) {
        add(branch, curves_[i]);
      }
    }
  }
  if (range.isEmpty()) {
    range = {0.0f, 1.0f};
  }
  double low = static_cast<double>(range.low);
  double high = static_cast<double>(range.high);
  if (info_.logarithmic) {
    constexpr double kMost = 1e12;  // largest range of the axis: smaller values are noise
    constexpr double kUsual = 1e6;  // range of the axis if there are zeros: the smallest other value is unknown
    high = high > 0.0 ? high : 1.0;
    low = low > 0.0 ? std::max(low, high / kMost) : high / kUsual;
    parts_->plot->yAxis->setRange(low / 2.0, high * 2.0);
    return;
  }
  const double room = high > low ? 0.06 * (high - low) : std::max(0.5 * std::abs(high), 0.5);
  // The axis begins at zero if no value is negative and zero is near.
  parts_->plot->yAxis->setRange(low >= 0.0 && low - room < 0.0 ? 0.0 : low - room, high + room);
}

void PlotView::writeLegend() {
  std::size_t width = 0;
  for (const PlotCurve& curve : curves_) {
    width = std::max(width, curve.info.name.size());
  }
  const double time = pointed_.value_or(cursor_);
  const QColor text = palette().color(QPalette::Text);
  const QColor dim = mixed(palette().color(QPalette::Base), text, 0.4);
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const PlotTable& table = tableOf(store_.run(), curves_[i]);
    std::optional<float> value;
    if (table.rows() > 0) {
      value = table.column(curves_[i].column)[table.nearestRow(time)];
    }
    parts_->graphs[i]->setName(legendLine(curves_[i].info, width, value && !std::isnan(*value) ? value : std::nullopt));
    if (QCPPlottableLegendItem* item = parts_->plot->legend->itemWithPlottable(parts_->graphs[i])) {
      item->setTextColor(isShown(i) ? text : dim);
    }
  }
}

QString PlotView::legendText(std::size_t curve) const { return parts_->graphs[curve]->name(); }

bool PlotView::isShown(std::size_t curve) const { return parts_->graphs[curve]->visible(); }

void PlotView::setCursor(double time) {
  if (time == cursor_) {
    return;
  }
  cursor_ = time;
  writeLegend();
  markCursor();
  if (isVisible()) {
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
  }
}

void PlotView::markCursor() {
  const auto place = [](QCPItemStraightLine& line, double time) {
    line.point1->setCoords(time, 1.0);
    line.point2->setCoords(time, 2.0);
  };
  place(*parts_->cursor, cursor_);
  parts_->pointer->setVisible(pointed_.has_value());
  place(*parts_->pointer, pointed_.value_or(cursor_));
}

double PlotView::timeAt(int x) const { return parts_->plot->xAxis->pixelToCoord(x); }

QPoint PlotView::placeOf(double time) const {
  const QRect area = parts_->plot->axisRect()->rect();
  return {static_cast<int>(std::lround(parts_->plot->xAxis->coordToPixel(time))), area.center().y()};
}

QPoint PlotView::legendPlace(std::size_t curve) const {
  const QCPPlottableLegendItem* item = parts_->plot->legend->itemWithPlottable(parts_->graphs[curve]);
  return item == nullptr ? QPoint() : item->rect().center();
}

QWidget& PlotView::canvas() const { return *parts_->plot; }

bool PlotView::savePicture(const QString& file) const {
  constexpr double kFiner = 2.0;
  return parts_->plot->savePng(file, 0, 0, kFiner);
}

std::function<void()> PlotView::csvTask(const std::filesystem::path& file) const {
  return [run = store_.run(), curves = store_.curvesOf(info_.group), file] { writePlotCsv(run, curves, file); };
}

void PlotView::changeSpan(double begin, double end) {
  span_ = std::array{begin, end};
  fillCurves();
  Q_EMIT spanChanged();
}

void PlotView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    restyle();
  }
  DockedPlot::changeEvent(event);
}

}  // namespace scree
