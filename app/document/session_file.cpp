#include "app/document/session_file.h"

#include <fmt/format.h>

#include <fstream>

#include "app/document/measure_fields.h"
#include "app/document/option_names.h"
#include "app/document/session_fields.h"
#include "app/document/session_text.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr int kVersion = 1;
constexpr std::string_view kFirstKey = "scree_session";
constexpr double kLargest = 1e9;  // largest length [m], and bound of other numbers without a natural one

template <typename Visitor>
void cameraFields(Visitor& v, Camera& camera) {
  std::array<double, 3> target = {camera.target.x(), camera.target.y(), camera.target.z()};
  v.numbers("target", target, {-kLargest, kLargest});
  camera.target = {target[0], target[1], target[2]};
  v.number("distance", camera.distance, {1e-9, kLargest});
  v.number("azimuth", camera.azimuth, {-1e6, 1e6});
  v.number("elevation", camera.elevation, {-1.5708, 1.5708});
  v.number("field_of_view", camera.fieldOfView, {0.01, 3.0});
  v.flag("orthographic", camera.parallel);
}

template <typename Visitor>
void colourFields(Visitor& v, SavedSession& s) {
  v.word("by", s.view.colourBy, colourByNames());
  v.word("map", s.view.colourMap, colourMapNames());
  v.numbers("range", s.view.range, {-3e38, 3e38});
  v.flag("ask_members", s.view.askMembers);
  v.flag("ask_solver", s.view.askSolver);
  v.flag("fit_range", s.fitRange);
  v.flag("legend", s.legend);
  v.flag("spin_pattern", s.view.showSpinPattern);
  v.word("quality", s.view.quality, kSphereQualityNames);
}

template <typename Visitor>
void fieldFields(Visitor& v, FieldLayer& fields) {
  v.flag("slice", fields.slice);
  v.word("shows", fields.shows, kFieldScalarNames);
  v.flag("placed", fields.placed);
  std::array<double, 3> position = {fields.position.x(), fields.position.y(), fields.position.z()};
  v.numbers("position", position, {-kLargest, kLargest});
  fields.position = {position[0], position[1], position[2]};
  v.number("azimuth", fields.azimuth, {-1e6, 1e6});
  v.number("elevation", fields.elevation, {-1e6, 1e6});
  v.number("opacity", fields.opacity, {0.0, 1.0});
  v.number("width", fields.width, {kLeastFieldWidth, kMostFieldWidth});
  v.flag("mean", fields.mean);
  v.flag("profile", fields.profile);
  v.number("profile_axis", fields.profileAxis, {0, 2});
}

template <typename Visitor>
void layerFields(Visitor& v, ViewOptions& view) {
  LayerOptions& layers = view.layers;
  v.flag("bodies", view.showBodies);
  v.flag("regions", view.showRegions);
  v.flag("sensors", view.showSensors);
  v.number("body_opacity", view.bodyOpacity, {0.0, 1.0});
  v.flag("chains", layers.chains);
  v.flag("kept_chains", layers.keptChains);
  v.number("chain_percentile", layers.chainPercentile, {0.0, 100.0});
  v.number("chain_width", layers.chainWidth, {0.1, 10.0});
  v.flag("contacts", layers.contacts);
  v.flag("bridges", layers.bridges);
  v.flag("velocities", layers.velocities);
  v.flag("reactions", layers.reactions);
  v.flag("drives", layers.drives);
  v.flag("joints", layers.joints);
  v.word("outlines", layers.outlines, kOutlineNames);
  v.word("trails", layers.trails, kTrailNames);
  v.number("trail_seconds", layers.trailSeconds, {0.01, 100.0});
  v.number("arrow_length", layers.arrowLength, {0.05, 50.0});
  v.number("grain_size", layers.grainSize, {0.0, 1.0});
  v.word("bed_map", layers.bedMap, kBedMapNames);
  v.number("bed_seconds", layers.bedSeconds, {0.0, kLongestBed});
  v.section("fields", [&](auto& inner) { fieldFields(inner, layers.fields); });
}

