#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scree {

/// A picture of four bytes a pixel: red, green, blue and one unused byte. Rows follow each other without gaps.
struct RgbaImage {
  int width = 0;
  int height = 0;
  bool bottomUp = false;  ///< true: the first row in memory is the lowest, as in OpenGL
  std::vector<std::uint8_t> pixels;

  std::size_t rowBytes() const { return 4U * static_cast<std::size_t>(width); }
  /// Sets the size in pixels. The content is not valid after it.
  void resize(int newWidth, int newHeight) {
    width = newWidth;
    height = newHeight;
    pixels.resize(rowBytes() * static_cast<std::size_t>(newHeight));
  }
  /// Row `y`, counted from the top of the picture.
  const std::uint8_t* row(int y) const {
    return pixels.data() + rowBytes() * static_cast<std::size_t>(bottomUp ? height - 1 - y : y);
  }
};

}  // namespace scree
