#include "app/plots/plot_docks.h"

#include <fmt/format.h>

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <chrono>

#include "app/plots/plot_csv.h"
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
  build(window);
  connect(&timer_, &QTimer::timeout, this, &PlotDocks::refresh);
  timer_.start(kRefreshMilliseconds);
}

void PlotDocks::build(QMainWindow& window) {
  window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  for (const PlotGroupInfo& info : plotGroups()) {
    auto* view = new PlotView(info, store_);
    view->setObjectName(QString("plot_") + info.id);
    connect(view, &PlotView::timeAsked, this, [this](double time) { calls_.seek(time); });
    connect(view, &PlotView::spanChanged, this, [this, view] { shareSpan(*view); });
    views_.push_back(view);
    seen_.push_back(false);
    docks_.push_back(dockOf(*view, docks_.size()));
  }
  reset();
}

QDockWidget* PlotDocks::dockOf(PlotView& view, std::size_t index) {
  const PlotGroupInfo& info = view.info();
  auto* dock = new QDockWidget(QString::fromUtf8(info.title), &window_);
  dock->setObjectName(QString("plot_dock_") + info.id);
  dock->setAllowedAreas(Qt::AllDockWidgetAreas);
  auto* content = new QWidget(dock);
  auto* rows = new QHBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(&view, 1);
  auto* buttons = new QVBoxLayout;
  buttons->setContentsMargins(2, 2, 2, 2);
  QToolButton* all = smallButton("All", "Shows the whole run again (double click).", content);
  QToolButton* csv = smallButton("CSV", "Saves the numbers of this plot as a table.", content);
  QToolButton* png = smallButton("PNG", "Saves this plot as a picture.", content);
  connect(all, &QToolButton::clicked, this, [this, &view] {
    view.setSpan(std::nullopt);
    view.refresh();
    shareSpan(view);
  });
  connect(csv, &QToolButton::clicked, this, [this, &view] { saveCsv(view); });
  connect(png, &QToolButton::clicked, this, [this, &view] { savePicture(view); });
  for (QToolButton* button : {all, csv, png}) {
    button->setObjectName(QString("plot_%1_%2").arg(button->text().toLower(), info.id));
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  rows->addLayout(buttons);
  dock->setWidget(content);
  // A dock that comes into sight is drawn at once.
  connect(dock, &QDockWidget::visibilityChanged, this, [this, index](bool visible) {
    seen_[index] = visible;
    if (visible) {
      refresh();
    }
  });
  return dock;
}

void PlotDocks::reset() {
  for (std::size_t i = 0; i < docks_.size(); ++i) {
    docks_[i]->setFloating(false);
    window_.addDockWidget(Qt::BottomDockWidgetArea, docks_[i]);
    if (i > 0) {
      window_.tabifyDockWidget(docks_[0], docks_[i]);
    }
    docks_[i]->hide();
  }
  lastShown_.clear();
}

void PlotDocks::fillMenu(QMenu& menu) {
  for (std::size_t i = 0; i < docks_.size(); ++i) {
    QAction* action = docks_[i]->toggleViewAction();
    action->setObjectName(QString("show_plot_") + views_[i]->info().id);
    action->setToolTip(QString::fromUtf8(views_[i]->info().meaning));
    menu.addAction(action);
    connect(action, &QAction::triggered, this, [this, dock = docks_[i]](bool shown) {
      if (shown) {
        dock->raise();
        giveHeight(*dock);
      }
    });
  }
}

bool PlotDocks::anyShown() const {
  // A plot behind another tab counts as shown.
  return std::ranges::any_of(docks_, [](const QDockWidget* dock) { return !dock->isHidden(); });
}

void PlotDocks::toggle() {
  if (anyShown()) {
    lastShown_.clear();
    for (QDockWidget* dock : docks_) {
      if (!dock->isHidden()) {
        lastShown_.push_back(dock);
        dock->hide();
      }
    }
    return;
  }
  const std::vector<QDockWidget*> wanted = lastShown_.empty() ? docks_ : lastShown_;
  for (QDockWidget* dock : wanted) {
    dock->show();
  }
  if (lastShown_.empty()) {
    wanted.front()->raise();
  }
  giveHeight(*wanted.front());
}

void PlotDocks::giveHeight(QDockWidget& dock) {
  constexpr int kUsualHeight = 240;  // default height of a dock [px]
  if (!dock.isFloating() && dock.height() < kUsualHeight / 2 + kUsualHeight / 4) {
    window_.resizeDocks({&dock}, {kUsualHeight}, Qt::Vertical);
  }
}

PlotView* PlotDocks::view(const std::string& id) const {
  const auto found = std::ranges::find_if(views_, [&](const PlotView* view) { return id == view->info().id; });
  return found == views_.end() ? nullptr : *found;
}

void PlotDocks::add(const Snapshot& snapshot) {
  store_.add(snapshot);
  cursor_ = snapshot.run.time;
}

void PlotDocks::refresh() {
  for (std::size_t i = 0; i < views_.size(); ++i) {
    if (seen_[i]) {
      views_[i]->refresh();
      views_[i]->setCursor(cursor_);
    }
  }
  if (saving_.valid() && saving_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    calls_.notify(saving_.get());
  }
}

void PlotDocks::shareSpan(const PlotView& from) {
  const auto span = from.isFitted() ? std::nullopt : std::optional(from.span());
  for (PlotView* view : views_) {
    if (view != &from) {
      view->setSpan(span);
    }
  }
  refresh();
}

QString PlotDocks::askedFile(const PlotView& view, const QString& filter, const QString& suffix) {
  const QString name = QString::fromStdString(calls_.stem() + "-" + view.info().id) + suffix;
  const QString file = QFileDialog::getSaveFileName(&window_, "Save " + suffix.mid(1).toUpper(), name, filter);
  return file.isEmpty() || file.endsWith(suffix) ? file : file + suffix;
}

void PlotDocks::saveCsv(PlotView& view) {
  const QString file = askedFile(view, "Tables (*.csv)", ".csv");
  if (!file.isEmpty()) {
    saveCsvTo(view, file);
  }
}

void PlotDocks::savePicture(PlotView& view) {
  const QString file = askedFile(view, "Pictures (*.png)", ".png");
  if (!file.isEmpty()) {
    savePictureTo(view, file);
  }
}

void PlotDocks::saveCsvTo(const PlotView& view, const QString& file) {
  if (saving_.valid()) {
    calls_.notify("A table is being saved: try again when it is done");
    return;
  }
  const auto write = [run = store_.run(), curves = store_.curvesOf(view.info().group),
                      path = std::filesystem::path(file.toStdString())]() -> std::string {
    try {
      writePlotCsv(run, curves, path);
      return "Table saved as " + path.string();
    } catch (const OutputError& error) {
      return std::string(error.what()) + ": choose another name or place";
    }
  };
  saving_ = std::async(std::launch::async, write);
}

void PlotDocks::savePictureTo(const PlotView& view, const QString& file) {
  const bool good = view.savePicture(file);
  calls_.notify(good ? "Picture saved as " + file.toStdString()
                     : "Cannot write " + file.toStdString() + ": choose another name or place");
}

}  // namespace scree
