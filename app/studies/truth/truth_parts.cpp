#include <fmt/format.h>

#include <array>
#include <numbers>

#include "app/studies/truth/truth_measures.h"
#include "app/studies/truth/truth_rebound.h"
#include "app/studies/truth/truth_scenes.h"
#include "app/studies/truth/truth_system.h"

namespace scree {

namespace {

constexpr std::array<double, 6> kDampingTimes = {0.2, 0.5, 1.0, 2.0, 5.0, 10.0};  // ms
constexpr double kReboundSpeed = 0.04;                                            // of truthReboundScene() [m/s]
constexpr double kSettling = 1.5;                                                 // s

TruthSystem shakenBox(double restitution) {
  return {.name = fmt::format("shaken-{:g}", restitution),
          .text = "300 grains of 8 mm in a box that swings by 8 mm at 8 Hz, steps of 2 ms; mean from 1 to 3 s.",
          .sceneText = truthShakenScene(),
          .overrides = {{"default_pair.restitution", fmt::format("{:g}", restitution)}},
          .run = 3.0,
          .from = 1.0,
          .measures = {centreMeasure()}};
}

TruthSystem bouncingDrum(double restitution) {
  TruthSystem drum = truthDrum(260, 6.0);
  drum.name = fmt::format("drum-{:g}", restitution);
  drum.text += " Grains of 12 mm; the wall has a material of its own.";
  drum.overrides.push_back({"particles.0.fill.sizes.list.diameters", "[12 mm]"});
  drum.overrides.push_back({"materials.liner", "{density: 3700 kg/m3}"});
  drum.overrides.push_back({"bodies.drum.shapes.0.hollow_cylinder.material", "liner"});
  drum.overrides.push_back({"default_pair.restitution", fmt::format("{:g}", restitution)});
  return drum;
}

/// The drum with the damping time that `resolved` has in it, so that only the way of bouncing differs.
TruthSystem equallyDampedDrum(double restitution) {
  constexpr double kGrainMass = 3700.0 * std::numbers::pi / 6.0 * 0.012 * 0.012 * 0.012;  // kg
  TruthSystem drum = bouncingDrum(restitution);
  drum.name += "-damped";
  const double time = dampingTimeFor(restitution, 3000.0, 0.5 * kGrainMass);  // s
  drum.text += fmt::format(" All ways have the damping time of resolved, {:.3g} ms.", 1e3 * time);
  drum.overrides.push_back({"default_pair.damping_time", fmt::format("{:.3g} ms", 1e3 * time)});
  return drum;
}

std::vector<TruthSystem> impactSystems() {
  std::vector<TruthSystem> systems;
  for (const double restitution : {0.0, 0.3, 0.6, 0.9}) {
    systems.push_back(shakenBox(restitution));
  }
  systems.push_back(bouncingDrum(0.0));
  systems.push_back(bouncingDrum(0.9));
  systems.push_back(equallyDampedDrum(0.0));
  systems.push_back(equallyDampedDrum(0.9));
  return systems;
}

TruthSystem rebound() {
  return {.name = "rebound",
          .text = "Grains of 13 mm meet a floor at 0.04 m/s, below the impact speed, at all times in a step.",
          .sceneText = truthReboundScene(),
          .run = 0.2,
          .measures = {reboundMeasure(kReboundSpeed)}};
}

TruthSystem settling() {
  return {.name = "settling",
          .text =
              "400 pellets fall into a box; time until their kinetic energy is below a ten thousandth of their "
              "weight times a diameter.",
          .sceneText = truthSettlingScene(),
          .run = kSettling,
          .measures = {movingMeasure(kSettling)}};
}

/// The system with another damping time [ms].
TruthSystem damped(TruthSystem system, double time) {
  system.name += fmt::format("-{:g}ms", time);
  system.overrides.push_back({"default_pair.damping_time", fmt::format("{:g} ms", time)});
  return system;
}

std::vector<TruthSystem> dampingSystems() {
  std::vector<TruthSystem> systems;
  for (const double time : kDampingTimes) {
    systems.push_back(damped(rebound(), time));
  }
  for (const double time : kDampingTimes) {
    systems.push_back(damped(settling(), time));
  }
  for (const double time : {0.2, 1.0, 5.0}) {
    systems.push_back(damped(truthDrum(260, 6.0), time));
  }
  return systems;
}

}  // namespace

std::vector<TruthPart> truthParts() {
  return {{.name = "systems",
           .text = "Bias of the presets. The reference is a straight line through steps of 0.4 and 0.2 ms at a step of "
                   "0.",
           .ways = {"fast", "default", "accurate", "converged", "stage", "0.4ms", "0.2ms"},
           .reference = "0.2ms",
           .coarser = "0.4ms",
           .systems = truthSystems()},
          {.name = "minute",
           .text = "Creep over a minute, beside the preset accurate; the part systems has the reference over 5 s.",
           .ways = {"fast", "default", "accurate"},
           .reference = "accurate",
           .systems = {truthSlopeMinute()}},
          {.name = "impacts",
           .text = "Impacts by restitution. The reference resolves contacts in time: steps of 0.05 ms, the restitution "
                   "by the contact's spring and dashpot (0.02 where the law has 0), no contact is an impact.",
           .ways = {"converged", "stage", "0.2ms", "0.2ms-stage", "resolved"},
           .reference = "resolved",
           .systems = impactSystems()},
          {.name = "damping",
           .text = "Damping times. The reference has steps of 0.1 ms, in which none is clamped.",
           .ways = {"default", "converged", "accurate", "0.1ms"},
           .reference = "0.1ms",
           .systems = dampingSystems()}};
}

}  // namespace scree
