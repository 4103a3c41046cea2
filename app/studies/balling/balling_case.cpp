#include "app/studies/balling/balling_case.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/console/load.h"
#include "app/studies/stepping.h"
#include "engine/analysis/drums/belt_tables.h"
#include "engine/base/clock.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kSampleEvery = 0.05;    // s between readings of the flow
constexpr double kSteady = 0.1;          // share by which landing and fed mass of a turn may differ
constexpr double kPlantPellet = 0.0127;  // m
constexpr double kCoarsePellet = 0.025;  // m

const std::string kOutlet = "bodies.drum.shapes.1.mesh.make.outlet.";

/// Widths of gaps along the circumference for those along the axis in pellets of the plant. Flow goes by the width
/// across a gap less 1.4 diameters (Beverloo and others, 1961): gaps for coarse pellets are so much wider.
std::vector<SceneOverride> gapsOf(const std::vector<double>& widths, bool isCoarse) {
  const double kSpiral = 75.0 * std::numbers::pi / 180.0;  // of the scenes
  constexpr double kEmpty = 1.4;
  const double wider = isCoarse ? kEmpty * (kCoarsePellet - kPlantPellet) / std::sin(kSpiral) : 0.0;
  std::string list;
  for (const double width : widths) {
    list += fmt::format("{}{:.6g}", list.empty() ? "" : ", ", std::tan(kSpiral) * (width * kPlantPellet + wider));
  }
  return {{kOutlet + "widths", "[" + list + "]"}};
}

/// A form of the plant's outlet with both published feeds.
struct PlantOutlet {
  const char* name;
  const char* what;
  std::vector<SceneOverride> gaps;
  std::array<double, 2> published;  ///< σ_h by RK1 and RK5
};

std::vector<PlantOutlet> plantOutlets(bool isCoarse) {
  // An uneven coating was published as a picture only: here that of *coated*, and half as wide between 1.5 and 2 m,
  // where the measured belt is short of material.
  const auto coated = [](double z) { return 3.1 + 3.2 * z / 2.2; };
  std::vector<SceneOverride> uneven =
      gapsOf({coated(0.0), coated(1.4), 0.5 * coated(1.5), 0.5 * coated(1.95), coated(2.05), coated(2.2)}, isCoarse);
  uneven.push_back({kOutlet + "widths_at", "[0, 1.4, 1.5, 1.95, 2.05, 2.2]"});
  return {{"o", "original gaps, 11.8 to 39.4 d", gapsOf({11.8, 39.4}, isCoarse), {0.83, 0.83}},
          {"m", "modified gaps, 4.7 to 7.9 d", gapsOf({4.7, 7.9}, isCoarse), {0.66, 0.68}},
          {"c", "coated gaps, 3.1 to 6.3 d", gapsOf({3.1, 6.3}, isCoarse), {0.46, 0.42}},
          {"ic", "unevenly coated gaps (their table is an assumption)", uneven, {0.44, 0.42}}};
}

BallingCase plantCase(const PlantOutlet& outlet, bool isFirst, bool isCoarse) {
  BallingCase which{.name = fmt::format("{}{}-{}", isCoarse ? "coarse-" : "", isFirst ? "rk1" : "rk5", outlet.name),
                    .what = fmt::format("plant, {} t/h, {}, pellets of {} mm", isFirst ? 340 : 275, outlet.what,
                                        isCoarse ? "25" : "12.7"),
                    .scene = isCoarse ? "balling_drum_plant_coarse" : "balling_drum_plant",
                    .settings = outlet.gaps,
                    .settling = 12.0,
                    .mostSettling = 60.0,
                    .turns = 3.0,
                    .published = outlet.published[isFirst ? 0 : 1],
                    .observed = isFirst ? 0.41 : 0.33};
  if (!isFirst) {
    which.settings.push_back({"emitters.feed.mass_rate", "275 t/h"});
  }
  return which;
}

double emittedMass(const World& world) {
  double mass = 0.0;
  for (const Emitter& emitter : world.emitters) {
    mass += emitter.emittedMass;
  }
  return mass;
}

double feedOf(const World& world) {
  double rate = 0.0;
  for (const Emitter& emitter : world.emitters) {
    rate += emitter.rateIsMass ? emitter.rate : 0.0;
  }
  return rate;
}

double massOf(std::span<const Landing> landings) {
  double mass = 0.0;
  for (const Landing& landing : landings) {
    mass += landing.mass;
  }
  return mass;
}

/// σ_h of what landed in a time, on a belt that went `way` meanwhile; the profile, too.
BedProfile profileBetween(const LandingWatch& watch, double from, double to, double way) {
  const std::vector<Landing> landings = landingsBetween(watch.landings(), from, to);
  return landings.empty() || !(way > 0.0) ? BedProfile{}
                                          : profileOf(bedOf(landings, bedSettingsOf(landings, watch.belt(), way)));
}

/// One run, step by step.
class Recording {
 public:
  Recording(const BallingCase& which, World& world, const RotatingDrum& drum, const BeltFrame& belt, BallingRun& run)
      : which_(which),
        world_(world),
        drum_(drum),
        watch_(world, belt),
        run_(run),
        window_(usualWindow(world, drum)),
        turn_(2.0 * std::numbers::pi / std::abs(drum.speed)) {}

