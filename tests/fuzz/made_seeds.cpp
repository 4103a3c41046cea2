#include <filesystem>
#include <fstream>

#include "engine/io/hdf5_file.h"
#include "engine/io/recording_file.h"
#include "engine/scene/scene.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/fuzz/readers.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

/// Between them they have every kind of body, motion, joint and source, and grains that merge.
constexpr std::string_view kScenes[] = {
    "scree: 1\n"
    "name: merging\n"
    "solver: {sweeps: 5}\n"
    "reduction: {merging: on, merge_window: 1, wait_time: 0}\n"
    "materials: {ore: {density: 3700 kg/m3}}\n"
    "default_pair: {friction: 0.9}\n"
    "bodies: {floor: {shapes: [{plane: {material: ore}}]}}\n"
    "particles:\n"
    "  - sphere: {diameter: 10 mm, position: [0, 0, 0.005], material: ore}\n"
    "  - sphere: {diameter: 10 mm, position: [0.1, 0, 0.005], material: ore}\n"
    "  - sphere: {diameter: 8 mm, position: [0, 0, 0.1], material: ore}\n",
    "scree: 1\n"
    "name: machine\n"
    "solver: {sweeps: 5}\n"
    "materials: {ore: {density: 3700 kg/m3, youngs_modulus: 1e6, poisson_ratio: 0.2}}\n"
    "default_pair: {friction: 0.9, stiffness: hertz}\n"
    "bodies:\n"
    "  box: {position: [0, 0, 0.2], density: 1000 kg/m3, shapes: [{box: {size: [0.1, 0.1, 0.1], material: ore}}]}\n"
    "  drum:\n"
    "    motion: [{rotate: {axis: [0, 1, 0], speed: 1 rad/s}}]\n"
    "    shapes: [{hollow_cylinder: {diameter: 0.3, length: 0.1, material: ore}}]\n"
    "joints: {pin: {kind: hinge, body: box, position: [0, 0, 0.3], axis: y}}\n"
    "particles: [{sphere: {diameter: 10 mm, position: [0, 0.3, 0.1], material: ore}}]\n",
    "scree: 1\n"
    "name: plant\n"
    "solver: {sweeps: 5}\n"
    "materials: {ore: {density: 3700 kg/m3}}\n"
    "default_pair: {friction: 0.9}\n"
    "bodies:\n"
    "  belt:\n"
    "    shapes: [{rectangle: {size: [0.3, 0.2], material: ore}}]\n"
    "    motion: [{belt: {shape: 0, direction: x, speed: 0.1 m/s}}]\n"
    "  bin:\n"
    "    position: [0, 0, 0.2]\n"
    "    shapes: [{mesh: {make: {box: {size: [0.1, 0.1, 0.1]}}, material: ore}}]\n"
    "  press:\n"
    "    position: [0, 0.4, 0.3]\n"
    "    motion: [{translate: {direction: z, speed: 0.1 m/s}}]\n"
    "    shapes: [{capsule: {diameter: 0.02, length: 0.1, material: ore}}]\n"
    "emitters: {source: {position: [0, 0, 0.1], size: [0.1, 0.05, 0.02], diameter: 10 mm, material: ore, rate: 100 "
    "1/s}}\n"
    "sinks: {end: {position: [0.5, 0, -0.3], size: [1, 1, 0.2]}}\n"
    "sensors: {zone: {position: [0, 0, 0.1], shape: {sphere: {diameter: 0.1}}}}\n"
    "particles: [{sphere: {diameter: 10 mm, position: [0, 0, 0.005], material: ore}}]\n",
    "scree: 1\n"
    "name: springs\n"
    "time_step: 1 ms\n"
    "solver: {method: smooth, collision_time: 5 ms}\n"
    "materials: {ore: {density: 2500 kg/m3, youngs_modulus: 1e6, poisson_ratio: 0.2}}\n"
    "default_pair: {friction: 0.5, restitution: 0.5, rolling_resistance: 0.1, twisting: 0.1, stiffness: hertz}\n"
    "bodies: {floor: {shapes: [{plane: {material: ore}}]}}\n"
    "particles:\n"
    "  - sphere: {diameter: 10 mm, position: [0, 0, 0.004995], velocity: [0.1, 0, 0], material: ore}\n"
    "  - sphere: {diameter: 10 mm, position: [0.001, 0, 0.0149], material: ore}\n",
};

/// An HDF5 file with more names than one node of a group's tree takes, and a short state.
std::vector<std::byte> smallHdf5() {
  Hdf5Image image;
  for (int i = 0; i < 12; ++i) {
    image.array("a" + std::to_string(i), std::vector<std::uint8_t>{1});
  }
  image.array("state", std::vector<std::uint8_t>{1, 2, 3});
  image.array("z/values", std::vector<double>{1.0, 2.0}, 2);
  return image.bytes();
}

}  // namespace

void writeMadeSeeds(const fs::path& folder) {
  const auto put = [&](const std::string& kind, const std::string& name, std::span<const std::byte> bytes) {
    fs::create_directories(folder / kind);
    std::ofstream(folder / kind / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  };
  put("hdf5", "small", smallHdf5());
  fs::create_directories(folder / "state");
  fs::copy_file(fs::path(SCREE_SOURCE_DIR) / "tests/data/state_16.checkpoint", folder / "state/format_16",
                fs::copy_options::overwrite_existing);
  for (const std::string_view text : kScenes) {
    SceneResult result = loadSceneText(text, "seed.yaml");
    if (!result.scene) {
      throw std::runtime_error(result.errors.front().text());
    }
    World& world = result.scene->world;
    const std::string name = world.name;
    const SavedState first{world.step, world.time, std::make_shared<const std::vector<std::byte>>(saveState(world))};
    put("state", name + "_start", *first.bytes);
    const fs::path file = folder / (name + ".scree");
    fs::create_directories(folder);
    fs::remove(file);
    RecordingWriter writer(file, name, first);
    writer.write(LoggedCommand{0, 0.0, SetParameter{ParameterKey::sweeps, 7.0}, {}});
    writer.write(LoggedCommand{0, 0.0, SetChoice{ChoiceKey::warmStart, 1}, {}});
    writer.write(LoggedCommand{0, 0.0, SplitAll{}, {}});
    StepData data;
    for (int i = 0; i < 30; ++i) {
      step(world, data);
    }
    writer.write(markOf(world));
    writer.finish(world.step, world.time);
    put("state", name + "_later", saveState(world));
    fs::create_directories(folder / "recording");
    fs::rename(file, folder / "recording" / name);
  }
}

}  // namespace scree
