#include <fmt/format.h>

#include <chrono>
#include <numbers>

#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/stepping.h"
#include "engine/analysis/repose.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kSampleInterval = 0.05;  // simulated time between samples [s]

enum class System : unsigned char { drum, pile };

struct Variant {
  System system;
  std::string name;
  std::string why;
  std::vector<SceneOverride> overrides;
};

/// One sample of a run.
struct Sample {
  double time = 0.0;      // simulated time [s]
  double byMass = 0.0;    // angle by mass [degrees]; unused for the pile
  double bySurface[3]{};  // angle by surface [degrees]; drum: over 30, 50, 70 % of the diameter; pile: [1] only
  double plug = 0.0;      // share of particles in the plug; unused for the pile
  double height = 0.0;    // height [m]; unused for the drum
  double overlap = 0.0;
  double residual = 0.0;  // residual of the last sweep, rms of the worst kind of row [m/s]
  std::size_t particles = 0;
};

struct Outcome {
  std::vector<Sample> samples;
  double wall = 0.0;  // wall time [s]
  std::uint64_t faults = 0;
  std::string error;
};

/// Variants of a system; each changes one setting that may move the angle against the published settings.
std::vector<Variant> variantsOf(System system) {
  const std::vector<SceneOverride> cold = {{"solver.preset", "paper"}};
  const auto with = [&](std::initializer_list<SceneOverride> more) {
    std::vector<SceneOverride> all = cold;
    all.insert(all.end(), more);
    return all;
  };
  return {
      {system, "150 cold", "as published", cold},
      {system, "500 cold", "as published, reference",
       with({{"solver.sweeps", "500"}, {"solver.impact_sweeps", "500"}})},
      {system, "150 warm", "history, factor 0.85", {{"solver.preset", "paper-warm"}}},
      {system, "fast", "the preset of that name", {{"solver.preset", "fast"}}},
      {system, "accurate", "the preset of that name", {{"solver.preset", "accurate"}}},
      {system, "radius x2",
       "r* twice as large in the rolling cone: what printing its reciprocal or the diameter would do",
       with({{"default_pair.rolling_resistance", "0.64"}})},
      {system, "radius x0.5", "r* half as large in the rolling cone",
       with({{"default_pair.rolling_resistance", "0.16"}})},
      {system, "twisting 1", "twisting resistance as strong as the friction cone allows",
       with({{"default_pair.twisting", "1"}})},
      {system, "2.5 ms", "half the step", with({{"time_step", "2.5 ms"}})},
      {system, "1 ms", "a fifth of the step", with({{"time_step", "1 ms"}})},
      {system, "seed 2", "scatter between seeds", with({{"seed", "2"}})},
  };
}

Sample drumSample(const World& world, const StepReport& report) {
  const DrumFrame frame = drumFrameOf(world);
  Sample sample{.time = world.time};
  sample.byMass = kDegrees * drumAngleByMass(world.particles, frame);
  for (int i = 0; i < 3; ++i) {
    sample.bySurface[i] = kDegrees * drumAngleBySurface(world.particles, frame, 0.3 + 0.2 * i);
  }
  sample.plug = plugFraction(world.particles, frame, drumSpeedOf(world));
  sample.overlap = report.meanOverlap;
  sample.residual = report.residuals.empty() ? 0.0 : report.residuals.back().worstRms();
  sample.particles = world.particles.size();
  return sample;
}

Sample pileSample(const World& world, const StepReport& report) {
  const PileShape shape = measurePile(world.particles, 0.0);
  Sample sample{.time = world.time};
  sample.bySurface[1] = kDegrees * shape.angle;
  sample.height = shape.height;
  sample.overlap = report.meanOverlap;
  sample.residual = report.residuals.empty() ? 0.0 : report.residuals.back().worstRms();
  sample.particles = world.particles.size();
  return sample;
}

/// Simulated time from which on the drum flows steadily [s], at 0.5 rad/s.
constexpr double kDrumSteady = 3.0;
constexpr double kDrumEnd = 7.0;  // end of a run of the drum [s]
/// Time between the last particle and the measurement of the pile [s], as in paper W.
constexpr double kPileRest = 10.0;

bool finished(const Variant& variant, const World& world, double lastArrival) {
  if (variant.system == System::drum) {
    return world.time >= kDrumEnd;
  }
  const bool fed = world.emitters.at(0).emitted >= world.emitters.at(0).limit;
  return fed && world.time >= lastArrival + kPileRest;
}

