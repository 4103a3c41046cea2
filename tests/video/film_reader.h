#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

// Reads films back with libav's decoders, and their colours by the formula of BT.709: nothing is shared with the
// writer.
namespace scree::testing {

using Colour = std::array<double, 3>;  ///< red, green, blue from 0 to 255

/// A decoded picture.
struct ReadFrame {
  int width = 0;
  int height = 0;
  std::vector<Colour> pixels;  ///< rows from the top
  const Colour& at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
};

struct ReadFilm {
  std::string codec;
  std::string pixelFormat;
  std::string range;  ///< "tv" is limited
  std::string colourSpace;
  double seconds = 0.0;    ///< as the file says, else the last frame's end
  double firstTime = 0.0;  ///< of the first frame [s]
  double rate = 0.0;       ///< frames per second
  std::size_t frames = 0;
  ReadFrame first;
  ReadFrame last;
};

/// Decodes the whole film; `frames` is 0 when it can't be played.
ReadFilm readFilm(const std::filesystem::path& file);

}  // namespace scree::testing
