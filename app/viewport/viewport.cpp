#include "app/viewport/viewport.h"

#include <imgui.h>

#include <QImage>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QWheelEvent>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/document/simulation.h"
#include "app/overlays/timeline_strip.h"
#include "app/render/scene_camera.h"
#include "app/view/colour_fit.h"
#include "engine/base/clock.h"

namespace scree {

namespace {

constexpr int kFramesAfterInput = 3;
constexpr int kInputFrames = 8;          // undrawn ones before a drawn one, so that a click is answered in one
constexpr int kHoverMilliseconds = 400;  // after the pointer rests, for tooltips
constexpr int kNoticeMilliseconds = 6000;
constexpr int kClockMilliseconds = 200;  // between frames that only move a clock

}  // namespace

Viewport::Viewport(Simulation& simulation, std::vector<ActionText> actions, Trigger trigger, QWidget* parent)
    : QOpenGLWidget(parent),
      simulation_(simulation),
      actions_(std::move(actions)),
      trigger_(std::move(trigger)),
      backend_(*this),
      undo_(simulation, options_, memory_,
            {.showView =
                 [this](const ViewState& state) {
                   camera_.flyTo(state.camera);
                   camera_.takeJump();
                   options_.clip = state.clip;
                   if (options_.colourBy != state.colourBy) {
                     colourGrains(options_, memory_, state.colourBy);
                   }
                   options_.colourMap = state.colourMap;
                 },
             .notify = [this](const std::string& text) { notify(text); }}) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_InputMethodEnabled);
  setMinimumSize(320, 200);
  for (Renderer* renderer : {&renderer_, &twinRenderer_}) {
    renderer->prepareAside([this] { QMetaObject::invokeMethod(this, &Viewport::prepared, Qt::QueuedConnection); });
  }
  frameTimer_.setSingleShot(true);
  frameTimer_.setTimerType(Qt::PreciseTimer);
  connect(&frameTimer_, &QTimer::timeout, this, [this] {
    if (!window()->isMinimized()) {  // minimised since the frame was asked for
      update();
    }
  });
  hoverTimer_.setSingleShot(true);
  connect(&hoverTimer_, &QTimer::timeout, this, [this] {
    framesWanted_ = std::max(framesWanted_, 1);
    startFrameTimer(FrameReason::input);
  });
  clockTick_.start();
}

Viewport::~Viewport() {
  if (context() != nullptr) {
    // The base class destroys the context when the members that its signal would reach are gone.
    disconnect(context(), nullptr, this, nullptr);
  }
  releaseGraphics();
}

void Viewport::releaseGraphics() {
  makeCurrent();
  backend_.releaseGraphics();
  renderer_.release();
  twinRenderer_.release();
  twinReady_ = false;
  doneCurrent();
}

void Viewport::requestFrame(FrameReason reason) {
  if (window()->isMinimized()) {
    return;  // nobody sees it; the window asks for a frame when it is back
  }
  if (reason == FrameReason::input) {
    framesWanted_ = kFramesAfterInput;
    hoverTimer_.start(kHoverMilliseconds);
  }
  startFrameTimer(reason);
}

void Viewport::startFrameTimer(FrameReason reason) {
  const int wait = static_cast<int>(std::ceil(1e3 * pacer_.delay(steadySeconds(), reason)));
  if (!frameTimer_.isActive() || frameTimer_.remainingTime() > wait) {
    frameTimer_.start(wait);
  }
}

void Viewport::tick() {
  if (simulation_.hasNews()) {
    requestFrame(FrameReason::news);
  }
  const bool noticeEnds = !notice_.empty() && noticeAge_.elapsed() > kNoticeMilliseconds;
  if (noticeEnds) {
    notice_.clear();
  }
  const bool clockRuns = simulation_.isBusy() && clockTick_.elapsed() > kClockMilliseconds;
  if (noticeEnds || clockRuns) {
    requestFrame(FrameReason::news);
  }
}

void Viewport::initializeGL() {
  failure_.clear();
  renderer_.release();
  twinRenderer_.release();
  twinReady_ = false;
  if (!renderer_.initialise(failure_)) {
    Q_EMIT failed(QString::fromStdString(failure_));
    return;
  }
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &Viewport::releaseGraphics, Qt::UniqueConnection);
  shown_.reset();
  graphics_ = renderer_.graphicsInformation();
  pacer_.software = renderer_.isSoftware();
  backend_.initialiseGraphics();
}

void Viewport::paintGL() {
  const double start = steadySeconds();
  if (!failure_.empty()) {
    QOpenGLFunctions& gl = *context()->functions();
    gl.glClearColor(0.1f, 0.1f, 0.1f, 1.0f);
    gl.glClear(GL_COLOR_BUFFER_BIT);
    return;
  }
  takeSnapshot();
  answerWorstResidual();
  followPath();
  const bool flying = camera_.advance();
  fitColours();
  drainInput(kInputFrames);
  updateSensors();
  drawScene();
  drawPanels(true);
  simulation_.wish(wishes());
  backend_.draw();
  if (renderer_.isSoftware()) {
    context()->functions()->glFinish();  // the rasteriser's own threads still draw: their time counts too
  }
  noteView();
  measureFrame(start);
  const bool panelsGrow = panelsShown_ && !layout_.isSettled();
  const bool unfinished = flying || panelsGrow || backend_.hasPendingInput() || backend_.isKeyHeld();
  framesWanted_ = std::max(framesWanted_ - 1, unfinished ? 1 : 0);
  if (framesWanted_ > 0) {
    startFrameTimer(FrameReason::input);
  }
  clockTick_.restart();
  Q_EMIT painted();
}

