#include "app/study_dock/studies_dock.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>

#include "app/study_dock/elided_label.h"
#include "app/study_dock/flow_layout.h"
#include "app/study_dock/study_views.h"
#include "app/sweep/search/search_study.h"
#include "engine/io/shipped_files.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr int kTick = 100;              // [ms]
constexpr int kLookWhileRunning = 400;  // between looks at the folder [ms]
constexpr int kLookElse = 1500;         // [ms]
constexpr int kMessageLinesOfSweep = 4;
constexpr int kLeastLetters = 44;  // across the dock, of average width; what is wider wraps or is elided
constexpr int kLeastLines = 8;     // of text, as the height of the dock; what is higher scrolls
constexpr int kPageErrors = 1;
constexpr int kPageStudy = 2;

QString textOfPath(const fs::path& path) { return QString::fromStdString(path.string()); }

const std::vector<fs::path>& shippedStudies() {
  // Searches are not for the dock: their points follow from results.
  static const std::vector<fs::path> files = [] {
    std::vector<fs::path> all = findShipped(executablePath(), {}, "studies", ".yaml").files;
    std::erase_if(all, [](const fs::path& file) { return readSearch(file).has_value(); });
    return all;
  }();
  return files;
}

bool isShippedStudy(const fs::path& file) {
  return std::ranges::find(shippedStudies(), file) != shippedStudies().end();
}

fs::path documentsFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return (QDir(documents).exists() ? documents : QDir::homePath()).toStdString();
}

QPushButton* namedButton(const char* name, const QString& text, const QString& tip = {}) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

/// A page that scrolls where the dock is too low for it.
QWidget* scrolled(QWidget* page) {
  auto* area = new QScrollArea;
  area->setWidget(page);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  return area;
}

template <typename T>
bool isReady(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

struct StudiesDock::Controls {
  QStackedWidget* pages = new QStackedWidget;
  QPlainTextEdit* errors = new QPlainTextEdit;
  ElidedLabel* reading = new ElidedLabel("study_reading");
  ElidedLabel* name = new ElidedLabel("study_name");
  ElidedLabel* folder = new ElidedLabel("study_folder");
  QPushButton* choose = namedButton("study_choose_folder", "Folder…", "Chooses the folder of points and tables.");
  QPushButton* start = namedButton("study_start", "Start");
  QPushButton* pause = namedButton("study_pause", "Pause");
  QPushButton* stop = namedButton("study_stop", "Stop");
  QPushButton* more = namedButton("study_more", "More");
  QSpinBox* jobs = new QSpinBox;
  QAction* again = nullptr;
  QAction* report = nullptr;
  QLabel* message = new QLabel;
  ElidedLabel* summary = new ElidedLabel("study_summary");
  ElidedLabel* point = new ElidedLabel("study_point");
  QPushButton* open = namedButton("study_open_point", "Open");
  QPushButton* run = namedButton("study_run_point", "Run here");
  QString trouble;  ///< of the last sweep
};

StudiesDock::StudiesDock(Calls calls, QMainWindow& window)
    : QDockWidget("Studies", &window),
      calls_(std::move(calls)),
      controls_(std::make_unique<Controls>()),
      views_(new StudyViews) {
  setObjectName("studies_dock");  // names the dock in the stored state of the window
  build();
  timer_.setInterval(kTick);
  connect(&timer_, &QTimer::timeout, this, &StudiesDock::poll);
  connect(views_, &StudyViews::selectionChanged, this, &StudiesDock::follow);
  connect(views_, &StudyViews::activated, this, [this] { openSelected(false); });
  window.addDockWidget(Qt::LeftDockWidgetArea, this);
  hide();
}

StudiesDock::~StudiesDock() = default;

void StudiesDock::build() {
  controls_->pages->addWidget(scrolled(emptyPage()));
  controls_->pages->addWidget(errorPage());
  controls_->pages->addWidget(scrolled(studyPage()));
  setWidget(controls_->pages);
  setLeastSize();
  follow();
}

/// Sets the least size of the dock, which depends on the letters alone: the stored state of the window holds it.
void StudiesDock::setLeastSize() {
  const QFontMetrics letters = fontMetrics();
  controls_->pages->setMinimumSize(kLeastLetters * letters.averageCharWidth(), kLeastLines * letters.lineSpacing());
}

void StudiesDock::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) {
    setLeastSize();
  }
  QDockWidget::changeEvent(event);
}

