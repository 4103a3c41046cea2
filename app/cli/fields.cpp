#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/progress.h"
#include "app/console/signals.h"
#include "engine/io/fields/field_files.h"
#include "engine/io/output_file.h"
#include "engine/io/recording_file.h"
#include "engine/session/field_run.h"

namespace scree {

namespace {

/// Options of `ndem fields`.
struct FieldOptions {
  std::string input;  ///< recording, scene file, or name of a shipped scene
  std::filesystem::path out;
  std::vector<SceneOverride> settings;
  std::optional<double> from;   ///< simulated time of the first instant [s]; empty: the last one alone
  std::optional<double> to;     ///< simulated time of the last [s]; empty: the end of the run
  std::optional<double> every;  ///< simulated time between instants [s]; empty: every step
  std::optional<double> width;  ///< width of the weight in mean diameters
  std::optional<int> threads;
};

/// Run to be coarse-grained.
struct FieldSource {
  std::optional<Scene> scene;
  std::optional<Recording> recording;
  double start = 0.0;  ///< simulated time at its start [s]
  double end = 0.0;    ///< simulated time at its end [s]; of a scene without --to its duration
};

/// Loads scene or recording. Empty after messages.
std::optional<FieldSource> sourceOf(const FieldOptions& options) {
  FieldSource source;
  const std::optional<std::filesystem::path> file = resolveScene(options.input, shippedScenes());
  if (file && isRecording(*file)) {
    if (!options.settings.empty()) {
      throw CLI::ValidationError("--set", file->string() + " is a recording, which has its settings: leave --set out");
    }
    ReadRecording read = readRecording(*file);
    if (!read.damage.empty()) {
      print(stderr, "{}\n", read.damage);
    }
    source.start = read.recording.states.front().time;
    source.end = read.recording.lastTime;
    source.recording = std::move(read.recording);
    return source;
  }
  source.scene = loadOrExplain(options.input, options.settings);
  if (!source.scene) {
    return std::nullopt;
  }
  source.start = source.scene->world.time;
  source.end = options.to.value_or(source.scene->duration);
  return source;
}

/// Refuses times that do not go together.
void checkTimes(const FieldSource& source, double from, double to) {
  if (from > to) {
    throw CLI::ValidationError("--from", fmt::format("{:g} s is after the last instant at {:g} s", from, to));
  }
  if (source.recording && to > source.end + 1e-9) {
    throw CLI::ValidationError("--to", fmt::format("the recording ends at {:g} s, before {:g} s", source.end, to));
  }
  if (to <= source.start) {
    throw CLI::ValidationError("--to", fmt::format("{:g} s is not after the start at {:g} s", to, source.start));
  }
}

void tellWritten(const RunFields& fields, const std::vector<std::filesystem::path>& files) {
  const FieldSums& sums = fields.average.sums();
  print(stdout, "{} x {} x {} nodes {:.4g} mm apart, mean of {} instant{} from {:.4g} s to {:.4g} s\n",
        sums.grid.size[0], sums.grid.size[1], sums.grid.size[2], 1e3 * sums.grid.spacing,
        static_cast<std::size_t>(sums.snapshots), sums.snapshots == 1.0 ? "" : "s", fields.first, fields.last);
  if (sums.outside > 0) {
    print(stderr, "{:.4g} grains at an instant lie far from the bulk and are left out\n",
          static_cast<double>(sums.outside) / sums.snapshots);
  }
  for (const std::filesystem::path& file : files) {
    print(stdout, "  {:<10} {}\n", "wrote", file.string());
  }
}

int fieldsCommand(const FieldOptions& options) {
  std::optional<FieldSource> source = sourceOf(options);
  if (!source) {
    return kBadScene;
  }
  const double to = options.to.value_or(source->end);
  const double from = options.from.value_or(to);
  checkTimes(*source, from, to);
  try {
    checkWritable(options.out / "fields.vti");
    watchSignals();
    ProgressBar bar(source->start, to);
    const FieldPlan plan{.from = from,
                         .to = to,
                         .every = options.every.value_or(0.0),
                         .width = options.width.value_or(kFieldWidth),
                         .threads = options.threads,
                         .goOn = [&bar](const World& world) {
                           bar.update(world.time, world.particles.size(), world.history.keys.size());
                           return signalReceived() == 0;
                         }};
    const RunFields fields =
        source->recording ? fieldsOfRun(*source->recording, plan) : fieldsOfRun(std::move(source->scene->world), plan);
    bar.clear();
    if (fields.average.sums().snapshots == 0.0) {
      print(stderr, "there is no grain from {:g} s to {:g} s: nothing was written\n", from, to);
      return signalReceived() != 0 ? kSignalled + signalReceived() : kBadScene;
    }
    tellWritten(fields, writeFields(fields.average.sums(), {fields.first, fields.last}, options.out));
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace

Runner declareFields(Declaration& command) {
  const auto options = std::make_shared<FieldOptions>();
  CLI::Option* input = command.command().add_option(
      "INPUT", options->input, "A recording (run --record), a scene file, or the name of a shipped scene");
  command.know(input->type_name("")->required(), {ValueKind::scene});
  command
      .folder("--out", options->out,
              "Folder for fields.vti (image data, for ParaView) and profile_x.csv, profile_y.csv, profile_z.csv")
      ->required();
  command.time("--from", options->from, kFromZero,
               "Simulated time from which fields are averaged on (default: the last instant alone)");
  command.time("--to", options->to, kAboveZero,
               "Simulated time up to which (default: the scene's duration, the end of a recording)");
  command.time("--every", options->every, kAboveZero, "Simulated time between the instants (default: every step)");
  command.quantity("--weight", options->width, Dimension::number, {kLeastFieldWidth, kMostFieldWidth},
                   "Width of the weight and distance of the nodes, in mean diameters, 0.5 to 20 (1.2)");
  addSet(command, options->settings, "Change a value of the scene, for example solver.sweeps=500");
  addThreads(command, options->threads, "the scene's");
  command.command().footer("The fields and their formulas are in the manual (ndem help fields).\n\n" + exitCodesText());
  return [options] { return fieldsCommand(*options); };
}

}  // namespace scree
