#include "app/plots/granule_view.h"

#include <fmt/format.h>

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/plots/plot_style.h"
#include "engine/analysis/granules/population_reading.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr double kMillimetresOfSize = 1e3;  // of a metre
constexpr double kRoomOverCurve = 1.08;     // height of an axis over the largest value
constexpr double kTallestStart = 1.4;       // height of the start in sight over those of now
constexpr int kTicks = 3;                   // so that labels keep apart in half a dock
constexpr int kEmptyMargin = 6;             // px

/// Points of a curve of steps over classes.
using StepPoints = QVector<QCPGraphData>;

/// Share of the volume of a population per millimetre, by class.
StepPoints densityPoints(const SizeClasses& classes, const PopulationSizes& sizes) {
  StepPoints points;
  const double all = std::max(sizes.mass, 0.0);
  for (std::size_t i = 0; i < classes.count(); ++i) {
    const double width = kMillimetresOfSize * (classes.edges[i + 1] - classes.edges[i]);
    points.append({kMillimetresOfSize * classes.edges[i], all > 0.0 ? sizes.histogram.mass[i] / (all * width) : 0.0});
  }
  points.append({kMillimetresOfSize * classes.edges.back(), 0.0});
  return points;
}

double highest(const StepPoints& points) {
  double most = 0.0;
  for (const QCPGraphData& point : points) {
    most = std::max(most, point.value);
  }
  return most;
}

std::string millimetres(double diameter) {
  return std::isfinite(diameter) ? fmt::format("{:.3g}", kMillimetresOfSize * diameter) : std::string("-");
}

}  // namespace

struct GranuleView::Parts {
  QCustomPlot* plot = nullptr;
  QCPAxisRect* sizes = nullptr;
  QCPAxisRect* residence = nullptr;
  QCPGraph* start = nullptr;
  QCPGraph* run = nullptr;
  QCPGraph* balance = nullptr;
  QCPGraph* stayed = nullptr;
  QCPGraph* mixed = nullptr;
  QCPTextElement* numbers = nullptr;
};

GranuleView::GranuleView(QWidget* parent) : DockedPlot(parent), parts_(std::make_unique<Parts>()) {
  build();
  restyle();
}

GranuleView::~GranuleView() = default;

PlotTexts GranuleView::texts() const {
  return {"granules", "Granules",
          "Sizes of granules beside those of a population balance, and the times for which they stayed."};
}

void GranuleView::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  parts_->plot = new QCustomPlot(this);
  layout->addWidget(parts_->plot);
  QCustomPlot& plot = *parts_->plot;
  plot.setObjectName("plot_canvas_granules");
  plot.setAccessibleName("Plot: Granules");
  plot.setMinimumHeight(120);
  plot.setFocusPolicy(Qt::NoFocus);  // keys stay with the viewport
  plot.setLocale(QLocale::c());
  QCPLayoutGrid* beside = putLegendBeside(plot);
  plot.plotLayout()->insertColumn(1);
  parts_->sizes = plot.axisRect();
  parts_->residence = new QCPAxisRect(&plot);
  parts_->residence->setMinimumMargins({0, 6, 8, 0});
  plot.plotLayout()->addElement(0, 1, parts_->residence);
  for (QCPAxisRect* rect : {parts_->sizes, parts_->residence}) {
    for (const QCPAxis::AxisType side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
      rect->axis(side)->setNumberFormat("g");
      rect->axis(side)->ticker()->setTickCount(kTicks);
      rect->axis(side)->ticker()->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);
      rect->axis(side)->setLayer("axes");
      rect->axis(side)->grid()->setLayer("grid");
    }
  }
  parts_->sizes->axis(QCPAxis::atBottom)->setLabel("diameter [mm]");
  parts_->sizes->axis(QCPAxis::atLeft)->setLabel("share of volume [1/mm]");
  parts_->residence->axis(QCPAxis::atBottom)->setLabel("age of what left [s]");
  parts_->residence->axis(QCPAxis::atLeft)->setLabel("share of granules [1/s]");
  const auto curve = [&](QCPAxisRect* rect, const char* name) {
    QCPGraph* graph = plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsStepLeft);
    return graph;
  };
  parts_->start = curve(parts_->sizes, "at the start");
  parts_->run = curve(parts_->sizes, "run");
  parts_->balance = curve(parts_->sizes, "balance");
  parts_->stayed = curve(parts_->residence, "stayed");
  parts_->mixed = curve(parts_->residence, "if mixed");
  parts_->mixed->setLineStyle(QCPGraph::lsLine);
  beside->insertRow(1);
  parts_->numbers = new QCPTextElement(&plot);
  parts_->numbers->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
  parts_->numbers->setMargins({10, 4, 6, 2});
  beside->addElement(1, 0, parts_->numbers);
  beside->setRowStretchFactor(1, 0.001);
  empty_ = new QLabel(&plot);
  empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  connect(&plot, &QCustomPlot::afterReplot, this, [this] {
    const QRect both = parts_->sizes->rect().united(parts_->residence->rect());
    empty_->setGeometry(both.adjusted(kEmptyMargin, kEmptyMargin, -kEmptyMargin, -kEmptyMargin));
  });
}

