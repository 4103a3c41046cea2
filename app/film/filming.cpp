#include "app/film/filming.h"

#include <fmt/format.h>

#include <QDir>
#include <QFileDialog>
#include <QPainter>
#include <QPixmap>
#include <QStandardPaths>
#include <QThread>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

constexpr int kTickMilliseconds = 4;    // shorter than a frame of any film: the simulation waits for it
constexpr int kToldMilliseconds = 200;  // longest time between updates of the shown progress

QString userFolder() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
  return folder.isEmpty() ? QDir::homePath() : folder;
}

std::string stemOf(const SceneInfo& scene) {
  const std::string stem = std::filesystem::path(scene.file).stem().string();
  return stem.empty() ? "scene" : stem;
}

/// Replaces the path of the film in a message by its name: the panel is narrow, and shows the folder elsewhere.
std::string withoutFolder(std::string message, const std::filesystem::path& film) {
  const std::size_t at = message.find(film.string());
  return at == std::string::npos ? message : message.replace(at, film.string().size(), film.filename().string());
}

/// Fits a picture to the size of the film: cuts one surplus row or column, or scales it between black bars.
QImage fitted(const QImage& image, PixelSize size) {
  const int dx = image.width() - size.width;
  const int dy = image.height() - size.height;
  if (dx >= 0 && dx <= 1 && dy >= 0 && dy <= 1) {
    return image.copy(0, 0, size.width, size.height);
  }
  QImage film(size.width, size.height, QImage::Format_RGBX8888);
  film.fill(Qt::black);
  const QImage scaled = image.scaled(size.width, size.height, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  QPainter(&film).drawImage((size.width - scaled.width()) / 2, (size.height - scaled.height()) / 2, scaled);
  return film;
}

}  // namespace

Filming::Filming(Simulation& simulation, Viewport& viewport, QWidget& window)
    : simulation_(simulation), viewport_(viewport), window_(window), shots_(simulation, viewport) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kTickMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &Filming::tick);
  tell();
}

Filming::~Filming() { finishNow(); }

PixelSize Filming::sizeOf(FilmContent content, int sizePreset, PixelSize own) const {
  const PixelSize preset = sizePreset == kOwnSize ? own : kSizePresets[static_cast<std::size_t>(sizePreset)].size;
  if (content != FilmContent::window && preset.width > 0) {
    return preset;
  }
  const QWidget& shown = content == FilmContent::window ? window_ : static_cast<const QWidget&>(viewport_);
  const double ratio = shown.devicePixelRatioF();
  return {static_cast<int>(std::lround(shown.width() * ratio)), static_cast<int>(std::lround(shown.height() * ratio))};
}

FilmSettings Filming::chosenSettings() const {
  const RecordChoices& choices = viewport_.memory().record;
  FilmSettings settings;
  settings.format = choices.format;
  settings.framesPerSecond = choices.framesPerSecond;
  settings.quality = choices.quality;
  settings.gifLimit = choices.gifLimit;
  setSize(settings, sizeOf(choices.content, choices.sizePreset, choices.ownSize));
  settings.file = newFilmFile(folder(), stemOf(simulation_.scene()), choices.format);
  return settings;
}

FilmPlan Filming::chosenPlan() const {
  const RecordChoices& choices = viewport_.memory().record;
  FilmPlan plan;
  plan.content = choices.content;
  plan.twin = choices.twin;
  plan.overlay = {.marks = choices.marks, .title = choices.title, .caption = choices.caption};
  return plan;
}

void Filming::toggle() {
  if (isRecording()) {
    stop();
    return;
  }
  const RecordChoices& choices = viewport_.memory().record;
  FilmPlan plan = chosenPlan();
  plan.clock = choices.clock;
  plan.speed = choices.speed;
  plan.from = choices.replayFrom;
  if (choices.replayUntil > 0.0) {
    plan.until = choices.replayUntil;
  }
  if (choices.stopAfter > 0.0) {
    plan.frameLimit = std::max(1LL, std::llround(choices.stopAfter * choices.framesPerSecond));
  }
  start(chosenSettings(), plan);
}

