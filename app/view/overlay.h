#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace scree {

/// Where letters are in a texture of coverage, a byte a texel.
struct GlyphAtlas {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> coverage;
};

struct OverlayVertex {
  std::array<float, 2> place;          ///< pixels of the picture, y down
  std::array<float, 2> texture;        ///< in the atlas, 0 to 1
  std::array<std::uint8_t, 4> colour;  ///< red, green, blue, alpha
};

/// Triangles cut off at a rectangle.
struct OverlayPart {
  std::array<float, 4> clip{};  ///< left, top, right, bottom in pixels of the picture
  std::uint32_t first = 0;      ///< of the indices
  std::uint32_t count = 0;
};

/// Flat drawing over a picture, as legends are: plain data, made on one thread and drawn on another.
struct Overlay {
  std::shared_ptr<const GlyphAtlas> atlas;  ///< null: nothing is drawn
  std::vector<OverlayVertex> vertices;
  std::vector<std::uint32_t> indices;
  std::vector<OverlayPart> parts;
};

}  // namespace scree
