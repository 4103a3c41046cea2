#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string_view>

// Colour maps as tables, without OpenGL. The names and colourOf() are in view_options.h.
namespace scree {

constexpr int kColourTableSize = 256;
/// Displayed (sRGB encoded) red, green, blue, 255 in each 4th byte: the texels of a 1D texture.
using ColourTable = std::array<std::array<std::uint8_t, 4>, kColourTableSize>;

/// The table of a map; a map out of range gives the default.
ColourTable colourTable(int map);
/// True for the map of distinct classes, which is not interpolated.
bool isCategorical(int map);
/// Number of colours of a map of classes.
int classCount(int map);
/// Index of one of the maps that belong to one way of colouring and can't be chosen for others; reduction_colours.h has
/// their colours.
int ownMap(int which);
/// Index of the map of classes, and how many it tells apart.
int categoricalMap();
int categoryCount();

}  // namespace scree
