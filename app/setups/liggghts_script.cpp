#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "app/setups/setup.h"
#include "engine/formats/text/text_number.h"

// Commands of LIGGGHTS's input scripts (https://www.cfdem.com/media/DEM/docu/Manual.html).
namespace scree {

namespace {

/// Commands without a counterpart that a scene does not need: what they set is chosen otherwise here.
constexpr std::array<std::string_view, 30> kNotNeeded = {
    "atom_style",     "atom_modify",    "newton",       "communicate",   "comm_modify", "comm_style", "neighbor",
    "neigh_modify",   "thermo",         "thermo_style", "thermo_modify", "dump",        "undump",     "dump_modify",
    "compute",        "print",          "log",          "processors",    "echo",        "restart",    "pair_coeff",
    "hard_particles", "soft_particles", "shell",        "info",          "fix_modify",  "group",      "reset_timestep",
    "special_bonds",  "suffix"};
constexpr std::array<std::string_view, 12> kFixesNotNeeded = {"nve/sphere",
                                                              "nve",
                                                              "check/timestep/gran",
                                                              "print",
                                                              "ave/time",
                                                              "ave/euler",
                                                              "store/state",
                                                              "print/screen",
                                                              "nve/limit",
                                                              "property/atom",
                                                              "mesh/surface/stress/output",
                                                              "massflow/mesh/output"};

/// Factors from the units of a script to SI.
struct ScriptUnits {
  double length = 1.0;
  double mass = 1.0;

  double density() const { return mass / (length * length * length); }
  double pressure() const { return mass / length; }  // the unit of time is the second in both systems
};

/// Problem of a line, which becomes a doubt.
struct NotTaken {
  std::string reason;
};

class ScriptTaker {
 public:
  ImportedSetup read(std::string_view text) {
    ScriptLines script = scriptLinesOf(text);
    setup_.doubts = std::move(script.doubts);
    for (const ScriptLine& line : script.lines) {
      line_ = &line;
      try {
        take(line.words);
      } catch (const NotTaken& problem) {
        doubt(problem.reason);
      }
    }
    finish();
    std::ranges::stable_sort(setup_.doubts, {}, &ScriptDoubt::line);
    return std::move(setup_);
  }

 private:
  using Words = std::vector<std::string>;

  /// Takes out what the models of contact do not use.
  void finish() {
    if (!hasUnits_) {
      setup_.doubts.push_back({1, "(no units)",
                               "the script names no units, which means lj there: all numbers are "
                               "taken as SI"});
    }
    if (!hasRolling_) {
      drop(&SetupPair::rolling, "coefficientRollingFriction is not used: no model has rolling_friction");
    }
    if (isSmooth_) {
      drop(&SetupPair::friction, "coefficientFriction is not used: pair_style has 'tangential off'");
      for (SetupPair& one : setup_.pairs) {
        one.friction = 0.0;
      }
    }
    for (SetupPair& one : setup_.pairs) {
      if (one.restitution && *one.restitution > 1.0) {
        setup_.notes.push_back(fmt::format("restitution {:g} becomes 1", *one.restitution));
        one.restitution = 1.0;
      }
    }
  }

  void drop(std::optional<double> SetupPair::*value, const char* note) {
    bool isThere = false;
    for (SetupPair& one : setup_.pairs) {
      isThere = isThere || (one.*value && *(one.*value) != 0.0);
      one.*value = std::nullopt;
    }
    if (isThere) {
      setup_.notes.emplace_back(note);
    }
  }

  void doubt(const std::string& reason) {
    std::string text;
    for (const std::string& word : line_->words) {
      text += (text.empty() ? "" : " ") + word;
    }
    setup_.doubts.push_back({line_->line, text, reason});
  }