bool Filming::filmLast(double seconds) {
  const Timeline& run = simulation_.snapshot()->run.timeline;
  FilmPlan plan = chosenPlan();
  plan.clock = FilmClock::replay;
  if (plan.content == FilmContent::window) {
    plan.content = FilmContent::sceneAndLegend;  // earlier pictures of the window are not kept
  }
  plan.speed = 1.0;
  plan.until = simulation_.snapshot()->run.time;
  plan.from = std::max(run.first.time, *plan.until - seconds);
  std::string shorter;
  if (plan.twin == FilmTwin::sideBySide && hasTwin() && plan.from < simulation_.snapshot()->twin.snapshot->since) {
    // Before its twin began there are no two sides to see.
    plan.from = simulation_.snapshot()->twin.snapshot->since;
    const double length = *plan.until - plan.from;
    shorter = fmt::format("The film has {:.1f} s, not {:g} s: the twin began {:.1f} s ago", length, seconds, length);
    plan.remark = fmt::format("the twin began {:.1f} s before its end", length);
  }
  if (*plan.until <= plan.from) {
    viewport_.notify(shorter.empty() ? "Nothing has run yet that could be filmed: play the scene first"
                                     : "The twin has only just begun: let it run, or film with Twin: as the view");
    return false;
  }
  if (!start(chosenSettings(), plan)) {
    return false;
  }
  if (!shorter.empty()) {
    viewport_.notify(shorter);
  }
  return true;
}

bool Filming::start(const FilmSettings& settings, const FilmPlan& plan) {
  std::string problem = recorder_ != nullptr ? "The last film is still being finished; wait a moment" : "";
  problem = problem.empty() ? problemOf(settings) : problem;
  if (problem.empty() && plan.clock == FilmClock::replay && plan.content == FilmContent::window) {
    problem = "A replay shows the scene, not the window: choose what the film shows";
  }
  if (problem.empty() && plan.twin == FilmTwin::sideBySide && plan.clock != FilmClock::replay &&
      plan.content != FilmContent::window && !hasTwin() && !plan.startTwin) {
    problem = "No twin runs that the film could show: start one with T, or choose Twin: as the view";
  }
  if (problem.empty() && plan.content != FilmContent::window) {
    try {
      painter_ = std::make_unique<SnapshotPainter>();
    } catch (const std::exception& trouble) {
      problem = fmt::format("No film can be made: {}", trouble.what());
    }
  }
  if (!problem.empty()) {
    viewport_.notify(problem);
    return false;
  }
  recorder_ = std::make_unique<Recorder>(settings, [painter = painter_.get()] {
    if (painter != nullptr) {
      painter->leaveThread();
    }
  });
  plan_ = plan;
  offered_ = 0;
  wall_.invalidate();
  status_ = {.state = RecordStatus::State::recording, .file = settings.file.string()};
  status_.wanted = plan.clock == FilmClock::replay ? 0 : plan.frameLimit.value_or(0);
  if (plan.startTwin) {
    simulation_.post(StartTwin{*plan.startTwin});
  }
  if (plan.clock == FilmClock::simulation) {
    startSequence_ = simulation_.post(CaptureFrames{plan.speed / settings.framesPerSecond});
  } else if (plan.clock == FilmClock::replay) {
    beginReplay();
  }
  timer_.start();
  tell();
  return true;
}

bool Filming::hasTwin() const { return simulation_.snapshot()->twin.snapshot != nullptr; }

void Filming::beginReplay() {
  const auto promise = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  ReplayPlan plan;
  plan.from = plan_.from;
  plan.until = plan_.until;
  plan.interval = plan_.speed / recorder_->settings().framesPerSecond;
  plan.request = requestFor(viewport_.options().colourBy, viewport_.options().layers);
  plan.measures = viewport_.options().measures;
  plan.asksMembers = asksMembers(viewport_.options());
  plan.asksSolver = asksSolver(viewport_.options());
  plan.request.particle = viewport_.options().selected;
  if (hasTwin()) {
    const TwinSnapshot& twin = *simulation_.snapshot()->twin.snapshot;
    plan.twin = ReplayTwin{twin.choice, twin.since};
  } else if (plan_.twin == FilmTwin::sideBySide) {
    plan.twin = ReplayTwin{viewport_.memory().twin.choice, std::nullopt};
  }
  replay_ = std::make_unique<ReplayFeed>(promise->get_future(), plan);
  simulation_.post(TakeRecording{promise});
}

