#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/progress.h"
#include "app/console/signals.h"
#include "engine/base/count_text.h"
#include "engine/formats/mesh_file.h"
#include "engine/io/dem/dem_start.h"
#include "engine/io/exports/body_files.h"
#include "engine/io/exports/grain_files.h"
#include "engine/io/output_file.h"
#include "engine/io/recording_file.h"
#include "engine/io/vtk_writer.h"
#include "engine/session/run_to.h"

namespace scree {

namespace {

/// Options of `ndem export`.
struct ExportOptions {
  std::string input;  ///< recording, scene file, or name of a shipped scene
  std::filesystem::path out;
  std::filesystem::path liggghts;  ///< folder of a start for LIGGGHTS
  std::filesystem::path yade;      ///< folder of a start for YADE
  std::vector<SceneOverride> settings;
  std::optional<double> at;  ///< simulated time [s]; empty: the start of a scene, the end of a recording
  bool contacts = false;

  bool isStart() const { return !liggghts.empty() || !yade.empty(); }
};

/// Length of the run of a start where nothing says it [s].
constexpr double kRunLength = 1.0;

/// State to write, with the end of its run [s].
struct ExportedState {
  ReachedState reached;
  double end = 0.0;
};

/// Kind of file, by its ending.
struct ExportKind {
  std::string_view ending;
  std::string (*text)(const World&, const StepData&);
};

constexpr std::array<ExportKind, 11> kExportKinds = {{
    {".dump", [](const World& w, const StepData&) { return lammpsDump(w); }},
    {".lammpstrj", [](const World& w, const StepData&) { return lammpsDump(w); }},
    {".data", [](const World& w, const StepData&) { return lammpsData(w); }},
    {".xyz", [](const World& w, const StepData&) { return extendedXyz(w); }},
    {".extxyz", [](const World& w, const StepData&) { return extendedXyz(w); }},
    {".csv", [](const World& w, const StepData&) { return grainTable(w); }},
    {".vtp", &particlesVtp},
    {".vtu", &particlesVtu},
    {".stl", [](const World& w, const StepData&) { return stlOf(trianglesOfBodies(w), w.name); }},
    {".obj", [](const World& w, const StepData&) { return bodiesObj(w); }},
    {".glb", [](const World& w, const StepData&) { return glbScene(w); }},
}};

const ExportKind& kindOfFile(const ExportOptions& options) {
  std::string ending = options.out.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  const auto* found = std::ranges::find(kExportKinds, ending, &ExportKind::ending);
  if (found == kExportKinds.end()) {
    std::string all;
    for (const ExportKind& kind : kExportKinds) {
      all += (all.empty() ? "" : ", ") + std::string(kind.ending);
    }
    throw CLI::ValidationError("--out", fmt::format("{} ends with none of {}", options.out.string(), all));
  }
  if (options.contacts && ending != ".csv") {
    throw CLI::ValidationError("--forces", "contacts are written as a table: end the name of the file with .csv");
  }
  return *found;
}

/// Runs to the time asked for. Empty after messages.
std::optional<ExportedState> reach(const ExportOptions& options) {
  const auto goOn = [](const World&) { return signalReceived() == 0; };
  const std::optional<std::filesystem::path> file = resolveScene(options.input, shippedScenes());
  if (file && isRecording(*file)) {
    if (!options.settings.empty()) {
      throw CLI::ValidationError("--set", file->string() + " is a recording, which has its settings: leave --set out");
    }
    const ReadRecording read = readRecording(*file);
    if (!read.damage.empty()) {
      print(stderr, "{}\n", read.damage);
    }
    const double first = read.recording.states.front().time;
    const double last = read.recording.lastTime;
    const double at = options.at.value_or(last);
    if (at < first - 1e-9 || at > last + 1e-9) {
      throw CLI::ValidationError("--time", fmt::format("the recording goes from {:g} s to {:g} s", first, last));
    }
    return ExportedState{runTo(read.recording, at, goOn), last};
  }
  std::optional<Scene> scene = loadOrExplain(options.input, options.settings);
  if (!scene) {
    return std::nullopt;
  }
  const double at = options.at.value_or(scene->world.time);
  if (at > scene->duration + 0.5 * scene->world.parameters.timeStep) {
    print(stderr, "the scene ends at {:g} s: it is run on to {:g} s\n", scene->duration, at);
  }
  return ExportedState{runTo(std::move(scene->world), at, goOn), scene->duration};
}

void tellExported(const std::filesystem::path& path, const World& world) {
  print(stdout, "{}, at {:g} s, with {} and {}\n", path.string(), world.time,
        countText(world.particles.size(), "grain"),
        world.bodies.size() == 1 ? "1 body" : fmt::format("{} bodies", world.bodies.size()));
}

/// Writes the files of a start into its folder, and tells what is not the same there.
void writeStart(const std::filesystem::path& folder, const StartFiles& start, const World& world) {
  for (const StartFile& file : start.files) {
    writeFileAtomically(folder / file.name, file.bytes);
  }
  tellExported(folder, world);
  for (const std::string& one : start.leftOut) {
    print(stdout, "  left out: {}\n", one);
  }
  for (const std::string& one : start.otherwise) {
    print(stdout, "  otherwise: {}\n", one);
  }
}

void writeStarts(const ExportOptions& options, const ExportedState& state) {
  const World& world = state.reached.world;
  const double left = state.end - world.time;
  // Half a step: times are sums of steps.
  const double seconds = left > 0.5 * world.parameters.timeStep ? left : kRunLength;
  if (!options.liggghts.empty()) {
    writeStart(options.liggghts, liggghtsStart(world, seconds), world);
  }
  if (!options.yade.empty()) {
    writeStart(options.yade, yadeStart(world, seconds), world);
  }
}

/// Refuses options that do not go together. The kind of the file; null where none is asked for.
const ExportKind* checkedKind(const ExportOptions& options) {
  if (options.out.empty() && !options.isStart()) {
    throw CLI::ValidationError("--out", "nothing to write: give --out FILE, --liggghts DIR or --yade DIR");
  }
  if (options.out.empty() && options.contacts) {
    throw CLI::ValidationError("--forces", "contacts are written as a table: give --out FILE.csv");
  }
  for (const std::filesystem::path& folder : {options.liggghts, options.yade}) {
    const bool isLiggghts = folder == options.liggghts;
    const char* option = isLiggghts ? "--liggghts" : "--yade";
    if (!folder.empty() && std::filesystem::exists(folder) && !std::filesystem::is_directory(folder)) {
      throw CLI::ValidationError(option, folder.string() + " is a file: give a folder");
    }
    // An earlier start may have been edited, and its other files would stay beside the new ones.
    const std::filesystem::path script = folder / (isLiggghts ? "in.start" : "start.py");
    if (!folder.empty() && std::filesystem::exists(script)) {
      throw CLI::ValidationError(option,
                                 script.string() + " is there already: give another folder, or remove that one");
    }
  }
  return options.out.empty() ? nullptr : &kindOfFile(options);
}

int exportCommand(const ExportOptions& options) {
  const ExportKind* kind = checkedKind(options);
  try {
    if (kind != nullptr) {
      checkWritable(options.out);
    }
    watchSignals();
    const std::optional<ExportedState> state = reach(options);
    if (!state) {
      return kBadScene;
    }
    if (signalReceived() != 0) {
      return kSignalled + signalReceived();
    }
    const ReachedState& reached = state->reached;
    if (kind != nullptr) {
      writeFileAtomically(options.out, options.contacts ? contactTable(reached.world, *reached.data)
                                                        : kind->text(reached.world, *reached.data));
      tellExported(options.out, reached.world);
    }
    writeStarts(options, *state);
  } catch (const NoStart& error) {
    print(stderr, "{}: {}\n", options.input, error.what());
    return kBadScene;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  } catch (const RecordingError& error) {
    print(stderr, "{}\n", error.what());
    return kBadCheckpoint;
  }
  return kDone;
}

}  // namespace

Runner declareExport(Declaration& command) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::Option* input = command.command().add_option(
      "INPUT", options->input, "A recording (run --record), a scene file, or the name of a shipped scene");
  command.know(input->type_name("")->required(), {ValueKind::scene});
  command.file(
      "--out", options->out,
      "File to write, by its ending: grains as .dump, .data (LAMMPS), .xyz (extended), .csv, .vtp, .vtu; bodies as "
      ".stl, .obj; both as .glb (glTF, for Blender)");
  command.folder("--liggghts", options->liggghts,
                 "Folder to write a start for LIGGGHTS 3.8 into: in.start and its files");
  command.folder("--yade", options->yade, "Folder to write a start for YADE 2023.02 into: start.py and its files");
  command.time("--time", options->at, kFromZero,
               "Simulated time (the start of a scene, the end of a recording); a scene is run up to it");
  command.flag("--forces", options->contacts, "Write the contacts with their forces instead of the grains, as .csv");
  addSet(command, options->settings, "Change a value of the scene, for example solver.sweeps=500");
  command.command().footer(
      "Lengths are in m. Before the first step there are no contacts. A start for another program runs from the time "
      "given to the end of the scene or recording; its head and this command list what is left out, and what is not "
      "the "
      "same there.\n\n" +
      exitCodesText());
  return [options] { return exportCommand(*options); };
}

}  // namespace scree
