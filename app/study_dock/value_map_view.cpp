#include "app/study_dock/value_map_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/study_dock/picture_style.h"

namespace scree {

namespace {

constexpr double kReachOfDot = 9.0;    // of the pointer to a setting [px]
constexpr double kDot = 4.0;           // radius of a setting [px]
constexpr double kTickLength = 4.0;    // [px]
constexpr double kBesideTicks = 10.0;  // gaps beside the numbers of the upright axis, both together [px]
constexpr int kMostLevels = 8;
constexpr int kTicksOfMap = 5;

QString numberText(double number) { return QString::fromStdString(shortNumber(number)); }

/// Text at a place of an axis: a number with its unit, or the nearest word.
QString textAt(const ValueAxis& axis, double share) {
  if (axis.isOfWords()) {
    const double place = std::clamp(std::round(axis.numberAt(share)), 0.0, static_cast<double>(axis.words.size() - 1));
    return QString::fromStdString(axis.name + " " + axis.words[static_cast<std::size_t>(place)]);
  }
  return QString::fromStdString(axis.name) + " " + numberText(axis.numberAt(share)) +
         (axis.unit.empty() ? "" : " " + QString::fromStdString(axis.unit));
}

}  // namespace

ValueMapView::ValueMapView(QWidget* parent) : QWidget(parent) {
  setObjectName("study_map");
  setMouseTracking(true);
  setMinimumHeight(kLeastPictureHeight);
}

void ValueMapView::show(std::optional<ValueMap> map, const QString& whyNot) {
  map_ = std::move(map);
  whyNot_ = whyNot;
  ground_ = {};
  update();
}

void ValueMapView::select(std::optional<std::array<double, 2>> shares) {
  selected_ = shares;
  update();
}

QRectF ValueMapView::frame() const {
  const double line = fontMetrics().lineSpacing();
  const double letter = fontMetrics().averageCharWidth();
  double ofTicks = 0.0;
  for (const ValueAxis::Tick& tick : map_->y.ticks(kTicksOfMap)) {
    ofTicks = std::max(ofTicks, fontMetrics().horizontalAdvance(QString::fromStdString(tick.text)) + 0.0);
  }
  double ofScale = 0.0;
  for (const ValueAxis::Tick& tick : map_->values.ticks(kMostLevels)) {
    ofScale = std::max(ofScale, fontMetrics().horizontalAdvance(QString::fromStdString(tick.text)) + 0.0);
  }
  const double left = line + kBesideTicks + kDot + kTickLength + std::min(ofTicks, 0.3 * width());
  const double right = 4.0 * letter + 10.0 + ofScale;
  // Dots at the ends of the axes are whole.
  return QRectF(rect()).adjusted(left, 1.4 * line + kDot, -right, -2.6 * line - kDot);
}

QPointF ValueMapView::placeAt(double x, double y) const {
  const QRectF area = frame();
  return {area.left() + x * area.width(), area.bottom() - y * area.height()};
}

QPointF ValueMapView::pointOf(const MapSample& sample) const { return placeAt(sample.x, sample.y); }

void ValueMapView::paintGround() {
  const QRectF area = frame();
  const QSize size(std::max(1, static_cast<int>(area.width())), std::max(1, static_cast<int>(area.height())));
  ground_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
  ground_.fill(Qt::transparent);
  for (const auto& [a, b, c] : map_->triangles) {
    const std::array<const MapSample*, 3> corners = {&map_->samples[a], &map_->samples[b], &map_->samples[c]};
    const auto bound = [&](double MapSample::*axis, int pixels, bool isLow) {
      const auto [low, high] = std::minmax({corners[0]->*axis, corners[1]->*axis, corners[2]->*axis});
      return std::clamp(static_cast<int>(isLow ? std::floor(low * pixels) : std::ceil(high * pixels)), 0, pixels);
    };
    const double whole = (corners[1]->x - corners[0]->x) * (corners[2]->y - corners[0]->y) -
                         (corners[1]->y - corners[0]->y) * (corners[2]->x - corners[0]->x);
    for (int j = bound(&MapSample::y, size.height(), true); j < bound(&MapSample::y, size.height(), false); ++j) {
      const double y = (j + 0.5) / size.height();
      for (int i = bound(&MapSample::x, size.width(), true); i < bound(&MapSample::x, size.width(), false); ++i) {
        const double x = (i + 0.5) / size.width();
        const double v = ((x - corners[0]->x) * (corners[2]->y - corners[0]->y) -
                          (y - corners[0]->y) * (corners[2]->x - corners[0]->x)) /
                         whole;
        const double w = ((corners[1]->x - corners[0]->x) * (y - corners[0]->y) -
                          (corners[1]->y - corners[0]->y) * (x - corners[0]->x)) /
                         whole;
        if (v >= 0.0 && w >= 0.0 && v + w <= 1.0) {
          const double value = (1.0 - v - w) * corners[0]->value + v * corners[1]->value + w * corners[2]->value;
          ground_.setPixelColor(i, size.height() - 1 - j, scaleColour(map_->values.shareOf(value)));
        }
      }
    }
  }
}

std::vector<ValueMapView::Label> ValueMapView::labels() const {
  std::vector<QRectF> taken;
  for (const MapSample& sample : map_->samples) {
    const double reach = kDot + 2.0;
    taken.emplace_back(pointOf(sample) - QPointF(reach, reach), QSizeF(2.0 * reach, 2.0 * reach));
  }
  std::vector<Label> found;
  const QRectF area = frame();
  const double line = fontMetrics().lineSpacing();
  const std::vector<double> levels = roundLevels(map_->values.low, map_->values.high, kMostLevels);
  for (const double level : levels) {
    const auto pieces = contourOf(*map_, level);
    const QString text = QString::fromStdString(numberInSteps(level, levels.size() > 1 ? levels[1] - levels[0] : 0.0));
    const QSizeF size(fontMetrics().horizontalAdvance(text) + 4.0, line);
    // From the middle of the contour to its ends.
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const std::size_t away = (i + 1) / 2;
      const std::array<double, 4>& piece = pieces[pieces.size() / 2 + (i % 2 == 1 ? -away : away)];
      const QPointF at = placeAt(0.5 * (piece[0] + piece[2]), 0.5 * (piece[1] + piece[3]));
      const QRectF place(at - QPointF(0.5 * size.width(), 0.5 * size.height()), size);
      const bool isFree = area.contains(place) &&
                          std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); });
      if (isFree) {
        taken.push_back(place);
        found.push_back({place, text});
        break;
      }
    }
  }
  return found;
}

