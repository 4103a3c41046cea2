#include "app/cli/outputs.h"

#include <algorithm>
#include <cmath>

#include "app/cli/run_sums.h"
#include "app/console/print.h"
#include "engine/io/checkpoint_file.h"
#include "engine/io/hdf5_writer.h"

namespace scree {

namespace {

// Tolerance of times [s]. Times are sums of steps: half a step is far above their round-off and below any other
// difference.
double slack(const World& world) { return 0.5 * world.parameters.timeStep; }

}  // namespace

template <typename Action>
bool RunOutputs::attempt(Action action) {
  try {
    action();
    return true;
  } catch (const OutputError& error) {
    clearLine_();
    print(stderr, "{}\n", error.what());
    failures_.emplace_back(error.what());
    return false;
  }
}

std::size_t RunOutputs::open() const {
  return std::size_t{csv_.has_value()} + std::size_t{events_.has_value()} + std::size_t{vtk_.has_value()} +
         std::size_t{recorder_.has_value()} + std::size_t{belt_.has_value()} + std::size_t{population_.has_value()} +
         std::size_t{atEnd_.checkpoint} + std::size_t{atEnd_.hdf5} + std::size_t{atEnd_.report};
}

RunOutputs::RunOutputs(const RunOptions& options, const World& world, const RunReport& report,
                       std::function<void()> clearLine, std::optional<BeltMemory> belt)
    : options_(options),
      resumed_(report.resumedFrom.has_value()),
      clearLine_(std::move(clearLine)),
      interval_(options.every ? std::max(*options.every, world.parameters.timeStep) : 0.0) {
  const double now = world.time + slack(world);
  const std::optional<double> keep = resumed_ ? std::optional(now) : std::nullopt;
  if (interval_ > 0.0) {
    frame_ = static_cast<std::uint64_t>(std::floor(now / interval_));
    frame_ += resumed_ ? 1 : 0;
  }
  if (!options_.csvFolder.empty()) {
    const AskedColumns asked{.members = report.wouldMove ? &*report.wouldMove : nullptr,
                             .solver = report.solverError ? &*report.solverError : nullptr};
    attempt([&] { csv_.emplace(options_.csvFolder, world, keep, asked); });
  }
  if (!options_.events.empty()) {
    attempt([&] { events_.emplace(options_.events, world, resumed_); });
  }
  if (!options_.vtkFolder.empty()) {
    attempt([&] { vtk_.emplace(options_.vtkFolder, world, keep); });
  }
  if (!options_.record.empty()) {
    attempt([&] { recorder_.emplace(options_.record, world, static_cast<std::uint64_t>(options_.markEvery)); });
  }
  if (!options_.belt.empty()) {
    attempt([&] { belt_.emplace(options_.belt, options_.beltFrom.value_or(0.0), world, std::move(belt)); });
  }
  if (!options_.population.empty()) {
    const PopulationChoice choice{.window = options_.populationWindow.value_or(PopulationChoice{}.window),
                                  .balanceFrom = options_.balanceFrom.value_or(PopulationChoice{}.balanceFrom)};
    attempt([&] { population_.emplace(options_.population, world, choice); });
  }
  if (!options_.checkpoint.empty()) {
    atEnd_.checkpoint = attempt([&] { checkWritable(options_.checkpoint); });
  }
  if (!options_.hdf5.empty()) {
    atEnd_.hdf5 = attempt([&] { checkWritable(options_.hdf5); });
  }
  if (!options_.report.empty()) {
    atEnd_.report = attempt([&] { checkWritable(options_.report); });
  }
}

void RunOutputs::begin(const World& world, const StepData& data) {
  if (resumed_ || interval_ == 0.0) {
    return;
  }
  if (vtk_ && !attempt([&] { vtk_->write(world, data, frame_); })) {
    vtk_.reset();
  }
  ++frame_;
}

bool RunOutputs::readsPlaces(const World& world) const { return (csv_ || vtk_) && isDue(world); }

bool RunOutputs::isDue(const World& world) const {
  return world.time + slack(world) >= static_cast<double>(frame_) * interval_;
}

void RunOutputs::afterStep(const World& world, const StepData& data) {
  const bool due = isDue(world);
  const auto writeTables = [&] {
    csv_->writeDepartures(world);
    if (due) {
      csv_->writeRow(world, data);
    }
  };
  if (csv_ && !attempt(writeTables)) {
    csv_.reset();
  }
  if (events_ && !attempt([&] { events_->write(world, data); })) {
    events_.reset();
  }
  if (due && vtk_ && !attempt([&] { vtk_->write(world, data, frame_); })) {
    vtk_.reset();
  }
  if (recorder_ && !attempt([&] { recorder_->afterStep(world); })) {
    recorder_.reset();
  }
  if (belt_) {
    belt_->afterStep(world, data);
  }
  if (population_) {
    population_->afterStep(world, data);
  }
  frame_ += due && interval_ > 0.0 ? 1 : 0;
}

void RunOutputs::save(const World& world, const RunReport& report) {
  if (!atEnd_.checkpoint) {
    return;
  }
  const auto write = [&] {
    if (options_.sums.empty()) {
      writeCheckpoint(world, options_.checkpoint);
      return;
    }
    RunSums sums{.startTime = report.startTime,
                 .startStep = report.startStep,
                 .wallTime = report.wallTime,
                 .statistics = report.statistics,
                 .angle = report.angle,
                 .flow = report.flow,
                 .mixing = report.mixing ? std::optional(report.mixing->memory()) : std::nullopt,
                 .belt = {}};
    if (belt_) {
      sums.belt = belt_->memory();
    }
    writeSums(sums, options_.sums, world.step);
    writeCheckpoint(world, options_.checkpoint);
    removeSums(options_.sums, world.step);
  };
  attempt(write);
}

void RunOutputs::saveLast(const World& world) {
  if (atEnd_.checkpoint) {
    attempt([&] { writeCheckpoint(world, options_.checkpoint); });
  }
}

void RunOutputs::finish(const World& world, const StepData& data) {
  if (csv_ && attempt([&] { csv_->close(); })) {
    written_.push_back((options_.csvFolder / "timeseries.csv").string());
    written_.push_back((options_.csvFolder / "departures.csv").string());
  }
  if (events_ && attempt([&] { events_->close(); })) {
    written_.push_back(options_.events.string());
  }
  if (vtk_) {
    written_.push_back((options_.vtkFolder / "particles.pvd").string());
    written_.push_back((options_.vtkFolder / "bodies.pvd").string());
    written_.push_back((options_.vtkFolder / "contacts.pvd").string());
  }
  if (recorder_ && attempt([&] { recorder_->finish(world); })) {
    written_.push_back(options_.record.string());
  }
  if (belt_ && attempt([&] { belt_->finish(world); })) {
    for (const std::filesystem::path& file : belt_->written()) {
      written_.push_back(file.string());
    }
  }
  if (population_ && attempt([&] { population_->finish(); })) {
    for (const std::filesystem::path& file : population_->written()) {
      written_.push_back(file.string());
    }
  }
  if (atEnd_.checkpoint && options_.sums.empty() && attempt([&] { writeCheckpoint(world, options_.checkpoint); })) {
    written_.push_back(options_.checkpoint.string());
  }
  if (atEnd_.hdf5 && attempt([&] { writeHdf5(world, data, options_.hdf5); })) {
    written_.push_back(options_.hdf5.string());
  }
}

void RunOutputs::writeReport(const RunReport& report, const World& world, const StepData& data) {
  if (atEnd_.report && attempt([&] { writeFileAtomically(options_.report, reportJson(report, world, data)); })) {
    written_.push_back(options_.report.string());
  }
}

}  // namespace scree
