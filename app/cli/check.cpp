#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "engine/scene/advice.h"

namespace scree {

namespace {

constexpr std::size_t kTextWidth = 100;
constexpr std::size_t kLabelWidth = 13;

// Prints a label and its text; further lines of the text are indented like the first.
void printItem(std::string_view label, std::string_view text) {
  std::string line = fmt::format("  {:<{}}", label, kLabelWidth - 2);
  bool begun = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) {
      continue;
    }
    if (begun && line.size() + 1 + word.size() > kTextWidth) {
      print(stdout, "{}\n", line);
      line.assign(kLabelWidth, ' ');
      begun = false;
    }
    line += fmt::format("{}{}", begun ? " " : "", word);
    begun = true;
  }
  print(stdout, "{}\n", line);
}

std::string sizeRange(double smallest, double largest) {
  return smallest == largest ? fmt::format("{:g} m", smallest) : fmt::format("{:g} to {:g} m", smallest, largest);
}

std::string particlesText(const Particles& particles) {
  if (particles.size() == 0) {
    return "none";
  }
  const auto [smallest, largest] = std::ranges::minmax(particles.radius);
  double mass = 0.0;
  for (const double m : particles.mass) {
    mass += m;
  }
  return fmt::format("{}, diameter {}, {:.4g} kg", particles.size(), sizeRange(2.0 * smallest, 2.0 * largest), mass);
}

std::string bodyText(const Body& body) {
  return fmt::format("{}: {} shape{}, {}", body.name, body.shapes.size(), body.shapes.size() == 1 ? "" : "s",
                     body.isDynamic()  ? "moved by forces"
                     : body.isStatic() ? "at rest"
                                       : "driven");
}

std::string emitterText(const Emitter& emitter) {
  const std::string until = emitter.stop < 1e300 ? fmt::format(" to {:g} s", emitter.stop) : " on";
  const std::string limit = emitter.limit == UINT64_MAX ? "" : fmt::format(", {} at most", emitter.limit);
  return fmt::format("{}: {:g} {} from {:g} s{}, diameter {}{}", emitter.name, emitter.rate,
                     emitter.rateIsMass ? "kg/s" : "particles/s", emitter.start, until,
                     sizeRange(smallestDiameter(emitter.sizes), largestDiameter(emitter.sizes)), limit);
}

std::string lawText(const Materials& materials, std::size_t a, std::size_t b) {
  const PairLaw& law = materials.pair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b));
  const std::string stiffness = law.law == StiffnessLaw::hertz ? fmt::format("Hertz E* {:g} Pa", law.effectiveModulus)
                                                               : fmt::format("k {:g} N/m", law.stiffness);
  return fmt::format("{} / {}: e {:g}, friction {:g}, rolling {:g}{}, {}, damping {:g} s", materials.list[a].name,
                     materials.list[b].name, law.restitution, law.friction, law.rollingResistance,
                     law.rollingIsLength ? " m" : "", stiffness, law.dampingTime);
}

std::string periodicText(const PeriodicBox& box) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    if (box.isAlong(axis)) {
      text += fmt::format("{}{} from {:g} to {:g} m", text.empty() ? "" : ", ", "xyz"[axis], box.lower[axis],
                          box.upper(axis));
    }
  }
  return text;
}

void printSummary(const Scene& scene) {
  const World& world = scene.world;
  const Parameters& p = world.parameters;
  print(stdout, "{} ({}): no errors\n", scene.name, scene.file.string());
  if (!scene.description.empty()) {
    printItem("", scene.description);
  }
  printItem("particles", particlesText(world.particles));
  if (world.periodic.isOn()) {
    printItem("periodic", periodicText(world.periodic));
  }
  for (const Body& body : world.bodies) {
    printItem("body", bodyText(body));
  }
  for (const Emitter& emitter : world.emitters) {
    printItem("emitter", emitterText(emitter));
  }
  for (const Sink& sink : world.sinks) {
    printItem("sink", sink.sieve ? fmt::format("{}, {}", sink.name, sieveText(*sink.sieve)) : sink.name);
  }
  for (std::size_t a = 0; a < world.materials.list.size(); ++a) {
    for (std::size_t b = a; b < world.materials.list.size(); ++b) {
      printItem("pair", lawText(world.materials, a, b));
    }
  }
  for (const SceneError& note : scene.notes) {
    printItem("note", fmt::format("line {}, {}: {}", note.line, note.what, note.remedy));
  }
  printItem("run", fmt::format("{:g} s by default, seed {}", scene.duration, scene.seed));
  printItem("solver", p.method == Method::smooth ? fmt::format("time step {:g} s, smooth DEM", p.timeStep)
                                                 : fmt::format("time step {:g} s, {} sweeps, warm start {}", p.timeStep,
                                                               p.sweeps, nameOf(p.warmStart)));
}