QWidget* StudiesDock::emptyPage() {
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(12, 12, 12, 12);
  auto* text = new QLabel(
      "A study runs one scene with many values and seeds, and tells how much of a difference is chance.\n\nOpen a "
      "study of your own, or one that ships:");
  text->setWordWrap(true);
  rows->addWidget(text);
  auto* own = namedButton("study_open", "Open a study…", "A study file: see Sweeps in the manual.");
  connect(own, &QPushButton::clicked, this, &StudiesDock::askForStudy);
  rows->addWidget(own);
  for (const fs::path& file : shippedStudies()) {
    auto* button = namedButton("study_shipped", textOfPath(file.stem()), textOfPath(file));
    connect(button, &QPushButton::clicked, this, [this, file] { open(file); });
    rows->addWidget(button);
  }
  controls_->reading->setForegroundRole(QPalette::PlaceholderText);
  rows->addWidget(controls_->reading);
  rows->addStretch(1);
  return page;
}

QWidget* StudiesDock::errorPage() {
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(6, 6, 6, 6);
  auto* heading = new QLabel("The study cannot be opened:");
  heading->setWordWrap(true);
  rows->addWidget(heading);
  controls_->errors->setObjectName("study_errors");
  controls_->errors->setAccessibleName("Mistakes in the study");
  controls_->errors->setReadOnly(true);
  controls_->errors->setTabChangesFocus(true);
  rows->addWidget(controls_->errors, 1);
  auto* line = new QHBoxLayout;
  auto* again = namedButton("study_read_again", "Read again", "Reads the file again after you have changed it.");
  auto* other = namedButton("study_open_other", "Another study…");
  connect(again, &QPushButton::clicked, this, [this] { open(file_, folder_); });
  connect(other, &QPushButton::clicked, this, &StudiesDock::askForStudy);
  line->addWidget(again);
  line->addWidget(other);
  line->addStretch(1);
  rows->addLayout(line);
  return page;
}

void StudiesDock::fillStudyMenu(QMenu& menu) {
  connect(menu.addAction("Another study…"), &QAction::triggered, this, &StudiesDock::askForStudy);
  for (const fs::path& file : shippedStudies()) {
    connect(menu.addAction(textOfPath(file.stem())), &QAction::triggered, this, [this, file] { open(file); });
  }
  menu.addSeparator();
  controls_->again = menu.addAction("Run failed points again");
  controls_->again->setObjectName("study_again");
  controls_->again->setCheckable(true);
  controls_->again->setToolTip("The next start runs points that failed again, from their beginning.");
  connect(controls_->again, &QAction::toggled, this, &StudiesDock::follow);
  controls_->report = menu.addAction("Show the report");
  connect(controls_->report, &QAction::triggered, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(textOfPath(folder_ / "sweep.html"))); });
  connect(&menu, &QMenu::aboutToShow, this, [this] {
    std::error_code error;
    controls_->report->setEnabled(fs::exists(folder_ / "sweep.html", error));
  });
  connect(menu.addAction("Show the folder"), &QAction::triggered, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(textOfPath(folder_))); });
}

QWidget* StudiesDock::studyPage() {
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(6, 4, 6, 6);
  Controls& c = *controls_;
  auto* menu = new QMenu(c.more);
  menu->setToolTipsVisible(true);
  fillStudyMenu(*menu);
  c.more->setMenu(menu);
  c.more->setToolTip("Other studies, the report, the folder.");
  QFont bold = font();
  bold.setBold(true);
  c.name->setFont(bold);
  auto* head = new QHBoxLayout;
  head->addWidget(c.name, 1);
  head->addWidget(c.more);
  rows->addLayout(head);
  auto* place = new QHBoxLayout;
  place->addWidget(c.folder, 1);
  place->addWidget(c.choose);
  rows->addLayout(place);
  auto* buttons = new FlowLayout;
  for (QPushButton* button : {c.start, c.pause, c.stop}) {
    buttons->addWidget(button);
  }
  c.jobs->setObjectName("study_jobs");
  c.jobs->setAccessibleName("Runs side by side");
  c.jobs->setToolTip("Runs side by side; all: as many as there are processors. Results do not depend on it.");
  c.jobs->setRange(0, 999);
  c.jobs->setSpecialValueText("all");
  auto* atOnce = new QWidget;
  auto* pair = new QHBoxLayout(atOnce);
  pair->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel("At once");
  label->setBuddy(c.jobs);
  pair->addWidget(label);
  pair->addWidget(c.jobs);
  buttons->addWidget(atOnce);
  rows->addLayout(buttons);
  rows->addWidget(c.summary);
  c.message->setObjectName("study_message");
  c.message->setWordWrap(true);
  rows->addWidget(c.message);
  rows->addWidget(views_, 1);
  auto* chosen = new QHBoxLayout;
  chosen->addWidget(c.point, 1);
  chosen->addWidget(c.open);
  chosen->addWidget(c.run);
  rows->addLayout(chosen);
  connect(c.choose, &QPushButton::clicked, this, &StudiesDock::askForFolder);
  connect(c.start, &QPushButton::clicked, this, &StudiesDock::startSweep);
  connect(c.pause, &QPushButton::clicked, this, [this] {
    control_.end(false);
    follow();
  });
  connect(c.stop, &QPushButton::clicked, this, &StudiesDock::stopSweep);
  connect(c.open, &QPushButton::clicked, this, [this] { openSelected(false); });
  connect(c.run, &QPushButton::clicked, this, [this] { openSelected(true); });
  c.run->setToolTip("Starts the run of the point in the window, from its beginning.");
  return page;
}