Outcome runVariant(const Variant& variant) {
  Outcome outcome;
  const std::optional<Scene> scene = loadOrExplain(variant.system == System::drum ? "drum" : "pile", variant.overrides);
  if (!scene) {
    outcome.error = "the scene does not load";
    return outcome;
  }
  World world = scene->world;
  const auto start = std::chrono::steady_clock::now();
  double nextSample = kSampleInterval;
  double lastArrival = 0.0;
  std::size_t seen = 0;
  const auto note = [&](const StepReport& report) {
    if (world.particles.size() != seen) {
      seen = world.particles.size();
      lastArrival = world.time;
    }
    if (world.time + 0.5 * world.parameters.timeStep >= nextSample) {
      nextSample += kSampleInterval;
      outcome.samples.push_back(variant.system == System::drum ? drumSample(world, report) : pileSample(world, report));
    }
    return !finished(variant, world, lastArrival);
  };
  if (stepWhile(world, note) == SteppingEnd::guard) {
    outcome.error = world.guard.findings.back().what;
  }
  outcome.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.faults = world.faultCount;
  return outcome;
}

/// Mean and deviation of a reading between two times [s].
template <typename Reading>
Statistics over(const std::vector<Sample>& samples, double from, double to, Reading reading) {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    if (sample.time >= from && sample.time <= to) {
      values.push_back(reading(sample));
    }
  }
  return statisticsOf(values);
}

std::string seriesText(const Outcome& outcome) {
  std::string text =
      "time_s,angle_mass_deg,angle_surface30_deg,angle_surface50_deg,angle_surface70_deg,plug,height_m,overlap,"
      "residual_m_s,particles\n";
  for (const Sample& s : outcome.samples) {
    text += fmt::format("{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{}\n", s.time, s.byMass,
                        s.bySurface[0], s.bySurface[1], s.bySurface[2], s.plug, s.height, s.overlap, s.residual,
                        s.particles);
  }
  return text;
}

std::string drumRow(const Variant& variant, const Outcome& outcome) {
  const std::vector<Sample>& samples = outcome.samples;
  const auto mass = [](const Sample& s) { return s.byMass; };
  const auto surface = [](int i) { return [i](const Sample& s) { return s.bySurface[i]; }; };
  return fmt::format(
      "| {} | {} | {} | {} | {} | {} | {} | {} | {:.2f} | {:.2e} | {:.0f} |\n", variant.name,
      plusMinus(over(samples, kDrumSteady, kDrumEnd, mass)), plusMinus(over(samples, kDrumSteady, 5.0, mass)),
      plusMinus(over(samples, 5.0, kDrumEnd, mass)), plusMinus(over(samples, kDrumSteady, kDrumEnd, surface(0))),
      plusMinus(over(samples, kDrumSteady, kDrumEnd, surface(1))),
      plusMinus(over(samples, kDrumSteady, kDrumEnd, surface(2))),
      plusMinus(over(samples, kDrumSteady, kDrumEnd, [](const Sample& s) { return 100.0 * s.plug; })),
      100.0 * over(samples, kDrumSteady, kDrumEnd, [](const Sample& s) { return s.overlap; }).mean,
      over(samples, kDrumSteady, kDrumEnd, [](const Sample& s) { return s.residual; }).mean, outcome.wall);
}

std::string pileRow(const Variant& variant, const Outcome& outcome) {
  const std::vector<Sample>& samples = outcome.samples;
  const double end = samples.empty() ? 0.0 : samples.back().time;
  const double fed = end - kPileRest;
  const auto angle = [](const Sample& s) { return s.bySurface[1]; };
  const auto height = [](const Sample& s) { return s.height / 0.013; };
  return fmt::format("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.2e} | {:.0f} |\n", variant.name,
                     plusMinus(over(samples, fed, fed + 1.0, angle)),
                     plusMinus(over(samples, fed + 4.0, fed + 5.0, angle)),
                     plusMinus(over(samples, end - 1.0, end, angle)), over(samples, fed, fed + 1.0, height).mean,
                     over(samples, end - 1.0, end, height).mean,
                     100.0 * over(samples, end - 1.0, end, [](const Sample& s) { return s.overlap; }).mean,
                     over(samples, end - 1.0, end, [](const Sample& s) { return s.residual; }).mean, outcome.wall);
}

