#include <fmt/format.h>

#include <cmath>

#include "app/studies/truth/truth_measures.h"
#include "app/studies/truth/truth_scenes.h"
#include "app/studies/truth/truth_system.h"

namespace scree {

namespace {

constexpr double kDrumFill = 2e-4;  // grains over diameter squared times width, 1/mm³, as in the shipped scene
constexpr int kDrumWidth = 52;      // mm

TruthSystem conveyorSystem() {
  return {.name = "conveyor",
          .text =
              "The shipped conveyor with a belt of 32 d and 300 pellets a second, filled for 5 s; slope of both "
              "sides of the ridge in its middle section, mean from 3.5 to 7.5 s.",
          .scene = "conveyor",
          .overrides = {{"bodies.belt.shapes.0.rectangle.size", "[420 mm, 500 mm]"},
                        {"bodies.belt.shapes.0.rectangle.position", "[210 mm, 0, 0]"},
                        {"bodies.roller.position", "[420 mm, 0, -25 mm]"},
                        {"bodies.roller.motion.0.rotate.point", "[420 mm, 0, -25 mm]"},
                        {"emitters.source.position", "[70 mm, 0, 119.5 mm]"},
                        {"emitters.source.size", "[80 mm, 40 mm, 39 mm]"},
                        {"emitters.source.rate", "300 1/s"}},
          .fill = 5.0,
          .run = 7.5,
          .from = 3.5,
          .measures = {ridgeMeasure()}};
}

TruthSystem collapseSystem() {
  return {.name = "collapse",
          .text =
              "1200 pellets in the shipped box, 6 d deep, whose smooth walls go on to 46 d; the gate goes up "
              "0.1 s after the start.",
          .scene = "collapse",
          .overrides = {{"bodies.walls.shapes.0.container.size", "[600 mm, 80 mm, 300 mm]"},
                        {"bodies.walls.shapes.0.container.position", "[202.5 mm, 0, 150 mm]"},
                        {"bodies.gate.shapes.0.rectangle.size", "[300 mm, 80 mm]"},
                        {"particles.0.fill.region.box.lower", "[-97 mm, -39.5 mm, 1 mm]"},
                        {"particles.0.fill.region.box.upper", "[97 mm, 39.5 mm, 300 mm]"},
                        {"particles.0.fill.count", "1200"},
                        {"particles.0.fill.layout", "random"}},
          .fill = 1.4,
          .run = 2.6,
          .from = 2.1,
          .measures = {collapseMeasure()}};
}

TruthSystem pileSystem() {
  return {.name = "pile",
          .text = "The shipped pile with 1200 pellets, 200 a second for 6 s, all of it solved in each way.",
          .scene = "pile",
          .overrides = {{"emitters.source.count", "1200"}},
          .run = 8.0,
          .from = 7.0,
          .measures = {pileMeasure()}};
}

TruthSystem plateSystem() {
  return {
      .name = "plate",
      .text =
          "1500 pellets on a plate of 20 d by 6 d between smooth walls whose ends open 0.1 s after the start; the rest "
          "falls off. Slope of both sides of the heap left, mean from 2.5 to 3 s.",
      .sceneText = truthPlateScene(),
      .fill = 0.9,
      .run = 3.0,
      .from = 2.5,
      .measures = {plateMeasure()}};
}

TruthSystem siloSystem() {
  return {.name = "silo",
          .text =
              "2300 grains of 10 mm in a box of 18 d by 6 d with a slot of 5 d that opens at the start; mass rate "
              "from 0.3 to 1.2 s.",
          .sceneText = truthSiloScene(),
          .fill = 1.0,
          .run = 1.2,
          .from = 0.3,
          .measures = {rateMeasure(0.0)}};
}

TruthSystem hopperSystem() {
  return {.name = "hopper",
          .text =
              "The shipped hopper, 15 d wide with an outlet of 6 d and 1800 grains, steps of 2 ms; mass rate from "
              "0.3 to 0.9 s after the slide leaves.",
          .scene = "hopper",
          .overrides = {{"bodies.funnel.shapes.0.mesh.make.hopper.diameter", "120 mm"},
                        {"bodies.funnel.shapes.0.mesh.make.hopper.outlet", "48 mm"},
                        {"particles.0.fill.region.cylinder.position", "[0, 0, 0.312]"},
                        {"particles.0.fill.region.cylinder.diameter", "116 mm"},
                        {"particles.0.fill.count", "1800"}},
          .fill = 0.5,
          .run = 0.9,
          .from = 0.3,
          .measures = {rateMeasure(0.155)}};
}

TruthSystem containerSystem() {
  return {.name = "container",
          .text =
              "600 grains of 10 mm of the shipped container fall into its tube of 6 d, steps of 2 ms, all of it "
              "solved in each way; means from 1.2 to 1.6 s.",
          .sceneText = truthContainerScene(),
          .run = 1.6,
          .from = 1.2,
          .measures = {centreMeasure(), wallShareMeasure()}};
}

TruthSystem triaxialSystem() {
  return {.name = "triaxial",
          .text =
              "The shipped test with walls of 1 kg as rough as the grains, consolidated with the preset fast; axial "
              "stress, mean from 10 to 25 % of strain.",
          .measures = {{.name = "critical stress", .unit = "Pa", .digits = 1}},
          .isTriaxial = true};
}

TruthSystem slopeSystem() {
  return {.name = "slope",
          .text =
              "1200 pellets in a rough box that was tilted by 10 degrees a second to 45 and kept for a second, so "
              "that they lie at their angle of repose, and is then 1 degree flatter; from 1 to 6 s.",
          .sceneText = truthSlopeScene(),
          .run = 6.0,
          .from = 1.0,
          .measures = {medianCreepMeasure(), meanCreepMeasure()},
          .isSlope = true};
}

}  // namespace

TruthSystem truthDrum(int diameter, double run) {
  const std::string across = fmt::format("{} mm", diameter);
  const std::string width = fmt::format("{} mm", kDrumWidth);
  const long grains = std::lround(kDrumFill * diameter * diameter * kDrumWidth);
  return {.name = "drum",
          .text = fmt::format("{} pellets in a drum of {:.0f} d by 4 d at 0.5 rad/s, 4 s before the start; mean from 2 "
                              "to {:g} s.",
                              grains, diameter / 13.0, run),
          .scene = "drum",
          .overrides = {{"bodies.drum.shapes.0.hollow_cylinder.diameter", across},
                        {"bodies.drum.shapes.0.hollow_cylinder.length", width},
                        {"particles.0.fill.region.cylinder.diameter", across},
                        {"particles.0.fill.region.cylinder.length", width},
                        {"particles.0.fill.count", std::to_string(grains)}},
          .fill = 4.0,
          .run = run,
          .from = 2.0,
          .measures = {drumAngleMeasure()}};
}

std::vector<TruthSystem> truthSystems() {
  TruthSystem drum = truthDrum(325, 8.0);
  drum.measures.push_back(drumPlugMeasure());
  return {drum,         conveyorSystem(), collapseSystem(),  pileSystem(),     plateSystem(),
          siloSystem(), hopperSystem(),   containerSystem(), triaxialSystem(), slopeSystem()};
}

TruthSystem truthSlopeMinute() {
  TruthSystem system = slopeSystem();
  system.name = "slope-minute";
  system.text = "The slope for a minute.";
  system.run = 60.0;
  system.from = 0.0;
  return system;
}

}  // namespace scree
