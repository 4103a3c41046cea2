#include <fmt/format.h>

#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/planning/plan_options.h"
#include "app/cli/planning/plan_text.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "engine/analysis/solving/step_meter.h"
#include "engine/planning/scenes/scene_plan.h"

namespace scree {

namespace {

/// Options of `ndem plan`.
struct PlanOptions {
  std::string scene;
  std::vector<SceneOverride> settings;
  GivenNumbers given;
  std::optional<double> until;  ///< s
  bool calibrate = false;
  bool json = false;
};

/// Starts the plan with the numbers of the scene, if there is one. False where the scene has errors, which are printed.
bool takeScene(const PlanOptions& options, PlanReport& report) {
  report.title = "Bed";
  report.input.seconds = options.until.value_or(report.input.seconds);
  if (options.scene.empty()) {
    return true;
  }
  const std::optional<Scene> scene = loadOrExplain(options.scene, options.settings);
  if (!scene) {
    return false;
  }
  SceneNumbers numbers = numbersOf(scene->world, options.until.value_or(scene->duration),
                                   options.given.tolerance.value_or(PlanInput().tolerance));
  report.title = scene->name;
  report.input = numbers.input;
  report.notes = std::move(numbers.notes);
  return true;
}

int planCommand(const PlanOptions& options) {
  if (options.scene.empty() && !options.settings.empty()) {
    throw CLI::ValidationError("--set", "there is no scene to change: give one");
  }
  PlanReport report;
  if (!takeScene(options, report)) {
    return kBadScene;
  }
  takeGiven(report.input, options.given);
  if (const std::string complaint = complaintOn(report.input); !complaint.empty()) {
    throw CLI::ValidationError(options.scene.empty() ? complaint : fmt::format("{}: {}", options.scene, complaint));
  }
  if (options.calibrate) {
    print(stderr, "measuring what a step costs here, for {:g} s\n", kMeterTime);
    report.costs = measureStepCosts();
    report.isMeasured = true;
  }
  report.plan = planOf(report.input, report.costs);
  print(stdout, "{}", options.json ? planJson(report) : planText(report));
  return kDone;
}

void declareBed(Declaration& command, GivenNumbers& given) {
  constexpr double kMost = 1e15;
  const ValueBounds above{.most = kMost, .takesLeast = false};
  command.quantity("--grains", given.grains, Dimension::number, {.least = 1.0, .most = kMost}, "Number of grains");
  command.quantity("--height", given.height, Dimension::number, above, "Height of the bed along gravity, in diameters");
  command.quantity("--width", given.width, Dimension::number, {.least = 1.0, .most = 1e6},
                   "Width of the bed across gravity, in diameters");
  command.quantity("--diameter", given.diameter, Dimension::length, kAboveZero, "Mean diameter of the grains (10 mm)");
  command.quantity("--density", given.density, Dimension::density, kAboveZero, "Density of a grain (2500 kg/m3)");
  command.quantity("--youngs-modulus", given.youngsModulus, Dimension::pressure, kAboveZero,
                   "Young's modulus, for contacts by Hertz's law (10 MPa)");
  command.quantity("--stiffness", given.stiffness, Dimension::stiffness, kAboveZero,
                   "Stiffness of contacts by a linear law, in place of Young's modulus");
  command.quantity("--inertial-number", given.inertialNumber, Dimension::number, {.most = 10.0},
                   "Inertial number of the flow: 0 at rest, 0.01 slow, 0.1 fast (0)");
  command.quantity("--approach", given.approach, Dimension::speed, kFromZero,
                   "Speed of neighbours against each other (what follows from the inertial number)");
  command.quantity("--contacts", given.contacts, Dimension::number, {.least = 0.0, .most = 12.0},
                   "Contacts a grain (2; 1 in a column)");
  command.quantity("--tolerance", given.tolerance, Dimension::number, {.least = 1e-6, .most = 1.0},
                   "Mean overlap error, in diameters (0.01)");
  command.quantity("--level", given.level, Dimension::number, {.most = 1.0}, "Share of the grains that are merged (0)");
}

}  // namespace

Runner declarePlan(Declaration& command) {
  const auto options = std::make_shared<PlanOptions>();
  addScene(command, options->scene)->required(false);
  addSet(command, options->settings, "Change a value of the scene, for example solver.sweeps=16");
  declareBed(command, options->given);
  command.time("--until", options->until, kAboveZero, "Simulated time of the run (the scene's duration; else 1 s)");
  addThreads(command, options->given.threads, "the scene's; else 1");
  command.flag("--calibrate", options->calibrate, "Measure what a step costs on this machine, for ten seconds");
  addJson(command, options->json, "Print the plan as JSON");
  command.command().footer(
      "Give a scene, or --grains, or --height and --width. Numbers of a scene are printed with the options that "
      "change\n"
      "them. Rules and constants as published: Servin, Wang, Lacoursiere and Bodin 2014.\n");
  return [options] { return planCommand(*options); };
}

}  // namespace scree