void StudiesDock::askForStudy() {
  const QString start = file_.empty() || isShippedStudy(file_) ? textOfPath(documentsFolder())
                                                               : textOfPath(fs::absolute(file_).parent_path());
  const QString file =
      QFileDialog::getOpenFileName(this, "Open a study", start, "Studies (*.yaml *.yml);;All files (*)");
  if (!file.isEmpty()) {
    open(file.toStdString());
  }
}

void StudiesDock::askForFolder() {
  fs::path start = folder_;
  std::error_code error;
  while (!start.empty() && start != start.root_path() && !fs::is_directory(start, error)) {
    start = start.parent_path();
  }
  const QString folder = QFileDialog::getExistingDirectory(this, "Folder of the study", textOfPath(start));
  if (!folder.isEmpty()) {
    setFolder(folder.toStdString());
  }
}

void StudiesDock::open(const fs::path& file, const fs::path& folder) {
  if (opening_.valid()) {
    calls_.notify("Still reading " + file_.filename().string());
    return;
  }
  if (file != file_ || (!folder.empty() && folder != folder_)) {
    control_.leave();
    controls_->trouble.clear();
  }
  folder_ = !folder.empty() ? folder : usualFolder(file, isShippedStudy(file), documentsFolder());
  file_ = file;
  opening_ = std::async(std::launch::async, [file] { return openStudy(file); });
  controls_->reading->setTexts("Reading " + textOfPath(file.filename()) + " …", {});
  timer_.start();
}

void StudiesDock::setFolder(const fs::path& folder) {
  if (folder == folder_) {
    return;
  }
  control_.leave();
  controls_->trouble.clear();
  folder_ = folder;
  if (const auto study = views_->model().runs().study) {
    views_->show(study);
    watch_ = std::make_shared<StudyWatch>(study, folder_);
    sinceLook_.invalidate();
    calls_.rememberStudy({textOfPath(fs::absolute(file_)), textOfPath(folder_)});
  }
  follow();
}

QString StudiesDock::errors() const {
  return controls_->pages->currentIndex() == kPageErrors ? controls_->errors->toPlainText() : QString();
}

void StudiesDock::startSweep() {
  const fs::path program = ndemBeside(executablePath());
  controls_->trouble = control_.start({.program = program,
                                       .study = file_,
                                       .folder = folder_,
                                       .jobs = controls_->jobs->value(),
                                       .retriesFailed = controls_->again->isChecked()});
  if (controls_->trouble.isEmpty()) {
    started_.emplace_back(folder_, control_.process());
    controls_->again->setChecked(false);
  }
  follow();
}

void StudiesDock::stopSweep() {
  const StudyCounts counts = views_->model().counts();
  const std::size_t begun = counts.in(PointState::begun) + counts.in(PointState::running);
  QMessageBox box(
      QMessageBox::Question, "Scree",
      QString("Stop the sweep and give up the %1 that %2 begun? Points that are done stay. Pause keeps what "
              "they have computed.")
          .arg(begun == 1 ? QString("run") : QString("%1 runs").arg(begun), begun == 1 ? "has" : "have"),
      QMessageBox::NoButton, this);
  const QAbstractButton* stop = box.addButton("Stop", QMessageBox::DestructiveRole);
  const QAbstractButton* pause = box.addButton("Pause", QMessageBox::AcceptRole);
  box.addButton(QMessageBox::Cancel);
  if (begun > 0) {
    box.exec();
    if (box.clickedButton() != stop && box.clickedButton() != pause) {
      return;
    }
  }
  control_.end(begun == 0 || box.clickedButton() == stop);
  follow();
}

