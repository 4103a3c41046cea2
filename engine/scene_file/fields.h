#pragma once

#include "engine/base/units.h"
#include "engine/scene_file/description.h"
#include "engine/scene_file/field.h"
#include "engine/scene_file/flow_fields.h"
#include "engine/scene_file/granulation_fields.h"
#include "engine/world/pair_laws.h"

// Keys of scene files, each declared once. A visitor V is called for each key in turn: the reader fills the
// description, the page writer and the schema writer describe it. Defaults are the initial values of the descriptions.
namespace scree {

constexpr std::array<std::string_view, 6> kContainerFaces = {"-x", "+x", "-y", "+y", "-z", "+z"};
constexpr std::array<std::string_view, 2> kCylinderCaps = {"low", "high"};
constexpr std::array<std::string_view, 2> kFillLayouts = {"lattice", "random"};
/// Names of a table's rows, for a choice among them.
template <class Row>
std::vector<std::string_view> namesOf(std::span<const Row> rows) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    names.push_back(row.name);
  }
  return names;
}

/// Visits one of the parameters that are a choice.
template <class V, class Enum>
void choiceField(V& v, ChoiceKey key, Enum& value) {
  const ChoiceInfo& info = infoOf(key);
  std::string meaning(info.meaning);
  for (const ChoiceValue& one : info.values) {
    meaning += " " + std::string(one.name) + ": " + std::string(one.meaning);
  }
  v.choice({info.name, meaning}, value, namesOf(info.values));
}

/// Dimension of a parameter, from its unit.
inline Dimension dimensionOf(const ParameterInfo& info) {
  for (const Dimension d : {Dimension::time, Dimension::speed, Dimension::acceleration, Dimension::angularSpeed}) {
    if (info.unit == unitOf(d)) {
      return d;
    }
  }
  return Dimension::number;
}

template <>
inline constexpr AlternativeInfo kAlternative<PlaneDescription> = {"plane",
                                                                   "Infinite plane; the space behind it is solid."};
template <>
inline constexpr AlternativeInfo kAlternative<RectangleDescription> = {
    "rectangle", "Thin rectangle that holds particles on its front only; they pass from behind."};
template <>
inline constexpr AlternativeInfo kAlternative<BoxDescription> = {"box", "Solid box; particles stay outside."};
template <>
inline constexpr AlternativeInfo kAlternative<ContainerDescription> = {
    "container", "Box of thin walls; faces can be open. Particles stay on the side that they come from."};
template <>
inline constexpr AlternativeInfo kAlternative<HollowCylinderDescription> = {
    "hollow_cylinder",
    "Thin cylinder, such as a drum or a silo, with flat caps. Particles stay on the side that they come from."};
template <>
inline constexpr AlternativeInfo kAlternative<SolidCylinderDescription> = {
    "solid_cylinder", "Solid cylinder with flat ends, such as a roller or a post; particles stay outside."};
template <>
inline constexpr AlternativeInfo kAlternative<SolidSphereDescription> = {"sphere", "Ball; particles stay outside."};
template <>
inline constexpr AlternativeInfo kAlternative<CapsuleDescription> = {
    "capsule", "Solid cylinder with rounded ends; particles stay outside."};
template <>
inline constexpr AlternativeInfo kAlternative<SpeedMotorDescription> = {
    "speed", "Moves at the target speed while the force that this takes stays below the limit."};
template <>
inline constexpr AlternativeInfo kAlternative<PositionMotorDescription> = {
    "position", "Follows a course of positions while the force that this takes stays below the limit."};
template <>
inline constexpr AlternativeInfo kAlternative<ForceMotorDescription> = {"force",
                                                                        "Pushes with a given force or torque."};
template <>
inline constexpr AlternativeInfo kAlternative<MeshDescription> = {
    "mesh",
    "Surface of triangles, from a file or made from a few numbers. Grains stay on the side that they come from, at up "
    "to 50 radii a time step, or 2 where the solver has a single substep."};
template <>
inline constexpr AlternativeInfo kAlternative<HullDescription> = {
    "hull", "Convex solid around points, or around the vertices of a mesh file; particles stay outside."};
template <>
inline constexpr AlternativeInfo kAlternative<HopperMesh> = {
    "hopper", "Funnel about z: a round bin over a cone that ends in a round outlet at z = 0; open at both ends."};
template <>
inline constexpr AlternativeInfo kAlternative<DrumMesh> = {
    "drum", "Drum about z, about its centre, with plates along the wall that lift the material, or bumps that do."};
template <>
inline constexpr AlternativeInfo kAlternative<RotorMesh> = {"rotor",
                                                            "Shaft about z from z = 0 up, with thin inclined blades."};
template <>
inline constexpr AlternativeInfo kAlternative<OutletMesh> = {
    "outlet", "Tube about z from z = 0 up, with spiral gaps in its wall that open along it."};
template <>
inline constexpr AlternativeInfo kAlternative<BoxMesh> = {"box",
                                                          "Box about the origin; grains may be in it or out of it."};
template <>
inline constexpr AlternativeInfo kAlternative<ParticleFileDescription> = {
    "file",
    "Particles from a file: a table with the columns x, y, z and r (CSV), a dump of LAMMPS or LIGGGHTS, a data file of "
    "LAMMPS, XYZ, or the points of a VTK file; gzip may have packed it."};
template <>
inline constexpr AlternativeInfo kAlternative<TranslationDescription> = {"translate",
                                                                         "Moves the body along a fixed direction."};
