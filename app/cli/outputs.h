#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/belt_output.h"
#include "app/cli/commands.h"
#include "app/cli/population_output.h"
#include "app/cli/run_recorder.h"
#include "engine/io/csv_writer.h"
#include "engine/io/event_table.h"
#include "engine/io/report.h"
#include "engine/io/vtk_writer.h"

namespace scree {

/// Requested output files of a run. An output that fails is reported once on stderr and then dropped; the others go on.
class RunOutputs {
 public:
  /// Opens the outputs that grow during the run, and checks that the others can be written, so that a wrong path is
  /// reported at once. `resumed` keeps the rows and frames of an earlier run in the same folders up to the world's
  /// time. `report` has the answers of the members, which rows repeat. `clearLine` is called before each message.
  /// `belt` is the memory of an earlier part of the run.
  RunOutputs(const RunOptions& options, const World& world, const RunReport& report, std::function<void()> clearLine,
             std::optional<BeltMemory> belt = {});

  /// True if outputs were requested and all of them have failed.
  bool allFailed() const { return !failures_.empty() && open() == 0; }
  const std::vector<std::string>& failures() const { return failures_; }

  /// Writes the frame of the initial state, except in a resumed run or if every step is written.
  void begin(const World& world, const StepData& data);
  /// True if the next afterStep() reads the places of particles; call placeMembers() before it.
  bool readsPlaces(const World& world) const;
  /// Writes due rows and frames, events, and the recording.
  void afterStep(const World& world, const StepData& data);
  /// Writes the checkpoint now; in a run of a sweep its sums first. `report` has those but for the belt's.
  void save(const World& world, const RunReport& report);
  /// Writes the last checkpoint of a run of a sweep.
  void saveLast(const World& world);
  /// Completes tables and recording, and writes the checkpoint, but for a run of a sweep, and the HDF5 file. `data` is
  /// that of the last step.
  void finish(const World& world, const StepData& data);
  /// Writes the report. Call it last, so that the report includes failures of other outputs.
  void writeReport(const RunReport& report, const World& world, const StepData& data);
  /// Paths of the written files, for the user.
  const std::vector<std::string>& written() const { return written_; }
  /// Numbers of the bed on the belt; empty without one.
  std::string beltSummary() const { return belt_ ? belt_->summary() : ""; }
  std::optional<BeltNumbers> beltNumbers() const { return belt_ ? belt_->numbers() : std::nullopt; }
  /// Numbers of the population; empty without one.
  std::string populationSummary() const { return population_ ? population_->summary() : ""; }
  std::optional<PopulationNumbers> populationNumbers() const {
    return population_ ? population_->numbers() : std::nullopt;
  }

 private:
  /// Outputs that are written once, at the end.
  struct AtEnd {
    bool checkpoint = false;
    bool hdf5 = false;
    bool report = false;
  };

  template <typename Action>
  bool attempt(Action action);
  std::size_t open() const;
  /// True if a row and a frame are due.
  bool isDue(const World& world) const;

  RunOptions options_;
  bool resumed_;
  std::function<void()> clearLine_;
  std::optional<CsvSeries> csv_;
  std::optional<EventTable> events_;
  std::optional<VtkSeries> vtk_;
  std::optional<RunRecorder> recorder_;
  std::optional<BeltOutput> belt_;
  std::optional<PopulationOutput> population_;
  AtEnd atEnd_;
  double interval_;          ///< simulated time between frames and rows [s]; 0 = every step
  std::uint64_t frame_ = 0;  ///< number of the next frame
  std::vector<std::string> failures_;
  std::vector<std::string> written_;
};

}  // namespace scree
