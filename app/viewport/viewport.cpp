#include "app/viewport/viewport.h"

#include <QAccessible>
#include <QImage>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <utility>

#include "app/document/simulation.h"
#include "app/view/colour_fit.h"
#include "engine/base/clock.h"

namespace scree {

namespace {

constexpr int kInputFrames = 8;  // undrawn frames before a drawn one, so that one drawn frame answers a click

}  // namespace

Viewport::Viewport(Simulation& simulation, std::vector<ActionText> actions, Trigger trigger, QWidget* parent)
    : QOpenGLWidget(parent),
      simulation_(simulation),
      undo_(simulation, options_, memory_,
            {.showView =
                 [this](const ViewState& state) {
                   camera_.control().flyTo(state.camera);
                   camera_.control().takeJump();
                   options_.clip = state.clip;
                   if (options_.colourBy != state.colourBy) {
                     colourGrains(options_, memory_, state.colourBy);
                   }
                   options_.colourMap = state.colourMap;
                   options_.askMembers = state.askMembers;
                   options_.askSolver = state.askSolver;
                   options_.measures = state.measures;
                 },
             .notify = [this](const std::string& text) { notify(text); }}),
      host_{.widget = *this,
            .simulation = simulation,
            .options = options_,
            .memory = memory_,
            .layout = layout_,
            .undo = undo_,
            .notify = [this](const std::string& text) { notify(text); },
            .requestFrame = [this] { requestFrame(); },
            .freeArea = [this] { return panels_.freeArea(); }},
      panels_(host_, std::move(actions), std::move(trigger)),
      tools_({.host = host_,
              .views = views_,
              .camera = camera_,
              .picker = picker_,
              .actions = panels_.actions(),
              .trigger = panels_.trigger()}) {
  board_ = new PanelBoard(
      host_,
      PanelBoard::Source{
          .context = [this](Probes& probes) { return panels_.context(views_, camera_, frames_.times(), probes); },
          .finished =
              [this](const std::optional<ParticleId>& picked) {
                panels_.revealPicked(picked);
                camera_.goToAskedKey();
                if (!memory_.notice.empty()) {
                  notify(std::exchange(memory_.notice, {}));
                }
              },
          .anotherFrame = [this] { frames_.extend(); },
          .mayBuild = [this] { return frames_.count() > 0 && views_.shown() != nullptr; },
          .wantsKey = [this](const QKeyEvent& key) { return tools_.wantsKey(key); },
          .passKey =
              [this](const QKeyEvent& key) {
                tools_.key(key);
                requestFrame();
              }});
  frames_.setCompanion(board_);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_InputMethodEnabled);
  setMinimumSize(320, 200);
  setAccessibleName("View of the scene");
  views_.prepareAside([this] { QMetaObject::invokeMethod(this, &Viewport::prepared, Qt::QueuedConnection); });
}

Viewport::~Viewport() {
  delete board_;
  if (context() != nullptr) {
    // The base class destroys the context after the members of this class, which the context's signal must not reach.
    disconnect(context(), nullptr, this, nullptr);
  }
  releaseGraphics();
}

void Viewport::releaseGraphics() {
  makeCurrent();
  panels_.backend().releaseGraphics();
  views_.release();
  doneCurrent();
}

void Viewport::tick() {
  if (simulation_.hasNews()) {
    requestFrame(FrameReason::news);
  }
  const bool clockRuns = simulation_.isBusy() && frames_.isClockStale();
  if (panels_.endNotice() || clockRuns) {
    requestFrame(FrameReason::news);
  }
}

void Viewport::initializeGL() {
  if (!views_.initialise()) {
    Q_EMIT failed(QString::fromStdString(views_.failure()));
    return;
  }
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &Viewport::releaseGraphics, Qt::UniqueConnection);
  frames_.setSoftware(views_.isSoftware());
  panels_.backend().initialiseGraphics();
}