void ValueMapView::paintContours(QPainter& painter) const {
  for (const double level : roundLevels(map_->values.low, map_->values.high, kMostLevels)) {
    const QColor below = scaleColour(map_->values.shareOf(level));
    const QColor ink = below.lightnessF() > 0.5f ? QColor(0, 0, 0, 150) : QColor(255, 255, 255, 170);
    painter.setPen(QPen(ink, 1.0));
    for (const std::array<double, 4>& piece : contourOf(*map_, level)) {
      painter.drawLine(placeAt(piece[0], piece[1]), placeAt(piece[2], piece[3]));
    }
  }
  for (const Label& label : labels()) {
    paintOnPlate(painter, label.place, Qt::AlignCenter, label.text, palette());
  }
}

void ValueMapView::paintAxes(QPainter& painter) const {
  const QRectF area = frame();
  const double line = fontMetrics().lineSpacing();
  const QColor ink = inkOf(palette(), 0.6);
  painter.setPen(QPen(ink, 1.0));
  painter.drawRect(area);
  double free = -1e9;
  for (const ValueAxis::Tick& tick : map_->x.ticks(kTicksOfMap)) {
    const double x = area.left() + tick.share * area.width();
    const QString text = QString::fromStdString(tick.text);
    const double half = 0.5 * fontMetrics().horizontalAdvance(text);
    painter.setPen(QPen(ink, 1.0));
    painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + kTickLength));
    if (x - half > free) {
      painter.setPen(palette().color(QPalette::Text));
      painter.drawText(QRectF(x - half - 1.0, area.bottom() + 6.0 + kDot, 2.0 * half + 2.0, line), Qt::AlignCenter,
                       text);
      free = x + half + 4.0;
    }
  }
  free = 1e9;
  for (const ValueAxis::Tick& tick : map_->y.ticks(kTicksOfMap)) {
    const double y = area.bottom() - tick.share * area.height();
    painter.setPen(QPen(ink, 1.0));
    painter.drawLine(QPointF(area.left() - kTickLength, y), QPointF(area.left(), y));
    if (y + 0.5 * line > free) {
      continue;
    }
    free = y - 0.5 * line;
    painter.setPen(palette().color(QPalette::Text));
    const double right = area.left() - kDot - kTickLength;
    const double from = line + 0.6 * kBesideTicks;
    const QRectF place(from, y - 0.5 * line, right - from, line);
    painter.drawText(
        place, Qt::AlignRight | Qt::AlignVCenter,
        fontMetrics().elidedText(QString::fromStdString(tick.text), Qt::ElideRight, static_cast<int>(place.width())));
  }
  painter.setPen(inkOf(palette(), 0.85));
  const auto title = [&](const ValueAxis& axis, double room) {
    return fontMetrics().elidedText(QString::fromStdString(axis.title()), Qt::ElideMiddle, static_cast<int>(room));
  };
  painter.drawText(QRectF(area.left() - 30.0, area.bottom() + 1.3 * line + 4.0 + kDot, area.width() + 60.0, line),
                   Qt::AlignCenter, title(map_->x, area.width() + 60.0));
  painter.save();
  painter.translate(2.0, area.center().y());
  painter.rotate(-90.0);
  painter.drawText(QRectF(-0.5 * area.height() - 20.0, 0.0, area.height() + 40.0, line), Qt::AlignCenter,
                   title(map_->y, area.height() + 40.0));
  painter.restore();
}

