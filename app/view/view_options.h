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
#include "engine/snapshot/snapshot.h"

// The plain part of drawing, which panels may see: what to draw and how values become colours. No OpenGL.
namespace scree {

enum class ColourBy : unsigned char {
  speed,
  carriedSpeed,
  size,
  contacts,
  overlap,
  residual,
  contactForce,
  sinceMerged,
  splitDistance,
  material,
  twin,
  aggregate,
  state,
  splitCause
};
constexpr int kColourByCount = 14;

/// How values become colours: along a map over a range, each a class of a map, or with colours that are its own.
enum class ColourScale : unsigned char { range, classes, own };

/// A scalar a particle can be coloured by.
struct ColourInfo {
  std::string_view name;     ///< "Speed"
  std::string_view unit;     ///< "m/s"
  std::string_view meaning;  ///< for the tooltip
  ColourScale scale = ColourScale::range;
};
const ColourInfo& infoOf(ColourBy by);
/// Index of the colour map that suits it: distinct classes for materials, else the default.
int suitableColourMap(ColourBy by);
/// The map that is drawn with: `chosen`, or the one that belongs to what has colours of its own.
int colourMapFor(ColourBy by, int chosen);

/// Names of the colour maps to choose from in order; index 0 is the default.
std::span<const std::string_view> colourMapNames();
/// Colour of `value` in [0, 1] in map `map`: the table the shader uses.
Eigen::Vector3f colourOf(int map, float value);

/// Displayed colours of what the reduction does, the same in the view, its legend and the panels.
Eigen::Vector3f colourOfAggregate(std::uint32_t identity);  ///< 0: free grains
Eigen::Vector3f colourOfRole(GrainRole role);
Eigen::Vector3f colourOfCause(SplitCause cause);  ///< none: merges, and splits long past
Eigen::Vector3f colourOfQuietMember();            ///< a member where colours tell causes of splits
constexpr double kCauseFade = 1.0;                ///< s after a split until its colour is gone

/// Of a force chain whose force is this part of the one of full width.
Eigen::Vector3f chainColour(float part);

/// What a snapshot must be asked for to be coloured so, and to show these layers.
SnapshotRequest requestFor(ColourBy by, const LayerOptions& layers);
/// The value that the particle at `index` of the snapshot is coloured by; 0 where the snapshot was not asked for it.
float colourValue(const Snapshot& snapshot, std::size_t index, ColourBy by);
/// Those of all particles.
void colourValues(const Snapshot& snapshot, ColourBy by, std::vector<float>& values);
/// Smallest and largest value over all particles, widened when equal.
std::array<float, 2> fitRange(const Snapshot& snapshot, ColourBy by);

enum class SphereQuality : unsigned char { automatic, full, fast };
constexpr std::array<std::string_view, 3> kSphereQualityNames = {"automatic", "full", "fast"};

/// How a run and its twin share the view: in two halves, left and right of a line, or only one of them.
enum class TwinMode : unsigned char { sideBySide, wipe, first, second };
constexpr int kTwinModeCount = 4;

/// A body or a joint that the user picked, by its index.
struct PickedPart {
  bool isJoint = false;
  std::uint32_t index = 0;
  bool operator==(const PickedPart&) const = default;

  bool isBody(std::uint32_t body) const { return !isJoint && index == body; }
};

struct BodyMesh;

/// A body that is shown where it would be, and is not there.
struct GhostBody {
  std::shared_ptr<const BodyMesh> mesh;  ///< null: nothing
  Eigen::Matrix4f model = Eigen::Matrix4f::Identity();
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();  ///< of a sphere around it, in the world [m]
  float radius = 0.0f;                               ///< m
};

/// How to draw; nothing in it is simulation state.
struct ViewOptions {
  ColourBy colourBy = ColourBy::speed;
  int colourMap = 0;
  std::array<float, 2> range = {0.0f, 1.0f};
  bool showSpinPattern = true;  ///< a pattern turning with the grain
  bool showBodies = true;
  bool showRegions = true;  ///< outlines of emitters and sinks
  bool showSensors = true;  ///< split sensors
  float bodyOpacity = 0.25f;
  LayerOptions layers;
  bool lightBackdrop = false;  ///< behind the scene: bright instead of middle grey
  ClipOptions clip;            ///< the picked grain is shown wherever it is
  SphereQuality quality = SphereQuality::automatic;
  TwinMode twinMode = TwinMode::wipe;
  CameraPath path;          ///< keys of a camera that moves
  bool followPath = false;  ///< the camera is where the path has it at the time shown
  float wipe = 0.5f;        ///< place of the line between both: 0 left, 1 right end of the free part of the view
  std::optional<ParticleId> selected;
  std::optional<PickedPart> selectedPart;
  std::optional<std::uint32_t> selectedSensor;
  /// Split sensors as the user wants them, by index, shown in place of the snapshot's until it has the changes.
  std::map<std::uint32_t, SnapshotSensor> askedSensors;
  std::vector<SnapshotSensor> proposedSensors;  ///< shown besides, not there yet
  GhostBody ghost;
};

/// Whether lines part aggregates from each other and from free grains.
bool showsOutlines(const ViewOptions& view);

/// The split sensors that there are, as they are drawn.
std::vector<SnapshotSensor> shownSensors(const Snapshot& snapshot, const ViewOptions& view);

}  // namespace scree
