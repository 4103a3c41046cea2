#pragma once

#include <Eigen/Core>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/view/camera_path.h"
#include "app/view/layer_options.h"
#include "engine/measures/measure_list.h"
#include "engine/snapshot/snapshot.h"

// Options of the view as plain data, which panels may use: the things drawn and the colours of values. No OpenGL.
namespace scree {

enum class ColourBy : unsigned char {
  speed,
  carriedSpeed,
  size,
  contacts,
  overlap,
  residual,
  solverError,
  contactForce,
  sinceMerged,
  splitDistance,
  material,
  twin,
  solidFraction,
  flowSpeed,
  pressure,
  shearRate,
  inertialNumber,
  moisture,
  massGained,
  age,
  aggregate,
  state,
  splitCause,
  wouldMove
};
constexpr int kColourByCount = 24;

/// Way in which values become colours: along a map over a range, a class of a map each, or a map of their own.
enum class ColourScale : unsigned char { range, classes, own };

/// Scalar by which particles can be coloured.
struct ColourInfo {
  std::string_view name;     ///< name, such as "Speed"
  std::string_view unit;     ///< unit, such as "m/s"; empty for a number
  std::string_view meaning;  ///< meaning, for the tooltip
  ColourScale scale = ColourScale::range;
};
const ColourInfo& infoOf(ColourBy by);
/// Coarse-grained field that a way of colouring shows; none for others.
std::optional<FieldScalar> fieldOf(ColourBy by);
/// Name, unit and meaning of a field.
const ColourInfo& infoOf(FieldScalar field);
/// Index of the colour map that suits a scalar: distinct classes for materials, else the default.
int suitableColourMap(ColourBy by);
/// Index of the map that is used in drawing: `chosen`, or the map of a scalar that has colours of its own.
int colourMapFor(ColourBy by, int chosen);

struct ViewOptions;
/// Names of the colour maps that can be chosen, by index; 0 is the default.
std::span<const std::string_view> colourMapNames();
/// Index of the colour map of a slice: that chosen for the grains, if it is smooth.
int sliceColours(const ViewOptions& view);
/// Displayed colour of `value` in [0, 1] in map `map`, as in the shader's table.
Eigen::Vector3f colourOf(int map, float value);

// Displayed colours that show the reduction, used by the view, its legend and the panels.
Eigen::Vector3f colourOfAggregate(std::uint32_t identity);  ///< colour of an aggregate; identity 0: free grains
Eigen::Vector3f colourOfRole(GrainRole role);
Eigen::Vector3f colourOfIdea(SplitIdea idea);  ///< colour of an idea; none: merges, and splits long past
Eigen::Vector3f colourOfQuietMember();         ///< colour of a member where colours show causes of splits
/// Class of a grain where colours show which members would move (Snapshot::asked); the last three by their speed.
enum class AskedClass : unsigned char { free, stays, unasked, slow, middle, fast };
constexpr int kAskedClassCount = 6;
constexpr double kAskedBand =
    4.0;  ///< least speed of a class over that of the class before; slow: from the merge limit
AskedClass askedClassOf(const Snapshot& snapshot, std::size_t index);
Eigen::Vector3f colourOfAsked(AskedClass asked);
constexpr double kCauseFade = 1.0;  ///< time after a split until its colour has faded, simulated [s]

/// Displayed colour of a force chain; `part` is its force over the force of full width, 0 to 1.
Eigen::Vector3f chainColour(float part);

/// Displayed colour of a bridge; `part` is its pull over the pull of full width, 0 to 1.
Eigen::Vector3f bridgeColour(float part);

/// Request for snapshots that have the values for a way of colouring and for layers.
SnapshotRequest requestFor(ColourBy by, const LayerOptions& layers);
/// Value of a particle without one, which is drawn grey: less than any other (NO_VALUE in sphere_inputs.glsl).
constexpr float kNoValue = -3e38f;
/// Value by which the particle at `index` of the snapshot is coloured; 0 where requestFor() was not heeded, kNoValue
/// where the error of the solver is not known.
float colourValue(const Snapshot& snapshot, std::size_t index, ColourBy by);
/// Writes the values of all particles to `values`, by index (colourValue()).
void colourValues(const Snapshot& snapshot, ColourBy by, std::vector<float>& values);
/// Smallest and largest value over all particles with a value, widened when equal; for classes the range of their
/// indices.
std::array<float, 2> fitRange(const Snapshot& snapshot, ColourBy by);

enum class SphereQuality : unsigned char { automatic, full, fast };
constexpr std::array<std::string_view, 3> kSphereQualityNames = {"automatic", "full", "fast"};

/// Way in which a run and its twin share the view: in two halves, left and right of a line, or only one of them.
enum class TwinMode : unsigned char { sideBySide, wipe, first, second };
constexpr int kTwinModeCount = 4;

/// Body or joint that the user picked, by its index in the snapshot.
struct PickedPart {
  bool isJoint = false;
  std::uint32_t index = 0;
  bool operator==(const PickedPart&) const = default;

