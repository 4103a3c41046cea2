#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/io/dem/dem_constants.h"
#include "engine/io/dem/dem_contacts.h"
#include "engine/io/dem/dem_surfaces.h"
#include "engine/io/dem/dem_text.h"
#include "engine/io/exports/grain_files.h"
#include "engine/io/vtk_writer.h"
#include "engine/world/pair_laws.h"

// Scripts of YADE 2023.02 (https://yade-dem.org/doc).
namespace scree {

namespace {

/// Effective radius of YADE over r*: a wall has the radius of the sphere there, a facet twice that.
constexpr DemCurvature kYadeCurvature = {1.0, 0.5, 2.0 / 3.0};

constexpr double kLeastLimit = 1e-12;  // of a rolling torque: 0 means none there
constexpr int kPartsOfCell = 4;        // of a surface along a periodic axis

/// Stiffness against rolling in k (μ r*)², k the stiffness of the contact: the one of LIGGGHTS's epsd2 (Ai et al.
/// 2011).
constexpr double kRollingStiffness = 2.25;

std::string pythonVector(const Vec3& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); }

/// Text as a string of Python.
std::string pythonText(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    const bool isPlain = static_cast<unsigned char>(c) >= 0x20 && c != '\'' && c != '\\';
    quoted +=
        isPlain ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return quoted + "'";
}

const char* roleName(DemPartner role) {
  return role == DemPartner::grain ? "grains" : role == DemPartner::plane ? "planes" : "facets";
}

/// Functions of the script that do not depend on the scene.
constexpr const char* kFunctions = R"py(

def speed_at(points, t):
    """Speed at a time, straight between points; the later of two points of one time counts from then on."""
    i = bisect.bisect_right([p[0] for p in points], t)
    if i == 0:
        return points[0][1]
    if i == len(points):
        return points[-1][1]
    (t0, v0), (t1, v1) = points[i - 1], points[i]
    return v0 + (v1 - v0) * (t - t0) / (t1 - t0)


def drive():
    for engine, points in driven:
        value = speed_at(points, O.time)
        if isinstance(engine, RotationEngine):
            engine.angularVelocity = value
        else:
            engine.velocity = value
    for ids, parts in belts:
        velocity = sum((Vector3(axis) * speed_at(points, O.time) for axis, points in parts), Vector3(0, 0, 0))
        for i in ids:
            O.bodies[i].state.vel = velocity


def set_rolling():
    """Largest rolling torque of contacts over the normal force [m]: the number of their pair times r*."""
    if rolling_of_grains_differs:
        contacts = O.interactions
    else:
        contacts = (contact for numbers in ids.values() for i in numbers for contact in O.bodies[i].intrs())
    for contact in contacts:
        if contact.isReal:
            a, b = O.bodies[contact.id1], O.bodies[contact.id2]
            radii = [body.shape.radius for body in (a, b) if isinstance(body.shape, Sphere)]
            reduced = radii[0] * radii[1] / (radii[0] + radii[1]) if len(radii) == 2 else radii[0]
            number = rolling[min(a.material.id, b.material.id), max(a.material.id, b.material.id)]
            contact.phys.maxBendPl = max(number * reduced, 1e-12)


def into_box(place):
    return tuple(low + (x - low) % side if side else x for x, (low, side) in zip(place, periodic))


def write_frame():
    """Adds the grains to grains.dump, as LIGGGHTS writes them; Scree and OVITO read it."""
    with open(os.path.join(folder, 'grains.dump'), 'a') as out:
        places = [into_box(O.bodies[i].state.pos) for i in grains]
        bounds = [(min(p[a] for p in places), max(p[a] for p in places)) for a in range(3)]
        out.write('ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ff ff ff\n' % (O.iter, len(grains)))
        for low, high in bounds:
            out.write('%.16g %.16g\n' % (low, high))
        out.write('ITEM: ATOMS id type x y z vx vy vz omegax omegay omegaz radius mass\n')
        for n, i in enumerate(grains):
            b = O.bodies[i]
            s = b.state
            values = list(places[n]) + list(s.vel) + list(s.angVel) + [b.shape.radius, s.mass]
            out.write('%d %d ' % (n + 1, b.material.id + 1) + ' '.join('%.16g' % v for v in values) + '\n')

)py";

class YadeWriter {
 public:
  YadeWriter(const World& world, double seconds, const DemSurfaces& surfaces)
      : world_(world), seconds_(seconds), surfaces_(surfaces.list), contacts_(world, surfaces_, kYadeCurvature) {
    files_.leftOut = surfaces.leftOut;
    files_.otherwise = surfaces.otherwise;
    steps_ = startSteps(seconds, contacts_.timeStep(false));
  }

