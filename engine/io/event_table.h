#pragma once

#include <filesystem>

#include "engine/io/output_file.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Table of the merges and splits of a run, comma-separated with a header line (RFC 4180), one row an event in their
/// order: step, time_s, particle, aggregate_before, aggregate_after (0: free), cause (merge, or the idea of the
/// split: a name of kSplitIdeaNames), detail (sub-cause of the split: a name of kSplitCauses), measured (name of the
/// measured quantity), value, limit, unit, partner (particle ID, body NAME or sensor NAME). Cells that do not apply are
/// empty: a merge has no detail; a merge and an audit have no value and no partner.
class EventTable {
 public:
  /// Opens the table. With `resumed` the rows of an earlier run up to the world's step are kept. Throws OutputError, as
  /// the other functions.
  EventTable(const std::filesystem::path& file, const World& world, bool resumed);
  /// Writes the events of the step that the world has just made.
  void write(const World& world, const StepData& data);
  /// Closes the table. Throws OutputError when a part of it was not written.
  void close();

 private:
  OutputFile file_;
};

}  // namespace scree
