#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/run_recorder.h"
#include "engine/io/csv_writer.h"
#include "engine/io/event_table.h"
#include "engine/io/report.h"
#include "engine/io/vtk_writer.h"

namespace scree {

/// The files a run was asked for. One that fails is reported once on stderr and given up; the others go on.
class RunOutputs {
 public:
  /// Opens what grows during the run and tries whether the rest could be written, so that a wrong path shows at once.
  /// `resumed`: keep what an earlier run wrote to the same folders up to the world's time. `clearLine` is called before
  /// a message is printed.
  RunOutputs(const RunOptions& options, const World& world, bool resumed, std::function<void()> clearLine);

  /// Something was asked for and nothing of it can be written.
  bool allFailed() const { return !failures_.empty() && open() == 0; }
  const std::vector<std::string>& failures() const { return failures_; }

  /// Writes the frame of the initial state, unless it was there before a resumed run.
  void begin(const World& world, const StepData& data);
  /// Whether afterStep() is going to read the particles' places: see placeMembers().
  bool readsPlaces(const World& world) const;
  /// Writes rows and frames that are due, and records.
  void afterStep(const World& world, const StepData& data);
  /// Completes the tables and writes the checkpoint and the HDF5 file; `data` is that of the last step.
  void finish(const World& world, const StepData& data);
  /// Writes the report, last, so that it knows how everything else went.
  void writeReport(const RunReport& report, const World& world, const StepData& data);
  /// What was written, for people.
  const std::vector<std::string>& written() const { return written_; }

 private:
  template <typename Action>
  bool attempt(Action action);
  std::size_t open() const;
  /// Whether rows and frames are.
  bool isDue(const World& world) const;

  RunOptions options_;
  bool resumed_;
  std::function<void()> clearLine_;
  std::optional<CsvSeries> csv_;
  std::optional<EventTable> events_;
  std::optional<VtkSeries> vtk_;
  std::optional<RunRecorder> recorder_;
  bool checkpoint_ = false;
  bool hdf5_ = false;
  bool report_ = false;
  double interval_;          ///< s between frames and rows, 0 = every step
  std::uint64_t frame_ = 0;  ///< number of the next one
  std::vector<std::string> failures_;
  std::vector<std::string> written_;
};

}  // namespace scree
