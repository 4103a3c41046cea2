#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "app/video/rgba_image.h"

namespace scree::testing {

/// Red, green, blue and sand in the quarters of the picture, in reading order.
inline void paintQuarters(RgbaImage& picture) {
  constexpr std::array<std::array<std::uint8_t, 4>, 4> kColours = {
      {{255, 0, 0, 255}, {0, 255, 0, 0}, {0, 0, 255, 255}, {200, 180, 60, 255}}};
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const auto quarter =
          static_cast<std::size_t>((2 * y >= picture.height ? 2 : 0) + (2 * x >= picture.width ? 1 : 0));
      const int stored = picture.bottomUp ? picture.height - 1 - y : y;
      for (std::size_t i = 0; i < 4; ++i) {
        picture.pixels[static_cast<std::size_t>(stored) * picture.rowBytes() + 4 * static_cast<std::size_t>(x) + i] =
            kColours[quarter][i];
      }
    }
  }
}

/// What compresses worst, another one for every seed.
inline void paintNoise(RgbaImage& picture, unsigned seed) {
  std::minstd_rand random(seed + 1);
  for (std::uint8_t& byte : picture.pixels) {
    byte = static_cast<std::uint8_t>(random() >> 8);
  }
}

}  // namespace scree::testing