void ValueMapView::paintScale(QPainter& painter) const {
  const QRectF area = frame();
  const double line = fontMetrics().lineSpacing();
  const double letter = fontMetrics().averageCharWidth();
  const QRectF bar(area.right() + 2.0 * letter, area.top(), 1.5 * letter, area.height());
  for (int y = 0; y < static_cast<int>(bar.height()); ++y) {
    painter.fillRect(QRectF(bar.left(), bar.bottom() - y - 1, bar.width(), 1.0), scaleColour(y / bar.height()));
  }
  painter.setPen(palette().color(QPalette::Text));
  double free = 1e9;
  for (const ValueAxis::Tick& tick : map_->values.ticks(kMostLevels)) {
    const double y = bar.bottom() - tick.share * bar.height();
    if (y + 0.5 * line > free) {
      continue;
    }
    free = y - 0.5 * line;
    painter.drawText(QRectF(bar.right() + 4.0, y - 0.5 * line, width() - bar.right() - 4.0, line),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(tick.text));
  }
  const QString title = fontMetrics().elidedText(QString::fromStdString(map_->values.title()), Qt::ElideMiddle,
                                                 static_cast<int>(width() - 8.0));
  painter.drawText(QRectF(4.0, 1.0, width() - 8.0, line), Qt::AlignRight | Qt::AlignVCenter, title);
}

void ValueMapView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (!map_) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRectF(rect()).adjusted(12, 8, -12, -8), Qt::AlignCenter | Qt::TextWordWrap, whyNot_);
    return;
  }
  if (ground_.isNull()) {
    paintGround();
  }
  const QRectF area = frame();
  painter.drawImage(area.topLeft(), ground_);
  paintAxes(painter);
  paintContours(painter);
  paintScale(painter);
  for (const MapSample& sample : map_->samples) {
    painter.setBrush(scaleColour(map_->values.shareOf(sample.value)));
    painter.setPen(QPen(palette().color(QPalette::Text), 1.2));
    painter.drawEllipse(pointOf(sample), kDot, kDot);
  }
  if (selected_) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2.5));
    painter.drawEllipse(placeAt((*selected_)[0], (*selected_)[1]), kDot + 3.0, kDot + 3.0);
  }
}

void ValueMapView::resizeEvent(QResizeEvent* event) {
  ground_ = {};
  QWidget::resizeEvent(event);
}

void ValueMapView::changeEvent(QEvent* event) {
  ground_ = {};
  QWidget::changeEvent(event);
}

const MapSample* ValueMapView::sampleAt(QPointF point) const {
  const MapSample* nearest = nullptr;
  double reach = kReachOfDot;
  for (const MapSample& sample : map_->samples) {
    const QPointF away = pointOf(sample) - point;
    const double distance = std::hypot(away.x(), away.y());
    if (distance < reach) {
      reach = distance;
      nearest = &sample;
    }
  }
  return nearest;
}

void ValueMapView::mouseMoveEvent(QMouseEvent* event) {
  QString text;
  if (map_) {
    const QRectF area = frame();
    const MapSample* sample = sampleAt(event->position());
    const double x = sample != nullptr ? sample->x : (event->position().x() - area.left()) / area.width();
    const double y = sample != nullptr ? sample->y : (area.bottom() - event->position().y()) / area.height();
    const std::optional<double> value = sample != nullptr ? sample->value : map_->at(x, y);
    if (value) {
      text = textAt(map_->x, x) + "\n" + textAt(map_->y, y) + "\n" + QString::fromStdString(map_->values.name) + " " +
             numberText(*value) + " " + QString::fromStdString(map_->values.unit);
      text += sample == nullptr    ? "\nbetween settings"
              : sample->count == 1 ? "\none run"
                                   : QString("\nmean of %1 runs").arg(sample->count);
    }
  }
  if (text.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(event->globalPosition().toPoint(), text, this);
  }
}

void ValueMapView::mousePressEvent(QMouseEvent* event) {
  if (const MapSample* sample = map_ ? sampleAt(event->position()) : nullptr) {
    Q_EMIT clicked(sample->place);
  }
}

}  // namespace scree
