#include <fcntl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/compare.h"
#include "app/cli/make.h"
#include "app/cli/refusals.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/studies/experiment.h"
#include "app/studies/reduction/reduction_solvers.h"
#include "engine/base/large_pages.h"
#include "engine/base/version.h"
#include "engine/io/checkpoint_file.h"
#include "engine/io/recording_file.h"
#include "engine/scene_file/errors.h"
#include "engine/settings/presets.h"

namespace scree {
namespace {

constexpr const char* kExitCodes = R"(Exit codes:
  0    done
  1    the command line is wrong
  2    the scene was not found or has errors (all of them are printed); nothing was run
  3    the run finished, but particles had to be taken out, or the guard warned (see the report)
  4    something asked for could not be written; everything else was
  5    the checkpoint to resume from, or the recording to replay, cannot be read
  6    out of memory, or an error of the program
  7    the replay differs from the recording
  8    the guard stopped the run: energy from nowhere, a grain too fast, outside a closed container or too
       deep in another; the message says when, where and what to change. All outputs were written
  130  interrupted by Ctrl-C (143: by SIGTERM): the step was finished and all outputs were written;
       a second Ctrl-C ends the program at once and writes nothing
)";

void addReplay(CLI::App& replay, ReplayOptions& options, int& threads) {
  replay.add_option("RECORDING", options.file, "A file written by run --record, or saved from the window")
      ->type_name("")
      ->required();
  replay
      .add_option("--threads", threads,
                  "Threads to use; results do not depend on it. 0: as many as pay off (default: as recorded)")
      ->type_name("N");
}

/// Option of `ndem render`: its name here, its name in scree, the type of its value and its help.
struct FilmOption {
  const char* name;
  const char* own;
  const char* type;
  const char* help;
};
constexpr FilmOption kFilmOptions[] = {
    {"--size", "--record-size", "SIZE", "720p, 1080p (default), 1440p, 2160p, square-1080, or such as 1280x720"},
    {"--fps", "--record-fps", "N", "Frames per second (30)"},
    {"--speed", "--record-speed", "RATE", "Simulated seconds per second of film (1)"},
    {"--from", "--from", "SECONDS", "Simulated time at which the film begins (0)"},
    {"--seconds", "--record-seconds", "SECONDS", "Length of the film (of a recording: all of it; of a scene: 10)"},
    {"--colour", "--colour", "WHAT", "What grains are coloured by, such as speed, aggregate, split-cause"},
    {"--show", "--record-show", "WHAT", "scene, or scene-and-legend (default)"},
    {"--caption", "--caption", "TEXT", "Text before the time in the film's caption (the scene's name)"},
    {"--camera", "--camera", "FILE", "A camera path, saved from the window"},
    {"--quality", "--record-quality", "WHAT", "small, good (default) or best"},
};

CLI::App* addRender(CLI::App& app, RenderOptions& options, std::map<std::string, std::string>& values) {
  CLI::App* render =
      app.add_subcommand("render", "Film a recording or a scene, without a window and without a display");
  render->add_option("INPUT", options.input, "A recording (run --record), a scene file, or the name of a shipped scene")
      ->type_name("")
      ->required();
  render
      ->add_option("--out", options.film,
                   "The film: .mp4, .webm or .gif; without an ending, numbered pictures in a new folder")
      ->type_name("FILE")
      ->required();
  for (const FilmOption& option : kFilmOptions) {
    render->add_option(option.name, values[option.own], option.help)->type_name(option.type);
  }
  render->footer(
      "Draws with the same pictures as the window, by the program scree. Exit code 0: the film is complete;\n"
      "1: it failed; 2: a value makes no sense. Ctrl-C ends the film where it is, and it can be played.\n");
  return render;
}

int renderParsed(RenderOptions& options, const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    if (!value.empty()) {
      options.passedOn.emplace_back(name, value);
    }
  }
  return renderCommand(options);
}

