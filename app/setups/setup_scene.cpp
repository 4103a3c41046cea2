#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "app/setups/setup.h"
#include "engine/settings/parameters.h"

namespace scree {

namespace {

/// Largest overlap as a share of the diameter that a grain may gain in a free fall of one step: the time step is
/// sqrt(2 ε d/g) (Servin et al. 2014), 5 ms for pellets of 13 mm.
constexpr double kFallShare = 0.01;
constexpr double kLongestStep = 0.005;    // s, the usual one
constexpr double kUsualDensity = 2500.0;  // kg/m³, where the script gives none

std::string numberText(double value) { return fmt::format("{:.10g}", value == 0.0 ? 0.0 : value); }
std::string lengthText(double metres) { return numberText(metres) + " m"; }
std::string vectorText(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", numberText(v.x()), numberText(v.y()), numberText(v.z()));
}

/// Text between quotation marks for YAML.
std::string yamlText(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    quoted +=
        c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  }
  return quoted + "\"";
}

/// Name for a section: letters, digits, _ and -.
std::string sectionName(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool isPlain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    name += isPlain ? c : '_';
  }
  return name.empty() ? "unnamed" : name;
}

/// Kinds of one material in a mixture, with their shares.
struct Part {
  std::size_t type = 0;
  std::vector<const SetupTemplate*> kinds;
  std::vector<double> shares;
  double share = 0.0;  ///< of the whole mixture
};

/// Writes the sections of a scene.
class SceneText {
 public:
  explicit SceneText(ImportedSetup& setup) : setup_(setup) {}

  std::string write(const std::string& name) {
    complete();
    text_ = fmt::format("scree: 1\nname: {}\ndescription: {}\n", yamlText(name),
                        yamlText("From an input script of LIGGGHTS."));
    if (setup_.duration > 0.0) {
      text_ += fmt::format("duration: {} s\n", numberText(setup_.duration));
    }
    text_ += fmt::format("time_step: {:.2g} s\n", timeStep());
    text_ += fmt::format("gravity: {}\n", vectorText(setup_.gravity));
    writeBounds();
    writeMaterials();
    writePairs();
    writeWalls();
    writeParticles();
    return text_;
  }

 private:
  void doubt(int line, const std::string& text, const std::string& reason) {
    setup_.doubts.push_back({line, text, reason});
  }

  /// Fills in what the script leaves to the program that runs it.
  void complete() {
    std::size_t types = std::max<std::size_t>(setup_.materials.size(), 1);
    for (const SetupWall& wall : setup_.walls) {
      types = std::max(types, wall.type + 1);
    }
    setup_.materials.resize(types);
    for (std::size_t i = 0; i < types; ++i) {
      if (!setup_.materials[i].density) {
        setup_.materials[i].density = kUsualDensity;
      }
    }
    const bool isDoubted = std::ranges::any_of(
        setup_.doubts, [](const ScriptDoubt& one) { return one.text.find(" gravity ") != std::string::npos; });
    if (setup_.gravity.isZero(0.0)) {
      setup_.notes.emplace_back(isDoubted ? "the scene has no gravity, as that of the script was not read"
                                          : "the script has no gravity: the scene has none");
    }
    const bool loops = std::ranges::any_of(setup_.doubts, [](const ScriptDoubt& one) {
      return one.text.starts_with("jump") || one.text.starts_with("next");
    });
    if (loops) {
      setup_.notes.emplace_back("loops are not run: the time of a run inside a loop counts once");
    }
    setup_.notes.emplace_back(
        fmt::format("the time step is {:.2g} s, which suits this method; `ndem plan` advises on it", timeStep()));
  }

  const SetupRegion* region(const std::string& name) const {
    const auto found = std::ranges::find(setup_.regions, name, &SetupRegion::name);
    return found == setup_.regions.end() ? nullptr : &*found;
  }

  double timeStep() const {
    double smallest = 0.0;
    for (const SetupTemplate& kind : setup_.templates) {
      smallest = smallest > 0.0 ? std::min(smallest, kind.radius) : kind.radius;
    }
    const double g = setup_.gravity.norm();
    return smallest > 0.0 && g > 0.0 ? std::min(kLongestStep, std::sqrt(4.0 * kFallShare * smallest / g))
                                     : kLongestStep;
  }