  /// Takes a step; false when the recording is complete.
  bool take(const StepData& data) {
    if (world_.step == 0) {
      return true;
    }
    watch_.take(world_, data);
    if (!isRecording_) {
      settle();
      return true;
    }
    run_.level += world_.reduction.levelOf(world_.particles.size()).level();
    run_.grains += static_cast<double>(world_.particles.size());
    ++steps_;
    if (world_.time + 1e-9 >= nextSample_) {
      nextSample_ += kSampleEvery;
      placeMembers(world_);
      run_.flows.push_back(drumFlow(world_, drum_, window_));
      addInstant(world_, drum_, window_, run_.section);
    }
    return world_.time + 0.5 * world_.parameters.timeStep < run_.settled + which_.turns * turn_;
  }

  void finish() {
    if (!isRecording_) {
      return;
    }
    run_.seconds = world_.time - run_.settled;
    run_.processor = threadSeconds() - began_;
    run_.level /= std::max(1.0, steps_);
    run_.grains /= std::max(1.0, steps_);
    run_.fed = emittedMass(world_) - fedBefore_;
    run_.lost = lostMass();
    run_.landings = landingsBetween(watch_.landings(), run_.settled, world_.time);
    const double speed = run_.seconds > 0.0 ? (watch_.way() - wayBefore_) / run_.seconds : 0.0;
    run_.profile = profileBetween(watch_, run_.settled, world_.time, speed * run_.seconds);
    for (double from = run_.settled; from + 0.99 * turn_ <= world_.time; from += turn_) {
      run_.parts.push_back(variation(profileBetween(watch_, from, from + turn_, speed * turn_).heights));
    }
    run_.faults = world_.faultCount;
  }

 private:
  /// Mass that left while recording without having landed [kg].
  double lostMass() const {
    double mass = 0.0;
    for (const Sink& sink : world_.sinks) {
      for (const Departure& gone : sink.departures) {
        mass += gone.time > run_.settled && !watch_.hasLanded(gone.id) ? gone.mass : 0.0;
      }
    }
    return mass;
  }
  /// Begins to record when a whole turn has landed as much as was fed, or after the longest time.
  void settle() {
    if (world_.time < std::max(which_.settling, turn_)) {
      return;
    }
    if (world_.time < nextTry_ && world_.time < which_.mostSettling) {
      return;
    }
    nextTry_ = world_.time + 0.25 * turn_;
    const double landed = massOf(landingsBetween(watch_.landings(), world_.time - turn_, world_.time));
    run_.steady = std::abs(landed - feedOf(world_) * turn_) <= kSteady * feedOf(world_) * turn_;
    if (!run_.steady && world_.time < which_.mostSettling) {
      return;
    }
    isRecording_ = true;
    run_.settled = world_.time;
    nextSample_ = world_.time;
    wayBefore_ = watch_.way();
    fedBefore_ = emittedMass(world_);
    began_ = threadSeconds();
    const double diameter = world_.particles.size() > 0 ? 2.0 * world_.particles.radius[0] : 0.01;
    run_.section = sectionOf(drum_, window_, diameter);
  }

  const BallingCase& which_;
  World& world_;
  RotatingDrum drum_;
  LandingWatch watch_;
  BallingRun& run_;
  DrumWindow window_;
  double turn_;
  bool isRecording_ = false;
  double nextTry_ = 0.0;
  double nextSample_ = 0.0;
  double wayBefore_ = 0.0;
  double fedBefore_ = 0.0;
  double began_ = 0.0;
  double steps_ = 0.0;
};

}  // namespace

std::vector<BallingCase> ballingCases(bool quick) {
  if (quick) {
    return {{.name = "small",
             .what = "laboratory at half its size, scene balling_drum",
             .scene = "balling_drum",
             .settings = {},
             .settling = 4.0,
             .mostSettling = 8.0,
             .turns = 2.0}};
  }
  std::vector<BallingCase> cases = {{.name = "lab",
                                     .what = "laboratory of paper II at its optimum",
                                     .scene = "balling_drum_lab",
                                     .settings = {},
                                     .settling = 10.4,
                                     .mostSettling = 40.0,
                                     .turns = 2.0}};
  for (const bool isCoarse : {true, false}) {
    for (const PlantOutlet& outlet : plantOutlets(isCoarse)) {
      for (const bool isFirst : {true, false}) {
        cases.push_back(plantCase(outlet, isFirst, isCoarse));
      }
    }
  }
  return cases;
}

BallingRun ballingRun(const BallingCase& which, bool merged, int seed) {
  BallingRun run{.name = which.name, .what = which.what, .merged = merged, .seed = seed};
  std::vector<SceneOverride> settings = which.settings;
  settings.push_back({"seed", fmt::format("{}", seed)});
  settings.push_back({"reduction.merging", merged ? "on" : "off"});
  std::optional<Scene> scene = loadOrExplain(which.scene, settings);
  if (!scene) {
    run.failure = "the scene does not load";
    return run;
  }
  World world = std::move(scene->world);
  world.parameters.threads = 1;
  const std::optional<RotatingDrum> drum = rotatingDrum(world);
  const std::optional<BeltFrame> belt = widestBelt(world);
  if (!drum || !belt) {
    run.failure = "the scene has no drum or no belt";
    return run;
  }
  Recording recording(which, world, *drum, *belt, run);
  const SteppingEnd end = watchSteps(world, [&](const StepData& data) { return recording.take(data); });
  recording.finish();
  run.failure = failureOf(world, end);
  return run;
}

}  // namespace scree