  StartFiles write() {
    addCommonRemarks(world_, files_);
    for (const std::string& one : contacts_.remarks(false)) {
      files_.otherwise.push_back(one);
    }
    files_.otherwise.push_back(fmt::format(
        "the time step is {:.3g} s, {} of the Rayleigh time of the smallest grain, so that the run has whole "
        "steps",
        steps_.step, dem::kRayleighShare));
    if (std::ranges::any_of(surfaces_, [](const DemSurface& surface) { return !surface.isPlane; })) {
      files_.otherwise.emplace_back("a grain on an edge between facets touches each of them, with a force of its own");
    }
    collectTypes();
    // The order counts: each part adds to the remarks, which stand at the head.
    std::string body = boxText();
    body += materialsText() + grainsText();
    body += surfacesText();
    body += enginesText();
    body += runText();
    std::string text = startHead(world_, files_, "Run it: yade -n -x start.py. Needs YADE 2023.02.");
    text +=
        "import bisect, csv, os, sys\nfrom yade import ymport\n\nfolder = "
        "os.path.dirname(os.path.abspath(sys.argv[0]))\n" +
        body;
    files_.files.insert(files_.files.begin(), {{"start.py", std::move(text)}, {"grains.csv", grainTable(world_)}});
    return std::move(files_);
  }

 private:
  /// Material of YADE: one here may have several there, as its contacts have other radii there.
  struct Type {
    MaterialIndex material = 0;
    DemPartner role = DemPartner::grain;
  };

  std::size_t typeOf(MaterialIndex material, DemPartner role) const {
    const auto found =
        std::ranges::find_if(types_, [&](const Type& t) { return t.material == material && t.role == role; });
    return static_cast<std::size_t>(found - types_.begin());
  }

  void collectTypes() {
    for (const DemPair& pair : contacts_.pairs()) {
      for (const Type& type : {Type{pair.grain, DemPartner::grain}, Type{pair.other, pair.partner}}) {
        if (typeOf(type.material, type.role) == types_.size()) {
          types_.push_back(type);
        }
      }
    }
  }

  std::string boxText() {
    std::string text = "\n# Periodic axes: lower end and length; 0: none\nperiodic = [";
    for (int axis = 0; axis < 3; ++axis) {
      text +=
          fmt::format("{}({}, {})", axis > 0 ? ", " : "", world_.periodic.lower[axis], world_.periodic.length[axis]);
    }
    text += "]\n";
    if (!world_.periodic.isOn()) {
      return text;
    }
    Vec3 size = world_.periodic.length;
    std::string free;
    for (int axis = 0; axis < 3; ++axis) {
      if (!world_.periodic.isAlong(axis)) {
        size[axis] = dem::kFreeCell * 2.0 * reachOf(world_);
        free += fmt::format("{}{} ({:.4g} m)", free.empty() ? "" : ", ", static_cast<char>('x' + axis), size[axis]);
      }
    }
    if (!free.empty()) {
      files_.otherwise.push_back(
          fmt::format("the cell is periodic along all axes there; along {} it is far longer than the scene", free));
    }
    return text + fmt::format("O.periodic = True\nO.cell.hSize = Matrix3({}, 0, 0, 0, {}, 0, 0, 0, {})\n", size.x(),
                              size.y(), size.z());
  }

  std::string materialsText() const {
    std::string text =
        "\n# Materials, by name and use: walls and facets have other effective radii in YADE, which their\n"
        "# moduli make up for. Friction and restitution are of pairs (below).\nmaterials = [\n";
    for (const Type& type : types_) {
      const Material& m = world_.materials.list[type.material];
      text += fmt::format(
          "    O.materials.append(FrictMat(label={}, young={:.10g}, poisson={}, density={}, frictionAngle=0)),\n",
          pythonText(m.name + ", " + roleName(type.role)), contacts_.modulus(type.material, type.role),
          contacts_.poisson(type.material), m.density);
    }
    text += "]\nmaterial_of = {";
    for (const MaterialIndex grain : contacts_.grains()) {
      text += fmt::format("{}: materials[{}], ", pythonText(world_.materials.list[grain].name),
                          typeOf(grain, DemPartner::grain));
    }
    return text + "}\n";
  }

