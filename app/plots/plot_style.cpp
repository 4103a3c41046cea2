#include "app/plots/plot_style.h"

#include <algorithm>
#include <array>

namespace scree {

namespace {

// Colours of curves: distinct on dark and light backgrounds; neighbours in the list differ in hue.
constexpr std::array<QRgb, 14> kColours = {0xff4fa3f7, 0xfff2a93b, 0xff5cc46b, 0xffe8635a, 0xffa678e8,
                                           0xff38bfc2, 0xffe07bb5, 0xffb0a03a, 0xff7f8cff, 0xffc98458,
                                           0xff7fb547, 0xffd9606f, 0xff5f9ea8, 0xff9aa2b1};

double between(double a, double b, double part) { return a + part * (b - a); }

}  // namespace

QColor mixed(const QColor& a, const QColor& b, double part) {
  return QColor::fromRgbF(static_cast<float>(between(a.redF(), b.redF(), part)),
                          static_cast<float>(between(a.greenF(), b.greenF(), part)),
                          static_cast<float>(between(a.blueF(), b.blueF(), part)));
}

QColor curveColour(std::size_t curve) { return QColor::fromRgb(kColours[curve % kColours.size()]); }

QCPLayoutGrid* putLegendBeside(QCustomPlot& plot) {
  auto* beside = new QCPLayoutGrid;
  plot.plotLayout()->addElement(0, 1, beside);
  beside->addElement(0, 0, plot.legend);
  beside->addElement(1, 0, new QCPLayoutElement(&plot));
  beside->setRowStretchFactor(0, 0.001);
  plot.plotLayout()->setColumnStretchFactor(1, 0.001);
  plot.legend->setVisible(true);
  plot.legend->setRowSpacing(0);
  plot.legend->setMargins({6, 2, 6, 2});
  plot.axisRect()->setAutoMargins(QCP::msAll);
  plot.axisRect()->setMinimumMargins({0, 6, 8, 0});
  return beside;
}

QFont legendFont(const QFont& font) {
  QFont fixed("DejaVu Sans Mono");
  fixed.setStyleHint(QFont::Monospace);
  fixed.setPointSizeF(std::max(0.85 * font.pointSizeF(), 6.0));
  return fixed;
}

void stylePlot(QCustomPlot& plot, const QPalette& palette, const QFont& font) {
  const QColor ground = palette.color(QPalette::Base);
  const QColor text = palette.color(QPalette::Text);
  const QColor line = mixed(ground, text, 0.45);
  const QColor grid = mixed(ground, text, 0.13);
  plot.setBackground(ground);
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.xAxis2, plot.yAxis2}) {
    axis->setBasePen(line);
    axis->setTickPen(line);
    axis->setSubTickPen(line);
    axis->setLabelColor(mixed(ground, text, 0.75));
    axis->setTickLabelColor(text);
    axis->grid()->setPen(grid);
    axis->grid()->setZeroLinePen(mixed(ground, text, 0.3));
    axis->setLabelFont(font);
    axis->setTickLabelFont(font);
    axis->setLabelPadding(2);
  }
  plot.legend->setFont(legendFont(font));
  plot.legend->setBrush(Qt::NoBrush);
  plot.legend->setBorderPen(Qt::NoPen);
  plot.legend->setTextColor(text);
  plot.legend->setIconSize(14, 10);
}

void copyAxisStyle(const QCPAxis& from, QCPAxis& to) {
  to.setBasePen(from.basePen());
  to.setTickPen(from.tickPen());
  to.setSubTickPen(from.subTickPen());
  to.setLabelColor(from.labelColor());
  to.setTickLabelColor(from.tickLabelColor());
  to.setLabelFont(from.labelFont());
  to.setTickLabelFont(from.tickLabelFont());
  to.setLabelPadding(from.labelPadding());
  to.grid()->setPen(from.grid()->pen());
  to.grid()->setZeroLinePen(from.grid()->zeroLinePen());
}

QPen cursorPen() {
  QPen cursor(QColor(245, 185, 88));
  cursor.setWidthF(1.5);
  return cursor;
}

QPen pointerPen(const QPalette& palette) {
  QPen pointer(mixed(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.55));
  pointer.setStyle(Qt::DashLine);
  return pointer;
}

}  // namespace scree
