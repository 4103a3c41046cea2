#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/experiment.h"
#include "app/studies/svg_plot.h"
#include "app/studies/warm_start_table.h"

namespace scree {

/// Results of a part of the study on warm starting.
struct PartResult {
  std::vector<Measurement> rows = {};
  std::string report = {};                               ///< section of the report in Markdown
  std::vector<std::pair<std::string, Plot>> plots = {};  ///< plots by file name
  bool failed = false;                                   ///< a scene did not load; its errors were printed
};

// Parts of the study. After a signal the unfinished runs of a part are left out.
PartResult columnPart(const WarmStartOptions& options);
PartResult pilePart(const WarmStartOptions& options);
PartResult drumPart(const WarmStartOptions& options);
PartResult creepPart(const WarmStartOptions& options);

}  // namespace scree