template <typename Visitor>
void clipFields(Visitor& v, ClipOptions& clip) {
  v.flag("on", clip.on);
  v.flag("placed", clip.placed);
  v.word("shape", clip.shape, kClipShapeNames);
  std::array<double, 3> position = {clip.position.x(), clip.position.y(), clip.position.z()};
  v.numbers("position", position, {-kLargest, kLargest});
  clip.position = {position[0], position[1], position[2]};
  v.number("azimuth", clip.azimuth, {-1e6, 1e6});
  v.number("elevation", clip.elevation, {-1e6, 1e6});
  v.number("half_thickness", clip.halfThickness, {0.0, kLargest});
  std::array<double, 3> half = {clip.halfExtents.x(), clip.halfExtents.y(), clip.halfExtents.z()};
  v.numbers("half_extents", half, {0.0, kLargest});
  clip.halfExtents = {half[0], half[1], half[2]};
  v.flag("inverted", clip.inverted);
  v.flag("bodies", clip.bodies);
}

template <typename Visitor>
void panelFields(Visitor& v, SavedSession& s) {
  v.flag("shown", s.panelsShown);
  v.flag("timeline", s.timeline);
  v.text("layout", s.panels);
  v.text("docks", s.docks);
}

template <typename Visitor>
void twinFields(Visitor& v, SavedSession& s) {
  v.flag("runs", s.twinRuns);
  v.word("difference", s.twin.difference, kTwinDifferenceNames);
  v.word("preset", s.twin.preset, presetNames());
  v.word("view", s.view.twinMode, kTwinModeNames);
  v.number("wipe", s.view.wipe, {0.0, 1.0});
}

template <typename Visitor>
void sizeFields(Visitor& v, std::string_view key, PixelSize& size) {
  std::array<int, 2> sides = {size.width, size.height};
  v.numbers(key, sides, {kShortestSide, kLongestSide});
  size = {sides[0], sides[1]};
}

template <typename Visitor>
void markFields(Visitor& v, PictureMarks& marks) {
  v.flag("title", marks[PictureMark::title]);
  v.flag("legend", marks[PictureMark::legend]);
  v.flag("time", marks[PictureMark::time]);
  v.flag("level", marks[PictureMark::level]);
  v.flag("scale_bar", marks[PictureMark::scaleBar]);
}

template <typename Visitor>
void recordFields(Visitor& v, RecordChoices& record) {
  v.word("format", record.format, kFilmFormatNames);
  v.word("clock", record.clock, kFilmClockNames);
  v.word("content", record.content, kFilmContentNames);
  v.word("quality", record.quality, kFilmQualityNames);
  v.number("frames_per_second", record.framesPerSecond, {1, 240});
  v.word("size", record.sizePreset, kSizeNames);
  sizeFields(v, "own_size", record.ownSize);
  v.number("speed", record.speed, {kSlowestFilm, kFastestFilm});
  v.number("stop_after", record.stopAfter, {0.0, kLongestFilm});
  v.text("folder", record.folder);
  v.text("caption", record.caption);
  v.text("title", record.title);
  v.section("marks", [&](auto& inner) { markFields(inner, record.marks); });
  v.section("picture_marks", [&](auto& inner) { markFields(inner, record.pictureMarks); });
  v.word("twin", record.twin, kFilmTwinNames);
  v.number("gif_limit", record.gifLimit, {0.0, kLargestGifLimit});
  v.word("picture_size", record.pictureSize, kSizeNames);
  sizeFields(v, "own_picture_size", record.ownPictureSize);
  v.number("picture_smoothing", record.smoothing, {1, 4});
}

/// Visits all fields of a session, for reading and writing.
template <typename Visitor>
void sessionFields(Visitor& v, SavedSession& s) {
  v.text("scene", s.scene);
  v.text("scene_hash", s.hashes.scene);
  v.section("file_hashes", [&](auto& inner) { inner.texts(s.hashes.files); });
  v.number("speed", s.targetRate, {0.0, kLargest});
  v.section("changes", [&](auto& inner) { inner.changes(s.changes); });
  v.section("camera", [&](auto& inner) { cameraFields(inner, s.camera); });
  v.section("colour", [&](auto& inner) { colourFields(inner, s); });
  v.section("layers", [&](auto& inner) { layerFields(inner, s.view); });
  v.section("clip", [&](auto& inner) { clipFields(inner, s.view.clip); });
  v.list("measures", s.view.measures, [](auto& inner, Measure& measure) { measureFields(inner, measure); });
  v.section("panels", [&](auto& inner) { panelFields(inner, s); });
  v.section("twin", [&](auto& inner) { twinFields(inner, s); });
  v.section("record", [&](auto& inner) { recordFields(inner, s.record); });
}

