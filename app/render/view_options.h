#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "engine/session/snapshot.h"

// The plain part of drawing, which panels may see: what to draw and how values become colours. No OpenGL.
namespace scree {

enum class ColourBy : unsigned char { speed, size, contacts, overlap, material };
constexpr int kColourByCount = 5;

/// A scalar a particle can be coloured by.
struct ColourInfo {
  std::string_view name;     ///< "Speed"
  std::string_view unit;     ///< "m/s"
  std::string_view meaning;  ///< for the tooltip
};
const ColourInfo& infoOf(ColourBy by);
/// Index of the colour map that suits it: distinct classes for materials, else the default.
int suitableColourMap(ColourBy by);

/// Names of the colour maps in order; index 0 is the default.
std::span<const std::string_view> colourMapNames();
/// Colour of `value` in [0, 1] in map `map`: the table the shader uses.
Eigen::Vector3f colourOf(int map, float value);

/// The value that the particle at `index` of the snapshot is coloured by.
float colourValue(const Snapshot& snapshot, std::size_t index, ColourBy by);
/// Smallest and largest value over all particles, widened when equal.
std::array<float, 2> fitRange(const Snapshot& snapshot, ColourBy by);

enum class SphereQuality : unsigned char { automatic, full, fast };
constexpr std::array<std::string_view, 3> kSphereQualityNames = {"automatic", "full", "fast"};

/// How to draw; nothing in it is simulation state.
struct ViewOptions {
  ColourBy colourBy = ColourBy::speed;
  int colourMap = 0;
  std::array<float, 2> range = {0.0f, 1.0f};
  bool showSpinPattern = true;  ///< a pattern turning with the grain
  bool showBodies = true;
  bool showRegions = true;  ///< outlines of emitters and sinks
  float bodyOpacity = 0.25f;
  SphereQuality quality = SphereQuality::automatic;
  std::optional<ParticleId> selected;
};

}  // namespace scree
