#include "app/document/simulation.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <utility>

#include "app/document/session_file.h"
#include "app/document/session_world.h"
#include "engine/base/clock.h"
#include "engine/io/output_file.h"
#include "engine/state/state.h"

namespace scree {

namespace {

constexpr double kLongStep = 0.5;  // real time after which a step is long [s]

SceneInfo infoOf(const std::string& name, const std::string& description, const std::filesystem::path& file,
                 const World& world) {
  SceneInfo info{name, description, file.string(), world.parameters, {}, world.materials, madeMeshesOf(world.bodies),
                 {},   {}};
  for (const Body& body : world.bodies) {
    std::vector<double>& speeds = info.driveSpeeds.emplace_back();
    for (const Drive& drive : body.drives) {
      speeds.push_back(drive.speed.value);
    }
  }
  info.granulation = world.granulation.laws;
  for (const bool isSpray : {false, true}) {
    for (const MatterZone& zone : isSpray ? world.granulation.sprays : world.granulation.fines) {
      info.feeds[isSpray ? 1 : 0].push_back(zone.rate);
    }
  }
  return info;
}

std::string describeRecording(const Recording& recording) {
  return fmt::format("A recording from {:.4g} to {:.4g} s with {} change{}.", recording.states.front().time,
                     recording.lastTime, recording.commands.size(), recording.commands.size() == 1 ? "" : "s");
}

}  // namespace

Simulation::Simulation() : session_(World(), false), worker_([this](const std::stop_token& stop) { work(stop); }) {}

Simulation::~Simulation() {
  worker_.request_stop();
  session_.interrupt();
  session_.commands().wake();
}

void Simulation::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const double wait = session_.advance();
    if (wait > 0.0 && !stop.stop_requested()) {
      session_.commands().wait(wait);
    }
  }
}

Simulation::Loaded Simulation::load(const std::filesystem::path& file, const std::vector<SceneOverride>& settings,
                                    WorkWatch& watch) {
  Loaded loaded;
  loaded.file = file;
  if (isSession(file)) {
    SessionResult read = readSession(file);
    if (!read.session) {
      loaded.scene.errors = std::move(read.errors);
      return loaded;
    }
    loaded.session = std::make_shared<const SavedSession>(std::move(*read.session));
    loaded.file = loaded.session->scene;
  }
  if (isRecording(loaded.file)) {
    if (!settings.empty()) {
      loaded.scene.errors.push_back({.file = loaded.file.string(),
                                     .what = "this is a recording, which has its settings",
                                     .remedy = "leave --set out"});
      return loaded;
    }
    loaded.hashes = hashesOf(loaded.file, {});
    loadRecording(loaded);
    return loaded;
  }
  loaded.scene = loadScene(loaded.file, settings, &watch);
  finishScene(loaded);
  return loaded;
}

Simulation::Loaded Simulation::loadOfPoint(const std::shared_ptr<const ScenePoint>& point, WorkWatch& watch) {
  Loaded loaded;
  loaded.file = point->scene;
  loaded.point = point;
  loaded.scene = loadPoint(*point, &watch);
  if (loaded.scene.scene && !point->until) {
    auto ended = std::make_shared<ScenePoint>(*point);
    ended->until = loaded.scene.scene->duration;
    loaded.point = std::move(ended);
  }
  finishScene(loaded);
  return loaded;
}

Simulation::Loaded Simulation::loadExtended(const std::string& text, const std::filesystem::path& file,
                                            WorkWatch& watch) {
  Loaded loaded;
  loaded.file = file;
  loaded.scene = loadSceneText(text, file.string(), {}, &watch);
  watch.tell("writing the scene", -1.0);  // the last moment to give it up
  if (!loaded.scene.scene) {
    return loaded;
  }
  loaded.scene.scene->file = file;
  try {
    writeFileAtomically(file, text);
  } catch (const OutputError& error) {
    loaded.scene.scene.reset();
    loaded.scene.errors.push_back(
        {.file = file.string(), .what = error.what(), .remedy = "choose another name or place"});
    return loaded;
  }
  finishScene(loaded);
  return loaded;
}

void Simulation::finishScene(Loaded& loaded) {
  if (auto& scene = loaded.scene.scene) {
    loaded.hashes = hashesOf(loaded.file, scene->files);
    std::string description = scene->description;
    for (const SceneError& note : scene->notes) {
      description += "\n\n" + note.what + ": " + note.remedy;
    }
    loaded.info = infoOf(scene->name, description, scene->file, scene->world);
    if (loaded.session != nullptr) {
      loaded.misfits = applyChanges(scene->world, loaded.session->changes);
    }
  }
}