CLI::App* addRepose(CLI::App& experiment, ReposeOptions& repose) {
  CLI::App* command = experiment.add_subcommand(
      "repose", "Angles of the drum and the pile against sweeps and all that moves them, beside the published ones");
  command
      ->add_option("--only", repose.only,
                   "Only drum, pile, or variants with this in their names, such as '500 cold', separated by commas")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("--out", repose.folder, "Folder for repose.md and the series as CSV")
      ->required()
      ->type_name("DIR");
  command->add_option("--jobs", repose.jobs, "Variants run side by side")->type_name("N")->check(CLI::PositiveNumber);
  return command;
}

CLI::App* addWarmStart(CLI::App& experiment, WarmStartOptions& options) {
  CLI::App* command = experiment.add_subcommand(
      "warm-start",
      "Sweeps that column, pile, drum and resting beds need with each warm start, beside the published ones");
  command->add_option("--only", options.only, "Only some of column, pile, drum, creep, separated by commas")
      ->delimiter(',')
      ->check(CLI::IsMember({"column", "pile", "drum", "creep"}));
  command->add_flag("--quick", options.quick, "Smaller systems and fewer runs: about two minutes on one core");
  command->add_option("--pile", options.pileParticles, "Particles of the pile (published: 3363)")
      ->type_name("N")
      ->check(CLI::Range(50, 100000));
  command->add_option("--out", options.folder, "Folder for report.md, warm_start.csv and the plots")
      ->required()
      ->type_name("DIR");
  command->add_option("--jobs", options.jobs, "Runs side by side")->type_name("N")->check(CLI::PositiveNumber);
  return command;
}