std::string firstLine() { return fmt::format("{}: {}\n", kFirstKey, kVersion); }

/// Path of the scene relative to the folder of the session; absolute if the two share only the root.
std::string storedPath(const std::filesystem::path& scene, const std::filesystem::path& session) {
  const std::filesystem::path target = std::filesystem::absolute(scene).lexically_normal();
  const std::filesystem::path folder = std::filesystem::absolute(session).lexically_normal().parent_path();
  const auto first = [](const std::filesystem::path& path) { return *path.relative_path().begin(); };
  const bool meet = !folder.relative_path().empty() && first(target) == first(folder);
  return (meet ? target.lexically_relative(folder) : target).generic_string();
}

void checkVersion(const YamlNode& root, SessionReader& reader, ErrorList& errors) {
  const YamlNode* node = root.find(kFirstKey);
  int version = 0;
  reader.number(kFirstKey, version, {1, 1e6});
  if (node == nullptr) {
    errors.add(root.mark, "this is no session of Scree", fmt::format("sessions begin with '{}: 1'", kFirstKey));
  } else if (version > kVersion) {
    errors.add(node->mark, fmt::format("version {} of session files is not known here", version),
               "open it with a newer Scree");
  }
}

}  // namespace

bool isSession(const std::filesystem::path& file) {
  std::string start(kFirstKey.size() + 1, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == std::string(kFirstKey) + ":" || file.extension() == kSessionSuffix;
}

SessionResult readSessionText(std::string_view text, const std::filesystem::path& file) {
  ErrorList errors(file.string());
  SessionResult result;
  SavedSession session;
  if (const auto root = parseYaml(text, 0, errors)) {
    SessionReader reader(*root, errors);
    if (root->kind == YamlNode::Kind::map) {
      checkVersion(*root, reader, errors);
      sessionFields(reader, session);
      makeNumbersUnique(session.view.measures);
      reader.rest(session.rest);
    } else {
      errors.add(root->mark, "this is no session of Scree", fmt::format("sessions begin with '{}: 1'", kFirstKey));
    }
    const YamlNode* scene = root->find("scene");
    if (errors.count() == 0 && session.scene.empty()) {
      errors.add(scene == nullptr ? root->mark : scene->mark, "there is no scene",
                 "write the path of one after 'scene:'");
    }
    const std::filesystem::path path =
        (std::filesystem::absolute(file).parent_path() / session.scene).lexically_normal();
    std::error_code ignored;
    if (errors.count() == 0 && !std::filesystem::is_regular_file(path, ignored)) {
      errors.add(scene->mark, fmt::format("the scene {} is not there", inQuotes(session.scene)),
                 "put it back, or write after 'scene:' where it is now");
    }
    session.scene = path.string();
  }
  result.errors = errors.sorted();
  if (result.errors.empty()) {
    result.session = std::move(session);
  }
  return result;
}

SessionResult readSession(const std::filesystem::path& file) {
  try {
    return readSessionText(readFile(file), file);
  } catch (const std::runtime_error& trouble) {
    return {std::nullopt, {{.file = file.string(), .what = trouble.what(), .remedy = "check its name and rights"}}};
  }
}

std::string sessionText(const SavedSession& session, const std::filesystem::path& file) {
  SavedSession stored = session;
  stored.scene = storedPath(session.scene, file);
  SessionWriter writer;
  sessionFields(writer, stored);
  writer.rest(session.rest);
  return firstLine() + yamlText(writer.take());
}

void writeSession(const SavedSession& session, const std::filesystem::path& file) {
  writeFileAtomically(file, std::string_view(sessionText(session, file)));
}

}  // namespace scree
