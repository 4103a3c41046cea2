#include "app/study_dock/picture_style.h"

#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "app/view/colour_maps.h"

namespace scree {

QColor scaleColour(double share) {
  static const ColourTable table = colourTable(0);
  constexpr double kHardlySeen = 0.14;
  const bool isDark = QGuiApplication::palette().color(QPalette::Base).lightnessF() < 0.5f;
  const double seen = (isDark ? kHardlySeen : 0.0) + (1.0 - kHardlySeen) * std::clamp(share, 0.0, 1.0);
  const auto place = static_cast<std::size_t>(std::lround(seen * (kColourTableSize - 1)));
  return {table.at(place)[0], table.at(place)[1], table.at(place)[2]};
}

QColor inkOf(const QPalette& palette, double strength) {
  const QColor ground = palette.color(QPalette::Base);
  const QColor text = palette.color(QPalette::Text);
  const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + strength * (b - a))); };
  return {mix(ground.red(), text.red()), mix(ground.green(), text.green()), mix(ground.blue(), text.blue())};
}

QColor failedColour(const QPalette& palette) {
  return palette.color(QPalette::Base).lightnessF() < 0.5f ? QColor(240, 120, 110) : QColor(180, 30, 20);
}

QColor runningColour(const QPalette& palette) {
  return palette.color(QPalette::Base).lightnessF() < 0.5f ? QColor(110, 180, 250) : QColor(10, 90, 180);
}

void paintOnPlate(QPainter& painter, const QRectF& place, int flags, const QString& text, const QPalette& palette) {
  const QRectF plate = painter.boundingRect(place, flags, text);
  QColor ground = palette.color(QPalette::Base);
  ground.setAlpha(150);
  painter.fillRect(plate.adjusted(-2, 0, 2, 0), ground);
  painter.setPen(palette.color(QPalette::Text));
  painter.drawText(place, flags, text);
}

}  // namespace scree