void Filming::stop() {
  if (!isRecording()) {
    return;
  }
  replay_.reset();
  replayed_.reset();
  status_.stage.clear();
  if (plan_.clock == FilmClock::simulation) {
    simulation_.post(CaptureFrames{0.0});
  } else if (plan_.clock == FilmClock::screen && wall_.isValid() && withinLimit(framesDue()) > offered_) {
    // Fills the film up to the moment of the stop.
    offer(simulation_.snapshot(), withinLimit(framesDue()) - offered_, true);
  }
  recorder_->finish();
  status_.state = RecordStatus::State::finishing;
  tell();
}

void Filming::cancel() {
  if (recorder_ == nullptr) {
    viewport_.notify("No film is being made");
    return;
  }
  recorder_->cancel();
  stop();
}

void Filming::finishNow() {
  stop();
  if (recorder_ != nullptr) {
    recorder_->finish();
    while (!recorder_->isDone()) {
      QThread::msleep(1);
    }
    conclude();
  }
}

void Filming::chooseFolder() {
  const QString chosen =
      QFileDialog::getExistingDirectory(&window_, "Folder of films", QString::fromStdString(folder()));
  if (!chosen.isEmpty()) {
    viewport_.memory().record.folder = chosen.toStdString();
    tell();
  }
}

std::uint64_t Filming::withinLimit(std::uint64_t frames) const {
  return plan_.frameLimit ? std::min(frames, *plan_.frameLimit) : frames;
}

std::uint64_t Filming::framesDue() const {
  // The clock starts with the first encoded frame, so that the time to open the encoder drops no frames.
  const double seconds = wall_.isValid() ? static_cast<double>(wall_.nsecsElapsed()) * 1e-9 : 0.0;
  return 1 + static_cast<std::uint64_t>(seconds * recorder_->settings().framesPerSecond);
}

void Filming::tick() {
  const RecorderProgress progress = recorder_->progress();
  status_.frames = progress.frames;
  status_.seconds = static_cast<double>(progress.frames) / recorder_->settings().framesPerSecond;
  status_.encoder = progress.encoder;
  status_.finished = progress.finished;
  if (recorder_->isDone()) {
    conclude();
    return;
  }
  if (progress.frames > 0 && !wall_.isValid()) {
    wall_.start();
  }
  if (isRecording() && recorder_->hasRoom()) {
    switch (plan_.clock) {
      case FilmClock::simulation:
        takeCapture();
        break;
      case FilmClock::screen:
        takeScreen();
        break;
      case FilmClock::replay:
        takeReplay();
        break;
    }
    if (plan_.frameLimit && offered_ >= *plan_.frameLimit) {
      stop();
    }
  }
  if (!told_.isValid() || told_.elapsed() > kToldMilliseconds) {
    tell();
  }
}

void Filming::takeCapture() {
  if (!simulation_.captures().pending()) {
    return;
  }
  if (simulation_.refresh()) {
    viewport_.requestFrame(FrameReason::news);
  }
  viewport_.camera().settleSceneView();
  const std::shared_ptr<const Snapshot> shown = simulation_.captures().latest();
  // A snapshot of the last film or of a replaced world is not used: a newer one follows.
  const bool isCurrent =
      shown->run.lastCommand >= startSequence_ && shown->run.worldVersion == simulation_.snapshot()->run.worldVersion;
  const std::uint64_t due = withinLimit(shown->run.filmFrames);
  if (isCurrent && (due <= offered_ || offer(shown, due - offered_))) {
    simulation_.acknowledgeCapture(shown->run.filmFrames);
  }
}

void Filming::takeReplay() {
  if (const std::string problem = replay_->poll(); !problem.empty()) {
    viewport_.notify(problem);
    stop();
    return;
  }
  ReplayRun* run = replay_->run();
  if (run == nullptr) {
    return;
  }
  status_.wanted = withinLimit(run->frames());
  const std::optional<ReplayWay> way = run->way();
  status_.stage = !way ? "" : way->isOfTwin ? "the twin catches up" : "going to its start";
  status_.stageShare = way ? way->share : 0.0;
  if (replayed_ == nullptr && run->captures().pending()) {
    replayed_ = run->captures().latest();
  }
  if (replayed_ == nullptr) {
    if (run->isOver() && !run->captures().pending()) {
      stop();
    }
    return;
  }
  // With a moving camera every frame is drawn, also where one step lasts several frames.
  const ViewOptions& view = viewport_.options();
  const bool moves = view.followPath && !view.path.isEmpty();
  const std::uint64_t due = std::min(withinLimit(replayed_->run.filmFrames), status_.wanted);
  while (offered_ < due && recorder_->hasRoom()) {
    offerFrame(replayed_, moves ? 1 : due - offered_, false, run->timeOf(offered_));
  }
  if (offered_ >= due) {
    run->acknowledge(replayed_->run.filmFrames);
    replayed_.reset();
  }
  if (offered_ >= status_.wanted) {
    stop();
  }
}

