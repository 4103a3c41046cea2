#include "app/study_dock/run_lines_view.h"

#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <cmath>

#include "app/study_dock/picture_style.h"

namespace scree {

namespace {

constexpr std::size_t kMostSmooth = 200;  // lines; more are painted without smooth edges, ten times as fast
constexpr double kReach = 8.0;            // of the pointer to a line [px]
constexpr int kTicks = 5;                 // on an axis
constexpr int kLettersOfAxis = 9;         // least distance of axes in letters
constexpr double kBarOfColours = 7.0;     // width of the axis that has the colours [px]

}  // namespace

RunLinesView::RunLinesView(std::function<QString(std::size_t)> textOf, QWidget* parent)
    : QWidget(parent), textOf_(std::move(textOf)) {
  setObjectName("study_lines");
  setMouseTracking(true);
  setMinimumHeight(kLeastPictureHeight);
}

void RunLinesView::show(const StudyRuns& runs, std::size_t number) {
  picture_ = parallelPicture(runs, number);
  states_.clear();
  isPerhaps_.clear();
  for (const RunLine& line : picture_.lines) {
    states_.push_back(runs.readings[line.place].status.state);
    isPerhaps_.push_back(runs.isPerhaps(line.place));
  }
  hovered_.reset();
  ground_ = {};
  const int letters = kLettersOfAxis * fontMetrics().averageCharWidth();
  setMinimumWidth(static_cast<int>(picture_.axes.size()) * letters);
  update();
}

void RunLinesView::select(std::optional<std::size_t> place) {
  selected_ = place;
  update();
}

QRectF RunLinesView::frame() const {
  const double line = fontMetrics().lineSpacing();
  const double side = 4.0 * fontMetrics().averageCharWidth();
  double ofTicks = 0.0;  // of the last axis, whose ticks stand beside it
  if (!picture_.axes.empty()) {
    for (const ValueAxis::Tick& tick : picture_.axes.back().ticks(kTicks)) {
      ofTicks = std::max(ofTicks, fontMetrics().horizontalAdvance(QString::fromStdString(tick.text)) + 0.0);
    }
  }
  return QRectF(rect()).adjusted(side, 2.5 * line, -std::max(side, ofTicks + 10.0), -0.8 * line);
}

QPointF RunLinesView::pointOf(std::size_t line, std::size_t axis) const {
  const QRectF area = frame();
  const std::size_t gaps = std::max<std::size_t>(1, picture_.axes.size() - 1);
  const double x = area.left() + area.width() * static_cast<double>(axis) / static_cast<double>(gaps);
  return {x, area.bottom() - picture_.lines[line].shares[axis] * area.height()};
}

void RunLinesView::paintAxis(QPainter& painter, std::size_t axis) const {
  const QRectF area = frame();
  const ValueAxis& shown = picture_.axes[axis];
  const std::size_t gaps = std::max<std::size_t>(1, picture_.axes.size() - 1);
  const double gap = area.width() / static_cast<double>(gaps);
  const double x = area.left() + gap * static_cast<double>(axis);
  const double line = fontMetrics().lineSpacing();
  painter.setPen(QPen(inkOf(palette(), 0.6), 1.0));
  painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  if (axis == picture_.coloured) {
    QLinearGradient scale(0.0, area.bottom(), 0.0, area.top());
    for (int i = 0; i <= 16; ++i) {
      scale.setColorAt(i / 16.0, scaleColour(i / 16.0));
    }
    painter.fillRect(QRectF(x - 0.5 * kBarOfColours, area.top(), kBarOfColours, area.height()), scale);
  }
  double free = 1e9;
  for (const ValueAxis::Tick& tick : shown.ticks(kTicks)) {
    const double y = area.bottom() - tick.share * area.height();
    painter.setPen(QPen(inkOf(palette(), 0.6), 1.0));
    painter.drawLine(QPointF(x - 3.0, y), QPointF(x + 3.0, y));
    if (y + 0.5 * line > free) {
      continue;
    }
    free = y - 0.5 * line;
    const QString text = fontMetrics().elidedText(QString::fromStdString(tick.text), Qt::ElideRight,
                                                  static_cast<int>(std::max(gap - 8.0, 2.0 * line)));
    paintOnPlate(painter, QRectF(x + 6.0, y - 0.5 * line, gap, line), Qt::AlignLeft | Qt::AlignVCenter, text,
                 palette());
  }
  // Titles in two rows, each over two gaps, so that neighbours have room; those at the ends stay inside.
  const bool isSingle = picture_.axes.size() < 2;
  const double room = std::min(isSingle ? width() : 2.0 * gap - 6.0, static_cast<double>(width()));
  const QString title =
      fontMetrics().elidedText(QString::fromStdString(shown.title()), Qt::ElideMiddle, static_cast<int>(room));
  const double length = fontMetrics().horizontalAdvance(title);
  const double left = std::clamp(x - 0.5 * length, 2.0, std::max(2.0, width() - length - 2.0));
  painter.setPen(axis == picture_.coloured ? palette().color(QPalette::Text) : inkOf(palette(), 0.8));
  painter.drawText(QPointF(left, fontMetrics().ascent() + 2.0 + (axis % 2 == 0 ? 0.0 : line)), title);
}

void RunLinesView::paintLine(QPainter& painter, std::size_t line, double width, std::optional<QColor> ink) const {
  const RunLine& shown = picture_.lines[line];
  const PointState state = states_[line];
  const QColor colour = std::isfinite(shown.colour)    ? scaleColour(shown.colour)
                        : state == PointState::failed  ? failedColour(palette())
                        : state == PointState::running ? runningColour(palette())
                        : state == PointState::done    ? inkOf(palette(), 0.6)
                        : isPerhaps_[line]             ? inkOf(palette(), 0.12)
                                                       : inkOf(palette(), 0.25);
  QPen pen(ink.value_or(colour), width);
  if (state == PointState::failed) {
    pen.setStyle(Qt::DashLine);
  } else if (state == PointState::running) {
    pen.setStyle(Qt::DotLine);
  }
  painter.setPen(pen);
  QPainterPath path;
  bool isBegun = false;
  for (std::size_t axis = 0; axis < shown.shares.size(); ++axis) {
    if (!std::isfinite(shown.shares[axis])) {
      isBegun = false;
      continue;
    }
    const QPointF point = pointOf(line, axis);
    const bool isLast = axis + 1 == shown.shares.size() || !std::isfinite(shown.shares[axis + 1]);
    if (isBegun) {
      path.lineTo(point);
    } else if (isLast) {
      path.addEllipse(point, 1.5 + width, 1.5 + width);  // a run on a single axis is a dot
    } else {
      path.moveTo(point);
    }
    isBegun = true;
  }
  painter.drawPath(path);
}

void RunLinesView::resizeEvent(QResizeEvent* event) {
  ground_ = {};
  QWidget::resizeEvent(event);
}

void RunLinesView::changeEvent(QEvent* event) {
  ground_ = {};
  QWidget::changeEvent(event);
}

/// Paints the lines once for all movements of the pointer.
void RunLinesView::paintGround() {
  ground_ = QPixmap(size() * devicePixelRatioF());
  ground_.setDevicePixelRatio(devicePixelRatioF());
  ground_.fill(palette().color(QPalette::Base));
  QPainter painter(&ground_);
  const bool isSmooth = picture_.lines.size() <= kMostSmooth;
  painter.setRenderHint(QPainter::Antialiasing, isSmooth);
  const double width = isSmooth ? 1.3 : 0.0;
  // Runs without a number lie below those that have one.
  for (const bool hasNumber : {false, true}) {
    for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
      if (std::isfinite(picture_.lines[i].colour) == hasNumber) {
        paintLine(painter, i, width, std::nullopt);
      }
    }
  }
}