bool Viewport::isPreparing() const {
  const bool anyPrepares = renderer_.isPreparing() || (twinReady_ && twinRenderer_.isPreparing());
  return anyPrepares && shown_ != nullptr && !shown_->run.playing;
}

void Viewport::prepared() {
  if (isPreparing()) {
    requestFrame(FrameReason::news);  // while it runs the next state brings a frame anyway
  }
}

void Viewport::measureFrame(double start) {
  const double end = steadySeconds();
  pacer_.lastStart = start;
  pacer_.lastEnd = end;
  const double milliseconds = (end - start) * 1e3;
  frame_.milliseconds += (framesDrawn_ == 0 ? 1.0 : 0.1) * (milliseconds - frame_.milliseconds);
  ++framesDrawn_;
  frameStarts_.push_back(start);
  while (frameStarts_.front() < start - 1.0) {
    frameStarts_.pop_front();
  }
  frame_.perSecond = static_cast<double>(frameStarts_.size());
}

void Viewport::takeSnapshot() {
  simulation_.refresh();
  const std::shared_ptr<const Snapshot>& newest = simulation_.snapshot();
  if (newest == shown_) {
    return;
  }
  if (newest->scene.parameters.warmStart != WarmStart::off) {
    memory_.lastWarmStart = newest->scene.parameters.warmStart;
  }
  const bool otherWorld = shown_ == nullptr || shown_->run.worldVersion != newest->run.worldVersion;
  shown_ = newest;
  memory_.reductionHistory.add(*shown_);
  memory_.timeline.history.add(*shown_);
  renderer_.upload(shown_);
  prepareTwin();
  if (!shown_->run.message.empty() && shown_->run.message != lastMessage_) {
    notify(shown_->run.message);
  }
  lastMessage_ = shown_->run.message;
  if (otherWorld) {
    memory_.listedEvents.reset();
    adoptSceneView(*shown_);
  }
}

Wishes Viewport::wishes() const {
  Wishes wishes = wishesFor(options_.colourBy, options_.layers);
  wishes.residual = wishes.residual || worstResidualAsked_;
  wishes.oracle = hasTwin() && panelsShown_ && layout_.isOpen("reduction");
  if (layout_.isVisible("inspector") || wishes.trails == TrailWish::picked) {
    wishes.particle = options_.selected;
  }
  return wishes;
}

void Viewport::revealPicked(const std::optional<ParticleId>& before) {
  // A list picks a grain for what is told of it.
  if (options_.selected && options_.selected != before) {
    layout_.reveal("inspector");
  }
}

void Viewport::settleSceneView() { adoptSceneView(*simulation_.snapshot()); }

void Viewport::adoptSceneView(const Snapshot& snapshot) {
  if (!wantedView_ || !simulation_.isCurrentWorld()) {
    return;
  }
  const SceneView view = *std::exchange(wantedView_, std::nullopt);
  camera_.set(sceneCamera(view, snapshot, sceneAspect_.value_or(aspect())));
  options_.path.clear();  // it was through another scene
  options_.followPath = false;
  options_.selected.reset();
  options_.selectedPart.reset();
  options_.clip.on = false;
  options_.clip.placed = false;  // it was about another scene
  undo_.forgetView();
}

void Viewport::fitColours() {
  if (memory_.fitRange || infoOf(options_.colourBy).scale != ColourScale::range) {
    options_.range = fittedRange(*shown_, options_.colourBy);
  }
}

void Viewport::drawScene() {
  const QSize size = devicePixels();
  divideView();
  if (twinReady_) {
    drawTwin({&renderer_, &twinRenderer_}, split_, camera_.camera(), options_, size.width(), size.height());
  } else {
    renderer_.draw(camera_.camera(), options_, size.width(), size.height());
  }
}

PanelContext Viewport::panelContext() {
  PanelContext context{.snapshot = simulation_.snapshot(),
                       .scene = simulation_.scene(),
                       .actions = actions_,
                       .view = options_,
                       .memory = memory_,
                       .probes = probes_,
                       .run = simulation_.runState(),
                       .targetRate = simulation_.targetRate(),
                       .age = simulation_.age(),
                       .frame = frame_,
                       .recording = recording_,
                       .lookedAt = {camera_.camera().target.cast<double>(),
                                    2.0 * static_cast<double>(camera_.camera().distance) *
                                        std::tan(0.5 * static_cast<double>(camera_.camera().fieldOfView))},
                       .layerStatistics = renderer_.layerStatistics(),
                       .longStep = std::nullopt,
                       .longStepSeconds = 0.0,
                       .busy = {},
                       .post = poster(),
                       .trigger = trigger_};
  if (const auto step = simulation_.longStep()) {
    context.longStep = step->step;
    context.longStepSeconds = step->seconds;
  }
  if (simulation_.isLoading()) {
    context.busy = "loading " + simulation_.loadingFile().filename().string();
  } else if (simulation_.isSaving()) {
    context.busy = "saving the recording";
  }
  return context;
}

