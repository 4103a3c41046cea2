#include "app/plots/bed_profile_view.h"

#include <fmt/format.h>

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <algorithm>

#include "app/forms/number_box.h"
#include "app/plots/plot_style.h"
#include "engine/analysis/drums/belt_tables.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr double kMillimetres = 1e3;     // of a metre
constexpr double kLongestSeconds = 1e6;  // s
constexpr double kRoom = 1.06;           // height of the axis over the largest value
constexpr int kEmptySide = 4;            // px

}  // namespace

struct BedProfileView::Parts {
  QCustomPlot* plot = nullptr;
  QCPGraph* low = nullptr;  ///< lower edge of the band
  QCPGraph* high = nullptr;
  QCPGraph* mean = nullptr;
  QCPTextElement* numbers = nullptr;
  QCPItemStraightLine* pointer = nullptr;
};

BedProfileView::BedProfileView(QWidget* parent) : DockedPlot(parent), parts_(std::make_unique<Parts>()) {
  build();
  restyle();
}

BedProfileView::~BedProfileView() = default;

PlotTexts BedProfileView::texts() const {
  return {"bed", "Bed on belt", "Height over the width of the belt, of the bed that landings make."};
}

void BedProfileView::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  parts_->plot = new QCustomPlot(this);
  layout->addWidget(parts_->plot);
  QCustomPlot& plot = *parts_->plot;
  plot.setObjectName("plot_canvas_bed");
  plot.setAccessibleName("Plot: Bed on belt");
  plot.setMinimumHeight(120);
  plot.installEventFilter(this);
  plot.setMouseTracking(true);
  plot.setFocusPolicy(Qt::NoFocus);  // keys stay with the viewport
  plot.xAxis->setLabel("across the belt [m]");
  plot.yAxis->setLabel("height [mm]");
  plot.xAxis->setNumberFormat("g");
  plot.yAxis->setNumberFormat("g");
  plot.setLocale(QLocale::c());
  parts_->low = plot.addGraph();
  parts_->high = plot.addGraph();
  parts_->mean = plot.addGraph();
  parts_->high->setChannelFillGraph(parts_->low);
  for (QCPGraph* graph : {parts_->low, parts_->high, parts_->mean}) {
    graph->removeFromLegend();
  }
  parts_->mean->addToLegend();
  parts_->high->addToLegend();
  parts_->mean->setName("mean along the belt");
  parts_->high->setName("± its deviation");
  QCPLayoutGrid* beside = putLegendBeside(plot);
  beside->insertRow(1);
  parts_->numbers = new QCPTextElement(&plot);
  parts_->numbers->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
  parts_->numbers->setMargins({10, 4, 6, 2});
  beside->addElement(1, 0, parts_->numbers);
  beside->setRowStretchFactor(1, 0.001);
  plot.layer("overlay")->setMode(QCPLayer::lmBuffered);
  parts_->pointer = new QCPItemStraightLine(&plot);
  parts_->pointer->setLayer("overlay");
  parts_->pointer->setSelectable(false);
  parts_->pointer->setVisible(false);
  empty_ = new QLabel(&plot);
  empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  connect(&plot, &QCustomPlot::afterReplot, this, [this] {
    empty_->setGeometry(parts_->plot->axisRect()->rect().adjusted(kEmptySide, kEmptySide, -kEmptySide, -kEmptySide));
  });
}

void BedProfileView::addControls(QBoxLayout& column, QWidget& parent) {
  auto* label = new QLabel("Last", &parent);
  label->setAlignment(Qt::AlignHCenter);
  seconds_ = new NumberBox(&parent);
  seconds_->setObjectName("plot_bed_seconds");
  seconds_->setAccessibleName("Time of which landings count");
  seconds_->setRange(0.0, kLongestSeconds);
  seconds_->setDecimals(1);
  seconds_->setSpecialValueText("all");
  seconds_->setSuffix(" s");
  seconds_->setKeyboardTracking(false);
  seconds_->setFocusPolicy(Qt::ClickFocus);
  const QString tip =
      "Only landings of the last seconds make the bed, in the plot and on the belt; all: since they "
      "are watched.";
  label->setToolTip(tip);
  seconds_->setToolTip(tip);
  seconds_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  seconds_->setFixedWidth(seconds_->fontMetrics().horizontalAdvance("1000.0 s") + 2 * seconds_->fontMetrics().height());
  column.addSpacing(4);
  column.addWidget(label);
  column.addWidget(seconds_);
  connect(seconds_, &QDoubleSpinBox::valueChanged, this, &BedProfileView::secondsAsked);
  connect(seconds_, &QDoubleSpinBox::editingFinished, seconds_, &QWidget::clearFocus);
}

void BedProfileView::restyle() {
  stylePlot(*parts_->plot, palette(), font());
  const QColor text = palette().color(QPalette::Text);
  QPen pen(curveColour(0));
  pen.setWidthF(1.5);
  parts_->mean->setPen(pen);
  QColor band = curveColour(0);
  band.setAlphaF(0.25f);
  parts_->high->setBrush(band);
  parts_->high->setPen(Qt::NoPen);
  parts_->low->setPen(Qt::NoPen);
  parts_->pointer->setPen(pointerPen(palette()));
  parts_->numbers->setFont(legendFont(font()));
  parts_->numbers->setTextColor(text);
  empty_->setStyleSheet(QString("color: %1").arg(mixed(palette().color(QPalette::Base), text, 0.6).name()));
  isStale_ = true;
  refresh();
}

