#include "app/study_dock/studies_dock.h"

#include <QMainWindow>
#include <QScrollArea>
#include <QStackedWidget>
#include <algorithm>

#include "app/study_dock/point_opening.h"
#include "app/study_dock/study_error_page.h"
#include "app/study_dock/study_page.h"
#include "app/study_dock/study_start_page.h"
#include "app/study_dock/study_views.h"
#include "app/study_dock/sweep_questions.h"
#include "engine/io/shipped_files.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr int kTick = 100;              // [ms]
constexpr int kLookWhileRunning = 400;  // between looks at the folder [ms]
constexpr int kLookElse = 1500;         // [ms]
constexpr int kLeastLetters = 44;       // across the dock, of average width; what is wider wraps or is elided
constexpr int kLeastWidth = 276;        // with small letters: buttons do not follow these [px]
constexpr int kLeastLines = 8;          // of text, as the height of the dock; what is higher scrolls
constexpr int kPageErrors = 1;
constexpr int kPageStudy = 2;

/// A page that scrolls where the dock is too low for it.
QWidget* scrolled(QWidget* page) {
  auto* area = new QScrollArea;
  area->setWidget(page);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  return area;
}

}  // namespace

StudiesDock::StudiesDock(Calls calls, QMainWindow& window)
    : QDockWidget("Studies", &window), calls_(std::move(calls)), pages_(new QStackedWidget) {
  setObjectName("studies_dock");  // names the dock in the stored state of the window
  build();
  timer_.setInterval(kTick);
  connect(&timer_, &QTimer::timeout, this, &StudiesDock::poll);
  window.addDockWidget(Qt::LeftDockWidgetArea, this);
  hide();
}

StudiesDock::~StudiesDock() = default;

void StudiesDock::build() {
  const StudyChoices choices{.ask = [this] { askForStudy(); }, .open = [this](const fs::path& file) { open(file); }};
  startPage_ = new StudyStartPage(choices);
  errorPage_ = new StudyErrorPage(choices);
  page_ = new StudyPage(choices);
  pages_->addWidget(scrolled(startPage_));
  pages_->addWidget(errorPage_);
  pages_->addWidget(scrolled(page_));
  setWidget(pages_);
  setLeastSize();
  connect(errorPage_, &StudyErrorPage::readAgain, this, [this] { open(file_, folder_); });
  connect(page_, &StudyPage::folderAsked, this, [this] {
    if (const fs::path folder = askedFolder(folder_, this); !folder.empty()) {
      setFolder(folder);
    }
  });
  connect(page_, &StudyPage::openAsked, this, &StudiesDock::openSelected);
  connect(page_, &StudyPage::changed, this, &StudiesDock::follow);
  connect(&page_->sweep(), &SweepRow::startAsked, this, &StudiesDock::startSweep);
  connect(&page_->sweep(), &SweepRow::stopAsked, this, &StudiesDock::stopSweep);
  connect(&page_->sweep(), &SweepRow::pauseAsked, this, [this] {
    control_.end(false);
    follow();
  });
}

/// Sets the least size of the dock, which depends on the letters alone: the stored state of the window holds it.
void StudiesDock::setLeastSize() {
  const QFontMetrics letters = fontMetrics();
  pages_->setMinimumSize(std::max(kLeastWidth, kLeastLetters * letters.averageCharWidth()),
                         kLeastLines * letters.lineSpacing());
}

void StudiesDock::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) {
    setLeastSize();
  }
  QDockWidget::changeEvent(event);
}

StudyViews& StudiesDock::views() { return page_->views(); }

void StudiesDock::askForStudy() {
  if (const fs::path file = askedStudy(file_, this); !file.empty()) {
    open(file);
  }
}

void StudiesDock::open(const fs::path& file, const fs::path& folder) {
  if (isReading()) {
    calls_.notify("Still reading " + file_.filename().string());
    return;
  }
  if (file != file_ || (!folder.empty() && folder != folder_)) {
    control_.leave();
    trouble_.clear();
  }
  folder_ = !folder.empty() ? folder : usualFolder(file, isShippedStudy(file), documentsFolder());
  file_ = file;
  follower_.open(file);
  startPage_->setReading(textOfPath(file.filename()));
  timer_.start();
}

void StudiesDock::setFolder(const fs::path& folder) {
  if (folder == folder_) {
    return;
  }
  control_.leave();
  trouble_.clear();
  folder_ = folder;
  if (const auto study = views().model().runs().study) {
    views().show(study);
    watch(study);
  }
  follow();
}

/// Looks at the folder of a study from now on, and opens it the next time.
void StudiesDock::watch(const std::shared_ptr<const OpenedStudy>& study) {
  follower_.watch(study, folder_);
  calls_.rememberStudy({textOfPath(fs::absolute(file_)), textOfPath(folder_)});
}