void Viewport::drawPanels(bool mayDraw) {
  backend_.beginFrame(mayDraw);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    undo_.beginGesture();
  }
  probes_.clear();
  PanelContext context = panelContext();
  const std::optional<ParticleId> picked = options_.selected;
  const auto w = static_cast<float>(width());
  const auto h = static_cast<float>(height());
  free_ = {0.0f, 0.0f, w, h};
  if (overlaysShown_ && panelsShown_) {
    const float top = drawHeadsUp(context, w);
    const float bottom = drawTimelineStrip(context, {0.0f, top, w, h});
    free_ = layout_.draw(context, {0.0f, top, w, h - bottom});
    drawToolbar(context, free_);
    drawFilmOutline(context);
  }
  drawTwinViews(context);
  drawLegend(context, free_);
  if (overlaysShown_) {
    if (const auto pull = pullOverlay()) {
      drawPull(context, *pull, free_);
    }
    drawGizmo(context, gizmoOverlay(), free_);
    drawSensorHandles(context, sensorHandles());
    if (const auto handle = clipHandle()) {
      drawClipHandle(context, *handle);
    }
    drawNotice(context, free_, notice_);
    drawCheatSheet(context, {0.0f, 0.0f, w, h}, cheatSheet_);
  }
  backend_.endFrame();
  revealPicked(picked);
  goToCameraKey();
}

void Viewport::drawFilmOutline(PanelContext& context) {
  // Only while somebody thinks of films.
  const bool wanted = recording_.state == RecordStatus::State::recording || probes_.find("panel.record").has_value();
  const RecordChoices& film = memory_.record;
  const auto [filmWidth, filmHeight] =
      film.sizePreset == kOwnSize ? film.ownSize : kSizePresets[static_cast<std::size_t>(film.sizePreset)].size;
  if (wanted && filmHeight > 0 && film.content != FilmContent::window) {
    drawFilmEdges(context, {0.0f, 0.0f, static_cast<float>(width()), static_cast<float>(height())},
                  static_cast<float>(filmWidth) / static_cast<float>(filmHeight));
  }
}

void Viewport::drainInput(int frames) {
  for (int i = 0; i < frames && framesDrawn_ > 0 && backend_.hasPendingInput(); ++i) {
    drawPanels(false);
  }
}

bool Viewport::wantsText() {
  // Whether a key is text depends on clicks that may still wait for their frame.
  if (backend_.hasPendingInput()) {
    constexpr int kMost = 64;
    drainInput(kMost);
    if (framesDrawn_ > 0) {
      drawPanels(false);  // ImGui says one frame later that it wants text
    }
  }
  return backend_.wantsText();
}

float Viewport::aspect() const {
  const float free = free_.x1 > free_.x0 ? free_.x1 - free_.x0 : static_cast<float>(width());
  return free / static_cast<float>(std::max(1, height()));
}

void Viewport::noteView() {
  if (shown_ == nullptr || wantedView_ || isDragging()) {
    return;
  }
  undo_.noteView({camera_.goal(), options_.clip, options_.colourBy, options_.colourMap}, camera_.takeJump());
}

void Viewport::showSceneView(const SceneView& view) { wantedView_ = view; }

void Viewport::setCamera(const Camera& camera) {
  camera_.set(camera);
  undo_.forgetView();
  requestFrame();
}

void Viewport::showCamera(const Camera& camera) {
  wantedView_.reset();
  options_.selected.reset();
  options_.selectedPart.reset();
  setCamera(camera);
}

void Viewport::setLook(Theme theme, float scale) {
  options_.lightBackdrop = theme == Theme::light;
  backend_.setLook(theme, scale);
  requestFrame();
}

void Viewport::setPanelsShown(bool shown) {
  panelsShown_ = shown;
  requestFrame();
}

void Viewport::setCheatSheetShown(bool shown) {
  cheatSheet_ = shown;
  requestFrame();
}

bool Viewport::closePopup() {
  if (!backend_.hasPopup()) {
    return false;
  }
  backend_.closePopups();
  requestFrame();
  return true;
}

void Viewport::notify(const std::string& text) {
  notice_ = text;
  noticeAge_.start();
  requestFrame();
  Q_EMIT notified(QString::fromStdString(text));
}

QImage Viewport::picture(bool withPanels) {
  const bool before = std::exchange(overlaysShown_, withPanels);
  renderer_.finishPreparing();
  twinRenderer_.finishPreparing();
  QImage image = grabFramebuffer();
  overlaysShown_ = before;
  requestFrame();
  return image.convertToFormat(QImage::Format_RGB32);
}

}  // namespace scree
