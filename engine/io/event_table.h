#pragma once

#include <filesystem>

#include "engine/io/output_file.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// What merged and split during a run as a table, comma-separated with a header line (RFC 4180), a row an event in
/// their order: step, time_s, particle, aggregate_before, aggregate_after (0: free), cause (merge, or why it was split
/// off), measured (what was), value, limit, unit, partner (particle ID, body NAME or sensor NAME). Cells of what does
/// not apply are empty: a merge and an audit have neither value nor partner.
class EventTable {
 public:
  /// `resumed`: rows of an earlier run up to the world's step are kept. Throws OutputError, as all of these.
  EventTable(const std::filesystem::path& file, const World& world, bool resumed);
  /// The events of the step that the world has just made.
  void write(const World& world, const StepData& data);
  /// Throws OutputError when anything written did not reach the file.
  void close();

 private:
  OutputFile file_;
};

}  // namespace scree