void RunLinesView::paintEvent(QPaintEvent* /*event*/) {
  if (ground_.isNull()) {
    paintGround();
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, ground_);
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
    if (picture_.lines[i].place == selected_ || hovered_ == i) {
      const double width = picture_.lines[i].place == selected_ ? 4.0 : 2.6;
      paintLine(painter, i, width + 2.0, palette().color(QPalette::Text));
      paintLine(painter, i, width, std::nullopt);
    }
  }
  for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis) {
    paintAxis(painter, axis);
  }
}

std::optional<std::size_t> RunLinesView::lineAt(QPointF point) const {
  const QRectF area = frame();
  return nearestLine(picture_, area.width(), area.height(), point.x() - area.left(), point.y() - area.top(), kReach);
}

void RunLinesView::mouseMoveEvent(QMouseEvent* event) {
  const std::optional<std::size_t> line = lineAt(event->position());
  if (line != hovered_) {
    hovered_ = line;
    update();
  }
  if (line) {
    QToolTip::showText(event->globalPosition().toPoint(), textOf_(picture_.lines[*line].place), this);
  } else {
    QToolTip::hideText();
  }
}

void RunLinesView::mousePressEvent(QMouseEvent* event) {
  if (const auto line = lineAt(event->position())) {
    Q_EMIT clicked(picture_.lines[*line].place);
  }
}

void RunLinesView::leaveEvent(QEvent* event) {
  hovered_.reset();
  update();
  QWidget::leaveEvent(event);
}

}  // namespace scree