  static const std::string& wordAt(const Words& words, std::size_t i) {
    if (i >= words.size()) {
      throw NotTaken{"it ends too early"};
    }
    return words[i];
  }
  static double numberAt(const Words& words, std::size_t i) {
    const std::optional<double> value = numberOf(wordAt(words, i));
    if (!value || !std::isfinite(*value)) {
      throw NotTaken{fmt::format("{} is no number", quotedPart(words[i]))};
    }
    return *value;
  }
  Vec3 placeAt(const Words& words, std::size_t i) const {
    return units_.length * Vec3(numberAt(words, i), numberAt(words, i + 1), numberAt(words, i + 2));
  }
  static std::size_t typeAt(const Words& words, std::size_t i) {
    const double type = numberAt(words, i);
    if (!(type >= 1.0 && type <= 64.0) || type != std::floor(type)) {
      throw NotTaken{fmt::format("{} is no atom type", quotedPart(words[i]))};
    }
    return static_cast<std::size_t>(type) - 1;
  }
  SetupMaterial& material(std::size_t type) {
    setup_.materials.resize(std::max(setup_.materials.size(), type + 1));
    return setup_.materials[type];
  }

  void take(const Words& words) {
    const std::string& command = words[0];
    if (command == "units") {
      takeUnits(wordAt(words, 1));
    } else if (command == "boundary") {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string& letters = wordAt(words, axis + 1);
        setup_.boundaries[axis] = letters.size() == 1 ? letters + letters : letters;
      }
    } else if (command == "region") {
      takeRegion(words);
    } else if (command == "create_box") {
      material(typeAt(words, 1));
      setup_.box = wordAt(words, 2);
    } else if (command == "timestep") {
      setup_.timeStep = numberAt(words, 1);
    } else if (command == "run") {
      takeRun(words);
    } else if (command == "pair_style") {
      takeModel(words, 1);
    } else if (command == "read_data") {
      setup_.files.push_back(
          {.path = wordAt(words, 1), .line = line_->line, .scale = units_.length, .density = units_.density()});
    } else if (command == "fix") {
      takeFix(words);
    } else if (command == "unfix") {
      throw NotTaken{"what it ends, ends in the middle of the run: take it out of the scene by hand where it matters"};
    } else if (std::ranges::find(kNotNeeded, command) == kNotNeeded.end()) {
      throw NotTaken{"the command is not known here"};
    }
  }

  void takeUnits(const std::string& name) {
    hasUnits_ = true;
    if (name == "cgs") {
      units_ = {0.01, 0.001};
      setup_.notes.emplace_back("units cgs, changed to SI");
    } else if (name != "si") {
      throw NotTaken{"units other than si and cgs are not read: all numbers below are taken as SI"};
    }
  }

  void takeRun(const Words& words) {
    const double steps = numberAt(words, 1);
    if (std::ranges::find(words, "upto") != words.end()) {
      setup_.duration = std::max(setup_.duration, steps * setup_.timeStep);
    } else {
      setup_.duration += steps * setup_.timeStep;
    }
  }

  void takeRegion(const Words& words) {
    SetupRegion region;
    region.name = wordAt(words, 1);
    const std::string& style = wordAt(words, 2);
    const double l = units_.length;
    if (style == "block" || style == "prism") {
      for (int axis = 0; axis < 3; ++axis) {
        const auto i = 3 + 2 * static_cast<std::size_t>(axis);
        region.lower[axis] = l * numberAt(words, i);
        region.upper[axis] = l * numberAt(words, i + 1);
      }
    } else if (style == "cylinder") {
      const std::string& name = wordAt(words, 3);
      region.isCylinder = true;
      region.axis = name == "x" ? 0 : name == "y" ? 1 : 2;
      region.radius = l * numberAt(words, 6);
      const int u = region.axis == 0 ? 1 : 0;
      const int v = region.axis == 2 ? 1 : 2;
      const Vec3 centre = l * (numberAt(words, 4) * Vec3::Unit(u) + numberAt(words, 5) * Vec3::Unit(v));
      const Vec3 along = Vec3::Unit(region.axis);
      const Vec3 across = region.radius * (Vec3::Ones() - along);
      region.lower = centre - across + l * numberAt(words, 7) * along;
      region.upper = centre + across + l * numberAt(words, 8) * along;
    } else {
      throw NotTaken{"regions other than block and cylinder are not read"};
    }
    for (std::size_t i = 3; i + 1 < words.size(); ++i) {
      if (words[i] == "side" && words[i + 1] == "out") {
        throw NotTaken{"regions outside of a form ('side out') are not read"};
      }
    }
    setup_.regions.push_back(region);
  }

