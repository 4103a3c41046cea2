#include "app/film/offline_film.h"
#include "app/console/exit_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

#include "app/render/scene_camera.h"
#include "app/render/snapshot_painter.h"
#include "app/video/recorder.h"
#include "app/view/colour_fit.h"
#include "engine/state/state.h"

namespace scree {

namespace {

constexpr std::chrono::milliseconds kPoll(1);

/// Steps the run of a film on the calling thread; the recorder draws and encodes on its own thread.
class Making {
 public:
  Making(const OfflineFilm& film, const std::function<bool()>& stop,
         const std::function<void(std::uint64_t, std::uint64_t)>& tell)
      : film_(film), stop_(stop), tell_(tell), run_(film.plan), recorder_(film.settings, [this] {
          painter_.leaveThread();
        }) {
    wanted_ = std::min(run_.frames(), film.frameLimit.value_or(UINT64_MAX));
  }

  OfflineOutcome make() {
    bool over = false;
    while (offered_ < wanted_ && !recorder_.isDone() && !over && !stop_()) {
      const bool ended = run_.isOver();
      if (run_.captures().pending()) {
        take(run_.captures().latest());
      } else {
        over = ended;  // the run has ended and its last snapshot was taken
        const double wait = run_.advance();
        if (wait > 0.0 && !run_.captures().pending() && !over) {
          run_.wait(wait);
        }
      }
    }
    if (last_ != nullptr && offered_ < wanted_ && over) {
      // The last step may end a little before the last frame, which then shows that step.
      offer(last_, offered_);
    }
    recorder_.finish();
    while (!recorder_.isDone()) {
      std::this_thread::sleep_for(kPoll);
    }
    return outcome();
  }

 private:
  void take(const std::shared_ptr<const Snapshot>& shown) {
    last_ = shown;
    const std::uint64_t due = std::min(shown->run.filmFrames, wanted_);
    while (offered_ < due && !recorder_.isDone() && !stop_()) {
      offer(shown, offered_);
    }
    run_.acknowledge(shown->run.filmFrames);
  }

  void offer(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t frame) {
    const auto shot = std::make_shared<const Shot>(shotOf(snapshot, run_.timeOf(frame)));
    while (!recorder_.hasRoom() && !recorder_.isDone()) {
      std::this_thread::sleep_for(kPoll);
    }
    const auto paint = [shot, painter = &painter_](RgbaImage& picture) { painter->paint(*shot, 1, picture); };
    if (recorder_.offer(paint, 1)) {
      ++offered_;
      tell_(offered_, wanted_);
    }
  }

  Shot shotOf(const std::shared_ptr<const Snapshot>& snapshot, double time) {
    const PixelSize size = film_.settings.size;
    if (!camera_) {
      camera_ = sceneCamera(film_.sceneView, *snapshot,
                            static_cast<float>(size.width) / static_cast<float>(std::max(size.height, 1)));
    }
    Shot shot{snapshot, *camera_, film_.view, {}};
    if (film_.view.followPath && !film_.view.path.isEmpty()) {
      shot.camera = film_.view.path.at(time);
    }
    shot.view.range = fittedRange(*snapshot, shot.view.colourBy);
    if (film_.content == FilmContent::sceneAndLegend) {
      shot.overlay = overlays_.make(snapshot, shot.camera, shot.view, film_.scene,
                                    {film_.marks, film_.title, film_.caption}, size);
    }
    return shot;
  }

  OfflineOutcome outcome() const {
    const RecorderProgress progress = recorder_.progress();
    const bool good = progress.state == RecorderProgress::State::finished;
    const double seconds = static_cast<double>(progress.frames) / film_.settings.framesPerSecond;
    std::string message = progress.message;
    if (good) {
      message = fmt::format("Film saved as {} ({:.1f} s){}{}{}{}", film_.settings.file.string(), seconds,
                            sizeRemark(film_.settings), offered_ < wanted_ ? ", cut short" : "",
                            progress.message.empty() ? "" : "; " + progress.message, endingEarly());
    }
    return {good ? kDone : kOutputFailed, progress.frames, message};
  }

  /// Remark on a recording that is shorter than the length asked for.
  std::string endingEarly() const {
    const double asked = static_cast<double>(film_.frameLimit.value_or(0)) / film_.settings.framesPerSecond;
    return run_.frames() < film_.frameLimit.value_or(0)
               ? fmt::format("; the recording ends there, before the {:g} s asked for", asked)
               : "";
  }

  const OfflineFilm& film_;
  const std::function<bool()>& stop_;
  const std::function<void(std::uint64_t, std::uint64_t)>& tell_;
  ReplayRun run_;
  OverlayMaker overlays_;
  SnapshotPainter painter_;  // must outlive the recorder, whose thread uses it
  Recorder recorder_;
  std::optional<Camera> camera_;
  std::shared_ptr<const Snapshot> last_;
  std::uint64_t offered_ = 0;
  std::uint64_t wanted_ = 0;
};

}  // namespace

OfflineOutcome makeOfflineFilm(const OfflineFilm& film, const std::function<bool()>& stop,
                               const std::function<void(std::uint64_t, std::uint64_t)>& tell) {
  if (const std::string problem = problemOf(film.settings); !problem.empty()) {
    return {kUsage, 0, problem};
  }
  try {
    return Making(film, stop, tell).make();
  } catch (const StateError& error) {
    return {kBadCheckpoint, 0, fmt::format("The recording cannot be stepped: {}", error.what())};
  } catch (const std::exception& error) {
    return {kNoGraphics, 0, fmt::format("No film can be made: {}", error.what())};
  }
}

}  // namespace scree