  bool isBody(std::uint32_t body) const { return !isJoint && index == body; }
};

struct BodyMesh;
struct LineSegment;

/// Preview of a body that is not in the world yet.
struct GhostBody {
  std::shared_ptr<const BodyMesh> mesh;  ///< null: nothing is drawn
  Pose pose;                             ///< of the mesh's frame in the world
  double scale = 1.0;                    ///< factor on the mesh's lengths
  Vec3 centre = Vec3::Zero();            ///< centre of a sphere around the body, in the world [m]
  float radius = 0.0f;                   ///< radius of the sphere [m]
  /// Lines on its defects, seen through everything, from `defectsMiddle`; null: none.
  std::shared_ptr<const std::vector<LineSegment>> defects;
  Vec3 defectsMiddle = Vec3::Zero();  ///< origin of the lines in the mesh's frame
  std::size_t chosenDefects = 0;      ///< number of the first of these lines, which are drawn strongest
};

/// Options of the view. No simulation state.
struct ViewOptions {
  ColourBy colourBy = ColourBy::speed;
  int colourMap = 0;                          ///< index of the colour map chosen
  std::array<float, 2> range = {0.0f, 1.0f};  ///< values at the ends of the colour map, in the scalar's unit
  bool askMembers = false;                    ///< members are asked whether they would move, whatever the colours
  bool askSolver = false;                     ///< the error of the solver is measured, whatever the colours
  bool showSpinPattern = true;                ///< pattern on the grains that turns with them
  bool showBodies = true;
  bool showRegions = true;    ///< outlines of emitters, sinks, fines and sprays are drawn
  bool showSensors = true;    ///< split sensors are drawn
  float bodyOpacity = 0.25f;  ///< opacity of bodies and ground: 0 clear, 1 solid
  LayerOptions layers;
  bool lightBackdrop = false;  ///< background is bright instead of middle grey
  ClipOptions clip;            ///< clip; never cuts away the picked grain
  SphereQuality quality = SphereQuality::automatic;
  TwinMode twinMode = TwinMode::wipe;
  CameraPath path;          ///< path of a camera that moves
  bool followPath = false;  ///< the camera follows the path at the time shown
  float wipe = 0.5f;  ///< place of the line between run and twin: 0 left, 1 right end of the free part of the view
  std::optional<ParticleId> selected;           ///< grain picked
  std::optional<PickedPart> selectedPart;       ///< body or joint picked
  std::optional<std::uint32_t> selectedSensor;  ///< index of the split sensor picked
  /// Split sensors with changes asked for, by index; drawn in place of the snapshot's until the snapshot has the
  /// changes.
  std::map<std::uint32_t, SnapshotSensor> askedSensors;
  MeasureList measures;
  std::optional<std::uint64_t> selectedMeasure;  ///< number of the measure picked
  std::vector<SnapshotSensor> proposedSensors;   ///< split sensors suggested, drawn dashed; not in the scene
  GhostBody ghost;
};

/// True if members are asked whether they would move: by the switch, or as the colours show it.
bool asksMembers(const ViewOptions& view);

/// True if the error of the solver is measured: by the switch, or as the colours show it.
bool asksSolver(const ViewOptions& view);

/// True if the height map of the bed on a belt is to be drawn, where there is a belt.
bool showsBedMap(const Snapshot& snapshot, const LayerOptions& layers);
/// Bed on a belt of which the height map is drawn; null without one.
const BedReading* shownBed(const Snapshot& snapshot, const LayerOptions& layers);

/// True if outlines part aggregates from each other and from free grains.
bool showsOutlines(const ViewOptions& view);

/// Split sensors of the snapshot as they are drawn: with the changes asked for (ViewOptions::askedSensors).
std::vector<SnapshotSensor> shownSensors(const Snapshot& snapshot, const ViewOptions& view);

}  // namespace scree
