#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/experiment.h"
#include "app/studies/svg_plot.h"
#include "app/studies/warm_start_table.h"

namespace scree {

/// What a part of the warm start experiment found.
struct PartResult {
  std::vector<Measurement> rows = {};
  std::string report = {};                               ///< a section in Markdown
  std::vector<std::pair<std::string, Plot>> plots = {};  ///< by file name
  bool failed = false;                                   ///< a scene did not load; why was printed
};

// Each runs one part. After a signal what is unfinished is left out.
PartResult columnPart(const WarmStartOptions& options);
PartResult pilePart(const WarmStartOptions& options);
PartResult drumPart(const WarmStartOptions& options);
PartResult creepPart(const WarmStartOptions& options);

}  // namespace scree