  /// Names of the models of contact, from word `first` on.
  void takeModel(const Words& words, std::size_t first) {
    const bool isPair = words[0] == "pair_style";
    for (std::size_t i = first; i + 1 < words.size(); ++i) {
      if (words[i] == "model" && words[i + 1] == "hooke") {
        setup_.notes.emplace_back("the model hooke becomes hertz, whose stiffness the moduli give");
      }
      if (words[i] == "cohesion" && words[i + 1] != "off") {
        throw NotTaken{
            fmt::format("cohesion {} has no counterpart: the rest of the line is taken", quotedPart(words[i + 1]))};
      }
      if (words[i] == "tangential" && words[i + 1] == "off") {
        if (!isPair) {
          throw NotTaken{"'tangential off' of a wall has no counterpart: the wall has the friction of its type"};
        }
        isSmooth_ = true;
      }
      hasRolling_ = hasRolling_ || (words[i] == "rolling_friction" && words[i + 1] != "off");
      if (words[i] == "rolling_friction" && words[i + 1] != "off" && words[i + 1] != "cdt") {
        setup_.notes.push_back(
            fmt::format("rolling_friction {} becomes a constant torque of the same coefficient", words[i + 1]));
      }
    }
  }

  void takeFix(const Words& words) {
    const std::string& style = wordAt(words, 3);
    if (style == "property/global") {
      takeProperty(words);
    } else if (style == "gravity") {
      takeGravity(words);
    } else if (style == "mesh/surface" || style == "mesh/surface/stress" || style == "mesh/surface/planar") {
      takeMesh(words);
    } else if (style == "wall/gran") {
      takeWall(words);
    } else if (style == "move/mesh") {
      takeMove(words);
    } else if (style == "particletemplate/sphere") {
      takeTemplate(words);
    } else if (style == "particledistribution/discrete" || style == "particledistribution/discrete/massbased" ||
               style == "particledistribution/discrete/numberbased") {
      takeMixture(words);
    } else if (style == "insert/pack" || style == "insert/rate/region") {
      takeInsertion(words);
    } else if (std::ranges::find(kFixesNotNeeded, style) == kFixesNotNeeded.end()) {
      throw NotTaken{fmt::format("the fix {} has no counterpart here", quotedPart(style))};
    }
  }

  void takeProperty(const Words& words) {
    const std::string& name = wordAt(words, 4);
    const std::string& kind = wordAt(words, 5);
    if (name == "youngsModulus" && kind == "peratomtype") {
      for (std::size_t i = 6; i < words.size(); ++i) {
        material(i - 6).youngsModulus = units_.pressure() * numberAt(words, i);
      }
    } else if (name == "poissonsRatio" && kind == "peratomtype") {
      for (std::size_t i = 6; i < words.size(); ++i) {
        material(i - 6).poissonRatio = numberAt(words, i);
      }
    } else if (kind == "peratomtypepair") {
      takePairs(name, words);
    } else if (name == "characteristicVelocity") {
      setup_.notes.emplace_back("characteristicVelocity is of the model hooke, and not needed");
    } else {
      throw NotTaken{fmt::format("the property {} has no counterpart here", quotedPart(name))};
    }
  }

