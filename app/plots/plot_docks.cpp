#include "app/plots/plot_docks.h"

#include <fmt/format.h>

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <chrono>

#include "app/plots/bed_profile_view.h"
#include "app/plots/granule_view.h"
#include "app/plots/plot_view.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr int kRefreshMilliseconds = 66;  // time between drawings: eyes follow curves no faster

QToolButton* smallButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::NoFocus);
  return button;
}

}  // namespace

PlotDocks::PlotDocks(QMainWindow& window, Window calls) : QObject(&window), window_(window), calls_(std::move(calls)) {
  build();
  connect(&timer_, &QTimer::timeout, this, &PlotDocks::refresh);
  timer_.start(kRefreshMilliseconds);
}

void PlotDocks::build() {
  window_.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  for (const PlotGroupInfo& info : plotGroups()) {
    addTimePlot(*new PlotView(info, store_), 0);
  }
  bed_ = new BedProfileView;
  connect(bed_, &BedProfileView::secondsAsked, this, [this](double seconds) { calls_.setBedSeconds(seconds); });
  addPlot(*bed_, 0);
  granules_ = new GranuleView;
  addPlot(*granules_, 0);
  reset();
}

void PlotDocks::addTimePlot(PlotView& view, std::uint64_t measure) {
  connect(&view, &PlotView::timeAsked, this, [this](double time) { calls_.seek(time); });
  connect(&view, &PlotView::spanChanged, this, [this, &view] { shareSpan(view); });
  addPlot(view, measure);
}

void PlotDocks::addPlot(DockedPlot& view, std::uint64_t measure) {
  const PlotTexts info = view.texts();
  view.setObjectName(QString("plot_") + info.id);
  auto* dock = new QDockWidget(QString::fromUtf8(info.title), &window_);
  dock->setObjectName(QString("plot_dock_") + info.id);
  dock->setAllowedAreas(Qt::AllDockWidgetAreas);
  dock->setWidget(contentOf(view, dock));
  dock->installEventFilter(this);
  // A dock that comes into sight is drawn at once.
  connect(dock, &QDockWidget::visibilityChanged, this, [this, &view](bool visible) {
    const auto plot = std::ranges::find_if(plots_, [&view](const Plot& one) { return one.view == &view; });
    if (plot != plots_.end()) {
      plot->isSeen = visible;
      if (visible) {
        refresh();
      }
    }
  });
  plots_.push_back({&view, dock, false, measure});
}

QWidget* PlotDocks::contentOf(DockedPlot& view, QWidget* parent) {
  auto* content = new QWidget(parent);
  auto* rows = new QHBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(&view, 1);
  auto* buttons = new QVBoxLayout;
  buttons->setContentsMargins(2, 2, 2, 2);
  std::vector<QToolButton*> shown;
  if (auto* ofTime = qobject_cast<PlotView*>(&view)) {
    QToolButton* all = shown.emplace_back(smallButton("All", "Shows the whole run again (double click).", content));
    connect(all, &QToolButton::clicked, this, [this, ofTime] {
      ofTime->setSpan(std::nullopt);
      ofTime->refresh();
      shareSpan(*ofTime);
    });
  }
  QToolButton* csv = smallButton("CSV", "Saves the numbers of this plot as a table.", content);
  QToolButton* png = smallButton("PNG", "Saves this plot as a picture.", content);
  connect(csv, &QToolButton::clicked, this, [this, &view] { saveCsv(view); });
  connect(png, &QToolButton::clicked, this, [this, &view] { savePicture(view); });
  shown.insert(shown.end(), {csv, png});
  for (QToolButton* button : shown) {
    button->setObjectName(QString("plot_%1_%2").arg(button->text().toLower(), view.texts().id));
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    buttons->addWidget(button);
  }
  if (&view == bed_) {
    bed_->addControls(*buttons, *content);
  }
  buttons->addStretch(1);
  rows->addLayout(buttons);
  return content;
}