void Simulation::loadRecording(Loaded& loaded) {
  try {
    loaded.recording = readRecording(loaded.file);
    const Recording& recording = loaded.recording->recording;
    const World first = restoreState(*recording.states.front().bytes);
    loaded.info = infoOf(recording.name, describeRecording(recording), loaded.file, first);
  } catch (const RecordingError& error) {
    loaded.scene.errors.push_back({.file = loaded.file.string(), .what = error.reason, .remedy = error.remedy});
  }
}

void Simulation::setSettings(const std::filesystem::path& file, std::vector<SceneOverride> settings) {
  settingsFile_ = file;
  settings_ = std::move(settings);
}

void Simulation::open(const std::filesystem::path& file, bool keepView,
                      const std::shared_ptr<const ScenePoint>& point) {
  loadingFile_ = file;
  loadingKeepsView_ = keepView;
  loadingExtends_ = false;
  loadingWatch_ = std::make_shared<WorkWatch>();
  if (point) {
    loading_ = std::async(std::launch::async, [point, watch = loadingWatch_] { return loadOfPoint(point, *watch); });
    return;
  }
  loading_ =
      std::async(std::launch::async, [file, settings = file == settingsFile_ ? settings_ : std::vector<SceneOverride>(),
                                      watch = loadingWatch_] { return load(file, settings, *watch); });
}

void Simulation::extend(std::string text, const std::filesystem::path& file) {
  loadingFile_ = file;
  loadingKeepsView_ = true;
  loadingExtends_ = true;
  loadingWatch_ = std::make_shared<WorkWatch>();
  loading_ = std::async(std::launch::async, [text = std::move(text), file, watch = loadingWatch_] {
    return loadExtended(text, file, *watch);
  });
}