  void takePairs(const std::string& name, const Words& words) {
    std::optional<double> SetupPair::*value = name == "coefficientRestitution"       ? &SetupPair::restitution
                                              : name == "coefficientFriction"        ? &SetupPair::friction
                                              : name == "coefficientRollingFriction" ? &SetupPair::rolling
                                                                                     : nullptr;
    if (value == nullptr) {
      throw NotTaken{fmt::format("the property {} has no counterpart here", quotedPart(name))};
    }
    const std::size_t types = typeAt(words, 6) + 1;
    material(types - 1);
    for (std::size_t a = 0; a < types; ++a) {
      for (std::size_t b = 0; b < types; ++b) {
        const double number = numberAt(words, 7 + a * types + b);
        if (b < a && number != numberAt(words, 7 + b * types + a)) {
          throw NotTaken{"the matrix is not symmetric"};
        }
        if (b >= a) {
          pair(a, b).*value = number;
        }
      }
    }
  }

  SetupPair& pair(std::size_t a, std::size_t b) {
    const auto found = std::ranges::find_if(setup_.pairs, [&](const SetupPair& p) { return p.a == a && p.b == b; });
    if (found != setup_.pairs.end()) {
      return *found;
    }
    setup_.pairs.push_back({a, b, {}, {}, {}});
    return setup_.pairs.back();
  }

  void takeGravity(const Words& words) {
    const double size = units_.length * numberAt(words, 4);
    if (wordAt(words, 5) != "vector") {
      throw NotTaken{"gravity is read with 'vector' only"};
    }
    const Vec3 way(numberAt(words, 6), numberAt(words, 7), numberAt(words, 8));
    if (!(way.norm() > 0.0)) {
      throw NotTaken{"the direction of gravity is none"};
    }
    setup_.gravity = size * way.normalized();
  }

  void takeMesh(const Words& words) {
    SetupWall wall;
    wall.name = wordAt(words, 1);
    wall.scale = units_.length;
    std::string skipped;
    for (std::size_t i = 4; i < words.size();) {
      const std::string& key = words[i];
      if (key == "file") {
        wall.file = wordAt(words, i + 1);
        i += 2;
      } else if (key == "type") {
        wall.type = typeAt(words, i + 1);
        i += 2;
      } else if (key == "scale") {
        const double factor = numberAt(words, i + 1);
        wall.scale *= factor;
        wall.position *= factor;
        i += 2;
      } else if (key == "move") {
        wall.position += placeAt(words, i + 1);
        i += 4;
      } else if (key == "rotate" && wordAt(words, i + 1) == "axis" && wordAt(words, i + 5) == "angle") {
        const Vec3 axis(numberAt(words, i + 2), numberAt(words, i + 3), numberAt(words, i + 4));
        const Quat turn(Eigen::AngleAxisd(numberAt(words, i + 6) * std::numbers::pi / 180.0, axis.normalized()));
        wall.orientation = turn * wall.orientation;
        wall.position = turn * wall.position;
        i += 7;
      } else if (key == "surface_vel") {
        wall.surfaceVelocity = placeAt(words, i + 1);
        i += 4;
      } else if (numberOf(key) || key == "yes" || key == "no" || key == "heal" || key == "auto_remove_duplicates" ||
                 key == "curvature" || key == "curvature_tolerant" || key == "precision" || key == "stress" ||
                 key == "on" || key == "off" || key == "verbose" || key == "element_exclusion_list" ||
                 key == "min_feature_length" || key == "reference_point" || key == "cell_size") {
        ++i;
      } else {
        skipped += (skipped.empty() ? "" : " ") + key;
        ++i;
      }
    }
    setup_.walls.push_back(wall);
    if (!skipped.empty()) {
      throw NotTaken{fmt::format("the mesh is taken, without {}", quotedPart(skipped))};
    }
  }