void PlotDocks::dropPlots(const MeasureReadings& now) {
  std::erase_if(plots_, [this, &now](const Plot& plot) {
    const auto measure = std::ranges::find(*now.measures, plot.measure, &Measure::id);
    const auto series = measures_.plots().find(plot.measure);
    const bool isKept =
        plot.measure == 0 || (measure != now.measures->end() && measure->plotted && series != measures_.plots().end() &&
                              series->second->measure.kind.index() == measure->kind.index());
    if (!isKept) {
      delete plot.dock;
    }
    return !isKept;
  });
}

void PlotDocks::followMeasures() {
  for (const auto& [id, series] : measures_.plots()) {
    const auto plot = std::ranges::find(plots_, id, &Plot::measure);
    const QString title = QString::fromStdString(series->measure.name);
    if (plot != plots_.end()) {
      if (plot->dock->windowTitle() != title) {
        plot->dock->setWindowTitle(title);
      }
    } else if (series->measure.plotted) {
      addTimePlot(*new PlotView(series->info(), series->store), id);
      QDockWidget* dock = plots_.back().dock;
      if (!window_.restoreDockWidget(dock)) {  // a session that was read may have its place
        window_.addDockWidget(Qt::BottomDockWidgetArea, dock);
        window_.tabifyDockWidget(plots_.front().dock, dock);
      }
      dock->show();
      dock->raise();
      giveHeight(*dock);
    }
  }
}

bool PlotDocks::eventFilter(QObject* watched, QEvent* event) {
  const auto plot = std::ranges::find(plots_, watched, &Plot::dock);
  if (event->type() == QEvent::Close && plot != plots_.end() && plot->measure != 0) {
    calls_.unplot(plot->measure);
  }
  return QObject::eventFilter(watched, event);
}

void PlotDocks::reset() {
  for (const Plot& plot : plots_) {
    plot.dock->setFloating(false);
    window_.addDockWidget(Qt::BottomDockWidgetArea, plot.dock);
    if (&plot != &plots_.front()) {
      window_.tabifyDockWidget(plots_.front().dock, plot.dock);
    }
    plot.dock->setVisible(plot.measure != 0);
  }
  lastShown_.clear();
}

void PlotDocks::fillMenu(QMenu& menu) {
  for (const Plot& plot : plots_) {
    QAction* action = plot.dock->toggleViewAction();
    action->setObjectName(QString("show_plot_") + plot.view->texts().id);
    action->setToolTip(QString::fromUtf8(plot.view->texts().meaning));
    menu.addAction(action);
    connect(action, &QAction::triggered, this, [this, dock = plot.dock](bool shown) {
      if (shown) {
        dock->raise();
        giveHeight(*dock);
      }
    });
  }
}

bool PlotDocks::anyShown() const {
  // A plot behind another tab counts as shown.
  return std::ranges::any_of(plots_, [](const Plot& plot) { return !plot.dock->isHidden(); });
}

void PlotDocks::toggle() {
  if (anyShown()) {
    lastShown_.clear();
    for (const Plot& plot : plots_) {
      if (!plot.dock->isHidden()) {
        lastShown_.emplace_back(plot.dock);
        plot.dock->hide();
      }
    }
    return;
  }
  std::erase_if(lastShown_, [](const QPointer<QDockWidget>& dock) { return dock == nullptr; });
  const bool isFirst = lastShown_.empty();
  if (isFirst) {
    for (const Plot& plot : plots_) {
      lastShown_.emplace_back(plot.dock);
    }
  }
  for (const QPointer<QDockWidget>& dock : lastShown_) {
    dock->show();
  }
  if (isFirst) {
    lastShown_.front()->raise();
  }
  giveHeight(*lastShown_.front());
}

void PlotDocks::giveHeight(QDockWidget& dock) {
  constexpr int kUsualHeight = 240;  // default height of a dock [px]
  if (!dock.isFloating() && dock.height() < kUsualHeight / 2 + kUsualHeight / 4) {
    window_.resizeDocks({&dock}, {kUsualHeight}, Qt::Vertical);
  }
}