void Filming::takeScreen() {
  if (simulation_.refresh()) {
    viewport_.requestFrame(FrameReason::news);
  }
  if (!simulation_.isCurrentWorld()) {
    return;  // another scene is about to be shown: its first state is the next frame
  }
  viewport_.camera().settleSceneView();
  const std::uint64_t due = withinLimit(framesDue());
  if (due > offered_) {
    const std::uint64_t times = due - offered_;
    if (offer(simulation_.snapshot(), times)) {
      status_.dropped += times - 1;
    }
  }
}

bool Filming::offer(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t times, bool isLast) {
  return offerFrame(snapshot, times, isLast, std::nullopt);
}

bool Filming::offerFrame(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t times, bool isLast,
                         std::optional<double> pathTime) {
  Recorder::Painter painter;
  if (plan_.content == FilmContent::window) {
    painter = windowPainter();
  } else {
    ShotRequest request;
    request.pathTime = pathTime;
    request.sideBySide = plan_.twin == FilmTwin::sideBySide;
    if (plan_.content == FilmContent::sceneAndLegend) {
      request.overlay = plan_.overlay;
    }
    auto shot = std::make_shared<const Shot>(shots_.make(snapshot, recorder_->settings().size, request));
    painter = [shot = std::move(shot), drawing = painter_.get()](RgbaImage& picture) {
      drawing->paint(*shot, 1, picture);
    };
  }
  if (!recorder_->offer(std::move(painter), static_cast<int>(times), isLast)) {
    return false;
  }
  offered_ += times;
  return true;
}

Recorder::Painter Filming::windowPainter() {
  const QImage seen = window_.grab().toImage();
  return [seen, size = recorder_->settings().size](RgbaImage& picture) {
    const QImage image = fitted(seen, size).convertToFormat(QImage::Format_RGBX8888);
    picture.bottomUp = false;
    for (int y = 0; y < picture.height; ++y) {
      std::memcpy(picture.pixels.data() + picture.rowBytes() * static_cast<std::size_t>(y), image.constScanLine(y),
                  picture.rowBytes());
    }
  };
}

void Filming::conclude() {
  const RecorderProgress progress = recorder_->progress();
  const bool good = progress.state == RecorderProgress::State::finished;
  const bool cancelled = progress.state == RecorderProgress::State::cancelled;
  if (isRecording() && plan_.clock == FilmClock::simulation) {
    simulation_.post(CaptureFrames{0.0});  // the film has failed: the simulation no longer waits for it
  }
  std::string message = cancelled ? "The film was cancelled; no file of it is left" : progress.message;
  if (good) {
    // A view of an odd size was not asked for.
    const bool isOwn = viewport_.memory().record.sizePreset == kOwnSize;
    message =
        fmt::format("Film saved as {} ({:.1f} s){}{}{}", status_.file,
                    static_cast<double>(progress.frames) / recorder_->settings().framesPerSecond,
                    isOwn ? sizeRemark(recorder_->settings()) : "", plan_.remark.empty() ? "" : "; " + plan_.remark,
                    progress.message.empty() ? "" : "; " + progress.message);
  }
  timer_.stop();
  replay_.reset();
  replayed_.reset();
  recorder_.reset();
  painter_.reset();
  status_.state = RecordStatus::State::idle;
  status_.frames = progress.frames;
  status_.last = withoutFolder(message, status_.file);
  status_.lastFailed = !good && !cancelled;
  viewport_.notify(message);
  tell();
  Q_EMIT ended(good, QString::fromStdString(message));
}

std::string Filming::folder() const {
  const std::string& chosen = viewport_.memory().record.folder;
  return chosen.empty() ? userFolder().toStdString() : chosen;
}

void Filming::tell() {
  status_.folder = folder();
  viewport_.panels().setRecordStatus(status_);
  viewport_.requestFrame(FrameReason::news);
  told_.start();
}

}  // namespace scree
