#include "app/film/render_command.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/console/exit_codes.h"
#include "app/console/signals.h"
#include "app/film/offline_film.h"
#include "engine/io/output_file.h"
#include "engine/io/recording_file.h"

namespace scree {

namespace {

constexpr double kUsualSeconds = 10.0;  // default length of a film of a scene [s]

void say(const Options& options, std::FILE* file, const std::string& text) {
  std::fputs((options.caller.toStdString() + ": " + text + "\n").c_str(), file);
}

/// Reads a recording into the plan of the film. Returns an ExitCode, after a message if that fails.
int loadRecording(const std::filesystem::path& file, const Options& options, OfflineFilm& film) {
  if (!options.settings.empty()) {
    say(options, stderr, "--set: " + file.string() + " is a recording, which has its settings: leave --set out");
    return kUsage;
  }
  try {
    ReadRecording read = readRecording(file);
    if (!read.damage.empty()) {
      say(options, stderr, read.damage);
    }
    film.scene.name = read.recording.name;
    film.plan.source = std::make_shared<const Recording>(std::move(read.recording));
  } catch (const RecordingError& error) {
    say(options, stderr, error.what());
    return kBadCheckpoint;
  }
  return kDone;
}

/// Reads a recording or a scene into the plan of the film. Returns an ExitCode, after a message if that fails.
int load(const std::filesystem::path& file, const Options& options, OfflineFilm& film) {
  if (isRecording(file) || file.extension() == std::filesystem::path(kRecordingSuffix)) {
    return loadRecording(file, options, film);
  }
  SceneResult result = loadScene(file, options.settings);
  for (const SceneError& error : result.errors) {
    std::fputs((error.text() + "\n").c_str(), stderr);
  }
  if (!result.scene || !result.errors.empty()) {
    return kBadScene;
  }
  film.scene.name = result.scene->name;
  film.sceneView = result.scene->view;
  film.plan.source = std::make_shared<const World>(std::move(result.scene->world));
  return kDone;
}

/// Reads the camera path. Returns an ExitCode, after a message if that fails.
int readPath(const Options& options, OfflineFilm& film) {
  if (options.cameraPath.isEmpty()) {
    return kDone;
  }
  const std::string file = options.cameraPath.toStdString();
  try {
    film.view.path = parseCameraPath(readFile(file), file);
  } catch (const std::runtime_error& error) {
    say(options, stderr, error.what());
    return kBadScene;
  }
  film.view.followPath = true;
  return kDone;
}

void describe(const Options& options, OfflineFilm& film) {
  const RecordChoices& choices = options.film;
  film.settings.file = options.render.toStdString();
  film.settings.format = choices.format;
  film.settings.framesPerSecond = choices.framesPerSecond;
  film.settings.quality = choices.quality;
  film.settings.gifLimit = choices.gifLimit;
  setSize(film.settings, choices.sizePreset == kOwnSize
                             ? choices.ownSize
                             : kSizePresets[static_cast<std::size_t>(choices.sizePreset)].size);
  film.content = choices.content;
  film.marks = choices.marks;
  film.title = choices.title;
  film.caption = choices.caption;
  if (options.twin) {
    film.plan.twin = ReplayTwin{*options.twin, std::nullopt};
    film.view.twinMode = TwinMode::sideBySide;
  }
  film.plan.from = choices.replayFrom;
  film.plan.interval = choices.speed / choices.framesPerSecond;
  const bool isScene = std::holds_alternative<std::shared_ptr<const World>>(film.plan.source);
  if (choices.stopAfter > 0.0 || isScene) {
    const double seconds = choices.stopAfter > 0.0 ? choices.stopAfter : kUsualSeconds;
    film.frameLimit = std::max(1LL, std::llround(seconds * choices.framesPerSecond));
    if (isScene) {
      // One frame beyond the limit, so that the limit of frames ends the film.
      film.plan.until = film.plan.from + (static_cast<double>(*film.frameLimit) + 1.0) * film.plan.interval;
    }
  }
  if (options.colour) {
    film.view.colourBy = *options.colour;
    film.view.colourMap = suitableColourMap(*options.colour);
  }
  film.plan.request = requestFor(film.view.colourBy, film.view.layers);
  film.plan.measures = film.view.measures;
  film.plan.asksMembers = asksMembers(film.view);
  film.plan.asksSolver = asksSolver(film.view);
}

}  // namespace

int renderCommand(const Options& options, const SceneLibrary& library) {
  if (options.film.content == FilmContent::window) {
    say(options, stderr, "--show: a film without a window shows none: give scene or scene-and-legend");
    return kUsage;
  }
  const auto file = resolveScene(options.scene.toStdString(), library);
  if (!file) {
    say(options, stderr, "there is no scene or recording '" + options.scene.toStdString() + "'");
    return kBadScene;
  }
  OfflineFilm film;
  if (const int code = load(*file, options, film); code != kDone) {
    return code;
  }
  if (const int code = readPath(options, film); code != kDone) {
    return code;
  }
  describe(options, film);
  watchSignals();
  const bool isWatched = ::isatty(STDERR_FILENO) == 1;
  const OfflineOutcome outcome = makeOfflineFilm(
      film, [] { return signalReceived() != 0; },
      [isWatched](std::uint64_t done, std::uint64_t wanted) {
        if (isWatched) {
          std::fprintf(stderr, "\rframe %llu of %llu%s", static_cast<unsigned long long>(done),
                       static_cast<unsigned long long>(wanted), done == wanted ? "\n" : "");
        }
      });
  say(options, outcome.code == kDone ? stdout : stderr, outcome.message);
  return outcome.code == kDone && signalReceived() != 0 ? kSignalled + signalReceived() : outcome.code;
}

}  // namespace scree