void BedProfileView::take(const Snapshot& snapshot) {
  const BedNow& now = snapshot.onRequest.bed;
  if (now.reading != reading_ || now.hasBelt != hasBelt_) {
    reading_ = now.reading;
    hasBelt_ = now.hasBelt;
    isStale_ = true;
  }
  const auto seconds = static_cast<double>(snapshot.onRequest.request.bed.seconds);
  if (seconds_ != nullptr && !seconds_->hasFocus() && seconds_->value() != seconds) {
    // The choice may have been read from a file.
    const QSignalBlocker quiet(seconds_);
    seconds_->setValue(seconds);
  }
}

void BedProfileView::refresh() {
  if (isStale_) {
    isStale_ = false;
    fill();
  }
}

void BedProfileView::fill() {
  const BedProfile profile = reading_ != nullptr ? reading_->profile : BedProfile{};
  QVector<QCPGraphData> low;
  QVector<QCPGraphData> mean;
  QVector<QCPGraphData> high;
  double most = 0.0;
  for (std::size_t i = 0; i < profile.heights.size(); ++i) {
    const double place = profile.placeOf(i);
    const double height = kMillimetres * profile.heights[i];
    const double deviation = kMillimetres * profile.deviations[i];
    low.append({place, std::max(0.0, height - deviation)});
    mean.append({place, height});
    high.append({place, height + deviation});
    most = std::max(most, height + deviation);
  }
  parts_->low->data()->set(low, true);
  parts_->mean->data()->set(mean, true);
  parts_->high->data()->set(high, true);
  QCustomPlot& plot = *parts_->plot;
  plot.xAxis->setRange(0.0, reading_ != nullptr ? reading_->belt.width : 1.0);
  plot.yAxis->setRange(0.0, most > 0.0 ? kRoom * most : 1.0);
  if (!hasBelt_) {
    empty_->setText("This scene has no belt.");
  } else if (reading_ == nullptr) {
    empty_->setText("Landings are not watched yet.");
  } else if (reading_->landings == 0) {
    empty_->setText(QString::fromStdString(fmt::format("Nothing has landed since {:.2f} s.", reading_->from)));
  } else {
    empty_->setText("The belt does not move.");
  }
  empty_->setVisible(profile.heights.empty());
  writeNumbers();
  plot.replot(QCustomPlot::rpQueuedReplot);
}

void BedProfileView::writeNumbers() {
  numbers_.clear();
  if (reading_ != nullptr && !reading_->profile.heights.empty()) {
    const BedReading& bed = *reading_;
    std::string text = fmt::format(
        "σ_h       {:.3f}\nf         {:.3g} mm\nmean      {:.3g} mm\nlandings  {}\nfrom      {:.2f} s\nto        "
        "{:.2f} s",
        bed.variation, kMillimetres * bed.unevenness, kMillimetres * meanHeight(bed.profile.heights), bed.landings,
        bed.from, bed.to);
    if (pointed_) {
      const auto parts = static_cast<double>(bed.profile.heights.size());
      const auto part = static_cast<std::size_t>(std::clamp(*pointed_ / bed.profile.width * parts, 0.0, parts - 1.0));
      text += fmt::format("\n\nat {:.3f} m\n{:.3g} ± {:.2g} mm", bed.profile.placeOf(part),
                          kMillimetres * bed.profile.heights[part], kMillimetres * bed.profile.deviations[part]);
    }
    numbers_ = QString::fromStdString(text);
  }
  parts_->numbers->setText(numbers_);
}

void BedProfileView::point(std::optional<QPoint> place) {
  const bool isInside = place && parts_->plot->axisRect()->rect().contains(*place);
  pointed_ = isInside ? std::optional(parts_->plot->xAxis->pixelToCoord(place->x())) : std::nullopt;
  parts_->pointer->setVisible(isInside);
  parts_->pointer->point1->setCoords(pointed_.value_or(0.0), 1.0);
  parts_->pointer->point2->setCoords(pointed_.value_or(0.0), 2.0);
  writeNumbers();
  parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

bool BedProfileView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parts_->plot && event->type() == QEvent::MouseMove) {
    point(static_cast<QMouseEvent*>(event)->pos());
  } else if (watched == parts_->plot && event->type() == QEvent::Leave) {
    point(std::nullopt);
  }
  return DockedPlot::eventFilter(watched, event);
}

void BedProfileView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    restyle();
  }
  DockedPlot::changeEvent(event);
}

std::size_t BedProfileView::points() const { return static_cast<std::size_t>(parts_->mean->dataCount()); }

QString BedProfileView::emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }

bool BedProfileView::savePicture(const QString& file) const {
  constexpr double kFiner = 2.0;
  return parts_->plot->savePng(file, 0, 0, kFiner);
}

std::function<void()> BedProfileView::csvTask(const std::filesystem::path& file) const {
  return [reading = reading_, file] {
    writeFileAtomically(file, std::string_view(profileTable(reading != nullptr ? reading->profile : BedProfile{})));
  };
}

}  // namespace scree