  static std::string grainsText() {
    return R"py(
# Grains
grains = []
with open(os.path.join(folder, 'grains.csv'), encoding='utf-8', newline='') as table:
    for row in csv.DictReader(table):
        value = lambda *names: tuple(float(row[name]) for name in names)
        radius, mass = value('radius [m]', 'mass [kg]')
        grain = sphere(value('x [m]', 'y [m]', 'z [m]'), radius, material=material_of[row['material']])
        grain.state.vel = value('vx [m/s]', 'vy [m/s]', 'vz [m/s]')
        grain.state.angVel = value('wx [rad/s]', 'wy [rad/s]', 'wz [rad/s]')
        grain.state.mass = mass
        grain.state.inertia = Vector3(1, 1, 1) * 0.4 * mass * radius**2
        grain.mask = 3
        grains.append(O.bodies.append(grain))
)py";
  }

  std::string surfacesText() {
    std::string text = "\n# Bodies\nids = {}\ndriven = []\nbelts = []\nmotions = []\n";
    for (const DemSurface& surface : surfaces_) {
      const DemPartner role = surface.isPlane ? DemPartner::plane : DemPartner::mesh;
      const std::size_t type = typeOf(surface.material, role);
      if (surface.isPlane) {
        text += fmt::format("ids['{}'] = [O.bodies.append(wall({}, axis={}, sense={}, material=materials[{}]))]\n",
                            surface.name, pythonVector(surface.at * Vec3::Unit(surface.axis)), surface.axis,
                            surface.side > 0.0 ? 1 : -1, type);
      } else {
        const std::string file = surface.name + ".stl";
        files_.files.push_back({file, stlTextOf(inParts(surface.triangles), surface.name)});
        text +=
            fmt::format("ids['{}'] = O.bodies.append(ymport.stl(os.path.join(folder, '{}'), material=materials[{}]))\n",
                        surface.name, file, type);
      }
      text += motionText(surface);
    }
    return text + "for body in O.bodies:\n    body.mask = 3 if body.mask == 1 else body.mask\n";
  }

  static std::string pointsText(const std::vector<CoursePoint>& speed) {
    std::string text = "[";
    for (const CoursePoint& point : speed) {
      fmt::format_to(std::back_inserter(text), "({:.12g}, {:.12g}), ", point.time, point.value);
    }
    return text + "]";
  }

  /// Triangles in parts that are small beside a periodic cell: YADE misses contacts of bodies as long as the cell.
  Triangles inParts(Triangles parts) const {
    for (int axis = 0; axis < 3; ++axis) {
      const double side = world_.periodic.length[axis];
      if (!world_.periodic.isAlong(axis)) {
        continue;
      }
      Triangles cut;
      for (int i = 0; i < kPartsOfCell; ++i) {
        const double lower = world_.periodic.lower[axis] + side * i / kPartsOfCell;
        const Triangles part = cutBetween(parts, axis, lower, lower + side / kPartsOfCell);
        const auto first = static_cast<std::uint32_t>(cut.points.size());
        cut.points.insert(cut.points.end(), part.points.begin(), part.points.end());
        for (const Corners& corners : part.corners) {
          cut.corners.push_back({first + corners[0], first + corners[1], first + corners[2]});
        }
      }
      parts = std::move(cut);
    }
    return parts;
  }

  std::string motionText(const DemSurface& surface) {
    std::string engines;
    std::string text;
    std::string belt;
    std::size_t count = 0;
    for (const DemMotion& motion : surface.motions) {
      if (motion.kind == DemMotion::Kind::belt) {
        belt += fmt::format("({}, {}), ", pythonVector(motion.axis), pointsText(motion.speed));
        continue;
      }
      const std::string name = fmt::format("motion_{}_{}", surface.name, ++count);
      text +=
          motion.kind == DemMotion::Kind::translation
              ? fmt::format("{} = TranslationEngine(ids=ids['{}'], translationAxis={}, velocity={})\n", name,
                            surface.name, pythonVector(motion.axis), motion.speed[0].value)
              : fmt::format(
                    "{} = RotationEngine(ids=ids['{}'], rotationAxis={}, angularVelocity={}, "
                    "rotateAroundZero=True, zeroPoint={})\n",
                    name, surface.name, pythonVector(motion.axis), motion.speed[0].value, pythonVector(motion.point));
      if (!motion.isConstant()) {
        text += fmt::format("driven.append(({}, {}))\n", name, pointsText(motion.speed));
        hasDrive_ = true;
      }
      engines += (engines.empty() ? "" : " + ") + name;
    }
    text += engines.empty() ? "" : fmt::format("motions.append({})\n", engines);
    if (!belt.empty() && !engines.empty()) {
      files_.leftOut.push_back(fmt::format(
          "the surface velocity of the body {}, which moves: a body of YADE has one velocity", surface.bodyName));
    } else if (!belt.empty()) {
      // NewtonIntegrator leaves bodies out that have no bit of its mask: these have a velocity and stay.
      text += fmt::format("belts.append((ids['{0}'], [{1}]))\nfor i in ids['{0}']:\n    O.bodies[i].mask = 2\n",
                          surface.name, belt);
      hasDrive_ = true;
    }
    return text;
  }

  template <typename Value>
  std::string matchText(Value value) const {
    std::string text = "MatchMaker(algo='val', val=";
    std::string list;
    for (const DemPair& pair : contacts_.pairs()) {
      const double one = value(pair);
      text += list.empty() ? fmt::format("{}, matches=(", one) : "";
      list +=
          fmt::format("({}, {}, {}), ", typeOf(pair.grain, DemPartner::grain), typeOf(pair.other, pair.partner), one);
    }
    return text + list + "))";
  }

  std::string enginesText() {
    const Materials& materials = world_.materials;
    std::string rolling;
    const DemPair& main = contacts_.pairs().front();
    std::string rollingList = "rolling = {";
    bool differs = false;
    if (contacts_.hasRolling()) {
      const double number = contacts_.rolling(main.grain, main.other);
      files_.otherwise.push_back(fmt::format(
          "the rolling resistance of a contact with a wall is that of {} for up to {} steps, then that of its "
          "pair",
          pairName(materials, main.grain, main.other), dem::kRollingTurn));
      // A spring needs a stiffness above 0 where only other pairs have rolling resistance.
      double largest = 0.0;
      for (const DemPair& pair : contacts_.pairs()) {
        const double own = contacts_.rolling(pair.grain, pair.other);
        largest = std::max(largest, own);
        differs = differs || (pair.partner == DemPartner::grain && own != number);
        const auto ends = std::minmax({typeOf(pair.grain, DemPartner::grain), typeOf(pair.other, pair.partner)});
        rollingList += fmt::format("({}, {}): {}, ", ends.first, ends.second, own);
      }
      // Without a limit YADE's spring would have none: eta of 0 means so.
      const double radius = contacts_.effectiveRadius(main);
      rolling = fmt::format(", eta={}, krot={:.10g}", std::max(0.5 * number, kLeastLimit),
                            kRollingStiffness * contacts_.stiffness(main) * std::pow(largest * radius, 2));
    }
    rollingList += fmt::format("}}\nrolling_of_grains_differs = {}\n", differs ? "True" : "False");
    const std::string en =
        matchText([this](const DemPair& pair) { return contacts_.restitution(pair.grain, pair.other); });
    const std::string angles =
        matchText([&](const DemPair& pair) { return std::atan(materials.pair(pair.grain, pair.other).friction); });
    const Vec3& g = world_.parameters.gravity;
    std::string text = kFunctions;
    text += "\n# Rolling resistance of pairs of materials, a number\n" + rollingList;
    text += "\n# Hertz and Mindlin's law; numbers of materials, and restitution or angle of friction of the pair\n";
    text += fmt::format(
        "laws = Ip2_FrictMat_FrictMat_MindlinPhys(\n    en={},\n    frictAngle={}{})\n"
        "O.engines = [\n    ForceResetter(),\n"
        "    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Facet_Aabb(), Bo1_Wall_Aabb()], "
        "allowBiggerThanPeriod=True),\n"
        "    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Facet_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],\n"
        "                    [laws], [Law2_ScGeom_MindlinPhys_Mindlin(includeMoment={})]),\n",
        en, angles, rolling, contacts_.hasRolling() ? "True" : "False");
    text += contacts_.hasRolling()
                ? fmt::format("    PyRunner(iterPeriod={}, command='set_rolling()'),\n", dem::kRollingTurn)
                : "";
    text += hasDrive_ ? "    PyRunner(iterPeriod=1, command='drive()'),\n" : "";
    text += fmt::format("] + motions + [\n    NewtonIntegrator(damping=0, gravity={}, mask=1),\n", pythonVector(g));
    text += fmt::format("    PyRunner(iterPeriod={}, command='write_frame()'),\n]\n", steps_.every);
    return text;
  }

  std::string runText() const {
    return fmt::format(
        "\n# Run of {:.9g} s\nopen(os.path.join(folder, 'grains.dump'), 'w').close()\nO.dt = {}\n{}write_frame()\n"
        "O.run({}, True)\nwrite_frame()\n",
        seconds_, steps_.step, hasDrive_ ? "drive()\n" : "", steps_.all);
  }

  const World& world_;
  double seconds_;
  const std::vector<DemSurface>& surfaces_;
  DemContacts contacts_;
  std::vector<Type> types_;
  bool hasDrive_ = false;
  StartSteps steps_;
  StartFiles files_;
};

}  // namespace

StartFiles yadeStart(const World& world, double seconds) {
  const DemSurfaces surfaces = startSurfaces(world, seconds, !world.periodic.isOn());
  return YadeWriter(world, seconds, surfaces).write();
}

}  // namespace scree