void Viewport::paintGL() {
  const double start = steadySeconds();
  if (!views_.failure().empty()) {
    QOpenGLFunctions& gl = *context()->functions();
    gl.glClearColor(0.1f, 0.1f, 0.1f, 1.0f);
    gl.glClear(GL_COLOR_BUFFER_BIT);
    return;
  }
  ImGuiBackend& backend = panels_.backend();
  takeSnapshot();
  const bool flying = camera_.beginFrame();
  fitColours();
  drainInput(kInputFrames);
  tools_.beginFrame();
  views_.draw(camera_.now());
  buildPanels(true);
  simulation_.request(request());
  ask();
  backend.draw();
  if (views_.isSoftware()) {
    context()->functions()->glFinish();  // waits for the rasteriser's threads, so that their time counts
  }
  noteView();
  frames_.drawn(start, flying || backend.hasPendingInput() || backend.isKeyHeld());
  Q_EMIT painted();
}

void Viewport::buildPanels(bool mayDraw) { panels_.build(views_, camera_, tools_, frames_.times(), mayDraw); }

void Viewport::prepared() {
  if (views_.isPreparing()) {
    requestFrame(FrameReason::news);  // a playing run needs no request: its next state brings a frame
  }
}

void Viewport::takeSnapshot() {
  simulation_.refresh();
  const std::shared_ptr<const Snapshot>& newest = simulation_.snapshot();
  const std::shared_ptr<const Snapshot> before = views_.shown();
  if (newest == before) {
    return;
  }
  if (newest->scene.parameters.warmStart != WarmStart::off) {
    memory_.lastWarmStart = newest->scene.parameters.warmStart;
  }
  const bool otherWorld = before == nullptr || before->run.worldVersion != newest->run.worldVersion;
  memory_.reductionHistory.add(*newest);
  memory_.matterRates.add(*newest);
  memory_.timeline.history.add(*newest);
  views_.show(newest);
  if (panels_.isNewMessage(newest->run.message)) {
    notify(newest->run.message);
  }
  if (otherWorld) {
    memory_.listedEvents.reset();
    memory_.listedGrains.reset();
    camera_.adoptSceneView(*newest);
  }
}

SnapshotRequest Viewport::request() const {
  SnapshotRequest request = requestFor(options_.colourBy, options_.layers);
  request.residual = request.residual || camera_.wantsResidual();
  request.oracle = simulation_.snapshot()->twin.snapshot != nullptr && layout_.isOpen("reduction");
  request.network = layout_.isOpen("force_network");
  if (layout_.isOpen("inspector") || request.trails == TrailRequest::picked) {
    request.particle = options_.selected;
  }
  return request;
}

void Viewport::ask() {
  if (!simulation_.isApplied()) {
    return;
  }
  const std::shared_ptr<const Snapshot> now = simulation_.snapshot();
  if (const bool members = asksMembers(options_); members != now->asked.isOn) {
    simulation_.post(AskMembers{members});
  }
  if (const bool solver = asksSolver(options_); solver != now->solverError.isOn) {
    simulation_.post(AskSolver{solver});
  }
  if (!sameMeasures(options_.measures, *now->run.measures->measures)) {
    simulation_.post(SetMeasures{std::make_shared<const MeasureList>(options_.measures)});
  }
}

void Viewport::fitColours() {
  if (memory_.fitRange || infoOf(options_.colourBy).scale != ColourScale::range) {
    options_.range = fittedRange(*views_.shown(), options_.colourBy);
  }
}

void Viewport::noteView() {
  if (views_.shown() == nullptr || camera_.awaitsScene() || isDragging()) {
    return;
  }
  undo_.noteView({camera_.goal(), options_.clip, options_.colourBy, options_.colourMap, options_.askMembers,
                  options_.askSolver, options_.measures},
                 camera_.control().takeJump());
}

void Viewport::setLook(Theme theme, float scale) {
  options_.lightBackdrop = theme == Theme::light;
  panels_.backend().setLook(theme, scale);
  board_->setLook(theme, scale);
  requestFrame();
}

void Viewport::notify(const std::string& text) {
  panels_.setNotice(text);
  // Screen readers tell it too.
  setAccessibleDescription(QString::fromStdString(text));
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
  Q_EMIT notified(QString::fromStdString(text));
}

QImage Viewport::picture(bool withOverlays) {
  const bool before = panels_.setOverlaysShown(withOverlays);
  views_.finishPreparing();
  QImage image = grabFramebuffer();
  panels_.setOverlaysShown(before);
  requestFrame();
  return image.convertToFormat(QImage::Format_RGB32);
}

}  // namespace scree