PlotView* PlotDocks::view(const std::string& id) const {
  const auto found = std::ranges::find_if(plots_, [&](const Plot& plot) { return id == plot.view->texts().id; });
  return found == plots_.end() ? nullptr : qobject_cast<PlotView*>(found->view);
}

void PlotDocks::add(const Snapshot& snapshot) {
  store_.add(snapshot);
  bed_->take(snapshot);
  granules_->take(snapshot);
  const bool hasMeasures = !snapshot.run.measures->readings.empty() || !measures_.plots().empty();
  if (hasMeasures) {
    dropPlots(*snapshot.run.measures);
    measures_.add(snapshot);
    followMeasures();
  }
  cursor_ = snapshot.run.time;
}

void PlotDocks::refresh() {
  const auto bed = std::ranges::find_if(plots_, [this](const Plot& plot) { return plot.view == bed_; });
  const bool isPlotted = bed != plots_.end() && !bed->dock->isHidden();  // also behind another tab
  if (isPlotted != isBedPlotted_) {
    isBedPlotted_ = isPlotted;
    calls_.plotBed(isPlotted);
  }
  for (const Plot& plot : plots_) {
    if (plot.isSeen) {
      plot.view->refresh();
      plot.view->setCursor(cursor_);
    }
  }
  if (saving_.valid() && saving_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    calls_.notify(saving_.get());
  }
}

void PlotDocks::shareSpan(const PlotView& from) {
  const auto span = from.isFitted() ? std::nullopt : std::optional(from.span());
  for (const Plot& plot : plots_) {
    if (plot.view != &from) {
      plot.view->setSpan(span);
    }
  }
  refresh();
}

QString PlotDocks::askedFile(const DockedPlot& view, const QString& filter, const QString& suffix) {
  const QString name = QString::fromStdString(calls_.stem() + "-" + view.texts().id) + suffix;
  const QString file = calls_.askedFile("Save " + suffix.mid(1).toUpper(), name, filter);
  return file.isEmpty() || file.endsWith(suffix) ? file : file + suffix;
}

void PlotDocks::saveCsv(const DockedPlot& view) {
  const QString file = askedFile(view, "Tables (*.csv)", ".csv");
  if (!file.isEmpty()) {
    saveCsvTo(view, file);
  }
}

void PlotDocks::savePicture(const DockedPlot& view) {
  const QString file = askedFile(view, "Pictures (*.png)", ".png");
  if (!file.isEmpty()) {
    savePictureTo(view, file);
  }
}

void PlotDocks::write(std::function<void()> task, const std::filesystem::path& path) {
  if (saving_.valid()) {
    calls_.notify("A table is being saved: try again when it is done");
    return;
  }
  saving_ = std::async(std::launch::async, [task = std::move(task), path]() -> std::string {
    try {
      task();
      return "Table saved as " + path.string();
    } catch (const OutputError& error) {
      return std::string(error.what()) + ": choose another name or place";
    }
  });
}

void PlotDocks::saveCsvTo(const DockedPlot& view, const QString& file) {
  const std::filesystem::path path(file.toStdString());
  store_.add(*calls_.snapshot());
  bed_->take(*calls_.snapshot());
  granules_->take(*calls_.snapshot());
  write(view.csvTask(path), path);
}

void PlotDocks::saveMeasuresTo(const QString& file) {
  add(*calls_.snapshot());  // its samples may not have come by the last frame
  const std::filesystem::path path(file.toStdString());
  write([table = measures_.table(), path] { writeFileAtomically(path, std::string_view(csvOf(table))); }, path);
}

void PlotDocks::savePictureTo(const DockedPlot& view, const QString& file) {
  const bool good = view.savePicture(file);
  calls_.notify(good ? "Picture saved as " + file.toStdString()
                     : "Cannot write " + file.toStdString() + ": choose another name or place");
}

}  // namespace scree