template <>
inline constexpr AlternativeInfo kAlternative<RotationDescription> = {"rotate", "Turns the body about a fixed axis."};
template <>
inline constexpr AlternativeInfo kAlternative<BeltDescription> = {
    "belt", "Moves the surface of one shape while the body stays."};
template <>
inline constexpr AlternativeInfo kAlternative<ListedSizes> = {"list", "Some diameters with their shares."};
template <>
inline constexpr AlternativeInfo kAlternative<UniformSizes> = {
    "uniform", "All diameters between two limits are equally frequent."};
template <>
inline constexpr AlternativeInfo kAlternative<NormalSizes> = {
    "normal", "Normal distribution by number; a diameter outside the cut is drawn again."};
template <>
inline constexpr AlternativeInfo kAlternative<SphereDescription> = {"sphere", "One particle."};
template <>
inline constexpr AlternativeInfo kAlternative<FillDescription> = {
    "fill", "Particles on a jittered cubic lattice in a region, from below upwards; they never overlap each other."};
template <>
inline constexpr AlternativeInfo kAlternative<StackDescription> = {
    "stack", "Equal particles in a row that just touch each other."};
template <>
inline constexpr AlternativeInfo kAlternative<SensorBoxDescription> = {"box", "Box about the sensor's centre."};
template <>
inline constexpr AlternativeInfo kAlternative<SensorSphereDescription> = {"sphere",
                                                                          "Sphere about the sensor's centre."};
template <>
inline constexpr AlternativeInfo kAlternative<SensorCylinderDescription> = {"cylinder",
                                                                            "Cylinder about the sensor's centre."};
template <>
inline constexpr AlternativeInfo kAlternative<SensorHalfSpaceDescription> = {
    "half_space", "Half-space behind a plane through the sensor's centre."};
template <>
inline constexpr AlternativeInfo kAlternative<BoxRegion> = {"box", "Box along the axes that holds whole particles."};
template <>
inline constexpr AlternativeInfo kAlternative<CylinderRegion> = {"cylinder", "Cylinder that holds whole particles."};

template <class V>
void fields(V& v, MaterialDescription& m) {
  v.quantity({"density", "Density of the particles of this material.", kRequired}, m.density, Dimension::density,
             kDensity);
  v.quantity({"youngs_modulus", "Young's modulus, needed where a pair says `stiffness: hertz`."}, m.youngsModulus,
             Dimension::pressure, kNotNegative);
  v.quantity({"poisson_ratio", "Poisson's ratio, for `stiffness: hertz`."}, m.poissonRatio, Dimension::number,
             Range{-0.99, 0.5});
  v.quantity({"moisture", "Water over dry mass in new particles; the density is that of the moist particle."},
             m.moisture, Dimension::number, Range{0.0, 10.0});
}

/// Range of a value of a contact law, the same in the file and while a scene runs.
inline Range rangeOf(PairLawKey key) { return {infoOf(key).minimum, infoOf(key).maximum}; }

template <class V>
void fields(V& v, LawDescription& d) {
  PairLaw& law = d.law;
  v.quantity({"restitution", "Rebound speed over impact speed."}, law.restitution, Dimension::number,
             rangeOf(PairLawKey::restitution));
  v.quantity({"friction", "Coulomb friction coefficient."}, law.friction, Dimension::number,
             rangeOf(PairLawKey::friction));
  v.quantityOf({"rolling_resistance", "Number that is multiplied by the effective radius, or a length."},
               law.rollingResistance, std::array{Dimension::number, Dimension::length}, law.rollingIsLength,
               rangeOf(PairLawKey::rollingResistance));
  v.quantity({"twisting", "Twisting resistance as a share of friction times effective radius; 0 for ideal spheres."},
             law.twisting, Dimension::number, rangeOf(PairLawKey::twisting));
  v.quantityOrWord({"stiffness", "Stiffness of the linear law, or `hertz` to take it from the materials."},
                   law.stiffness, Dimension::stiffness, rangeOf(PairLawKey::stiffness), "hertz", d.hertz);
  v.quantity({"damping_time", "Time constant of the viscous damping of lasting contacts."}, law.dampingTime,
             Dimension::time, rangeOf(PairLawKey::dampingTime));
  Cohesion& c = law.cohesion;
  v.quantity({"surface_tension", "Surface tension of the liquid of bridges between grains; needs `bridge_volume`."},
             c.surfaceTension, Dimension::surfaceTension, rangeOf(PairLawKey::surfaceTension));
  v.quantity({"contact_angle", "Angle at which the liquid of bridges meets the surfaces."}, c.contactAngle,
             Dimension::angle, rangeOf(PairLawKey::contactAngle));
  v.quantityOrWord({"bridge_volume",
                    "Volume of liquid in each bridge, or `films`: bridges take what they hold from the water on the "
                    "grains, and give it back where they break."},
                   c.bridgeVolume, Dimension::volume, rangeOf(PairLawKey::bridgeVolume), "films", c.fromFilms);
  v.flag({"simple_bridges", "Takes the simple form of the force of a bridge in place of the full fit."}, c.isSimple);
  v.quantity({"pull_off", "Force by which surfaces that touch adhere."}, c.pullOff, Dimension::force,
             rangeOf(PairLawKey::pullOff));
  v.quantity({"adhesion_energy", "Work of adhesion per area w: surfaces that touch adhere by 3/2 π w r*."}, c.energy,
             Dimension::surfaceTension, rangeOf(PairLawKey::adhesionEnergy));
  v.flag({"cohesion_in_friction", "Friction and rolling resistance see the attraction."}, c.inFriction);
}

