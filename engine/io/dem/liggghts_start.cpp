#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "engine/io/dem/dem_constants.h"
#include "engine/io/dem/dem_contacts.h"
#include "engine/io/dem/dem_surfaces.h"
#include "engine/io/dem/dem_text.h"
#include "engine/io/exports/grain_files.h"

// Input scripts of LIGGGHTS-PUBLIC 3.8 (https://www.cfdem.com/media/DEM/docu/Manual.html).
namespace scree {

namespace {

/// Pieces of a speed in one variable: a line of a script has at most 2048 characters.
constexpr std::size_t kPiecesInALine = 6;

class LiggghtsWriter {
 public:
  LiggghtsWriter(const World& world, double seconds, const DemSurfaces& surfaces)
      : world_(world),
        seconds_(seconds),
        surfaces_(surfaces.list),
        contacts_(world, surfaces_, {1.0, 1.0, 1.0}),
        isLinear_(!contacts_.isHertz()),
        hasRolling_(contacts_.hasRolling()) {
    files_.leftOut = surfaces.leftOut;
    files_.otherwise = surfaces.otherwise;
    steps_ = startSteps(seconds, contacts_.timeStep(isLinear_));
  }

  StartFiles write() {
    addCommonRemarks(world_, files_);
    for (const std::string& one : contacts_.remarks(isLinear_)) {
      files_.otherwise.push_back(one);
    }
    files_.otherwise.push_back(fmt::format("the time step is {:.3g} s, {}", steps_.step, stepReason()));
    const std::string walls = wallsText();
    std::string text =
        startHead(world_, files_, "Run it in this folder: liggghts -in in.start. Needs LIGGGHTS-PUBLIC 3.8.");
    text += boxText() + materialsText() + forcesText() + walls + runText();
    files_.files.insert(files_.files.begin(), {{"in.start", std::move(text)}, {"grains.data", lammpsData(world_)}});
    return std::move(files_);
  }

 private:
  std::string stepReason() const {
    return fmt::format("{} of the Rayleigh time of the smallest grain{}, so that the run has whole steps",
                       dem::kRayleighShare,
                       isLinear_ ? fmt::format(" or {} of the shortest collision", dem::kCollisionShare) : "");
  }

  std::string boxText() const {
    std::string text =
        "\n# Grains, and the box around them: periodic axes (p) as here, others grow with the grains (m)\n"
        "atom_style granular\natom_modify map array\nboundary";
    for (int axis = 0; axis < 3; ++axis) {
      text += world_.periodic.isAlong(axis) ? " p" : " m";
    }
    return text + fmt::format(
                      "\nnewton off\ncommunicate single vel yes\nunits si\nhard_particles yes\nsoft_particles yes\n"
                      "read_data grains.data\nneighbor {:.6g} bin\nneigh_modify delay 0{}\n",
                      dem::kSkin * contacts_.smallestRadius(), binText());
  }

  /// Width of the cells in which neighbours are sought, where the usual one would make very many: bodies widen the box.
  std::string binText() const {
    Vec3 lower = world_.particles.position.front();
    Vec3 upper = lower;
    const auto add = [&](const std::vector<Vec3>& points) {
      for (const Vec3& point : points) {
        lower = lower.cwiseMin(point);
        upper = upper.cwiseMax(point);
      }
    };
    add(world_.particles.position);
    for (const DemSurface& surface : surfaces_) {
      add(surface.triangles.points);
    }
    const double reach = 2.0 * *std::ranges::max_element(world_.particles.radius);
    const double volume = (upper - lower).array().max(reach).prod();
    const double width = std::cbrt(volume / dem::kMostCells);
    return width > 0.5 * reach ? fmt::format(" binsize {:.6g}", width) : "";
  }

  /// Kind of surface that a material has, for its modulus.
  DemPartner roleOf(MaterialIndex material) const {
    const auto found = std::ranges::find(surfaces_, material, &DemSurface::material);
    return std::ranges::find(contacts_.grains(), material) != contacts_.grains().end() ? DemPartner::grain
           : found != surfaces_.end() && found->isPlane                                ? DemPartner::plane
                                                                                       : DemPartner::mesh;
  }

  template <typename Value>
  std::string pairsText(const char* id, const char* property, Value value) const {
    const std::size_t types = world_.materials.list.size();
    std::string text = fmt::format("fix {} all property/global {} peratomtypepair {}", id, property, types);
    for (std::size_t a = 0; a < types; ++a) {
      for (std::size_t b = 0; b < types; ++b) {
        text += fmt::format(" {}", value(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b)));
      }
    }
    return text + "\n";
  }

  std::string modelText() const {
    return fmt::format("model {} tangential history{}", isLinear_ ? "hooke" : "hertz",
                       hasRolling_ ? " rolling_friction epsd2" : "");
  }

