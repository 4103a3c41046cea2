#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/value_edit.h"
#include "engine/world/split_sensors.h"

// Parts of the text of a scene that have a place: bodies and their shapes, particles, emitters, sinks, split sensors
// and joints.
namespace scree {

enum class PartKind : unsigned char { body, particles, emitter, sink, sensor, joint };

/// Way in which the text gives the sizes of a part.
enum class PartSizes : unsigned char {
  none,
  edges,      ///< `size`, three lengths
  face,       ///< `size`, two lengths
  diameter,   ///< `diameter`
  cylinder,   ///< `diameter` and `length`
  corners,    ///< `lower` and `upper`
  scale,      ///< `scale` of a file
  direction,  ///< none, but the part has a direction
};

/// Places of a part's numbers in the text.
struct PartKeys {
  TextPath entry;                     ///< named entry, or item of a list, with all of the part
  bool isNamed = true;                ///< the entry has a name
  TextPath section;                   ///< section with position and orientation
  std::string position = "position";  ///< key of the position; empty for corners
  std::string direction;              ///< key of the direction of the part's own z; empty without one
  TextPath sizeSection;               ///< section with sizes and direction
  PartSizes sizes = PartSizes::none;
  bool hasOrientation = false;      ///< `orientation` may be given
  bool isRound = false;             ///< turns about its own z change nothing
  std::vector<TextPath> rotations;  ///< motions about a fixed axis, which go with the part
  Pose carrier;                     ///< frame in which the place is given
  Vec3 offset = Vec3::Zero();       ///< middle of the part in its own frame [m]
};

/// Part of a scene with its place in the world at the start and in the text.
struct ScenePart {
  PartKind kind = PartKind::body;
  std::string name;
  std::string form;  ///< form, such as "hollow cylinder"
  int line = 0;      ///< first line of its text, from 1
  int lastLine = 0;
  Pose pose;          ///< pose of its middle in the world
  SensorShape shape;  ///< shape by which it is sized; of a part without sizes a small sphere
  PartKeys keys;
  bool isGroup = false;                    ///< body of several shapes, which are parts of their own
  std::vector<std::vector<Vec3>> outline;  ///< lines in the world
};

/// Corners of meshes and hulls in their own frame, by meshKey().
using MeshSizes = std::map<std::string, std::pair<Vec3, Vec3>>;
/// Text of the keys of a mesh or a hull that give its triangles.
std::string meshKey(const YamlNode& shape);

/// Parts of a scene in the order of its text, those of its base excepted. Nothing for a text that is no YAML: then the
/// parts of the last text that was are the best there are. Values that cannot be read count as their defaults.
std::optional<std::vector<ScenePart>> partsOf(std::string_view text, const MeshSizes& meshes);

/// Lines about a part in the world; `reach` is the half edge of the square drawn for a plane [m].
std::vector<std::vector<Vec3>> outlineOf(const ScenePart& part, double reach);

}  // namespace scree
