#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/scene/scene.h"

namespace scree {

/// A small scene that loads: one ball above a floor. Line numbers matter to tests that add lines behind it.
constexpr std::string_view kSmallScene =
    "scree: 1\n"
    "name: Small\n"
    "materials: {ore: {density: 3700 kg/m3}}\n"
    "default_pair: {friction: 0.9}\n"
    "bodies: {floor: {shapes: [{plane: {material: ore}}]}}\n"
    "particles: [{sphere: {diameter: 13 mm, position: [0, 0, 0.1], material: ore}}]\n";

/// All messages of a text, one a line; the file is called "f.yaml".
inline std::string messagesOf(std::string_view text, std::span<const SceneOverride> overrides = {}) {
  const SceneResult result = loadSceneText(text, "f.yaml", overrides);
  EXPECT_NE(result.scene.has_value(), !result.errors.empty()) << "either a scene or errors";
  std::string all;
  for (const SceneError& error : result.errors) {
    all += error.text() + "\n";
  }
  return all;
}

/// The scene of a text that has no errors.
inline Scene sceneOf(std::string_view text, std::span<const SceneOverride> overrides = {}) {
  SceneResult result = loadSceneText(text, "f.yaml", overrides);
  for (const SceneError& error : result.errors) {
    ADD_FAILURE() << error.text();
  }
  return result.scene ? std::move(*result.scene) : Scene{};
}

/// Replaces the first occurrence.
inline std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result(text);
  const std::size_t at = result.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? result : result.replace(at, what.size(), by);
}

}  // namespace scree