  std::string materialsText() const {
    const Materials& materials = world_.materials;
    std::string text = "\n# Materials:";
    std::string moduli;
    std::string poissons;
    for (std::size_t i = 0; i < materials.list.size(); ++i) {
      const auto m = static_cast<MaterialIndex>(i);
      text += fmt::format("{} {} {}", i > 0 ? "," : "", i + 1, lineSafe(materials.list[i].name));
      moduli += fmt::format(" {:.10g}", contacts_.modulus(m, roleOf(m)));
      poissons += fmt::format(" {}", contacts_.poisson(m));
    }
    text += "\n# Laws of pairs are matrices over these types. Restitution and friction as here.\n";
    text += fmt::format(
        "fix youngs all property/global youngsModulus peratomtype{}\n"
        "fix poisson all property/global poissonsRatio peratomtype{}\n",
        moduli, poissons);
    text += pairsText("restitution", "coefficientRestitution",
                      [this](MaterialIndex a, MaterialIndex b) { return contacts_.restitution(a, b); });
    text += pairsText("friction", "coefficientFriction",
                      [&](MaterialIndex a, MaterialIndex b) { return materials.pair(a, b).friction; });
    if (hasRolling_) {
      text +=
          "# Rolling resistance: largest torque is the coefficient times effective radius and normal force, as here;\n"
          "# epsd2 reaches it by a spring.\n";
      text += pairsText("rolling", "coefficientRollingFriction",
                        [this](MaterialIndex a, MaterialIndex b) { return contacts_.rolling(a, b); });
    }
    if (isLinear_) {
      text += fmt::format(
          "# Linear law: the stiffness of hooke for these moduli at this speed is the one here, for mean grains.\n"
          "fix speed all property/global characteristicVelocity scalar {:.10g}\n",
          contacts_.speed());
    } else {
      text += "# Hertz's law, F = 4/3 E* sqrt(r*) overlap^1.5, with 1/E* = sum of (1 - nu^2)/E.\n";
    }
    return text + fmt::format("pair_style gran {}\npair_coeff * *\n", modelText());
  }

  std::string forcesText() const {
    std::string text = fmt::format("\n# Time step: {}\ntimestep {}\n", stepReason(), steps_.step);
    const Vec3& g = world_.parameters.gravity;
    if (g.norm() > 0.0) {
      const Vec3 way = g.normalized();
      text += fmt::format("fix gravity all gravity {} vector {} {} {}\n", g.norm(), way.x(), way.y(), way.z());
    }
    return text;
  }

  std::string wallsText() {
    std::string text = "\n# Bodies\n";
    std::string moves;
    std::vector<std::string> meshes;
    for (const DemSurface& surface : surfaces_) {
      const std::size_t type = std::size_t{surface.material} + 1;
      if (surface.isPlane) {
        text += fmt::format("fix plane_{} all wall/gran {} primitive type {} {}plane {}\n", surface.name, modelText(),
                            type, static_cast<char>('x' + surface.axis), surface.at);
        continue;
      }
      const std::string file = surface.name + ".stl";
      files_.files.push_back({file, stlTextOf(surface.triangles, surface.name)});
      text +=
          fmt::format("fix body_{} all mesh/surface file {} type {}{}\n", surface.name, file, type, beltText(surface));
      meshes.push_back(surface.name);
      moves += movesText(surface);
    }
    // All meshes are one wall: LIGGGHTS has no second one.
    if (!meshes.empty()) {
      text += fmt::format("fix walls all wall/gran {} mesh n_meshes {} meshes", modelText(), meshes.size());
      for (const std::string& mesh : meshes) {
        text += " &\n    body_" + mesh;
      }
      text += "\n";
    }
    return text + moves;
  }

  static bool isBelt(const DemMotion& motion) { return motion.kind == DemMotion::Kind::belt; }

  /// The keyword of a mesh that moves its surface: a constant velocity.
  std::string beltText(const DemSurface& surface) {
    Vec3 velocity = Vec3::Zero();
    bool isConstant = true;
    for (const DemMotion& motion : surface.motions) {
      if (isBelt(motion)) {
        isConstant = isConstant && motion.isConstant();
        velocity += meanOf(motion.speed) * motion.axis;
      }
    }
    if (velocity.isZero(0.0)) {
      return {};
    }
    if (!std::ranges::all_of(surface.motions, isBelt)) {
      files_.leftOut.push_back(
          fmt::format("the surface velocity of the body {}, which moves: a mesh of LIGGGHTS has one or the other",
                      surface.bodyName));
      return {};
    }
    if (!isConstant) {
      files_.otherwise.push_back(
          fmt::format("the surface velocity of the body {} changes over time; there it is its mean over the run",
                      surface.bodyName));
    }
    return fmt::format(" surface_vel {} {} {}", velocity.x(), velocity.y(), velocity.z());
  }

  double meanOf(const std::vector<CoursePoint>& speed) const {
    if (speed.size() == 1) {
      return speed[0].value;
    }
    double sum = 0.0;
    for (std::size_t i = 1; i < speed.size(); ++i) {
      sum += 0.5 * (speed[i].value + speed[i - 1].value) * (speed[i].time - speed[i - 1].time);
    }
    return sum / seconds_;
  }