void GranuleView::restyle() {
  QCustomPlot& plot = *parts_->plot;
  stylePlot(plot, palette(), font());
  for (const QCPAxis::AxisType side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
    copyAxisStyle(*parts_->sizes->axis(side), *parts_->residence->axis(side));
  }
  const QColor text = palette().color(QPalette::Text);
  const auto line = [](QCPGraph* graph, const QColor& colour, Qt::PenStyle style, double width) {
    QPen pen(colour);
    pen.setWidthF(width);
    pen.setStyle(style);
    graph->setPen(pen);
  };
  const auto area = [](QCPGraph* graph, QColor colour) {
    colour.setAlphaF(0.25f);
    graph->setBrush(colour);
  };
  line(parts_->start, mixed(palette().color(QPalette::Base), text, 0.5), Qt::DotLine, 1.2);
  line(parts_->run, curveColour(0), Qt::SolidLine, 1.2);
  area(parts_->run, curveColour(0));
  line(parts_->balance, curveColour(1), Qt::SolidLine, 1.8);
  line(parts_->stayed, curveColour(2), Qt::SolidLine, 1.2);
  area(parts_->stayed, curveColour(2));
  line(parts_->mixed, curveColour(3), Qt::SolidLine, 1.8);
  parts_->numbers->setFont(legendFont(font()));
  parts_->numbers->setTextColor(text);
  empty_->setStyleSheet(QString("color: %1").arg(mixed(palette().color(QPalette::Base), text, 0.6).name()));
  isStale_ = true;
  refresh();
}

void GranuleView::take(const Snapshot& snapshot) {
  if (snapshot.run.population != reading_) {
    reading_ = snapshot.run.population;
    isStale_ = true;
  }
}

void GranuleView::refresh() {
  if (isStale_) {
    isStale_ = false;
    fill();
  }
}

void GranuleView::fillSizes() {
  StepPoints start;
  StepPoints run;
  StepPoints balance;
  double least = 0.0;
  double most = 1.0;
  if (reading_ != nullptr && reading_->last != nullptr) {
    const PopulationReading& now = *reading_;
    start = now.start.mass > 0.0 ? densityPoints(now.classes, now.start) : StepPoints();
    run = densityPoints(now.classes, now.last->run);
    balance = now.last->balance ? densityPoints(now.classes, *now.last->balance) : StepPoints();
    // Empty classes beyond the granules are left out of sight.
    constexpr double kSeen = 1e-3;
    const double peak = std::max({highest(start), highest(run), highest(balance)});
    std::size_t first = now.classes.count();
    std::size_t last = 0;
    for (const StepPoints& points : {start, run, balance}) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(points.size()); ++i) {
        if (points[static_cast<qsizetype>(i)].value > kSeen * peak) {
          first = std::min(first, i);
          last = std::max(last, i + 1);
        }
      }
    }
    if (first < last) {
      least = kMillimetresOfSize * now.classes.edges[first > 0 ? first - 1 : first];
      most = kMillimetresOfSize * now.classes.edges[std::min(last + 1, now.classes.count())];
    }
  }
  // A narrow start would leave no height for what became of it.
  const double both = std::max(highest(run), highest(balance));
  const double height = std::max(both, std::min(highest(start), kTallestStart * both));
  parts_->start->data()->set(start, true);
  parts_->run->data()->set(run, true);
  parts_->balance->data()->set(balance, true);
  parts_->sizes->axis(QCPAxis::atBottom)->setRange(least, most);
  parts_->sizes->axis(QCPAxis::atLeft)->setRange(0.0, height > 0.0 ? kRoomOverCurve * height : 1.0);
}