template <class V>
void fields(V& v, PairDescription& p) {
  v.references({"between", "Names of the two materials; for grains of one material its name twice.", kRequired},
               p.between, 2, "materials");
  fields(v, p.law);
}

template <class V>
void fields(V& v, OrientationDescription& o) {
  v.direction({"axis", "Axis of the turn, with `angle`."}, o.axis);
  v.quantity({"angle", "Angle of the turn about `axis`."}, o.angle, Dimension::angle, kAny);
  v.vector({"euler", "Instead of `axis` and `angle`: angles of turns about the world's x, then y, then z."}, o.euler,
           Dimension::angle, kAny);
}

template <class V>
void fields(V& v, PlaceDescription& p) {
  v.vector({"position", "Position of the centre."}, p.position, Dimension::length, kAny);
  v.section({"orientation", "Orientation, as a turn from the world's axes."}, p.orientation);
}

template <class V>
void surfaceFields(V& v, SurfaceDescription& s, std::string_view axisKey, std::string_view axisMeaning) {
  if (!axisKey.empty()) {
    v.direction({axisKey, axisMeaning}, s.axis);
  }
  fields(v, s.place);
  v.reference({"material", "Material of the surface.", kRequired}, s.material, "materials");
  v.vector({"surface_velocity", "Velocity of a belt's surface, in the shape's own frame."}, s.surfaceVelocity,
           Dimension::speed, kAny);
  v.flag({"visible", "Draws the shape in the window."}, s.visible);
}

constexpr std::string_view kAxisMeaning =
    "Direction of the cylinder's axis, from the low to the high cap; z when neither this nor `orientation` is given.";

template <class V>
void fields(V& v, PlaneDescription& s) {
  surfaceFields(v, s.surface, "normal", "Direction from the plane to the particles; z when it is not given.");
}
template <class V>
void fields(V& v, RectangleDescription& s) {
  v.quantities({"size", "Lengths along the rectangle's own x and y.", kRequired}, s.size, 2, Dimension::length,
               kExtent);
  surfaceFields(v, s.surface, "normal",
                "Direction of the front; z when it is not given. The rectangle's own axes turn with it from z by the "
                "shortest way: for `normal: x` its x points down, for `normal: y` its y does.");
}
template <class V>
void fields(V& v, BoxDescription& s) {
  v.vector({"size", "Lengths along x, y, z.", kRequired}, s.size, Dimension::length, kExtent);
  surfaceFields(v, s.surface, "", "");
}
template <class V>
void fields(V& v, ContainerDescription& s) {
  v.vector({"size", "Inner lengths along x, y, z.", kRequired}, s.size, Dimension::length, kExtent);
  v.names({"open", "Faces that are missing."}, s.open, kContainerFaces);
  surfaceFields(v, s.surface, "", "");
}
template <class V>
void fields(V& v, HollowCylinderDescription& s) {
  v.quantity({"diameter", "Inner diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Inner length.", kRequired}, s.length, Dimension::length, kExtent);
  v.names({"open", "Caps that are missing."}, s.open, kCylinderCaps);
  v.reference({"cap_material", "Material of the caps; that of the wall when it is not given."}, s.capMaterial,
              "materials");
  surfaceFields(v, s.surface, "axis", kAxisMeaning);
}
template <class V>
void fields(V& v, SolidCylinderDescription& s) {
  v.quantity({"diameter", "Diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Length.", kRequired}, s.length, Dimension::length, kExtent);
  surfaceFields(v, s.surface, "axis", kAxisMeaning);
}

constexpr Range kSides = {3.0, 4096.0};
constexpr Range kSteep = {0.0, 1.5707};