QString StudiesDock::errors() const { return pages_->currentIndex() == kPageErrors ? errorPage_->errors() : QString(); }

void StudiesDock::startSweep() {
  trouble_ = control_.start({.program = ndemBeside(executablePath()),
                             .study = file_,
                             .folder = folder_,
                             .jobs = page_->sweep().jobs(),
                             .retriesFailed = page_->retriesFailed()});
  if (trouble_.isEmpty()) {
    started_.add(folder_, control_.process());
    page_->setRetriesFailed(false);
  }
  follow();
}

void StudiesDock::stopSweep() {
  const StudyCounts counts = views().model().counts();
  const std::size_t begun = counts.in(PointState::begun) + counts.in(PointState::running);
  const SweepAnswer answer = begun == 0 ? SweepAnswer::stop : askToStop(begun, this);
  if (answer != SweepAnswer::cancel) {
    control_.end(answer == SweepAnswer::stop);
    follow();
  }
}

void StudiesDock::openSelected(bool fromBeginning) {
  const std::optional<std::size_t> place = views().selected();
  if (!place) {
    return;
  }
  const PointOpening opening = openingOf(views().model().runs(), *place, SweepFolder{folder_}, fromBeginning);
  if (!opening.refusal.empty()) {
    calls_.notify(opening.refusal);
  } else if (opening.run) {
    calls_.openPoint(*opening.run, fromBeginning);
  } else {
    calls_.open(opening.recording);
  }
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
  if (const auto read = follower_.takeOpened()) {
    takeOpened(*read);
  }
  const bool wasForgetting = follower_.isForgetting();
  if (auto news = follower_.poll(control_.state() == SweepState::idle ? kLookElse : kLookWhileRunning)) {
    takeNews(*news);
  }
  if (wasForgetting && !follower_.isForgetting()) {
    follow();
  }
}

void StudiesDock::takeOpened(const OpenedStudyResult& read) {
  startPage_->setReading({});
  if (!read.study) {
    showErrors(read);
    return;
  }
  const std::string& name = read.study->study.name;
  page_->setStudy(QString::fromStdString(name.empty() ? file_.stem().string() : name), file_);
  pages_->setCurrentIndex(kPageStudy);
  views().show(read.study);
  watch(read.study);
  follow();
}

void StudiesDock::showErrors(const OpenedStudyResult& read) {
  QString text;
  for (const SceneError& error : read.errors) {
    text += QString::fromStdString(error.text()) + "\n";
  }
  errorPage_->setErrors(file_, text.trimmed());
  pages_->setCurrentIndex(kPageErrors);
  follower_.waitFor(read.files);
}

void StudiesDock::takeNews(FolderNews& news) {
  if (pages_->currentIndex() == kPageStudy) {
    const SweepState before = control_.state();
    const bool hasEnded = control_.take(news);
    if (news.study != nullptr) {
      views().grow(news.study);
    }
    views().take(std::move(news.points));
    if (news.wanted) {
      views().setWanted(std::move(*news.wanted));
    }
    if (hasEnded) {
      takeEnd(before);
    }
    follow();
  }
  if (news.isStudyChanged) {
    open(file_, folder_);
  }
}

/// Takes over that the sweep has ended, which was in the state `before`.
void StudiesDock::takeEnd(SweepState before) {
  const bool isOurs = started_.end(folder_);
  const bool isAsked = before == SweepState::pausing || before == SweepState::stopping;
  trouble_ = isAsked || !isOurs ? QString() : messagesIn(folder_);
  follower_.lookSoon();
  if (before == SweepState::stopping) {
    follower_.forget(views().model().runs().study, folder_);
  }
}

/// Shows in buttons and labels what is the case now.
void StudiesDock::follow() {
  const std::shared_ptr<const OpenedStudy> study = views().model().runs().study;
  if (study == nullptr) {
    return;
  }
  page_->setFolder(folder_);
  page_->follow({.counts = views().model().counts(),
                 .search = study->search,
                 .state = control_.state(),
                 .process = control_.process(),
                 .canEnd = control_.canEnd(),
                 .isClearing = follower_.isForgetting(),
                 .hasProgram = !ndemBeside(executablePath()).empty(),
                 .retriesFailed = page_->retriesFailed(),
                 .trouble = trouble_});
}

bool StudiesDock::mayClose() {
  const std::vector<int> running = started_.running();
  const SweepAnswer answer = running.empty() ? SweepAnswer::goOn : askOnClosing(running.size(), this);
  if (answer == SweepAnswer::pause) {
    std::ranges::for_each(running, askToEnd);
  }
  return answer != SweepAnswer::cancel;
}

}  // namespace scree