  void takeWall(const Words& words) {
    takeModelOfWall(words);
    if (const auto at = std::ranges::find(words, "mesh"); at != words.end()) {
      takeMeshesOfWall(words, static_cast<std::size_t>(at - words.begin()));
      return;
    }
    const auto at = std::ranges::find(words, "primitive");
    if (at == words.end()) {
      throw NotTaken{"a wall is read with 'mesh' or 'primitive' only"};
    }
    const auto i = static_cast<std::size_t>(at - words.begin());
    SetupWall wall;
    wall.name = wordAt(words, 1);
    wall.isUsed = true;
    wall.type = wordAt(words, i + 1) == "type" ? typeAt(words, i + 2) : 0;
    const std::string& shape = wordAt(words, i + 3);
    wall.axis = shape.empty() ? 2 : shape[0] - 'x';
    if (shape == "xplane" || shape == "yplane" || shape == "zplane") {
      wall.kind = SetupWall::Kind::plane;
      wall.at = units_.length * numberAt(words, i + 4);
    } else if (shape == "xcylinder" || shape == "ycylinder" || shape == "zcylinder") {
      wall.kind = SetupWall::Kind::cylinder;
      wall.radius = units_.length * numberAt(words, i + 4);
      const int u = wall.axis == 0 ? 1 : 0;
      const int v = wall.axis == 2 ? 1 : 2;
      const bool hasCentre = i + 6 < words.size() && numberOf(words[i + 5]) && numberOf(words[i + 6]);
      if (hasCentre) {
        wall.position =
            units_.length * (numberAt(words, i + 5) * Vec3::Unit(u) + numberAt(words, i + 6) * Vec3::Unit(v));
      }
    } else {
      throw NotTaken{fmt::format("the wall {} has no counterpart here", quotedPart(shape))};
    }
    setup_.walls.push_back(wall);
    if (std::ranges::find(words, "shear") != words.end()) {
      throw NotTaken{"the wall is taken, without 'shear'"};
    }
  }

  /// Tells the parts of a wall's model without a counterpart; the wall is taken.
  void takeModelOfWall(const Words& words) {
    try {
      takeModel(words, 4);
    } catch (const NotTaken& problem) {
      doubt(problem.reason);
    }
  }

  void takeMeshesOfWall(const Words& words, std::size_t at) {
    const auto list = std::ranges::find(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), "meshes");
    for (auto word = list == words.end() ? list : list + 1; word != words.end(); ++word) {
      const auto found = std::ranges::find(setup_.walls, *word, &SetupWall::name);
      if (found != setup_.walls.end()) {
        found->isUsed = true;
      }
    }
  }

  void takeMove(const Words& words) {
    if (wordAt(words, 4) != "mesh") {
      throw NotTaken{"it names no mesh"};
    }
    const auto found = std::ranges::find(setup_.walls, wordAt(words, 5), &SetupWall::name);
    if (found == setup_.walls.end()) {
      throw NotTaken{fmt::format("there is no mesh {}", quotedPart(words[5]))};
    }
    if (wordAt(words, 6) == "linear") {
      found->velocity = placeAt(words, 7);
    } else if (words[6] == "rotate" && wordAt(words, 7) == "origin" && wordAt(words, 11) == "axis" &&
               wordAt(words, 15) == "period") {
      const double period = numberAt(words, 16);
      if (!(period > 0.0)) {
        throw NotTaken{"the period is not above 0"};
      }
      found->turning =
          SetupWall::Turning{placeAt(words, 8), Vec3(numberAt(words, 12), numberAt(words, 13), numberAt(words, 14)),
                             2.0 * std::numbers::pi / period};
    } else {
      throw NotTaken{fmt::format("the motion {} has no counterpart here", quotedPart(words[6]))};
    }
  }

  void takeTemplate(const Words& words) {
    SetupTemplate kind;
    kind.name = wordAt(words, 1);
    for (std::size_t i = 5; i < words.size();) {
      if (words[i] == "atom_type") {
        kind.type = typeAt(words, i + 1);
        i += 2;
      } else if (words[i] == "density" && wordAt(words, i + 1) == "constant") {
        kind.density = units_.density() * numberAt(words, i + 2);
        i += 3;
      } else if (words[i] == "radius" && wordAt(words, i + 1) == "constant") {
        kind.radius = units_.length * numberAt(words, i + 2);
        i += 3;
      } else if (words[i] == "volume_limit") {
        i += 2;
      } else {
        throw NotTaken{fmt::format("{} is not read: give each size a template of its own", quotedPart(words[i]))};
      }
    }
    if (!(kind.radius > 0.0 && kind.density > 0.0)) {
      throw NotTaken{"it lacks a radius or a density"};
    }
    SetupMaterial& own = material(kind.type);
    if (own.density && *own.density != kind.density) {
      doubt(fmt::format("type {} has two densities: the first is taken for all", kind.type + 1));
    }
    own.density = own.density.value_or(kind.density);
    setup_.templates.push_back(kind);
  }