void GranuleView::fillResidence() {
  StepPoints stayed;
  StepPoints ifMixed;
  double longest = 1.0;
  if (reading_ != nullptr && !reading_->residence.number.empty()) {
    const ResidenceTimes& times = reading_->residence;
    for (std::size_t i = 0; i < times.number.size(); ++i) {
      stayed.append({static_cast<double>(i) * times.width, times.densityOf(i)});
      ifMixed.append({(static_cast<double>(i) + 0.5) * times.width, times.mixedDensityOf(i)});
    }
    longest = static_cast<double>(times.number.size()) * times.width;
    stayed.append({longest, 0.0});
  }
  const double height = std::max(highest(stayed), highest(ifMixed));
  parts_->stayed->data()->set(stayed, true);
  parts_->mixed->data()->set(ifMixed, true);
  parts_->residence->axis(QCPAxis::atBottom)->setRange(0.0, longest);
  parts_->residence->axis(QCPAxis::atLeft)->setRange(0.0, height > 0.0 ? kRoomOverCurve * height : 1.0);
}

void GranuleView::fill() {
  fillSizes();
  fillResidence();
  if (reading_ == nullptr) {
    empty_->setText("This scene has no granulation.");
  } else if (reading_->last == nullptr) {
    empty_->setText(QString::fromStdString(
        fmt::format("Granules are counted over {:g} s: the first window is not full yet.", reading_->window)));
  }
  empty_->setVisible(reading_ == nullptr || reading_->last == nullptr);
  writeNumbers();
  parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void GranuleView::writeNumbers() {
  numbers_.clear();
  if (reading_ != nullptr && reading_->last != nullptr) {
    const PopulationWindow& window = *reading_->last;
    const PopulationSizes* const balance = window.balance ? &*window.balance : nullptr;
    std::string text = fmt::format("{:<10}{:>7}{:>9}\n", "", "run", "balance");
    const auto row = [&](const char* name, const std::string& run, const std::string& other) {
      text += fmt::format("{:<10}{:>7}{:>9}\n", name, run, balance != nullptr ? other : "-");
    };
    row("granules", fmt::format("{:.0f}", window.run.number),
        balance != nullptr ? fmt::format("{:.0f}", balance->number) : "");
    row("d10 [mm]", millimetres(window.run.d10), balance != nullptr ? millimetres(balance->d10) : "");
    row("d50 [mm]", millimetres(window.run.d50), balance != nullptr ? millimetres(balance->d50) : "");
    row("d90 [mm]", millimetres(window.run.d90), balance != nullptr ? millimetres(balance->d90) : "");
    if (balance != nullptr) {
      text += fmt::format("apart by  {:>6.1f} %\n", 100.0 * window.difference);
    }
    text += fmt::format("at        {:>6.1f} s\n", window.to);
    if (reading_->departures > 0) {
      text += fmt::format("left      {:>7}\nstayed    {:.3g} ± {:.2g} s\n", reading_->departures,
                          reading_->residence.mean, reading_->residence.deviation);
    }
    if (!reading_->problem.empty()) {
      text += "the balance has ended\n";
    }
    text.pop_back();
    numbers_ = QString::fromStdString(text);
  }
  parts_->numbers->setText(numbers_);
}

void GranuleView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    restyle();
  }
  DockedPlot::changeEvent(event);
}

std::size_t GranuleView::sizePoints() const { return static_cast<std::size_t>(parts_->run->dataCount()); }

std::size_t GranuleView::residencePoints() const { return static_cast<std::size_t>(parts_->stayed->dataCount()); }

QString GranuleView::emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }

bool GranuleView::savePicture(const QString& file) const {
  constexpr double kFinerPicture = 2.0;
  return parts_->plot->savePng(file, 0, 0, kFinerPicture);
}

std::function<void()> GranuleView::csvTask(const std::filesystem::path& file) const {
  return [reading = reading_, file] { writeFileAtomically(file, std::string_view(distributionTable(reading.get()))); };
}

}  // namespace scree
