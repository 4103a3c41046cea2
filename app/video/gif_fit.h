#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "app/video/film_settings.h"

namespace scree {

/// Film whose frames become a GIF.
struct GifSource {
  std::filesystem::path film;  ///< kept frames, as a film of another format
  std::filesystem::path gif;   ///< file of the GIF; replaced
  PixelSize size;
  int framesPerSecond = 30;
  std::uint64_t frames = 0;
  std::uint64_t mostBytes = 0;  ///< largest size of the GIF
  double estimate = 0.0;        ///< size of the GIF without changes, from the part that was encoded [bytes]
};

/// Properties of a GIF that fits.
struct GifShape {
  PixelSize size;
  int every = 1;  ///< the GIF has each n-th frame of the film
  int colours = 256;
  std::uint64_t bytes = 0;
};

/// Writes a GIF that is as large and smooth as its limit allows: encodes, measures, and encodes again, first with fewer
/// frames a second, then smaller. `goOn` is told the share that is done, 0 to 1; the work ends without a file when it
/// returns false, and the result then has no bytes. Throws FilmError if no GIF fits.
GifShape fitGif(const GifSource& source, const std::function<bool(double)>& goOn);

/// Text about a GIF that was changed to fit: "made smaller to stay under 5 MB: ...".
std::string gifText(const GifShape& shape, const GifSource& source);

}  // namespace scree