std::optional<OpenOutcome> Simulation::poll() {
  if (!loading_.valid() || loading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  Loaded loaded;
  bool cancelled = loadingWatch_->isCancelled() && !loadingExtends_;
  try {
    loaded = loading_.get();
  } catch (const WorkCancelled&) {
    cancelled = true;
  } catch (const std::exception& error) {
    loaded.file = loadingFile_;
    loaded.scene.errors.push_back({.file = loadingFile_.string(),
                                   .what = fmt::format("cannot be read: {}", error.what()),
                                   .remedy = "check the file, and that there is memory for what it holds"});
  }
  if (cancelled) {
    return OpenOutcome{.file = loadingFile_,
                       .scene = {},
                       .hashes = {},
                       .keepView = loadingKeepsView_,
                       .cancelled = true,
                       .extends = loadingExtends_,
                       .errors = {},
                       .view = std::nullopt,
                       .recording = nullptr,
                       .damage = {},
                       .session = nullptr,
                       .misfits = {},
                       .before = nullptr,
                       .point = nullptr};
  }
  OpenOutcome outcome{.file = loadingFile_,
                      .scene = loaded.file,
                      .hashes = loaded.hashes,
                      .keepView = loadingKeepsView_,
                      .extends = loadingExtends_,
                      .errors = std::move(loaded.scene.errors)};
  outcome.session = std::move(loaded.session);
  outcome.misfits = std::move(loaded.misfits);
  outcome.point = std::move(loaded.point);
  if (loaded.scene.scene) {
    outcome.view = loaded.scene.scene->view;
    outcome.before = outcome.extends ? start_ : nullptr;
    const std::shared_ptr<const SceneStart> start = startOf(loaded);
    if (outcome.extends) {
      continueWith(start);
    } else {
      if (outcome.point) {
        setPlaying(false);  // its state is shown before a step is taken
      }
      replaceSequence_ = post(ReplaceWorld{start->world});
      if (outcome.point) {
        post(SetEnd{outcome.point->until});
      }
      showStart(start);
    }
  } else if (loaded.recording) {
    outcome.view = SceneView{};
    outcome.damage = loaded.recording->damage;
    outcome.recording = std::make_shared<const Recording>(std::move(loaded.recording->recording));
    replaceSequence_ = post(ReplayRecording{outcome.recording});
    scene_ = std::move(loaded.info);
    start_.reset();
  }
  return outcome;
}

std::shared_ptr<const SceneStart> Simulation::startOf(Loaded& loaded) {
  return std::make_shared<const SceneStart>(
      SceneStart{std::make_shared<const World>(std::move(loaded.scene.scene->world)), std::move(loaded.info),
                 loaded.file, loaded.hashes});
}

void Simulation::showStart(std::shared_ptr<const SceneStart> start) {
  start_ = std::move(start);
  scene_ = start_->info;
}

std::uint64_t Simulation::continueWith(std::shared_ptr<const SceneStart> start) {
  showStart(std::move(start));
  return replaceSequence_ = post(ExtendWorld{start_->world});
}

std::uint64_t Simulation::post(Command command) {
  lastSequence_ = session_.post(std::move(command));
  return lastSequence_;
}

void Simulation::setPlaying(bool playing) {
  const std::uint64_t sequence = playing ? post(Play{}) : post(Pause{});
  wantedPlaying_ = PendingValue{sequence, playing ? 1.0 : 0.0};
}

void Simulation::step(int count) { wantedPlaying_ = PendingValue{post(StepOnce{count}), 0.0}; }

void Simulation::stepBack(int count) { wantedPlaying_ = PendingValue{post(StepBack{count}), 0.0}; }

void Simulation::seek(std::uint64_t step) { wantedPlaying_ = PendingValue{post(SeekTo{step}), 0.0}; }

void Simulation::saveRecording(const std::filesystem::path& file) {
  const auto promise = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  saving_ = std::async(std::launch::async, [file, run = promise->get_future()]() mutable -> std::string {
    try {
      writeRecording(*run.get(), file);
      return "Recording saved as " + file.string();
    } catch (const OutputError& error) {
      return std::string(error.what()) + ": choose another name or place";
    } catch (const std::future_error&) {
      return "Nothing was saved: the program is closing";
    } catch (const std::exception& error) {
      return fmt::format("Nothing was saved: {}", error.what());
    }
  });
  post(TakeRecording{promise});
}

std::optional<std::string> Simulation::pollSaved() {
  if (!saving_.valid() || saving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  return saving_.get();
}

void Simulation::restart() { replaceSequence_ = post(Restart{}); }

void Simulation::setTargetRate(double rate) { wantedRate_ = PendingValue{post(SetTargetRate{rate}), rate}; }

bool Simulation::refresh() {
  std::shared_ptr<const Snapshot> newest = session_.snapshots().latest();
  if (newest == nullptr || newest == snapshot_) {
    return false;
  }
  snapshot_ = std::move(newest);
  return true;
}

bool Simulation::wantPlaying() const {
  const bool pending = wantedPlaying_ && snapshot_->run.lastCommand < wantedPlaying_->sequence;
  return pending ? wantedPlaying_->value != 0.0 : snapshot_->run.playing;
}

RunState Simulation::runState() const {
  const bool pending = wantedPlaying_ && snapshot_->run.lastCommand < wantedPlaying_->sequence;
  const bool want = wantPlaying();
  if (!pending) {
    return want ? RunState::playing : RunState::paused;
  }
  // The session applies a command at the end of the step under way, which may take long.
  const bool stepping = session_.status().stepping;
  if (want) {
    return stepping || snapshot_->run.playing ? RunState::playing : RunState::starting;
  }
  return stepping || snapshot_->run.playing ? RunState::pausing : RunState::paused;
}

double Simulation::targetRate() const {
  const bool pending = wantedRate_ && snapshot_->run.lastCommand < wantedRate_->sequence;
  return pending ? wantedRate_->value : snapshot_->run.targetRate;
}

std::optional<int> Simulation::compared() const {
  const int count = session_.status().compared;
  return count < 0 ? std::nullopt : std::optional(count);
}

bool Simulation::isBusy() const {
  return isLoading() || isSaving() || snapshot_->run.playing || snapshot_->run.timeline.seekTo.has_value() ||
         !isApplied() || session_.status().stepping;
}

double Simulation::age() const {
  // The age of a paused world is 0: its picture stays current.
  return snapshot_->run.playing || session_.status().stepping ? std::max(0.0, steadySeconds() - snapshot_->run.wallTime)
                                                              : 0.0;
}

std::optional<LongStep> Simulation::longStep() const {
  const SessionStatus& status = session_.status();
  if (!status.stepping) {
    return std::nullopt;
  }
  const double seconds = steadySeconds() - static_cast<double>(status.stepStartNanos) * 1e-9;
  return seconds > kLongStep ? std::optional(LongStep{status.step, seconds}) : std::nullopt;
}

}  // namespace scree