void StudiesDock::openSelected(bool fromBeginning) {
  const std::optional<std::size_t> place = views_->selected();
  if (!place) {
    return;
  }
  const StudyRuns& runs = views_->model().runs();
  const PointReading& reading = runs.readings[*place];
  const SweepFolder folder{folder_};
  const fs::path recording = recordingIn(folder.point(runs.study->points[*place].hash));
  if (!fromBeginning && !recording.empty()) {
    calls_.open(recording);
    return;
  }
  const PointPlace found = placeOf(*runs.study, *place, folder);
  const StudyPoint& point = runs.study->points[*place];
  ScenePoint opened{.title = nameOfPoint(runs.study->study, point),
                    .scene = found.task.scene,
                    .overrides = found.task.overrides,
                    .start = found.start,
                    .startOverrides = found.startOverrides,
                    .state = {}};
  std::error_code error;
  if (!fromBeginning && fs::exists(folder.point(point.hash).state(), error)) {
    opened.state = folder.point(point.hash).state();
    opened.title += reading.status.state == PointState::done ? ", at its end" : ", as saved last";
  } else if (!found.isStartReady) {
    calls_.notify("The start of this point has not been run yet: start the sweep first");
    return;
  }
  calls_.openPoint(opened, fromBeginning);
}

void StudiesDock::showEvent(QShowEvent* event) {
  if (file_.empty()) {
    const QStringList last = calls_.lastStudy();
    std::error_code error;
    if (last.size() == 2 && fs::exists(last[0].toStdString(), error)) {
      open(last[0].toStdString(), last[1].toStdString());
    }
  }
  timer_.start();
  QDockWidget::showEvent(event);
}

void StudiesDock::hideEvent(QHideEvent* event) {
  timer_.stop();
  QDockWidget::hideEvent(event);
}

void StudiesDock::poll() {
  takeOpened();
  takeNews();
  const int pause = control_.state() == SweepState::idle ? kLookElse : kLookWhileRunning;
  const bool isDue = !sinceLook_.isValid() || sinceLook_.elapsed() >= pause;
  if (watch_ && !looking_.valid() && !opening_.valid() && isDue) {
    watched_ = watch_;
    looking_ = std::async(std::launch::async, [watch = watch_] { return watch->look(); });
    sinceLook_.start();
  }
}

void StudiesDock::takeOpened() {
  if (!isReady(opening_)) {
    return;
  }
  OpenedStudyResult read;
  try {
    read = opening_.get();
  } catch (const std::exception& error) {
    read.errors.push_back({.file = file_.string(),
                           .what = error.what(),
                           .remedy = "check the file, and that there is memory for its points"});
  }
  controls_->reading->setTexts({}, {});
  if (!read.study) {
    QString text;
    for (const SceneError& error : read.errors) {
      text += QString::fromStdString(error.text()) + "\n";
    }
    controls_->errors->setPlainText(text.trimmed());
    controls_->pages->setCurrentIndex(kPageErrors);
    watch_.reset();
    return;
  }
  controls_->name->setTexts(
      QString::fromStdString(read.study->study.name.empty() ? file_.stem().string() : read.study->study.name),
      textOfPath(file_));
  controls_->pages->setCurrentIndex(kPageStudy);
  views_->show(read.study);
  watch_ = std::make_shared<StudyWatch>(read.study, folder_);
  sinceLook_.invalidate();
  calls_.rememberStudy({textOfPath(fs::absolute(file_)), textOfPath(folder_)});
  follow();
}

void StudiesDock::takeNews() {
  if (isReady(forgetting_)) {
    forgetting_.get();
    sinceLook_.invalidate();
    follow();
  }
  if (!isReady(looking_)) {
    return;
  }
  FolderNews news = looking_.get();
  if (watched_ != watch_) {
    return;  // of another study or folder
  }
  const bool wasStopping = control_.state() == SweepState::stopping;
  const bool wasPausing = control_.state() == SweepState::pausing;
  const bool hasEnded = control_.take(news);
  views_->take(std::move(news.points));
  if (hasEnded) {
    const bool isOurs = std::ranges::any_of(started_, [&](const auto& one) { return one.first == folder_; });
    controls_->trouble = wasPausing || wasStopping || !isOurs ? QString() : messagesIn(folder_);
    std::erase_if(started_, [&](const auto& one) { return one.first == folder_; });
    sinceLook_.invalidate();
  }
  if (hasEnded && wasStopping) {
    forgetting_ = std::async(std::launch::async, [study = views_->model().runs().study, folder = folder_] {
      forgetBegun(*study, SweepFolder{folder});
    });
  }
  follow();
  if (news.isStudyChanged) {
    open(file_, folder_);
  }
}

