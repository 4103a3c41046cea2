#pragma once

#include <optional>

#include "app/document/scene_point.h"
#include "app/study_dock/study_picture.h"

namespace scree {

/// Content that opening a point shows: a recording, a run, or neither and why.
struct PointOpening {
  std::filesystem::path recording;
  std::optional<ScenePoint> run;
  std::string refusal;
};

/// Finds what opening a point shows: its recording, else the state that its folder keeps, else its beginning; with
/// `fromBeginning` that in any case.
PointOpening openingOf(const StudyRuns& runs, std::size_t place, const SweepFolder& folder, bool fromBeginning);

}  // namespace scree
