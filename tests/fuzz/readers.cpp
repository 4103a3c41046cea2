#include "tests/fuzz/readers.h"

#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include "app/document/session_file.h"
#include "app/setups/setup.h"
#include "app/view/camera_path.h"
#include "engine/formats/convex_hull.h"
#include "engine/formats/course_file.h"
#include "engine/formats/mesh_defects.h"
#include "engine/formats/mesh_file.h"
#include "engine/formats/particles/particle_file.h"
#include "engine/geometry/mesh.h"
#include "engine/io/hdf5_file.h"
#include "engine/io/hdf5_state.h"
#include "engine/io/recording_file.h"
#include "engine/io/series_file.h"
#include "engine/scene/scene.h"
#include "engine/session/world_commands.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/state/state.h"
#include "engine/step/step.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

ReadOutcome outcomeOf(const std::string& what, const std::string& remedy) {
  // A message without a remedy counts as none.
  return {what.empty(), what.empty() || remedy.empty() ? std::string() : what + ": " + remedy};
}

/// A file in memory with the bytes, for readers that take a path.
class BytesAsFile {
 public:
  explicit BytesAsFile(std::string_view bytes)
      : path_(fs::temp_directory_path() / ("scree_fuzz_" + std::to_string(::getpid()))) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~BytesAsFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  BytesAsFile(const BytesAsFile&) = delete;
  BytesAsFile& operator=(const BytesAsFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Reads a mesh, mends it, and makes of it what a scene does.
ReadOutcome readMesh(std::string_view bytes, std::string_view ending) {
  MeshFile file = readMeshBytes(bytes, ending, "mesh");
  if (file.triangles) {
    const ConvexHull hull = convexHull(file.triangles->points);
    Triangles closed = *file.triangles;
    const MeshHealth health = mend(*file.triangles);
    (void)notesOf(health);
    for (const MeshDefect& defect : defectsOf(*file.triangles, health).list) {
      (void)textOf(defect);
    }
    (void)notesOf(mend(closed, HoleRepair::close));
    if (!file.triangles->corners.empty()) {
      (void)makeMesh(std::move(*file.triangles));
    }
  }
  return outcomeOf(file.what, file.remedy);
}
ReadOutcome readStlBytes(std::string_view bytes) { return readMesh(bytes, ".stl"); }
ReadOutcome readObjBytes(std::string_view bytes) { return readMesh(bytes, ".obj"); }
ReadOutcome readPlyBytes(std::string_view bytes) { return readMesh(bytes, ".ply"); }

ReadOutcome readParticles(std::string_view bytes) {
  const ParticleFile file = readParticleBytes(std::string(bytes));
  return outcomeOf(file.what, file.remedy);
}

ReadOutcome readCourse(std::string_view bytes) {
  const CourseFile file = readCourseText(bytes, "speed", Dimension::speed);
  return outcomeOf(file.what, file.remedy);
}

ReadOutcome readSeriesBytes(std::string_view bytes) {
  const BytesAsFile file(bytes);
  try {
    readSeries(file.path());
    return {true, {}};
  } catch (const SeriesError& error) {
    return {false, error.what()};
  }
}

ReadOutcome readPath(std::string_view bytes) {
  try {
    const CameraPath path = parseCameraPath(std::string(bytes), "path");
    if (!path.isEmpty()) {
      (void)path.at(0.5);
    }
    return {true, {}};
  } catch (const CameraPathError& error) {
    return {false, error.what()};
  }
}

/// Small enough for a step to be quick.
bool isSmall(const World& world) {
  constexpr std::size_t kMostParticles = 200;
  constexpr std::size_t kMostBodies = 20;
  constexpr std::size_t kMostFeatures = 2000;
  constexpr double kMostSweeps = 20000;
  constexpr double kMostEmitted = 100;
  constexpr double kMostSmoothSubsteps = 50;
  std::size_t features = 0;
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& shape : body.shapes) {
      const auto* mesh = std::get_if<MeshShape>(&shape.shape);
      features += mesh != nullptr && mesh->mesh ? mesh->mesh->featureCount() : 1;
    }
  }
  const Parameters& p = world.parameters;
  const double sweeps = static_cast<double>(std::max({p.sweeps, p.impactSweeps, p.reduction.trial.sweeps})) *
                        std::max(p.substeps, p.mostSubsteps);
  const bool emitsFew = std::all_of(world.emitters.begin(), world.emitters.end(), [&](const Emitter& e) {
    return !e.rateIsMass && e.owed + e.rate * p.timeStep <= kMostEmitted;
  });
  return world.particles.size() <= kMostParticles && world.bodies.size() <= kMostBodies &&
         world.joints.size() <= kMostBodies && features <= kMostFeatures && sweeps <= kMostSweeps && emitsFew &&
         (p.method != Method::smooth || smoothSubsteps(world) <= kMostSmoothSubsteps);
}

/// A world that was accepted must be able to go on, and to be saved and read again.
void goOn(World& world) {
  if (!isSmall(world)) {
    return;
  }
  StepData data;
  for (int i = 0; i < 2; ++i) {
    step(world, data);
  }
  (void)saveState(world);
}

ReadOutcome readScene(std::string_view bytes) {
  const SceneResult result = loadSceneText(bytes, SCREE_SOURCE_DIR "/resources/scenes/fuzzed.yaml");
  if (result.scene) {
    World world = result.scene->world;
    goOn(world);
    return {true, {}};
  }
  const bool areSound = std::all_of(result.errors.begin(), result.errors.end(), [](const SceneError& error) {
    return !error.what.empty() && !error.remedy.empty();
  });
  return {false, areSound && !result.errors.empty() ? result.errors.front().text() : std::string()};
}