constexpr const char* kDrumHead =
    "## Drum, 0.5 rad/s\n\n"
    "Published (adaptive model reduction): 43 ± 2° with 150 sweeps, 44 ± 3° with 500; how it was read off is not said. "
    "By mass: direction of the centre of mass from the axis (warm starting paper). By surface: line through the "
    "highest "
    "grains of slices one diameter wide, over 30, 50, 70 % of the drum's diameter.\n\n"
    "| variant | by mass 3-7 s | 3-5 s | 5-7 s | surface 30 % | surface 50 % | surface 70 % | plug % | overlap % | "
    "residual "
    "m/s | wall s |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
constexpr const char* kPileHead =
    "## Pile, 3363 grains of 13 mm\n\n"
    "Published (warm starting): height about 15 d, 10 s after the last grain. Independent smooth DEM with these "
    "constants "
    "(LIGGGHTS 3.8): 29.0 ± 0.5°, height 10.7 d; 34.7° with twice the rolling resistance. Angle: line through the ring "
    "means of the highest grains, 20 to 80 % of the cone.\n\n"
    "| variant | angle 0-1 s after feed | 4-5 s | 9-10 s | height/d at 0-1 s | at 9-10 s | overlap % | residual m/s | "
    "wall "
    "s |\n|---|---|---|---|---|---|---|---|---|\n";

/// Name of a variant with its system: "drum 150 cold".
std::string labelOf(const Variant& variant) {
  return (variant.system == System::drum ? "drum " : "pile ") + variant.name;
}

bool isWanted(const ReposeOptions& options, const std::string& label) {
  return options.only.empty() || std::ranges::any_of(options.only, [&label](const std::string& part) {
           return label.find(part) != std::string::npos;
         });
}

std::vector<Variant> chosenVariants(const ReposeOptions& options) {
  std::vector<Variant> chosen;
  for (const System system : {System::drum, System::pile}) {
    for (Variant& variant : variantsOf(system)) {
      if (isWanted(options, labelOf(variant))) {
        chosen.push_back(std::move(variant));
      }
    }
  }
  return chosen;
}

std::string fileNameOf(const Variant& variant) {
  std::string name = (variant.system == System::drum ? "drum_" : "pile_") + variant.name + ".csv";
  for (char& c : name) {
    c = c == ' ' ? '_' : c;
  }
  return name;
}

std::string reportText(const std::vector<Variant>& variants, const std::vector<Outcome>& outcomes) {
  std::string drum;
  std::string pile;
  std::string meanings;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (outcomes[i].samples.empty()) {
      continue;
    }
    const bool isDrum = variants[i].system == System::drum;
    (isDrum ? drum : pile) += isDrum ? drumRow(variants[i], outcomes[i]) : pileRow(variants[i], outcomes[i]);
    const std::string meaning = fmt::format("- {}: {}\n", variants[i].name, variants[i].why);
    meanings += meanings.find(meaning) == std::string::npos ? meaning : "";
  }
  return "# Angles of repose\n\nNothing is tuned: ours stand beside the published ones.\n\n" + meanings + "\n" +
         (drum.empty() ? "" : kDrumHead + drum + "\n") + (pile.empty() ? "" : kPileHead + pile);
}

}  // namespace

int reposeExperiment(const ReposeOptions& options) {
  const std::vector<Variant> variants = chosenVariants(options);
  if (variants.empty()) {
    print(stderr, "--only: nothing is named '{}': give drum, pile, or a part of a variant's name, such as 500 cold\n",
          fmt::format("{}", fmt::join(options.only, ",")));
    return kUsage;
  }
  watchSignals();
  try {
    checkWritable(options.folder / "repose.md");
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  std::vector<Outcome> outcomes(variants.size());
  runJobs(variants.size(), options.jobs, [&](std::size_t i) {
    outcomes[i] = runVariant(variants[i]);
    return fmt::format("{} {}{}", variants[i].system == System::drum ? "drum" : "pile", variants[i].name,
                       outcomes[i].error.empty() ? "" : ", " + outcomes[i].error);
  });
  const std::string report = reportText(variants, outcomes);
  print(stdout, "{}", report);
  try {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      writeFileAtomically(options.folder / fileNameOf(variants[i]), seriesText(outcomes[i]));
    }
    writeFileAtomically(options.folder / "repose.md", report);
    tellReport(options.folder / "repose.md");
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  return signalReceived() == 0 ? kDone : kSignalled + signalReceived();
}

}  // namespace scree
