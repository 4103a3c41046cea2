#include "app/viewport/work_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/document/simulation.h"
#include "engine/analysis/solving/method_comparison.h"

namespace scree {

namespace {

LongWork loadingWork(const Simulation& simulation) {
  const WorkWatch& watch = simulation.loadingWatch();
  LongWork work{.name = "Loading " + simulation.loadingFile().filename().string()};
  if (watch.isCancelled()) {
    work.stage = "ending";
    return work;
  }
  work.stage = watch.stage();
  if (const double share = watch.share(); share >= 0.0) {
    work.share = share;
  }
  work.cancelAction = "cancel_loading";
  work.help = "Cancels the loading; the scene that runs stays as it is.";
  return work;
}

LongWork seekingWork(const Snapshot& now) {
  const Timeline& run = now.run.timeline;
  LongWork work{.name = fmt::format("Going to {:.2f} s", timeOf(run, *run.seekTo))};
  if (*run.seekTo > run.seekFrom) {
    work.share = static_cast<double>(now.run.step - std::min(now.run.step, run.seekFrom)) /
                 static_cast<double>(*run.seekTo - run.seekFrom);
  }
  work.cancel = Pause{};
  work.help = "Stops at the step reached, which is one of this run; nothing of the run is lost. Esc does the same.";
  return work;
}

LongWork filmWork(const RecordStatus& film) {
  const bool isRecording = film.state == RecordStatus::State::recording;
  LongWork work{.name = isRecording           ? "Filming"
                        : film.finished > 0.0 ? "Making the GIF smaller"
                                              : "Finishing the film"};
  if (isRecording && !film.stage.empty()) {
    work.stage = film.stage;
    work.share = film.stageShare;
  } else if (isRecording && film.wanted > 0) {
    work.share = static_cast<double>(film.frames) / static_cast<double>(film.wanted);
  } else if (film.finished > 0.0) {
    work.share = film.finished;
  }
  work.cancelAction = "cancel_film";
  work.help = "Cancels the film: no file of it is left. Ctrl+R ends it and keeps what was filmed.";
  return work;
}

}  // namespace

std::vector<LongWork> worksUnderWay(const Simulation& simulation, const RecordStatus& film) {
  const Snapshot& now = *simulation.snapshot();
  std::vector<LongWork> works;
  if (simulation.isLoading()) {
    works.push_back(loadingWork(simulation));
  }
  if (simulation.isSaving()) {
    works.push_back({.name = "Saving the recording"});
  }
  if (now.run.timeline.seekTo) {
    works.push_back(seekingWork(now));
  }
  if (const std::optional<int> compared = simulation.compared()) {
    works.push_back({.name = "Comparing methods",
                     .share = static_cast<double>(*compared) / comparedMethods(),
                     .cancel = StopComparing{},
                     .help = "Cancels the comparison; the run goes on."});
  }
  if (now.solverError.isOn && now.solverError.answer == nullptr) {
    works.push_back({.name = "Measuring the solver's error"});
  }
  if (now.precision.isUnderWay) {
    works.push_back({.name = "Measuring precision",
                     .stage = now.precision.run,
                     .share = now.precision.part,
                     .cancel = StopPrecision{},
                     .help = "Ends the measurement; the rows that are done stay."});
  }
  // A film without an end in sight has no share: the line at the top tells how long it is.
  if (film.state == RecordStatus::State::finishing ||
      (film.state == RecordStatus::State::recording && film.wanted > 0)) {
    works.push_back(filmWork(film));
  }
  return works;
}

}  // namespace scree