ReadOutcome readSessionBytes(std::string_view bytes) {
  const fs::path file = SCREE_SOURCE_DIR "/resources/scenes/fuzzed.session";
  const SessionResult result = readSessionText(bytes, file);
  if (result.session) {
    (void)sessionText(*result.session, file);
    return {true, {}};
  }
  return {false, result.errors.empty() ? std::string() : result.errors.front().text()};
}

using Bytes = std::vector<std::byte>;

Bytes bytesOf(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

template <typename T>
void put(Bytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// Gives a state the header of this version, or of an earlier one that is still read if it has that, and the checksum
/// of its content, which mutations nearly never meet.
void sealState(Bytes& state) {
  static const Bytes kSound = saveState(World{});
  constexpr std::uint32_t kEarlier = 16;
  constexpr std::size_t kSignature = 8;
  constexpr std::size_t kHeader = 12;
  constexpr std::size_t kChecksum = 8;
  if (state.size() >= kHeader + kChecksum) {
    std::uint32_t version = 0;
    std::memcpy(&version, state.data() + kSignature, sizeof version);
    std::copy_n(kSound.begin(), version == kEarlier ? kSignature : kHeader, state.begin());
    put(state, state.size() - kChecksum, XXH3_64bits(state.data(), state.size() - kChecksum));
  }
}

/// Does the same to the pieces of a recording and to the states in it: kind, length, content and checksum of each.
void sealRecording(Bytes& file) {
  constexpr std::size_t kHeader = 12;
  constexpr std::size_t kPieceHead = 12;
  constexpr std::size_t kChecksum = 8;
  constexpr std::uint32_t kState = 2;
  constexpr std::size_t kMoment = 16;  // step and time before a state
  std::size_t at = kHeader;
  while (at + kPieceHead + kChecksum <= file.size()) {
    std::uint32_t kind = 0;
    std::uint64_t length = 0;
    std::memcpy(&kind, file.data() + at, sizeof kind);
    std::memcpy(&length, file.data() + at + sizeof kind, sizeof length);
    const std::size_t content = at + kPieceHead;
    if (length > file.size() - content - kChecksum) {
      return;
    }
    const auto size = static_cast<std::size_t>(length);
    if (kind == kState && size > kMoment) {
      Bytes state(file.begin() + static_cast<std::ptrdiff_t>(content + kMoment),
                  file.begin() + static_cast<std::ptrdiff_t>(content + size));
      sealState(state);
      std::copy(state.begin(), state.end(), file.begin() + static_cast<std::ptrdiff_t>(content + kMoment));
    }
    put(file, content + size, XXH3_64bits_withSeed(file.data() + content, size, (std::uint64_t{kind} << 56) ^ size));
    at = content + size + kChecksum;
  }
}

ReadOutcome readStateBytes(std::string_view text) {
  Bytes bytes = bytesOf(text);
  sealState(bytes);
  try {
    World world = restoreState(bytes);
    goOn(world);
    return {true, {}};
  } catch (const StateError& error) {
    return {false, error.what()};
  }
}

ReadOutcome readRecordingBytes(std::string_view text) {
  Bytes bytes = bytesOf(text);
  sealRecording(bytes);
  const BytesAsFile file({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  try {
    const ReadRecording read = readRecording(file.path());
    World world = restoreState(*read.recording.states.front().bytes);
    constexpr std::size_t kMostCommands = 50;
    for (std::size_t i = 0; i < std::min(read.recording.commands.size(), kMostCommands); ++i) {
      applyCommand(world, read.recording.commands[i].command);
    }
    goOn(world);
    return {true, {}};
  } catch (const RecordingError& error) {
    return {false, error.what()};
  }
}

/// A script becomes a scene, which is loaded; what a script lacks is an error of its scene.
ReadOutcome readScript(std::string_view bytes) {
  ImportedSetup setup = readLiggghtsScript(bytes);
  const SceneResult result = loadSceneText(sceneOfSetup(setup, "script"), "script.yaml");
  return {result.scene.has_value(), result.errors.empty() ? std::string() : result.errors.front().text()};
}

/// Of HDF5 only where the state lies is looked at: what it holds is fuzzed as a state.
ReadOutcome readHdf5Bytes(std::string_view text) {
  try {
    (void)hdf5State(std::as_bytes(std::span(text)));
    return {true, {}};
  } catch (const Hdf5Error& error) {
    return {false, error.what()};
  }
}

constexpr std::array<ReaderKind, 15> kKinds = {{{"stl", 4096, readStlBytes},
                                                {"obj", 4096, readObjBytes},
                                                {"ply", 4096, readPlyBytes},
                                                {"table", 2048, readParticles},
                                                {"dump", 2048, readParticles},
                                                {"vtk", 4096, readParticles},
                                                {"script", 2048, readScript},
                                                {"course", 2048, readCourse},
                                                {"series", 2048, readSeriesBytes},
                                                {"camera_path", 2048, readPath},
                                                {"session", 8192, readSessionBytes},
                                                {"scene", 4096, readScene},
                                                {"state", 16384, readStateBytes},
                                                {"recording", 32768, readRecordingBytes},
                                                {"hdf5", 16384, readHdf5Bytes}}};

}  // namespace

std::span<const ReaderKind> readerKinds() { return kKinds; }

const ReaderKind* findReaderKind(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, &ReaderKind::name);
  return found == kKinds.end() ? nullptr : &*found;
}

}  // namespace scree
