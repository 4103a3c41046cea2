#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/units.h"
#include "engine/formats/made_meshes.h"
#include "engine/scene_file/errors.h"
#include "engine/scene_file/scene_view.h"
#include "engine/settings/presets.h"
#include "engine/world/world.h"

// Description of a scene as in its file: names instead of indices, full lengths instead of halves, places for messages.
// Meaning, unit, range and key of each member are declared once, in fields.h. Initial values are the defaults.
namespace scree {

/// Place of a section in the file.
struct Where {
  Mark mark;
  bool broken = false;  ///< a key of the section could not be read: checks of the section would only confuse
};

/// Name that must exist elsewhere in the scene.
struct Reference {
  std::string name;
  Mark mark;
};

struct MaterialDescription {
  std::string name;
  Where where;
  double density = 0.0;
  double youngsModulus = 0.0;
  double poissonRatio = 0.25;
  double moisture = 0.0;
};

struct LawDescription {
  Where where;
  PairLaw law;
  bool hertz = false;
};

struct PairDescription {
  Where where;
  std::vector<Reference> between;
  LawDescription law;
};

struct OrientationDescription {
  Where where;
  std::optional<Vec3> axis;
  std::optional<double> angle;
  std::optional<Vec3> euler;
};

struct PlaceDescription {
  Vec3 position = Vec3::Zero();
  std::optional<OrientationDescription> orientation;
};

struct SurfaceDescription {
  PlaceDescription place;
  std::optional<Vec3> axis;  ///< direction of the shape's own z
  Reference material;
  Vec3 surfaceVelocity = Vec3::Zero();
  bool visible = true;
};

struct PlaneDescription {
  Where where;
  SurfaceDescription surface;
};
struct RectangleDescription {
  Where where;
  SurfaceDescription surface;
  std::vector<double> size;
};
struct BoxDescription {
  Where where;
  SurfaceDescription surface;
  Vec3 size = Vec3::Zero();
};
struct ContainerDescription {
  Where where;
  SurfaceDescription surface;
  Vec3 size = Vec3::Zero();
  std::array<bool, 6> open{};
};
struct HollowCylinderDescription {
  Where where;
  SurfaceDescription surface;
  double diameter = 0.0;
  double length = 0.0;
  std::optional<Reference> capMaterial;
  std::array<bool, 2> open{};
};
struct SolidCylinderDescription {
  Where where;
  SurfaceDescription surface;
  double diameter = 0.0;
  double length = 0.0;
};
struct SolidSphereDescription {
  Where where;
  SurfaceDescription surface;
  double diameter = 0.0;
};
struct CapsuleDescription {
  Where where;
  SurfaceDescription surface;
  double diameter = 0.0;
  double length = 0.0;
};
struct MeshDescription {
  Where where;
  SurfaceDescription surface;
  std::string file;
  double scale = 1.0;
  bool closeHoles = false;
  std::optional<MadeMesh> made;
};
struct HullDescription {
  Where where;
  SurfaceDescription surface;
  std::vector<Vec3> points;
  std::string file;
  double scale = 1.0;
};
using ShapeDescription = std::variant<PlaneDescription, RectangleDescription, BoxDescription, ContainerDescription,
                                      HollowCylinderDescription, SolidCylinderDescription, SolidSphereDescription,
                                      CapsuleDescription, MeshDescription, HullDescription>;

/// Column of a table over time, in a file beside the scene.
struct TableDescription {
  std::string file;  ///< name of the file; empty without a table
  std::string column = "value";
};

template <Dimension kDimension>
struct SpeedPointDescription {
  Where where;
  double time = 0.0;
  double speed = 0.0;
};
/// Speed of a motion: by numbers, a course or a table.
template <Dimension kDimension>
struct SpeedDescription {
  std::optional<double> value;
  SpeedProfile profile;  ///< speed profile without its value and course
  std::vector<SpeedPointDescription<kDimension>> course;
  TableDescription table;
};

struct TranslationDescription {
  Where where;
  Translation motion;
  SpeedDescription<Dimension::speed> speed;
};
struct RotationDescription {
  Where where;
  Rotation motion;
  SpeedDescription<Dimension::angularSpeed> speed;
};
struct BeltDescription {
  Where where;
  SurfaceMotion motion;
  SpeedDescription<Dimension::speed> speed;
};
using MotionDescription = std::variant<TranslationDescription, RotationDescription, BeltDescription>;

struct BodyDescription {
  std::string name;
  Where where;
  PlaceDescription place;
  std::vector<ShapeDescription> shapes;
  std::vector<MotionDescription> motion;
  std::optional<double> mass;
  std::optional<double> density;
  std::optional<Vec3> centre;
  std::optional<Vec3> inertia;
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};

/// Quantity of one of two dimensions; the dimension is checked later.
struct EitherQuantity {
  double value = 0.0;  ///< SI
  bool isFirst = true;
  bool isSecond = true;  ///< both flags true: a plain number
  Mark mark;
};

template <MotorKind kKind>
struct CoursePointDescription {
  Where where;
  double time = 0.0;
  std::optional<EitherQuantity> value;
};
template <MotorKind kKind>
struct MotorDescriptionOf {
  static constexpr MotorKind kMotor = kKind;
  Where where;
  std::optional<EitherQuantity> value;
  std::vector<CoursePointDescription<kKind>> course;
  bool smooth = false;
  TableDescription table;
  std::optional<EitherQuantity> limit;
  std::vector<CoursePointDescription<MotorKind::force>> limitCourse;
  std::optional<EitherQuantity> fastest;
};
using SpeedMotorDescription = MotorDescriptionOf<MotorKind::speed>;
using PositionMotorDescription = MotorDescriptionOf<MotorKind::position>;
using ForceMotorDescription = MotorDescriptionOf<MotorKind::force>;
using MotorDescription = std::variant<SpeedMotorDescription, PositionMotorDescription, ForceMotorDescription>;

struct JointRangeDescription {
  Where where;
  std::optional<EitherQuantity> least;
  std::optional<EitherQuantity> most;
};

struct JointDescription {
  std::string name;
  Where where;
  JointKind kind = JointKind::hinge;
  Reference body;
  std::optional<Reference> to;
  Vec3 position = Vec3::Zero();
  std::optional<Vec3> toPosition;
  Vec3 axis = Vec3::UnitZ();
  double compliance = 0.0;
  double damping = 0.0;
  std::optional<JointRangeDescription> range;
  std::optional<MotorDescription> motor;
};

struct SizesDescription {
  std::optional<double> diameter;
  std::optional<std::variant<ListedSizes, UniformSizes, NormalSizes>> sizes;
};

struct SphereDescription {
  Where where;
  double diameter = 0.0;
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
  Reference material;
};

struct BoxRegion {
  Where where;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};
struct CylinderRegion {
  Where where;
  Vec3 centre = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();
  double diameter = 0.0;
  double length = 0.0;
};
using Region = std::variant<BoxRegion, CylinderRegion>;

enum class FillLayout { lattice, random };

struct FillDescription {
  Where where;
  FillLayout layout = FillLayout::lattice;
  std::optional<Region> region;
  std::uint64_t count = 0;
  SizesDescription sizes;
  Reference material;
  double spacing = 1.02;
  double jitter = 1.0;
  Vec3 velocity = Vec3::Zero();
};

struct StackDescription {
  Where where;
  std::uint64_t count = 0;
  double diameter = 0.0;
  Vec3 bottom = Vec3::Zero();
  Vec3 direction = Vec3::UnitZ();
  Reference material;
};
struct ParticleFileDescription {
  Where where;
  std::string path;
  std::optional<std::uint64_t> frame;  ///< frame of the file, from 1; nothing: the last
  double scale = 1.0;
  double radiusScale = 1.0;
  std::optional<double> diameter;
  Vec3 position = Vec3::Zero();
  Reference material;
};
using ParticlesDescription =
    std::variant<SphereDescription, FillDescription, StackDescription, ParticleFileDescription>;

struct EmitterDescription {
  std::string name;
  Where where;
  PlaceDescription place;
  Vec3 size = Vec3::Zero();
  SizesDescription sizes;
  Reference material;
  std::optional<double> rate;
  std::optional<double> massRate;
  double start = 0.0;
  double stop = 1e300;
  std::optional<std::uint64_t> count;
  Vec3 velocity = Vec3::Zero();
  std::optional<std::uint64_t> seed;
};

/// Direction along an axis of a box.
enum class BoxDirection { x, minusX, y, minusY, z, minusZ };

struct SieveDescription {
  Where where;
  std::optional<double> below;
  std::optional<double> belowAtEnd;
  std::vector<double> gaps;
  BoxDirection along = BoxDirection::x;
  std::optional<double> bar;
  std::optional<double> spacing;
  Openings openings = Openings::slots;
};

struct GiveBackDescription {
  Where where;
  PlaceDescription place;
  Vec3 size = Vec3::Zero();
  double delay = 0.0;
  Vec3 velocity = Vec3::Zero();
};

struct SinkDescription {
  std::string name;
  Where where;
  PlaceDescription place;
  Vec3 size = Vec3::Zero();
  std::optional<SieveDescription> sieve;
  std::optional<GiveBackDescription> giveBack;
};

struct MatterZoneDescription {
  std::string name;
  Where where;
  PlaceDescription place;
  Vec3 size = Vec3::Zero();
  double rate = 0.0;
  double amount = 0.0;
  double start = 0.0;
  double stop = 1e300;
};

/// Parts of the laws of granulation; each is on if it stands in the scene.
struct LayeringDescription {
  Where where;
  LayeringBy by = LayeringBy::area;
  std::optional<double> flux;
  std::optional<double> strip;
  double leastMoisture = 0.0;
  bool enabled = true;
};
struct EnnisDescription {
  Where where;
  double viscosity = 1e-3;
  double asperity = 1e-5;
};
struct DeformationDescription {
  Where where;
  double yieldStress = 5e4;
  double largestStokes = 0.01;
  double wetEnough = 0.0;
};
struct ProbabilityDescription {
  Where where;
  double share = 0.0;
};
using StickingDescription = std::variant<EnnisDescription, DeformationDescription, ProbabilityDescription>;
struct CoalescenceDescription {
  Where where;
  std::optional<StickingDescription> criterion;
  bool enabled = true;
};
struct BreakageDescription {
  Where where;
  double energy = 0.0;
  double finesShare = 0.0;
  double smallest = 0.0;
  bool enabled = true;
};
struct AbrasionDescription {
  Where where;
  double rate = 0.0;
  bool enabled = true;
};
struct GranulationDescription {
  Where where;
  double finesDensity = GranulationLaws{}.finesDensity;
  double liquidDensity = GranulationLaws{}.liquidDensity;
  double heldMoisture = 0.0;
  double exchangeRate = 0.0;
  std::optional<double> largest;
  std::vector<MatterZoneDescription> fines;
  std::vector<MatterZoneDescription> sprays;
  std::optional<LayeringDescription> layering;
  std::optional<CoalescenceDescription> coalescence;
  std::optional<BreakageDescription> breakage;
  std::optional<AbrasionDescription> abrasion;
};

struct SensorBoxDescription {
  Where where;
  Vec3 size = Vec3::Zero();
};
struct SensorSphereDescription {
  Where where;
  double diameter = 0.0;
};
struct SensorCylinderDescription {
  Where where;
  Vec3 axis = Vec3::UnitZ();
  double diameter = 0.0;
  double length = 0.0;
};
struct SensorHalfSpaceDescription {
  Where where;
  Vec3 normal = Vec3::UnitZ();
};
using SensorShapeDescription =
    std::variant<SensorBoxDescription, SensorSphereDescription, SensorCylinderDescription, SensorHalfSpaceDescription>;

struct SensorDescription {
  std::string name;
  Where where;
  PlaceDescription place;
  std::optional<SensorShapeDescription> shape;
  std::optional<Reference> body;
  bool enabled = true;
};

struct BoundsDescription {
  Where where;
  Bounds box;
};

/// Ends of the periodic axes, lower and upper [m]; empty for an axis that is not periodic.
struct PeriodicDescription {
  Where where;
  std::array<std::vector<double>, 3> ends;
};

struct SceneDescription {
  Where where;
  std::filesystem::path folder;  ///< folder of the scene file, from which its paths start
  std::uint64_t version = 0;
  std::string base;  ///< name of the base, which has been put in before the scene is read
  std::string name;
  std::string description;
  double duration = 10.0;
  std::uint64_t seed = 1;
  Parameters parameters = presetParameters(kDefaultPreset);
  Mark collisionTimeMark;  ///< as the next one
  Mark timeStepMark;       ///< place of the time step in the file; of the scene when the file gives none
  std::optional<BoundsDescription> bounds;
  std::optional<PeriodicDescription> periodic;
  SceneView view;
  std::vector<MaterialDescription> materials;
  std::optional<LawDescription> defaultPair;
  std::vector<PairDescription> pairs;
  std::vector<BodyDescription> bodies;
  std::vector<JointDescription> joints;
  std::vector<ParticlesDescription> particles;
  std::vector<EmitterDescription> emitters;
  std::vector<SinkDescription> sinks;
  std::vector<SensorDescription> sensors;
  std::optional<GranulationDescription> granulation;
};

}  // namespace scree
