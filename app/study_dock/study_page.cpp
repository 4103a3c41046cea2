#include "app/study_dock/study_page.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QUrl>
#include <QVBoxLayout>

#include "app/study_dock/elided_label.h"
#include "app/study_dock/study_views.h"

namespace scree {

namespace {

constexpr int kNarrowLetters = 60;  // width below which the chosen point stands above its buttons
constexpr int kWideLetters = 110;   // width of the page from which rows of controls stand side by side, in letters

}  // namespace

StudyPage::StudyPage(const StudyChoices& choices, QWidget* parent)
    : QWidget(parent),
      head_(new QBoxLayout(QBoxLayout::TopToBottom)),
      sweep_(new SweepRow),
      views_(new StudyViews),
      foot_(new QBoxLayout(QBoxLayout::LeftToRight)),
      name_(new ElidedLabel("study_name")),
      shownFolder_(new ElidedLabel("study_folder")),
      point_(new ElidedLabel("study_point")),
      open_(namedButton("study_open_point", "Open")),
      run_(namedButton("study_run_point", "Run here",
                       "Starts the run of the point in the window, from its beginning; it pauses at its end.")) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(6, 4, 6, 6);
  buildHead(choices);
  buildFoot();
  rows->addLayout(head_);
  rows->addWidget(sweep_);
  rows->addWidget(views_, 1);
  rows->addLayout(foot_);
  connect(views_, &StudyViews::selectionChanged, this, &StudyPage::changed);
  connect(views_, &StudyViews::activated, this, [this] { Q_EMIT openAsked(false); });
}

void StudyPage::buildHead(const StudyChoices& choices) {
  auto* more = namedButton("study_more", "More", "Other studies, the report, the folder.");
  auto* menu = new QMenu(more);
  menu->setToolTipsVisible(true);
  buildMenu(*menu, choices);
  more->setMenu(menu);
  QFont bold = font();
  bold.setBold(true);
  name_->setFont(bold);
  auto* title = new QHBoxLayout;
  title->addWidget(name_, 1);
  title->addWidget(more);
  auto* choose = namedButton("study_choose_folder", "Folder…", "Chooses the folder of points and tables.");
  connect(choose, &QPushButton::clicked, this, &StudyPage::folderAsked);
  auto* place = new QHBoxLayout;
  place->addWidget(shownFolder_, 1);
  place->addWidget(choose);
  head_->addLayout(title);
  head_->addLayout(place);
}

void StudyPage::buildMenu(QMenu& menu, const StudyChoices& choices) {
  addStudies(menu, choices);
  menu.addSeparator();
  again_ = menu.addAction("Run failed points again");
  again_->setObjectName("study_again");
  again_->setCheckable(true);
  again_->setToolTip("The next start runs points that failed again, from their beginning.");
  connect(again_, &QAction::toggled, this, &StudyPage::changed);
  QAction* report = menu.addAction("Show the report");
  connect(report, &QAction::triggered, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(textOfPath(folder_ / "sweep.html"))); });
  connect(&menu, &QMenu::aboutToShow, this, [this, report] {
    std::error_code error;
    report->setEnabled(std::filesystem::exists(folder_ / "sweep.html", error));
  });
  connect(menu.addAction("Show the folder"), &QAction::triggered, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(textOfPath(folder_))); });
}

void StudyPage::buildFoot() {
  foot_->addWidget(point_, 1);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  buttons->addWidget(open_);
  buttons->addWidget(run_);
  foot_->addLayout(buttons);
  connect(open_, &QPushButton::clicked, this, [this] { Q_EMIT openAsked(false); });
  connect(run_, &QPushButton::clicked, this, [this] { Q_EMIT openAsked(true); });
}

void StudyPage::setStudy(const QString& name, const std::filesystem::path& file) {
  name_->setTexts(name, textOfPath(file));
}

void StudyPage::setFolder(const std::filesystem::path& folder) {
  folder_ = folder;
  shownFolder_->setTexts(textOfPath(folder), {});
}

void StudyPage::follow(const SweepCase& sweep) {
  again_->setEnabled(sweep.counts.in(PointState::failed) > 0);
  sweep_->show(sweep);
  const StudyRuns& runs = views_->model().runs();
  const std::optional<std::size_t> place = views_->selected();
  open_->setEnabled(place.has_value());
  run_->setEnabled(place.has_value());
  if (!place) {
    point_->setTexts("Choose a point to open it", {});
    return;
  }
  const PointReading& reading = runs.readings[*place];
  point_->setTexts(QString::fromStdString(nameOfPoint(runs.study->study, runs.study->points[*place])),
                   views_->model().textOf(*place));
  open_->setToolTip(!reading.hasState                          ? "Opens the scene with the values of the point."
                    : reading.status.state == PointState::done ? "Opens the end of the run, or its recording."
                                                               : "Opens the state that the run saved last.");
}

void StudyPage::resizeEvent(QResizeEvent* event) {
  const bool isNarrow = width() < kNarrowLetters * fontMetrics().averageCharWidth();
  foot_->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  const bool isWide = width() > kWideLetters * fontMetrics().averageCharWidth();
  head_->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  sweep_->setWide(isWide);
  QWidget::resizeEvent(event);
}

}  // namespace scree