  std::string movesText(const DemSurface& surface) {
    std::string text;
    std::size_t count = 0;
    bool turns = false;
    for (const DemMotion& motion : surface.motions) {
      if (isBelt(motion)) {
        continue;
      }
      ++count;
      turns = turns || motion.kind == DemMotion::Kind::rotation;
      const std::string id = fmt::format("{}_{}", surface.name, count);
      text += motion.isConstant() ? constantMove(surface, motion, id) : variableMove(surface, motion, id);
    }
    if (count > 1 && turns) {
      files_.otherwise.push_back(
          fmt::format("the body {} has several motions; there the axis of a rotation may go along with a translation",
                      surface.bodyName));
    }
    return text;
  }

  static std::string constantMove(const DemSurface& surface, const DemMotion& motion, const std::string& id) {
    const double speed = motion.speed[0].value;
    if (motion.kind == DemMotion::Kind::translation) {
      const Vec3 v = speed * motion.axis;
      return fmt::format("fix move_{} all move/mesh mesh body_{} linear {} {} {}\n", id, surface.name, v.x(), v.y(),
                         v.z());
    }
    const Vec3 axis = speed < 0.0 ? Vec3(-motion.axis) : motion.axis;
    return fmt::format("fix move_{} all move/mesh mesh body_{} rotate origin {} {} {} axis {} {} {} period {}\n", id,
                       surface.name, motion.point.x(), motion.point.y(), motion.point.z(), axis.x(), axis.y(), axis.z(),
                       2.0 * std::numbers::pi / std::abs(speed));
  }

  std::string variableMove(const DemSurface& surface, const DemMotion& motion, const std::string& id) {
    std::string text = hasClock_ ? "" : fmt::format("variable now equal step*{}\n", steps_.step);
    hasClock_ = true;
    text += speedText(motion.speed, "speed_" + id);
    if (motion.kind == DemMotion::Kind::rotation) {
      return text +
             fmt::format(
                 "fix move_{0} all move/mesh mesh body_{1} rotate/variable origin {2} {3} {4} axis {5} {6} {7} omega "
                 "v_speed_{0}\n",
                 id, surface.name, motion.point.x(), motion.point.y(), motion.point.z(), motion.axis.x(),
                 motion.axis.y(), motion.axis.z());
    }
    for (int axis = 0; axis < 3; ++axis) {
      text += fmt::format("variable speed_{0}_{1} equal v_speed_{0}*({2})\n", id, static_cast<char>('x' + axis),
                          motion.axis[axis]);
    }
    return text + fmt::format(
                      "fix move_{0} all move/mesh mesh body_{1} linear/variable v_speed_{0}_x v_speed_{0}_y "
                      "v_speed_{0}_z\n",
                      id, surface.name);
  }

  /// Speed over time as formulas: each straight piece counts within its time only.
  static std::string speedText(const std::vector<CoursePoint>& speed, const std::string& name) {
    std::string text;
    std::string sum;
    std::string line;
    std::size_t inLine = 0;
    std::size_t lines = 0;
    const auto close = [&] {
      text += fmt::format("variable {}_{} equal {}\n", name, ++lines, line);
      sum += fmt::format("{}v_{}_{}", sum.empty() ? "" : "+", name, lines);
      line.clear();
      inLine = 0;
    };
    for (std::size_t i = 0; i + 1 < speed.size(); ++i) {
      const CoursePoint& a = speed[i];
      const CoursePoint& b = speed[i + 1];
      const double span = b.time - a.time;
      if (!(span > 0.0)) {
        continue;  // a jump
      }
      line += fmt::format("{}(v_now>={:.12g})*(v_now<{:.12g})*({:.12g}+({:.12g})*(v_now-{:.12g}))",
                          line.empty() ? "" : "+", a.time, b.time, a.value, (b.value - a.value) / span, a.time);
      if (++inLine == kPiecesInALine) {
        close();
      }
    }
    line += fmt::format("{}(v_now>={:.12g})*({:.12g})", line.empty() ? "" : "+", speed.back().time, speed.back().value);
    close();
    return text + fmt::format("variable {} equal {}\n", name, sum);
  }

  std::string runText() const {
    return fmt::format(
        "\n# Run of {:.9g} s; grains.dump is read by `ndem import`, a scene's 'particles: file' and OVITO\n"
        "fix motion all nve/sphere\nthermo {}\nthermo_modify lost ignore norm no\n"
        "dump grains all custom {} grains.dump id type x y z vx vy vz omegax omegay omegaz radius mass\n"
        "dump_modify grains sort id format \"%d %d %.16g %.16g %.16g %.16g %.16g %.16g %.16g %.16g %.16g %.16g "
        "%.16g\"\n"
        "run {}\n",
        seconds_, steps_.every, steps_.every, steps_.all);
  }

  const World& world_;
  double seconds_;
  const std::vector<DemSurface>& surfaces_;
  DemContacts contacts_;
  bool isLinear_;
  bool hasRolling_;
  bool hasClock_ = false;
  StartSteps steps_;
  StartFiles files_;
};

}  // namespace

StartFiles liggghtsStart(const World& world, double seconds) {
  const DemSurfaces surfaces = startSurfaces(world, seconds, true);
  return LiggghtsWriter(world, seconds, surfaces).write();
}

}  // namespace scree