void printAdvice(const World& world) {
  const Advice advice = adviseStep(world);
  for (const std::string& note : advice.notes) {
    printItem("advice", note);
  }
  for (const std::string& warning : advice.warnings) {
    printItem("warning", warning);
  }
}

using Json = nlohmann::ordered_json;

Json jsonOf(const std::vector<SceneError>& errors) {
  Json list = Json::array();
  for (const SceneError& error : errors) {
    list.push_back({{"file", error.file},
                    {"line", error.line},
                    {"column", error.column},
                    {"what", error.what},
                    {"remedy", error.remedy}});
  }
  return list;
}

Json namesOf(const auto& things) {
  Json names = Json::array();
  for (const auto& thing : things) {
    names.push_back(thing.name);
  }
  return names;
}

Json particlesJson(const Particles& particles) {
  Json json = {{"count", particles.size()}};
  if (particles.size() > 0) {
    const auto [smallest, largest] = std::ranges::minmax(particles.radius);
    double mass = 0.0;
    for (const double m : particles.mass) {
      mass += m;
    }
    json["smallest_diameter_m"] = 2.0 * smallest;
    json["largest_diameter_m"] = 2.0 * largest;
    json["mass_kg"] = mass;
  }
  return json;
}

/// Ends of the periodic axes by their names [m].
Json periodicJson(const PeriodicBox& box) {
  Json json = Json::object();
  for (int axis = 0; axis < 3; ++axis) {
    if (box.isAlong(axis)) {
      json[std::string(1, "xyz"[axis])] = {box.lower[axis], box.upper(axis)};
    }
  }
  return json;
}

Json jsonOf(const Scene& scene) {
  const World& world = scene.world;
  const Advice advice = adviseStep(world);
  return {{"name", scene.name},
          {"file", scene.file.string()},
          {"description", scene.description},
          {"duration_s", scene.duration},
          {"seed", scene.seed},
          {"time_step_s", world.parameters.timeStep},
          {"method", nameOf(world.parameters.method)},
          {"sweeps", world.parameters.sweeps},
          {"particles", particlesJson(world.particles)},
          {"periodic_m", periodicJson(world.periodic)},
          {"bodies", namesOf(world.bodies)},
          {"emitters", namesOf(world.emitters)},
          {"sinks", namesOf(world.sinks)},
          {"materials", namesOf(world.materials.list)},
          {"notes", jsonOf(scene.notes)},
          {"advice", advice.notes},
          {"warnings", advice.warnings}};
}

int checkAsJson(const std::string& name, const std::vector<SceneOverride>& overrides) {
  const std::optional<std::filesystem::path> file = resolveScene(name, shippedScenes());
  if (!file) {
    return loadOrExplain(name, overrides) ? kDone : kBadScene;
  }
  const SceneResult result = loadScene(*file, overrides);
  const bool isGood = result.scene && result.errors.empty();
  Json json = isGood ? jsonOf(*result.scene) : Json{{"file", file->string()}};
  json["errors"] = jsonOf(result.errors);
  print(stdout, "{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  return isGood ? kDone : kBadScene;
}

int checkScene(const std::string& name, const std::vector<SceneOverride>& overrides) {
  const std::optional<Scene> scene = loadOrExplain(name, overrides);
  if (!scene) {
    return kBadScene;
  }
  printSummary(*scene);
  printAdvice(scene->world);
  return kDone;
}

}  // namespace

Runner declareCheck(Declaration& command) {
  struct Options {
    std::string scene;
    std::vector<SceneOverride> settings;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  addScene(command, options->scene);
  addSet(command, options->settings, "Change a value of the scene, for example solver.sweeps=500");
  addJson(command, options->json, "Print errors, or summary and advice, as JSON");
  return [options] {
    return options->json ? checkAsJson(options->scene, options->settings)
                         : checkScene(options->scene, options->settings);
  };
}

}  // namespace scree
