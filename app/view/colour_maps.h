#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string_view>

// Colour maps as tables, without OpenGL. The names and colourOf() are in view_options.h.
namespace scree {

constexpr int kColourTableSize = 256;
/// Table of a colour map, the texels of a 1D texture: displayed (sRGB encoded) red, green, blue and 255.
using ColourTable = std::array<std::array<std::uint8_t, 4>, kColourTableSize>;

/// Table of a map; a map out of range gives the default map.
ColourTable colourTable(int map);
/// True for a map of distinct classes, which is not interpolated.
bool isCategorical(int map);
/// Number of classes of a map of classes; of other maps the number of anchors.
int classCount(int map);
/// Index of a map that belongs to one way of colouring and cannot be chosen for another. `which` is 0 for aggregates, 1
/// for roles, 2 for causes of splits, 3 for members that would move; their colours are in reduction_colours.h.
int ownMap(int which);
/// Index of the map of classes that can be chosen.
int categoricalMap();
/// Number of classes in that map.
int categoryCount();

}  // namespace scree