CLI::App* addValidation(CLI::App& experiment, ValidationOptions& options) {
  CLI::App* command = experiment.add_subcommand(
      "all", "Measure all that Scree claims, and write VALIDATION.md with its table");
  auto* size = command->add_option_group("size", "How much is measured");
  size->add_flag("--quick", options.quick, "Fewer systems and ways to solve: a quarter of an hour");
  size->add_flag("!--full", options.quick, "All systems and ways to solve: hours");
  size->add_flag("--page", options.pageOnly, "Measure nothing: write the page anew from the table");
  size->require_option(1);
  command->add_option("--only", options.only, "Only these parts, separated by commas")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("--seeds", options.seeds, "Seeds of each system (quick: 2, full: 3)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command->add_option("--from-seed", options.firstSeed, "The first of their seeds (1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--jobs", options.jobs, "Runs side by side, where nothing is timed; results do not depend on it")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--benchmark", options.benchmark, "Take over the rows of a table that scree_bench wrote")
      ->type_name("FILE");
  command
      ->add_option("--out", options.folder,
                   "Folder of VALIDATION.md and validation.csv; rows in it that are not measured anew stay")
      ->required()
      ->type_name("DIR");
  return command;
}

/// Settings of all runs of the gallery. Throws CLI::ValidationError for those that the study chooses.
void setGallery(const std::vector<std::string>& settings, GalleryOptions& options) {
  options.settings = overridesFrom(settings);
  for (const SceneOverride& setting : options.settings) {
    if (setting.key == "seed" || setting.key == "reduction.merging") {
      throw CLI::ValidationError("--set", "the study chooses " + setting.key + " itself");
    }
  }
}

CLI::App* addGallery(CLI::App& experiment, GalleryOptions& options, std::vector<std::string>& settings) {
  CLI::App* command = experiment.add_subcommand(
      "gallery", "Small random scenes of many classes, merged against full: flows, forces, surfaces, and faults");
  command->add_option("--scenes", options.scenes, "Number of scenes, over all classes in turn (51)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--first", options.first, "Place of the first one in the gallery, or in the class (0)")
      ->type_name("K")
      ->check(CLI::Range(0, 1000000));
  command->add_option("--only", options.only, "Only these classes, such as silo, drum or press, separated by commas")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("--seeds", options.seeds, "Runs in full and merged runs of each scene (3)")
      ->type_name("S")
      ->check(CLI::Range(1, 1000));
  command->add_option("--jobs", options.jobs, "Scenes run side by side; results do not depend on it")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--out", options.out, "Write all quantities of all scenes as CSV")->type_name("FILE");
  command->add_option("--write", options.write, "Write the scenes as files to a folder, and run nothing")
      ->type_name("DIR");
  command
      ->add_option("--set", settings,
                   "Change a value of the scenes for all runs, such as solver.sweeps=64; may be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--control", options.isControl, "Runs in full with other seeds in place of merged ones");
  command->add_flag("!--no-would-move", options.asksMembers, "Do not look for members that would move");
  return command;
}

std::vector<std::string> namesOf(const auto& table) {
  std::vector<std::string> names;
  for (const auto& info : table) {
    names.emplace_back(info.name);
  }
  return names;
}

/// Sorts the values of --set into those for all runs of the study of the reduction and those for runs with merging.
/// Throws CLI::ValidationError for solvers, presets and seeds, which have their own options, and for merging, which the
/// study switches itself.
void setReduction(const std::vector<std::string>& settings, ReductionOptions& options) {
  for (SceneOverride& setting : overridesFrom(settings)) {
    const auto isIn = [&setting](std::string_view section) { return setting.key.rfind(section, 0) == 0; };
    if (isIn("solver.") || setting.key == "seed" || setting.key == "reduction.preset" ||
        setting.key == "reduction.merging") {
      throw CLI::ValidationError(
          "--set", "the study chooses " + setting.key + " itself: see --solvers, --against, --presets and --from-seed");
    }
    (isIn("reduction.") ? options.reduction : options.settings).push_back(std::move(setting));
  }
}

CLI::App* addReduction(CLI::App& experiment, ReductionOptions& options, std::vector<std::string>& settings) {
  CLI::App* command = experiment.add_subcommand(
      "reduction", "Conveyor, collapse and drum with merging against runs in full, beside the published values");
  command
      ->add_option("--only", options.only,
                   "Some of conveyor, collapse, drum (the default) and conveyor-90k, separated by commas")
      ->delimiter(',')
      ->check(CLI::IsMember({"conveyor", "collapse", "drum", "conveyor-90k"}));
  command->add_option("--presets", options.presets, "Presets of the reduction (default: all)")
      ->delimiter(',')
      ->check(CLI::IsMember(namesOf(reductionPresetTable())));
  command
      ->add_option("--solvers", options.solvers,
                   "What reduced runs are solved with: presets, or with other sweeps, such as fast-12 (default: "
                   "default, paper)")
      ->delimiter(',')
      ->check(CLI::Validator(solverComplaint, "SOLVER"));
  command
      ->add_option(
          "--against", options.against,
          "Runs in full to compare with: the same, and substeps, such as paper-500x4 (default: default, accurate, "
          "paper, paper-warm, paper-500)")
      ->delimiter(',')
      ->check(CLI::Validator(solverComplaint, "SOLVER"));
  command->add_option("--seeds", options.seeds, "Fillings of each system")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--from-seed", options.firstSeed, "The first of their seeds (1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  command
      ->add_option("--set", settings,
                   "Change a value of the scenes for all runs; one of reduction.* for runs with merging, after their "
                   "presets. May be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--threads", options.threads, "Threads of each run; runs take turns, as they are timed")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_flag("--quick", options.quick, "Fewer grains and half a second each: to see that it works");
  command->add_option("--out", options.folder, "Folder for reduction.html, reduction.csv, series and plots")
      ->required()
      ->type_name("DIR");
  return command;
}

CLI::App* addTriaxial(CLI::App& experiment, TriaxialOptions& options) {
  CLI::App* command = experiment.add_subcommand(
      "triaxial", "Critical stress of the triaxial test against sweeps, cold and warm, beside the published one");
  command->add_option("--seeds", options.seeds, "Samples that each run is made with (3)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--only", options.only, "Only samples with this in their names, such as rough, separated by commas")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("--ways", options.ways, "Only these ways to solve, separated by commas: cold, history, substeps")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("--out", options.folder, "Folder for triaxial.html, triaxial.csv, curves and plots")
      ->required()
      ->type_name("DIR");
  command->add_option("--jobs", options.jobs, "Runs side by side")->type_name("N")->check(CLI::PositiveNumber);
  command->add_flag("--quick", options.quick, "A small sample and few runs: to see that it works");
  return command;
}

CLI::App* addPrecision(CLI::App& experiment, PrecisionOptions& options, std::vector<std::string>& settings) {
  CLI::App* command = experiment.add_subcommand(
      "precision", "Errors of the solver's presets on a scene against their processor time (work-precision)");
  command->add_option("SCENE", options.scene, "A scene file, or the name of a shipped scene")
      ->type_name("")
      ->required();
  command->add_option("--set", settings, "Change a value of the scene, such as seed=2; may be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--case", options.cases,
                   "Another way to solve: settings of the solver on top of the scene's, such as sweeps=16,substeps=2; "
                   "may be given again")
      ->type_name("KEY=VALUE,...")
      ->allow_extra_args(false);
  command->add_option("--from", options.from, "Simulated time of the first measurement (1 s)")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--time", options.time, "Simulated time of a measurement (0.2 s)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_option("--starts", options.starts, "Number of measurements, one after another (3)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command->add_option("--out", options.folder, "Folder for precision.html, precision.csv and plots")->type_name("DIR");
  return command;
}

CLI::App* addTruth(CLI::App& experiment, TruthOptions& options) {
  CLI::App* command = experiment.add_subcommand(
      "truth", "Bias of the presets against small steps: angles, plug, rates, stress, creep; impacts and damping");
  command
      ->add_option("--only", options.only,
                   "Only these, separated by commas: systems such as drum or silo, or parts: systems, minute, impacts, "
                   "damping")
      ->delimiter(',')
      ->type_name("NAME,...");
  command
      ->add_option("--ways", options.ways,
                   "Only these ways to solve, separated by commas, such as default,converged,0.4ms,0.2ms")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("--seeds", options.seeds, "Starts of each system (5)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command->add_option("--from-seed", options.firstSeed, "The first of their seeds (1)")
      ->type_name("K")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--jobs", options.jobs, "Runs side by side; results do not depend on it")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--out", options.out, "Write all single values as CSV")->type_name("FILE");
  return command;
}

// Opens the standard streams that the caller has closed. Otherwise the next file would get the number of such a stream,
// and printed text would be written into it.
void openStandardStreams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDWR) == -1) {
      return;
    }
  }
}

