#include "app/study_dock/point_opening.h"

namespace scree {

PointOpening openingOf(const StudyRuns& runs, std::size_t place, const SweepFolder& folder, bool fromBeginning) {
  const StudyPoint& point = runs.study->points[place];
  const PointFolder files = folder.point(point.hash);
  if (const std::filesystem::path recording = recordingIn(files); !fromBeginning && !recording.empty()) {
    return {.recording = recording, .run = {}, .refusal = {}};
  }
  const PointPlace found = placeOf(*runs.study, place, folder);
  ScenePoint opened{.title = nameOfPoint(runs.study->study, point),
                    .scene = found.task.scene,
                    .overrides = found.task.overrides,
                    .start = found.start,
                    .startOverrides = found.startOverrides,
                    .state = {},
                    .until = found.task.run.until};
  std::error_code error;
  if (!fromBeginning && std::filesystem::exists(files.state(), error)) {
    opened.state = files.state();
    opened.title += runs.readings[place].status.state == PointState::done ? ", at its end" : ", as saved last";
  } else if (!found.isStartReady) {
    return {
        .recording = {}, .run = {}, .refusal = "The start of this point has not been run yet: start the sweep first"};
  }
  return {.recording = {}, .run = std::move(opened), .refusal = {}};
}

}  // namespace scree