/// Shows in buttons and labels what is the case now.
void StudiesDock::follow() {
  Controls& c = *controls_;
  const std::shared_ptr<const OpenedStudy> study = views_->model().runs().study;
  if (!study) {
    return;
  }
  const StudyCounts counts = views_->model().counts();
  const SweepState state = control_.state();
  const bool isIdle = state == SweepState::idle && !forgetting_.valid();
  const std::size_t failed = counts.in(PointState::failed);
  const std::size_t undone = counts.all - counts.in(PointState::done)-failed;
  const bool isOwn = control_.canEnd();
  c.again->setEnabled(failed > 0);
  const std::size_t wanted = undone + (c.again->isChecked() ? failed : 0);
  QString why;
  if (ndemBeside(executablePath()).empty()) {
    why = "The program ndem, which runs the points, is not beside this one: install the package ndem.";
  } else if (!isIdle) {
    why = QString("A sweep works in this folder, process %1.").arg(control_.process());
  } else if (wanted == 0) {
    why = failed > 0 ? "All points are through: More has 'Run failed points again'." : "All points are done.";
  }
  c.start->setEnabled(why.isEmpty());
  c.start->setText(undone > 0 && (undone < counts.all || counts.in(PointState::begun) > 0) ? "Go on" : "Start");
  c.start->setToolTip(why.isEmpty() ? "Runs what is not done, as processes of their own." : why);
  c.pause->setEnabled(state == SweepState::running && isOwn);
  c.pause->setToolTip("Ends the runs once they have saved their states; Go on continues there.");
  c.stop->setEnabled((state == SweepState::running || state == SweepState::pausing) && isOwn);
  c.stop->setToolTip("Ends the runs and gives up what they have begun; points that are done stay.");
  c.folder->setTexts(textOfPath(folder_), {});
  c.summary->setTexts(counts.text(), {});
  const bool isElsewhere = state == SweepState::running && !isOwn;
  const QString text = state == SweepState::starting   ? QString("The sweep starts …")
                       : state == SweepState::pausing  ? QString("The runs save their states …")
                       : state == SweepState::stopping ? QString("The runs end …")
                       : isElsewhere                   ? why + " It was started elsewhere, and ends there."
                       : state == SweepState::running  ? QString()
                       : undone == 0                   ? why
                                                       : c.trouble.section('\n', -1);
  c.message->setText(text);
  c.message->setToolTip(c.trouble);
  c.message->setVisible(!text.isEmpty());
  const int lines = std::min(c.message->heightForWidth(std::max(1, views_->width())),
                             kMessageLinesOfSweep * fontMetrics().lineSpacing());
  c.message->setFixedHeight(std::max(lines, fontMetrics().lineSpacing()));
  const std::optional<std::size_t> place = views_->selected();
  c.open->setEnabled(place.has_value());
  c.run->setEnabled(place.has_value());
  if (!place) {
    c.point->setTexts("Choose a point to open it", {});
    return;
  }
  const PointReading& reading = views_->model().runs().readings[*place];
  c.point->setTexts(QString::fromStdString(nameOfPoint(study->study, study->points[*place])),
                    views_->model().textOf(*place));
  c.open->setToolTip(!reading.hasState                          ? "Opens the scene with the values of the point."
                     : reading.status.state == PointState::done ? "Opens the end of the run, or its recording."
                                                                : "Opens the state that the run saved last.");
}

bool StudiesDock::mayClose() {
  std::vector<int> running;
  for (const auto& [folder, process] : started_) {
    if (isNdem(process)) {
      running.push_back(process);
    }
  }
  if (running.empty()) {
    return true;
  }
  QMessageBox box(QMessageBox::Question, "Scree",
                  "A sweep of a study is running. It can go on without the window, and is shown again when its study "
                  "is opened.",
                  QMessageBox::NoButton, this);
  box.setObjectName("study_closing");
  box.addButton("Let it go on", QMessageBox::AcceptRole);
  const QAbstractButton* pause = box.addButton("Pause it", QMessageBox::AcceptRole);
  QPushButton* cancel = box.addButton(QMessageBox::Cancel);
  box.exec();
  if (box.clickedButton() == cancel || box.clickedButton() == nullptr) {
    return false;
  }
  if (box.clickedButton() == pause) {
    for (const int process : running) {
      askToEnd(process);
    }
  }
  return true;
}

}  // namespace scree