  void takeMixture(const Words& words) {
    SetupMixture mixture;
    mixture.name = wordAt(words, 1);
    mixture.byMass = !words[3].ends_with("numberbased");
    const auto parts = static_cast<std::size_t>(std::clamp(numberAt(words, 5), 1.0, 1000.0));
    for (std::size_t i = 0; i < parts; ++i) {
      mixture.parts.emplace_back(wordAt(words, 6 + 2 * i), numberAt(words, 7 + 2 * i));
    }
    setup_.mixtures.push_back(mixture);
  }

  void takeInsertion(const Words& words) {
    SetupInsertion one;
    one.line = line_->line;
    one.name = wordAt(words, 1);
    const bool isRate = words[3] == "insert/rate/region";
    std::string skipped;
    bool isOnce = isRate;
    for (std::size_t i = 4; i < words.size();) {
      const std::string& key = words[i];
      std::size_t used = 2;
      if (key == "distributiontemplate") {
        one.mixture = wordAt(words, i + 1);
      } else if (key == "region") {
        one.region = wordAt(words, i + 1);
      } else if (key == "particles_in_region" || key == "nparticles") {
        one.count =
            words.at(std::min(i + 1, words.size() - 1)) == "INF" ? std::nullopt : std::optional(numberAt(words, i + 1));
      } else if (key == "volumefraction_region") {
        one.volumeFraction = numberAt(words, i + 1);
      } else if (key == "mass_in_region" || key == "mass") {
        one.mass = words.at(std::min(i + 1, words.size() - 1)) == "INF"
                       ? std::nullopt
                       : std::optional(units_.mass * numberAt(words, i + 1));
      } else if (key == "particlerate") {
        one.rate = numberAt(words, i + 1);
      } else if (key == "massrate") {
        one.massRate = units_.mass * numberAt(words, i + 1);
      } else if (key == "vel" && wordAt(words, i + 1) == "constant") {
        one.velocity = placeAt(words, i + 2);
        used = 5;
      } else if (key == "insert_every") {
        isOnce = isOnce || wordAt(words, i + 1) == "once";
      } else if (key == "seed" || key == "overlapcheck" || key == "all_in" || key == "ntry_mc" || key == "maxattempt" ||
                 key == "verbose") {
        used = 2;
      } else {
        skipped += (skipped.empty() ? "" : " ") + key;
        used = 1;
      }
      i += used;
    }
    if (!isOnce) {
      throw NotTaken{"a pack that is inserted again and again has no counterpart: write an emitter"};
    }
    if (one.mixture.empty() || one.region.empty()) {
      throw NotTaken{"it lacks a distribution or a region"};
    }
    setup_.insertions.push_back(one);
    if (!skipped.empty()) {
      throw NotTaken{fmt::format("it is taken, without {}", quotedPart(skipped))};
    }
  }

  ImportedSetup setup_;
  ScriptUnits units_;
  bool hasUnits_ = false;
  bool hasRolling_ = false;  ///< a model of contact has rolling friction
  bool isSmooth_ = false;    ///< the model of pairs has no tangential force
  const ScriptLine* line_ = nullptr;
};

}  // namespace

double SetupRegion::volume() const {
  const Vec3 size = upper - lower;
  return isCylinder ? std::numbers::pi * radius * radius * size[axis] : size.prod();
}

ImportedSetup readLiggghtsScript(std::string_view text) { return ScriptTaker().read(text); }

}  // namespace scree