  void writeBounds() {
    const SetupRegion* box = region(setup_.box);
    if (box == nullptr) {
      return;
    }
    std::string periodic;
    Vec3 lower = Parameters().bounds.lower;
    Vec3 upper = Parameters().bounds.upper;
    bool isFixed = false;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string& letters = setup_.boundaries[axis];
      if (letters == "pp") {
        periodic += fmt::format("{}{}: [{}, {}]", periodic.empty() ? "" : ", ", static_cast<char>('x' + axis),
                                lengthText(box->lower[axis]), lengthText(box->upper[axis]));
      }
      if (letters == "ff") {
        isFixed = true;
        lower[axis] = box->lower[axis];
        upper[axis] = box->upper[axis];
      }
    }
    if (!periodic.empty()) {
      text_ += "periodic: {" + periodic + "}\n";
    }
    if (isFixed) {
      text_ += fmt::format("bounds: {{lower: {}, upper: {}}}\n", vectorText(lower), vectorText(upper));
    } else if (setup_.boundaries[0].empty()) {
      setup_.notes.emplace_back("the script has no 'boundary', which means periodic there: the scene has no bounds");
    } else if (periodic.empty()) {
      setup_.notes.emplace_back("the box grows with the grains (boundary m or s): the scene has no bounds");
    }
  }

  static std::string materialName(std::size_t type) { return fmt::format("type_{}", type + 1); }

  void writeMaterials() {
    text_ += "materials:\n";
    for (std::size_t i = 0; i < setup_.materials.size(); ++i) {
      const SetupMaterial& m = setup_.materials[i];
      text_ += fmt::format("  {}: {{density: {} kg/m3", materialName(i), numberText(*m.density));
      if (m.youngsModulus > 0.0) {
        text_ += fmt::format(", youngs_modulus: {} Pa, poisson_ratio: {}", numberText(m.youngsModulus),
                             numberText(m.poissonRatio));
      }
      text_ += "}\n";
    }
  }

  void writePairs() {
    const bool areElastic =
        std::ranges::all_of(setup_.materials, [](const SetupMaterial& m) { return m.youngsModulus > 0.0; });
    text_ += areElastic ? "default_pair: {stiffness: hertz}\n" : "default_pair: {}\n";
    if (!areElastic) {
      setup_.notes.emplace_back("not all types have a Young's modulus: contacts have the usual stiffness");
    }
    if (setup_.pairs.empty()) {
      return;
    }
    text_ += "pairs:\n";
    for (const SetupPair& pair : setup_.pairs) {
      text_ += fmt::format("  - {{between: [{}, {}]", materialName(pair.a), materialName(pair.b));
      const auto add = [&](const char* key, const std::optional<double>& value) {
        text_ += value ? fmt::format(", {}: {}", key, numberText(*value)) : "";
      };
      add("restitution", pair.restitution ? std::optional(std::clamp(*pair.restitution, 0.0, 1.0)) : std::nullopt);
      add("friction", pair.friction);
      add("rolling_resistance", pair.rolling);
      text_ += "}\n";
    }
  }

  void writeWalls() {
    text_ += "bodies:\n";
    std::size_t written = 0;
    for (const SetupWall& wall : setup_.walls) {
      if (!wall.isUsed) {
        setup_.notes.push_back(
            fmt::format("the mesh {} is no wall (no fix wall/gran names it), and is left out", wall.name));
        continue;
      }
      ++written;
      text_ += fmt::format("  {}:\n    shapes:\n      - {}\n", sectionName(wall.name), shapeText(wall));
      writeMotion(wall);
    }
    if (written == 0) {
      text_.erase(text_.size() - std::string("bodies:\n").size());
    }
  }

  std::string shapeText(const SetupWall& wall) {
    const std::string material = materialName(wall.type);
    const SetupRegion* box = region(setup_.box);
    const Vec3 along = Vec3::Unit(wall.axis);
    if (wall.kind == SetupWall::Kind::plane) {
      // Grains are on the side of the box's middle.
      const double middle = box != nullptr ? 0.5 * (box->lower + box->upper)[wall.axis] : wall.at + 1.0;
      const Vec3 normal = middle >= wall.at ? along : Vec3(-along);
      return fmt::format("plane: {{normal: {}, position: {}, material: {}}}", vectorText(normal),
                         vectorText(wall.at * along), material);
    }
    if (wall.kind == SetupWall::Kind::cylinder) {
      if (box == nullptr) {
        setup_.notes.push_back(fmt::format("the pipe {} is 1 m long, as the script has no box", wall.name));
      }
      const double low = box != nullptr ? box->lower[wall.axis] : -0.5;
      const double high = box != nullptr ? box->upper[wall.axis] : 0.5;
      const Vec3 centre = wall.position + 0.5 * (low + high) * along;
      return fmt::format(
          "hollow_cylinder: {{diameter: {}, length: {}, axis: {}, open: [low, high], position: {}, material: {}}}",
          lengthText(2.0 * wall.radius), lengthText(high - low), vectorText(along), vectorText(centre), material);
    }
    std::string text =
        fmt::format("mesh: {{file: {}, scale: {}, material: {}", yamlText(wall.file), lengthText(wall.scale), material);
    if (!wall.position.isZero(0.0)) {
      text += fmt::format(", position: {}", vectorText(wall.position));
    }
    const Eigen::AngleAxisd turn(wall.orientation);
    if (turn.angle() != 0.0) {
      text +=
          fmt::format(", orientation: {{axis: {}, angle: {} rad}}", vectorText(turn.axis()), numberText(turn.angle()));
    }
    if (wall.surfaceVelocity) {
      // The shape's own frame turns with the mesh.
      text += fmt::format(", surface_velocity: {}", vectorText(wall.orientation.conjugate() * *wall.surfaceVelocity));
    }
    return text + "}";
  }

  void writeMotion(const SetupWall& wall) {
    if (!wall.velocity && !wall.turning) {
      return;
    }
    text_ += "    motion:\n";
    if (wall.velocity && !wall.velocity->isZero(0.0)) {
      text_ += fmt::format("      - translate: {{direction: {}, speed: {} m/s}}\n",
                           vectorText(wall.velocity->normalized()), numberText(wall.velocity->norm()));
    }
    if (wall.turning) {
      text_ +=
          fmt::format("      - rotate: {{point: {}, axis: {}, speed: {} rad/s}}\n", vectorText(wall.turning->point),
                      vectorText(wall.turning->axis), numberText(wall.turning->speed));
    }
  }

  /// Parts of a mixture by material; empty, with a doubt, where its kinds are not known.
  std::vector<Part> partsOf(const SetupInsertion& insertion) {
    const auto mixture = std::ranges::find(setup_.mixtures, insertion.mixture, &SetupMixture::name);
    std::map<std::size_t, Part> parts;
    double all = 0.0;
    if (mixture != setup_.mixtures.end()) {
      for (const auto& [name, share] : mixture->parts) {
        const auto kind = std::ranges::find(setup_.templates, name, &SetupTemplate::name);
        if (kind == setup_.templates.end()) {
          parts.clear();
          break;
        }
        Part& part = parts[kind->type];
        part.type = kind->type;
        part.kinds.push_back(&*kind);
        part.shares.push_back(share);
        part.share += share;
        all += share;
      }
    }
    std::vector<Part> result;
    for (auto& [type, part] : parts) {
      part.share /= all;
      result.push_back(part);
    }
    if (result.empty()) {
      doubt(insertion.line, insertion.name,
            "its distribution or one of its templates was not read: no particles from it");
    }
    return result;
  }

  bool isByMass(const SetupInsertion& insertion) const {
    const auto mixture = std::ranges::find(setup_.mixtures, insertion.mixture, &SetupMixture::name);
    return mixture == setup_.mixtures.end() || mixture->byMass;
  }

  std::string sizesText(const Part& part, bool byMass) const {
    if (part.kinds.size() == 1) {
      return "diameter: " + lengthText(2.0 * part.kinds[0]->radius);
    }
    std::vector<std::string> diameters;
    std::vector<std::string> fractions;
    for (std::size_t i = 0; i < part.kinds.size(); ++i) {
      diameters.push_back(lengthText(2.0 * part.kinds[i]->radius));
      fractions.push_back(numberText(part.shares[i]));
    }
    return fmt::format("sizes: {{list: {{diameters: [{}], fractions: [{}], by_mass: {}}}}}", fmt::join(diameters, ", "),
                       fmt::join(fractions, ", "), byMass);
  }

  /// Mean volume of a particle of a part [m³].
  static double meanVolume(const Part& part, bool byMass) {
    double sum = 0.0;
    double weight = 0.0;
    for (std::size_t i = 0; i < part.kinds.size(); ++i) {
      const double volume = 4.0 / 3.0 * std::numbers::pi * std::pow(part.kinds[i]->radius, 3);
      // Shares by mass are numbers of particles once they are divided by the mass of one.
      const double number = byMass ? part.shares[i] / (volume * part.kinds[i]->density) : part.shares[i];
      sum += number * volume;
      weight += number;
    }
    return weight > 0.0 ? sum / weight : 0.0;
  }

  static double densityOf(const Part& part) { return part.kinds.front()->density; }

  void writeParticles() {
    std::string fills;
    std::string emitters;
    for (const SetupInsertion& insertion : setup_.insertions) {
      const SetupRegion* where = region(insertion.region);
      if (where == nullptr) {
        doubt(insertion.line, insertion.name, "its region was not read: no particles from it");
        continue;
      }
      const bool isRate = insertion.rate || insertion.massRate;
      const std::vector<Part> parts = partsOf(insertion);
      for (const Part& part : parts) {
        const std::string suffix = parts.size() > 1 ? fmt::format("_{}", part.type + 1) : "";
        (isRate ? emitters : fills) +=
            isRate ? emitterText(insertion, part, *where, suffix) : fillText(insertion, part, *where);
      }
    }
    for (const SetupFile& file : setup_.files) {
      const std::string scale = file.scale == 1.0 ? "" : ", scale: " + lengthText(file.scale);
      fills += fmt::format("  - file: {{path: {}, material: {}{}}}\n", yamlText(file.path), materialName(0), scale);
      if (file.types > 1) {
        doubt(file.line, file.path,
              fmt::format("its particles of {} types all become type_1: split the file by type, and give each part its "
                          "material",
                          file.types));
      }
    }
    text_ += fills.empty() ? "" : "particles:\n" + fills;
    text_ += emitters.empty() ? "" : "emitters:\n" + emitters;
  }

  std::string fillText(const SetupInsertion& insertion, const Part& part, const SetupRegion& where) {
    const bool byMass = isByMass(insertion);
    const double volume = meanVolume(part, byMass);
    const double count = insertion.count            ? *insertion.count * part.share
                         : insertion.volumeFraction ? *insertion.volumeFraction * where.volume() * part.share / volume
                         : insertion.mass           ? *insertion.mass * part.share / (volume * densityOf(part))
                                                    : 0.0;
    if (!(count >= 1.0)) {
      doubt(insertion.line, insertion.name, "it does not say how many particles there are");
      return {};
    }
    std::string text =
        fmt::format("  - fill: {{region: {}, count: {:.0f}, {}, material: {}, layout: random, spacing: 1",
                    regionText(where), std::floor(count), sizesText(part, byMass), materialName(part.type));
    if (!insertion.velocity.isZero(0.0)) {
      text += fmt::format(", velocity: {}", vectorText(insertion.velocity));
    }
    return text + "}\n";
  }

  static std::string regionText(const SetupRegion& where) {
    if (!where.isCylinder) {
      return fmt::format("{{box: {{lower: {}, upper: {}}}}}", vectorText(where.lower), vectorText(where.upper));
    }
    const Vec3 size = where.upper - where.lower;
    return fmt::format("{{cylinder: {{position: {}, axis: {}, diameter: {}, length: {}}}}}",
                       vectorText(0.5 * (where.lower + where.upper)), vectorText(Vec3::Unit(where.axis)),
                       lengthText(2.0 * where.radius), lengthText(size[where.axis]));
  }

  std::string emitterText(const SetupInsertion& insertion, const Part& part, const SetupRegion& where,
                          const std::string& suffix) {
    Vec3 size = where.upper - where.lower;
    if (where.isCylinder) {
      // The square inside the circle.
      for (int axis = 0; axis < 3; ++axis) {
        size[axis] = axis == where.axis ? size[axis] : std::numbers::sqrt2 * where.radius;
      }
      doubt(insertion.line, insertion.name, "emitters are boxes: the one inside the cylinder is taken");
    }
    // LIGGGHTS keeps whole particles in the region, an emitter their centres.
    double largest = 0.0;
    for (const SetupTemplate* kind : part.kinds) {
      largest = std::max(largest, kind->radius);
    }
    size = (size.array() - 2.0 * largest).max(0.0);
    const bool byMass = isByMass(insertion);
    std::string text = fmt::format("  {}{}: {{position: {}, size: {}, {}, material: {}", sectionName(insertion.name),
                                   suffix, vectorText(0.5 * (where.lower + where.upper)), vectorText(size),
                                   sizesText(part, byMass), materialName(part.type));
    text += insertion.massRate ? fmt::format(", mass_rate: {} kg/s", numberText(*insertion.massRate * part.share))
                               : fmt::format(", rate: {} 1/s", numberText(*insertion.rate * part.share));
    const double mass = meanVolume(part, byMass) * densityOf(part);
    const double count = insertion.count  ? *insertion.count * part.share
                         : insertion.mass ? *insertion.mass * part.share / mass
                                          : 0.0;
    text += count >= 1.0 ? fmt::format(", count: {:.0f}", std::floor(count)) : "";
    text += insertion.velocity.isZero(0.0) ? "" : fmt::format(", velocity: {}", vectorText(insertion.velocity));
    return text + "}\n";
  }

  ImportedSetup& setup_;
  std::string text_;
};

}  // namespace

std::string sceneOfSetup(ImportedSetup& setup, const std::string& name) {
  std::string text = SceneText(setup).write(name);
  std::ranges::stable_sort(setup.doubts, {}, &ScriptDoubt::line);
  return text;
}

}  // namespace scree
