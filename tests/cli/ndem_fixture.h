#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/io/output_file.h"
#include "tests/io/test_folder.h"

namespace scree {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Grains rain through friction and bounces into an open box, a few fall beside it into a sink.
inline constexpr std::string_view kScene = R"(
scree: 1
name: Rain
description: Grains fall into a box. For tests.
duration: 0.5 s
time_step: 2 ms
seed: 7
solver: {sweeps: 30}
materials:
  glass: {density: 2500}
default_pair: {restitution: 0.3, friction: 0.5, rolling_resistance: 0.1, stiffness: 10000}
bodies:
  box:
    position: [0, 0, 0.05]
    shapes:
      - container: {size: [0.1, 0.1, 0.1], open: ["+z"], material: glass}
  paddle:
    position: [0, 0, 0.02]
    shapes:
      - box: {size: [0.02, 0.02, 0.01], material: glass}
    motion:
      - rotate: {point: [0, 0, 0], axis: [0, 0, 1], speed: 3}
particles:
  - sphere: {diameter: 10 mm, position: [0.3, 0, 0.15], material: glass}
emitters:
  rain:
    position: [0, 0, 0.2]
    size: [0.08, 0.08, 0.02]
    diameter: 10 mm
    material: glass
    rate: 200
sinks:
  drain:
    position: [0.3, 0, 0]
    size: [0.1, 0.1, 0.1]
)";

class Ndem : public testing::Test {
 protected:
  Ndem() : scene(folder / "rain.yaml") { writeFileAtomically(scene, kScene); }

  std::string path(const std::string& name) const { return (folder / name).string(); }
  Json json(const std::string& name) const { return Json::parse(readFile(folder / name)); }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  TestFolder folder;
  std::string scene;
};

}  // namespace scree
