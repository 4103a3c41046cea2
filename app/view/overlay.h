#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace scree {

/// Texture with the letters of a font: coverage, a byte a texel.
struct GlyphAtlas {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> coverage;
};

struct OverlayVertex {
  std::array<float, 2> place;          ///< place in the picture [px], y down
  std::array<float, 2> texture;        ///< place in the atlas, 0 to 1
  std::array<std::uint8_t, 4> colour;  ///< displayed red, green, blue, alpha
};

/// Run of triangles that are cut off at a rectangle.
struct OverlayPart {
  std::array<float, 4> clip{};  ///< rectangle: left, top, right, bottom in pixels of the picture
  std::uint32_t first = 0;      ///< first index
  std::uint32_t count = 0;      ///< number of indices, three a triangle
};

/// Flat drawing over a picture, such as a legend: plain data that one thread makes and another draws.
struct Overlay {
  std::shared_ptr<const GlyphAtlas> atlas;  ///< null: nothing is drawn
  std::vector<OverlayVertex> vertices;
  std::vector<std::uint32_t> indices;
  std::vector<OverlayPart> parts;
};

}  // namespace scree