template <class V>
void fields(V& v, HopperMesh& m) {
  v.quantity({"diameter", "Diameter of the bin.", kRequired}, m.diameter, Dimension::length, kExtent);
  v.quantity({"outlet", "Diameter of the outlet.", kRequired}, m.outlet, Dimension::length, kExtent);
  v.quantity({"height", "Height of the bin above the cone.", kRequired}, m.height, Dimension::length, kExtent);
  v.quantity({"angle", "Angle of the cone's wall above the horizontal."}, m.angle, Dimension::angle, kSteep);
  v.whole({"sides", "Number of flat sides around the axis."}, m.sides, kSides);
}
template <class V>
void bumpFields(V& v, WallBumps& b) {
  v.quantity(
      {"bump_height",
       "Height of the highest bump of an uneven wall; heights are between the lowest and the highest, at random."},
      b.height, Dimension::length, Range{0.0, 1e3});
  v.quantity({"bump_lowest", "Height of the lowest bump; a quarter of `bump_height` when not given."}, b.lowest,
             Dimension::length, Range{0.0, 1e3});
  v.quantity({"bump_width",
              "Width of a bump at half its height. Bumps are Gaussian; where they overlap they add up, to the height "
              "of the highest."},
             b.width, Dimension::length, Range{0.0, 1e3});
  v.quantity({"bump_density", "Number of bumps on each square metre of the wall."}, b.density, Dimension::number,
             Range{0.0, 1e9});
  v.whole({"bump_seed", "Seed of the places and heights of bumps."}, b.seed, Range{0.0, 1e9});
}
template <class V>
void fields(V& v, DrumMesh& m) {
  v.quantity({"diameter", "Diameter.", kRequired}, m.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Length.", kRequired}, m.length, Dimension::length, kExtent);
  v.whole({"sides", "Number of flat sides around the axis."}, m.sides, kSides);
  v.whole({"lifters", "Number of plates along the wall."}, m.lifters, Range{0.0, 4096.0});
  v.quantity({"lifter_height", "Height of the plates above the wall."}, m.lifterHeight, Dimension::length,
             Range{0.0, 1e3});
  bumpFields(v, m.bumps);
  v.flag({"closed_low", "Closes the low end with a flat wall."}, m.closedLow);
  v.flag({"closed_high", "Closes the high end with a flat wall."}, m.closedHigh);
}
template <class V>
void fields(V& v, RotorMesh& m) {
  v.quantity({"diameter", "Diameter over the blades.", kRequired}, m.diameter, Dimension::length, kExtent);
  v.quantity({"height", "Height of the shaft.", kRequired}, m.height, Dimension::length, kExtent);
  v.quantity({"shaft", "Diameter of the shaft.", kRequired}, m.shaft, Dimension::length, kExtent);
  v.whole({"blades", "Number of blades."}, m.blades, Range{1.0, 360.0});
  v.quantity({"blade_height", "Height of a blade along its slope.", kRequired}, m.bladeHeight, Dimension::length,
             kExtent);
  v.quantity({"pitch", "Angle of the blades against the horizontal."}, m.pitch, Dimension::angle, Range{0.0, 1.5708});
}
template <class V>
void fields(V& v, OutletMesh& m) {
  v.quantity({"diameter", "Diameter.", kRequired}, m.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Length.", kRequired}, m.length, Dimension::length, kExtent);
  v.whole({"gaps", "Number of gaps."}, m.gaps, Range{1.0, 360.0});
  v.quantity({"beta", "Width of a gap where it begins, along the circumference as all widths."}, m.beta,
             Dimension::length, Range{0.0, 1e3});
  v.quantity({"alpha", "Angle by which either edge of a gap leaves its middle."}, m.alpha, Dimension::angle,
             Range{-0.5, 0.5});
  v.quantity({"first_width", "Instead of `beta` and `alpha`: width of a gap where it begins."}, m.widths.first,
             Dimension::length, Range{0.0, 1e3});
  v.quantity({"last_width", "Width of a gap where it ends; in between it changes in a straight line."}, m.widths.last,
             Dimension::length, Range{0.0, 1e3});
  v.quantities({"widths", "Instead of them: list of widths along the gap, with straight lines in between."},
               m.widths.widths, 0, Dimension::length, Range{0.0, 1e3});
  v.quantities(
      {"widths_at",
       "Distances of the `widths` from where the gap begins, along the axis; equal steps from its beginning to "
       "its end when not given."},
      m.widths.at, 0, Dimension::length, Range{0.0, 1e3});
  v.text({"widths_file", "Instead of `widths`: CSV file with the columns z, as in `widths_at`, and width, in metres."},
         m.widths.file);
  v.quantity({"spiral", "Angle of a gap's middle to the axis."}, m.spiral, Dimension::angle, Range{-1.5, 1.5});
  v.quantity({"rim", "Length of closed wall at either end."}, m.rim, Dimension::length, Range{0.0, 1e3});
  v.whole({"sides", "Number of flat sides around the axis."}, m.sides, kSides);
  bumpFields(v, m.bumps);
}
template <class V>
void fields(V& v, BoxMesh& m) {
  v.vector({"size", "Lengths along x, y, z.", kRequired}, m.size, Dimension::length, kExtent);
  v.whole({"cuts", "Squares along each edge of a face, each of two triangles."}, m.cuts, Range{1.0, 1000.0});
  v.flag({"open", "Leaves the top out."}, m.open);
}
template <class V>
void fields(V& v, MeshDescription& s) {
  v.text({"file", "STL, OBJ or PLY file, its path relative to the scene's."}, s.file);
  v.quantity({"scale", "Length of one unit of the file, such as 1 mm."}, s.scale, Dimension::length, Range{1e-9, 1e6});
  v.flag({"close_holes", "Closes holes of the file's mesh: loops of open edges get triangles; a note tells how many."},
         s.closeHoles);
  v.oneOf({"make", "Instead of `file`: a part made from a few numbers."}, s.made);
  surfaceFields(v, s.surface, "axis", "Direction of the mesh's own z; z when neither this nor `orientation` is given.");
}

template <class V>
void fields(V& v, HullDescription& s) {
  v.vectors({"points", "Points, each [x, y, z]; points inside the hull have no effect."}, s.points, Dimension::length,
            Range{-1e3, 1e3});
  v.text(
      {"file", "Instead of `points`: STL, OBJ or PLY file, its path relative to the scene's; the mesh may have holes."},
      s.file);
  v.quantity({"scale", "Length of one unit of the file, such as 1 mm."}, s.scale, Dimension::length, Range{1e-9, 1e6});
  surfaceFields(v, s.surface, "axis", "Direction of the hull's own z; z when neither this nor `orientation` is given.");
}

template <class V>
void fields(V& v, SolidSphereDescription& s) {
  v.quantity({"diameter", "Diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
  surfaceFields(v, s.surface, "", "");
}
template <class V>
void fields(V& v, CapsuleDescription& s) {
  v.quantity({"diameter", "Diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Length between the centres of the rounded ends.", kRequired}, s.length, Dimension::length,
             kExtent);
  surfaceFields(v, s.surface, "axis", kAxisMeaning);
}

template <class V, Dimension kDimension>
void fields(V& v, SpeedPointDescription<kDimension>& p) {
  v.quantity({"time", "Time of the point.", kRequired}, p.time, Dimension::time, kNotNegative);
  v.quantity({"speed", "Speed at that time.", kRequired}, p.speed, kDimension, kAny);
}
template <class V, Dimension kDimension>
void fields(V& v, SpeedDescription<kDimension>& s) {
  v.quantity({"speed", "Speed after the ramp."}, s.value, kDimension, kAny);
  v.quantity({"start", "Time at which the motion starts."}, s.profile.start, Dimension::time, kNotNegative);
  v.quantity({"stop", "Time at which the motion stops."}, s.profile.stop, Dimension::time, kNotNegative);
  v.quantity({"ramp", "Time in which the speed rises linearly from 0 after the start."}, s.profile.ramp,
             Dimension::time, kNotNegative);
  v.list({"course",
          "Instead of `speed`: the speed over time; straight lines join the points, and the first and last speeds hold "
          "before and after."},
         s.course, SpeedPointDescription<kDimension>{});
  v.flag({"smooth", "Joins the points by curves without a jump in acceleration, which go beyond no point."},
         s.profile.smooth);
  v.text({"table",
          "Instead of `course`: file (CSV) with the speed over time, its path relative to the scene's. Its first line "
          "names the columns, `time` among them; numbers are in s and in m/s or rad/s."},
         s.table.file);
  v.text({"column", "Name of the table's column with the values."}, s.table.column);
}
template <class V>
void fields(V& v, TranslationDescription& m) {
  v.direction({"direction", "Direction in the world.", kRequired}, m.motion.direction);
  fields(v, m.speed);
}
template <class V>
void fields(V& v, RotationDescription& m) {
  v.vector({"point", "A point of the axis, in the world."}, m.motion.point, Dimension::length, kAny);
  v.direction(
      {"axis", "Direction of the axis, in the world; a positive speed turns counter-clockwise about it.", kRequired},
      m.motion.axis);
  fields(v, m.speed);
}
template <class V>
void fields(V& v, BeltDescription& m) {
  v.whole({"shape", "Index of the shape in the body, from 0."}, m.motion.shape, Range{0.0, 1e5});
  v.direction({"direction", "Direction in the shape's own frame.", kRequired}, m.motion.direction);
  fields(v, m.speed);
}

template <class V>
void fields(V& v, BodyDescription& b) {
  fields(v, b.place);
  v.oneOfList({"shapes", "Shapes of the body, in the body's frame.", kRequired}, b.shapes);
  v.oneOfList(
      {"motion", "Prescribed motions; their velocities add up. A body without motion and without mass is at rest."},
      b.motion);
  v.quantity({"mass", "Mass of a body that forces move, spread evenly over its solid shapes."}, b.mass, Dimension::mass,
             kBodyMass);
  v.quantity({"density", "Instead of `mass`: density of the solid shapes of a body that forces move."}, b.density,
             Dimension::density, kDensity);
  v.vector({"centre_of_mass", "Centre of mass in the body's frame; computed from the shapes when it is not given."},
           b.centre, Dimension::length, kAny);
  v.vector({"inertia",
            "Moments of inertia about the centre of mass along the body's axes in kg m²; computed from the "
            "shapes when they are not given."},
           b.inertia, Dimension::number, Range{1e-18, 1e15});
  v.vector({"velocity", "Velocity of a body with mass at the start, at its position."}, b.velocity, Dimension::speed,
           kAny);
  v.vector({"angular_velocity", "Angular velocity of a body with mass at the start."}, b.angularVelocity,
           Dimension::angularSpeed, kAny);
}

constexpr std::array<std::string_view, kJointKindCount> kJointKinds = {"hinge", "prismatic", "cylindrical", "ball",
                                                                       "lock",  "distance",  "actuator"};

/// Target of a motor along a line and about an axis: dimensions and meanings.
constexpr std::array<Dimension, 2> wantedDimensions(MotorKind kind) {
  switch (kind) {
    case MotorKind::position:
      return {Dimension::length, Dimension::angle};
    case MotorKind::force:
      return {Dimension::force, Dimension::torque};
    case MotorKind::speed:
    case MotorKind::none:
      break;
  }
  return {Dimension::speed, Dimension::angularSpeed};
}
template <class V, MotorKind kKind>
void fields(V& v, CoursePointDescription<kKind>& p) {
  v.quantity({"time", "Time of the point.", kRequired}, p.time, Dimension::time, kNotNegative);
  v.quantityOf({"value", "Target of the motor at that time.", kRequired}, p.value, wantedDimensions(kKind), kAny);
}
template <class V, MotorKind kKind>
void fields(V& v, MotorDescriptionOf<kKind>& m) {
  v.quantityOf({"value", "Constant target of the motor."}, m.value, wantedDimensions(kKind), kAny);
  v.list({"course", "Instead of `value`: the target over time; straight lines join the points."}, m.course,
         CoursePointDescription<kKind>{});
  v.flag({"smooth", "Joins the points by curves without a jump in speed, which go beyond no point."}, m.smooth);
  v.text({"table",
          "Instead of `course`: file (CSV) with the target over time, its path relative to the scene's. Its first "
          "line names the columns, `time` among them; numbers are in SI units (s; m, rad, m/s, rad/s, N or N m)."},
         m.table.file);
  v.text({"column", "Name of the table's column with the values."}, m.table.column);
  if constexpr (kKind != MotorKind::force) {
    v.quantityOf({"limit", "Largest force or torque; this or `limit_course` must be given."}, m.limit,
                 wantedDimensions(MotorKind::force), kNotNegative);
    v.list({"limit_course",
            "Instead of `limit`: the largest force or torque over time; straight lines join the points. A motor that "
            "holds a force and then a speed has a small limit first."},
           m.limitCourse, CoursePointDescription<MotorKind::force>{});
  }
  if constexpr (kKind == MotorKind::position) {
    v.quantityOf({"fastest", "Largest speed of the motor on its way to the target."}, m.fastest,
                 wantedDimensions(MotorKind::speed), kNotNegative);
  }
}
template <class V>
void fields(V& v, JointRangeDescription& r) {
  v.quantityOf({"least", "Smallest coordinate.", kRequired}, r.least, wantedDimensions(MotorKind::position), kAny);
  v.quantityOf({"most", "Largest coordinate.", kRequired}, r.most, wantedDimensions(MotorKind::position), kAny);
}
template <class V>
void fields(V& v, JointDescription& j) {
  v.choice(
      {"kind",
       "hinge: turns about the axis. prismatic: slides along it. cylindrical: both. ball: turns about the point. "
       "lock: holds fast. distance: a rod between two points. actuator: a cylinder between two points, whose length "
       "a motor drives."},
      j.kind, kJointKinds);
  v.reference({"body", "Body that the joint holds.", kRequired}, j.body, "bodies");
  v.reference({"to", "Body that `body` is joined to; the world when it is not given."}, j.to, "bodies");
  v.vector({"position", "Point of the joint in the world at the start; for a rod or a cylinder its end on `body`.",
            kRequired},
           j.position, Dimension::length, kAny);
  v.vector({"to_position", "Other end of a rod or a cylinder, in the world at the start."}, j.toPosition,
           Dimension::length, kAny);
  v.direction({"axis",
               "Axis of a hinge, prismatic or cylindrical joint, in the world at the start; a positive coordinate "
               "turns `body` about the axis or moves it along the axis."},
              j.axis);
  v.quantity({"compliance", "Compliance: displacement per force in m/N, and angle per torque in rad/(N m)."},
             j.compliance, Dimension::number, Range{0.0, 1e3});
  v.quantity({"damping", "Time in which an error of the joint's position dies out; at least two steps."}, j.damping,
             Dimension::time, Range{0.0, 1e3});
  v.section(
      {"range",
       "Range of the joint's coordinate (angle, displacement or length); angles and displacements are 0 at the start."},
      j.range);
  v.oneOf({"motor", "Motor that drives the joint's coordinate; for a cylindrical joint the displacement."}, j.motor);
}

template <class V>
void fields(V& v, ListedSizes& s) {
  v.quantities({"diameters", "List of diameters.", kRequired}, s.diameters, 0, Dimension::length, kExtent);
  v.quantities({"fractions", "Share of each diameter; equal shares when not given. Shares need not sum to one."},
               s.fractions, 0, Dimension::number, Range{0.0, 1e9});
  v.flag({"by_mass", "Makes the fractions shares of the mass instead of the number."}, s.byMass);
}
template <class V>
void fields(V& v, UniformSizes& s) {
  v.quantity({"smallest", "Smallest diameter.", kRequired}, s.smallest, Dimension::length, kExtent);
  v.quantity({"largest", "Largest diameter.", kRequired}, s.largest, Dimension::length, kExtent);
}
template <class V>
void fields(V& v, NormalSizes& s) {
  v.quantity({"mean", "Mean diameter before the cut.", kRequired}, s.mean, Dimension::length, kExtent);
  v.quantity({"deviation", "Standard deviation before the cut.", kRequired}, s.deviation, Dimension::length,
             kNotNegative);
  v.quantity({"smallest", "Smallest diameter kept.", kRequired}, s.smallest, Dimension::length, kExtent);
  v.quantity({"largest", "Largest diameter kept.", kRequired}, s.largest, Dimension::length, kExtent);
}
template <class V>
void fields(V& v, SizesDescription& s) {
  v.quantity({"diameter", "Diameter of all particles."}, s.diameter, Dimension::length, kExtent);
  v.oneOf({"sizes", "Instead of `diameter`: distribution of the diameters."}, s.sizes);
}

template <class V>
void fields(V& v, SphereDescription& p) {
  v.quantity({"diameter", "Diameter.", kRequired}, p.diameter, Dimension::length, kExtent);
  v.vector({"position", "Centre.", kRequired}, p.position, Dimension::length, kAny);
  v.vector({"velocity", "Velocity at the start."}, p.velocity, Dimension::speed, kAny);
  v.vector({"angular_velocity", "Angular velocity at the start."}, p.angularVelocity, Dimension::angularSpeed, kAny);
  v.reference({"material", "Material.", kRequired}, p.material, "materials");
}
template <class V>
void fields(V& v, BoxRegion& r) {
  v.vector({"lower", "Corner with the smallest coordinates.", kRequired}, r.lower, Dimension::length, kAny);
  v.vector({"upper", "Corner with the largest coordinates.", kRequired}, r.upper, Dimension::length, kAny);
}
template <class V>
void fields(V& v, CylinderRegion& r) {
  v.vector({"position", "Centre."}, r.centre, Dimension::length, kAny);
  v.direction({"axis", "Direction of the axis."}, r.axis);
  v.quantity({"diameter", "Diameter.", kRequired}, r.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Length.", kRequired}, r.length, Dimension::length, kExtent);
}
template <class V>
void fields(V& v, FillDescription& f) {
  v.oneOf({"region", "Region that is filled.", kRequired}, f.region);
  v.whole({"count", "Number of particles; the region must hold them.", kRequired}, f.count, kMostParticles);
  fields(v, f.sizes);
  v.reference({"material", "Material.", kRequired}, f.material, "materials");
  v.choice({"layout",
            "lattice: on a cubic lattice, from below. random: anywhere in the region, the largest first; so many sizes "
            "fill it more densely, and there are no planes along which they slip."},
           f.layout, kFillLayouts);
  v.quantity({"spacing",
              "Distance of lattice sites, over the largest diameter; of random places the least distance, over the sum "
              "of the radii."},
             f.spacing, Dimension::number, Range{1.0, 100.0});
  v.quantity({"jitter", "Random offset from the lattice, as a share of the room between neighbours."}, f.jitter,
             Dimension::number, kShare);
  v.vector({"velocity", "Velocity at the start."}, f.velocity, Dimension::speed, kAny);
}
template <class V>
void fields(V& v, StackDescription& s) {
  v.whole({"count", "Number of particles.", kRequired}, s.count, kMostParticles);
  v.quantity({"diameter", "Diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
  v.vector({"bottom", "Start of the row: the point where the first particle touches the ground."}, s.bottom,
           Dimension::length, kAny);
  v.direction({"direction", "Direction of the row."}, s.direction);
  v.reference({"material", "Material.", kRequired}, s.material, "materials");
}

template <class V>
void fields(V& v, ParticleFileDescription& f) {
  v.text({"path", "Path of the file, relative to the scene's.", kRequired}, f.path);
  v.whole({"frame", "Frame of a file with several, from 1; the last one when it is not given."}, f.frame,
          Range{1.0, 1e9});
  v.quantity({"scale", "Length of one unit of the file, such as 1 mm."}, f.scale, Dimension::length, Range{1e-9, 1e6});
  v.quantity({"diameter", "Diameter of all particles, for a file without radii."}, f.diameter, Dimension::length,
             kExtent);
  v.quantity({"radius_scale", "Factor on all radii; positions stay. Below 1 for a file with deep overlaps."},
             f.radiusScale, Dimension::number, Range{1e-3, 1e3});
  v.vector({"position", "Position of the file's origin."}, f.position, Dimension::length, kAny);
  v.reference({"material", "Material.", kRequired}, f.material, "materials");
}

template <class V>
void fields(V& v, SensorBoxDescription& s) {
  v.vector({"size", "Lengths along x, y, z.", kRequired}, s.size, Dimension::length, kExtent);
}
template <class V>
void fields(V& v, SensorSphereDescription& s) {
  v.quantity({"diameter", "Diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
}
template <class V>
void fields(V& v, SensorCylinderDescription& s) {
  v.direction({"axis", "Direction of the axis."}, s.axis);
  v.quantity({"diameter", "Diameter.", kRequired}, s.diameter, Dimension::length, kExtent);
  v.quantity({"length", "Length.", kRequired}, s.length, Dimension::length, kExtent);
}
template <class V>
void fields(V& v, SensorHalfSpaceDescription& s) {
  v.direction({"normal", "Normal that points out of the half-space."}, s.normal);
}
template <class V>
void fields(V& v, SensorDescription& s) {
  fields(v, s.place);
  v.oneOf({"shape", "Shape of the region in which nothing is merged.", kRequired}, s.shape);
  v.reference(
      {"body", "Body that carries the sensor, in whose frame the position is given; the world when it is not given."},
      s.body, "bodies");
  v.flag({"enabled", "Switches the sensor on."}, s.enabled);
}

template <class V>
void fields(V& v, BoundsDescription& b) {
  v.vector({"lower", "Corner with the smallest coordinates.", kRequired}, b.box.lower, Dimension::length, kAny);
  v.vector({"upper", "Corner with the largest coordinates.", kRequired}, b.box.upper, Dimension::length, kAny);
}

template <class V>
void fields(V& v, PeriodicDescription& p) {
  v.quantities({"x", "Lower and upper end along x."}, p.ends[0], 2, Dimension::length, kAny);
  v.quantities({"y", "Lower and upper end along y."}, p.ends[1], 2, Dimension::length, kAny);
  v.quantities({"z", "Lower and upper end along z."}, p.ends[2], 2, Dimension::length, kAny);
}

template <class V>
void fields(V& v, SceneView& s) {
  v.vector({"target", "Point in the middle of the picture; the scene's centre when it is not given."}, s.target,
           Dimension::length, kAny);
  v.quantity({"distance", "Distance of the eye from the target; when it is not given, the whole scene is in view."},
             s.distance, Dimension::length, kExtent);
  v.quantity({"azimuth", "Direction of the eye about z, seen from the target; 0 is x."}, s.azimuth, Dimension::angle,
             kAny);
  v.quantity({"elevation", "Angle of the eye above the horizon."}, s.elevation, Dimension::angle, Range{-1.55, 1.55});
}

/// Section of the solver: numbers from the table of parameters.
struct SolverDescription {
  Parameters& parameters;
  Preset preset = kDefaultPreset;
};
template <class V>
void fields(V& v, SolverDescription& s) {
  Parameters& p = s.parameters;
  v.choice({"preset", "Named set of settings; the other keys change single ones."}, s.preset, namesOf(presetTable()));
  applyPreset(p, s.preset);
  choiceField(v, ChoiceKey::method, p.method);
  v.parameter(ParameterKey::substeps, p);
  v.parameter(ParameterKey::mostSubsteps, p);
  v.parameter(ParameterKey::sweeps, p);
  v.parameter(ParameterKey::impactSweeps, p);
  v.parameter(ParameterKey::tolerance, p);
  v.parameter(ParameterKey::restTolerance, p);
  choiceField(v, ChoiceKey::warmStart, p.warmStart);
  v.parameter(ParameterKey::warmStartFactor, p);
  v.parameter(ParameterKey::warmStartSpeed, p);
  v.parameter(ParameterKey::warmStartFloor, p);
  v.parameter(ParameterKey::overRelaxation, p);
  choiceField(v, ChoiceKey::impacts, p.impacts);
  choiceField(v, ChoiceKey::guard, p.guard);
  v.parameter(ParameterKey::impactSpeed, p);
  v.parameter(ParameterKey::stabilisationSteps, p);
  v.parameter(ParameterKey::regularisation, p);
  v.parameter(ParameterKey::collisionTime, p);
  v.parameter(ParameterKey::threads, p);
}

/// Section of the reduction.
struct ReductionDescription {
  Parameters& parameters;
  ReductionPreset preset = kDefaultReductionPreset;
};
template <class V>
void fields(V& v, ReductionDescription& s) {
  ReductionParameters& r = s.parameters.reduction;
  choiceField(v, ChoiceKey::merging, r.merging);
  v.choice({"preset", "Named set of settings; the other keys change single ones."}, s.preset,
           namesOf(reductionPresetTable()));
  applyPreset(s.parameters, s.preset);
  choiceField(v, ChoiceKey::frontSplit, r.front.split);
  choiceField(v, ChoiceKey::contactSplit, r.contact.split);
  choiceField(v, ChoiceKey::trialSplit, r.trial.split);
  choiceField(v, ChoiceKey::auditSplit, r.audit.split);
  for (const ParameterInfo& info : parameterTable()) {
    if (info.key >= kFirstReductionKey) {
      v.parameter(info.key, s.parameters);
    }
  }
}

template <class V>
void fields(V& v, SceneDescription& s) {
  v.whole({"scree", "Version of this format: 1.", kRequired}, s.version, Range{1.0, 1.0});
  v.text({"base",
          "Scene file in the same folder that this one changes: keys given here replace or extend those of the base, "
          "section by section; a list replaces the whole list, and a key without a value removes the base's key."},
         s.base);
  v.text({"name", "Name of the scene.", kRequired}, s.name);
  v.text({"description", "One paragraph about the scene, shown beside it."}, s.description);
  v.quantity({"duration", "Simulated time of a run without another end."}, s.duration, Dimension::time,
             Range{1e-6, 1e9});
  v.parameter(ParameterKey::timeStep, s.parameters);
  v.vector({"gravity", "Gravity; z points up."}, s.parameters.gravity, Dimension::acceleration, Range{-1e3, 1e3});
  v.whole({"seed", "Seed of all random numbers of the scene."}, s.seed, Range{0.0, 9e15});
  v.section({"bounds", "Box that particles may not leave: a particle outside is removed and counted as a trouble."},
            s.bounds);
  v.section({"periodic",
             "Axes along which the scene repeats itself, such as `x: [0, 100 mm]`: a particle that leaves by one end "
             "comes in by the other and touches particles there. Bodies do not repeat: floors reach beyond the ends."},
            s.periodic);
  SolverDescription solver{.parameters = s.parameters};
  v.section({"solver", "Settings of the contact solver."}, solver);
  ReductionDescription reduction{.parameters = s.parameters};
  v.section({"reduction", "Settings of merging and splitting."}, reduction);
  v.named({"materials", "Materials by name.", kRequired}, s.materials, MaterialDescription{});
  v.section({"default_pair",
             "Contact law of all pairs of materials that `pairs` does not list; it also gives the keys "
             "that a listed pair leaves out."},
            s.defaultPair);
  PairDescription pair;
  if (s.defaultPair) {
    pair.law = *s.defaultPair;
  }
  v.list({"pairs", "Contact laws of pairs of materials."}, s.pairs, pair);
  v.named({"bodies", "Walls, drums, belts and other bodies by name."}, s.bodies, BodyDescription{});
  v.named({"joints", "Joints between bodies by name, with their motors."}, s.joints, JointDescription{});
  v.oneOfList({"particles", "Particles at the start."}, s.particles);
  v.named({"emitters", "Sources of particles by name."}, s.emitters, EmitterDescription{});
  v.named({"sinks", "Boxes that remove particles, by name."}, s.sinks, SinkDescription{});
  v.named({"sensors", "Split sensors by name: regions in which nothing is merged."}, s.sensors, SensorDescription{});
  v.section({"granulation", "Moisture and fines: particles grow, join and break."}, s.granulation);
  v.section({"view", "Position of the eye at the start."}, s.view);
}

}  // namespace scree
