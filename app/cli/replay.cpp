#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/commands.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/progress.h"
#include "app/console/signals.h"
#include "engine/io/recording_file.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "engine/step/step_threads.h"

namespace scree {

namespace {

/// Result of a replay.
struct ReplayComparison {
  std::uint64_t compared = 0;       ///< number of compared states
  std::uint64_t lastEqual = 0;      ///< last step with an equal state
  std::optional<StepMark> differs;  ///< mark in the recording of the first state that differs
};

/// Steps the recording again until a state differs, the recording ends or a signal comes.
ReplayComparison stepAgain(const Recording& recording, World& world) {
  ReplayComparison comparison{.lastEqual = world.step};
  ProgressBar bar(world.time, recording.lastTime);
  auto command = recording.commands.begin();
  auto mark = std::ranges::upper_bound(recording.marks, world.step, {}, &StepMark::step);
  StepData data;
  StepThreads threads;
  while (world.step < recording.lastStep && !comparison.differs && signalReceived() == 0) {
    for (; command != recording.commands.end() && command->step <= world.step; ++command) {
      applyCommand(world, command->command);
    }
    data.context.threads = threads.forStep(world.parameters.threads, data.list.contacts.size());
    step(world, data);
    if (mark != recording.marks.end() && mark->step == world.step) {
      ++comparison.compared;
      if (mark->hash == stateHash(world)) {
        comparison.lastEqual = world.step;
      } else {
        comparison.differs = *mark;
      }
      ++mark;
    }
    bar.update(world.time, world.particles.size(), data.list.contacts.size());
  }
  return comparison;
}

}  // namespace

int replayCommand(const ReplayOptions& options) {
  const ReadRecording read = readRecording(options.file);
  const Recording& recording = read.recording;
  if (!read.damage.empty()) {
    print(stderr, "{}\n", read.damage);
  }
  World world = restoreState(*recording.states.front().bytes);
  if (options.threads) {
    const std::string refusal = setValue(world.parameters, ParameterKey::threads, *options.threads);
    if (!refusal.empty()) {
      print(stderr, "--threads: {}\n", refusal);
      return kUsage;
    }
  }
  watchSignals();
  const ReplayComparison comparison = stepAgain(recording, world);
  if (comparison.differs) {
    print(stdout,
          "{}: differs: after step {} ({:.4g} s) the state is not the recorded one; it was still equal after step {}. "
          "Another version or kind of processor may compute other bits\n",
          options.file.string(), comparison.differs->step, comparison.differs->time, comparison.lastEqual);
    return kDiffers;
  }
  print(stdout, "{}: equal: {} steps to {:.4g} s, {} states compared, {} commands\n", options.file.string(),
        world.step - recording.states.front().step, world.time, comparison.compared, recording.commands.size());
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

Runner declareReplay(Declaration& command) {
  const auto options = std::make_shared<ReplayOptions>();
  command.file("RECORDING", options->file, "A file written by run --record, or saved from the window")
      ->type_name("")
      ->required();
  addThreads(command, options->threads, "as recorded");
  command.command().footer(exitCodesText());
  return [options] { return replayCommand(*options); };
}

}  // namespace scree