int dispatch(int argc, char** argv) {
  CLI::App app("ndem " + std::string(version()) + ": runs granular scenes without a window.", "ndem");
  app.footer(kExitCodes);
  app.set_version_flag("--version", std::string(version()));
  app.require_subcommand(1);
  Arguments arguments;
  CLI::App* run = app.add_subcommand("run", "Run a scene and write what is asked for");
  addRun(*run, arguments);
  run->footer(std::string(kRunFooter) + kExitCodes);
  ReplayOptions replayOptions;
  CLI::App* replay = app.add_subcommand("replay", "Step a recording again and compare it with what was recorded");
  addReplay(*replay, replayOptions, arguments.threads);
  replay->footer(kExitCodes);
  RenderOptions renderOptions;
  std::map<std::string, std::string> filmValues;
  const CLI::App* render = addRender(app, renderOptions, filmValues);
  CLI::App* check = app.add_subcommand("check", "Load a scene; print all its errors, or a summary and advice");
  addScene(*check, arguments);
  const CLI::App* scenes = app.add_subcommand("scenes", "List the shipped scenes");
  CLI::App* schema = app.add_subcommand("schema", "Print the reference of scene files");
  MakeOptions make;
  make.addTo(app);
  CompareOptions compare;
  compare.addTo(app);
  ReposeOptions repose;
  WarmStartOptions warmStart;
  ReductionOptions reduction;
  CLI::App* experiment = app.add_subcommand("study", "Run a study and write its report")->alias("experiment");
  experiment->require_subcommand(1);
  const CLI::App* experimentRepose = addRepose(*experiment, repose);
  const CLI::App* experimentWarmStart = addWarmStart(*experiment, warmStart);
  const CLI::App* experimentReduction = addReduction(*experiment, reduction, arguments.settings);
  TriaxialOptions triaxial;
  const CLI::App* experimentTriaxial = addTriaxial(*experiment, triaxial);
  GalleryOptions gallery;
  const CLI::App* experimentGallery = addGallery(*experiment, gallery, arguments.settings);
  PrecisionOptions precision;
  const CLI::App* experimentPrecision = addPrecision(*experiment, precision, arguments.settings);
  TruthOptions truth;
  const CLI::App* experimentTruth = addTruth(*experiment, truth);
  ValidationOptions validation;
  const CLI::App* experimentValidation = addValidation(*experiment, validation);
  schema->add_flag("--json", arguments.json, "As a JSON schema, for completion in editors");
  if (const std::string unknown = unknownCommand(app, std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
      !unknown.empty()) {
    print(stderr, "{}", unknown);
    return kUsage;
  }
  try {
    app.parse(argc, argv);
    if (run->parsed()) {
      return runParsed(*run, arguments);
    }
    if (replay->parsed()) {
      replayOptions.threads = replay->count("--threads") > 0 ? std::optional(arguments.threads) : std::nullopt;
      return replayCommand(replayOptions);
    }
    if (render->parsed()) {
      return renderParsed(renderOptions, filmValues);
    }
    if (experimentRepose->parsed()) {
      return reposeExperiment(repose);
    }
    if (experimentWarmStart->parsed()) {
      return warmStartExperiment(warmStart);
    }
    if (experimentReduction->parsed()) {
      setReduction(arguments.settings, reduction);
      return reductionExperiment(reduction);
    }
    if (experimentTriaxial->parsed()) {
      return triaxialExperiment(triaxial);
    }
    if (experimentGallery->parsed()) {
      setGallery(arguments.settings, gallery);
      return galleryExperiment(gallery);
    }
    if (experimentPrecision->parsed()) {
      precision.settings = overridesFrom(arguments.settings);
      return precisionExperiment(precision);
    }
    if (experimentTruth->parsed()) {
      return truthExperiment(truth);
    }
    if (experimentValidation->parsed()) {
      return validationStudy(validation);
    }
    if (compare.isGiven()) {
      return compare.run();
    }
    if (make.isGiven()) {
      return make.run();
    }
    if (check->parsed()) {
      return checkCommand(arguments.run.scene, overridesFrom(arguments.settings));
    }
    return scenes->parsed() ? scenesCommand() : schemaCommand(arguments.json);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      return app.exit(error) == 0 ? kDone : kUsage;  // help or version
    }
    print(stderr, "{}", refusal(app, error));
    return kUsage;
  }
}

}  // namespace
}  // namespace scree

int main(int argc, char** argv) {
  using namespace scree;
  restartOnLargePages(argv);
  openStandardStreams();
  int code = kInternal;
  try {
    code = dispatch(argc, argv);
  } catch (const CheckpointError& error) {
    print(stderr, "{}\n", error.what());
    code = kBadCheckpoint;
  } catch (const RecordingError& error) {
    print(stderr, "{}\n", error.what());
    code = kBadCheckpoint;
  } catch (const std::bad_alloc&) {
    print(stderr, "out of memory: use fewer particles or more memory\n");
  } catch (const std::exception& error) {
    print(stderr, "error of the program: {}\n", error.what());
  }
  // Printed text may still be in the buffer, and writing it may fail, for example on a full disk.
  const bool lost = std::ferror(stdout) != 0;
  if ((std::fflush(stdout) != 0 || lost) && code == kDone) {
    print(stderr, "cannot write the standard output\n");
    code = kOutputFailed;
  }
  return code;
}
