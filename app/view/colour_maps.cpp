#include "app/view/colour_maps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "app/view/reduction_colours.h"
#include "app/view/view_options.h"

namespace scree {

namespace {

// Anchors of the maps, evenly spaced, 0xRRGGBB. Linear interpolation is within 2/255 of the published tables.

// Viridis, inferno: S. van der Walt and N. Smith, matplotlib 2.0 (2015), CC0; every 17th of 256 entries.
constexpr std::array<std::uint32_t, 16> kViridis = {0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                                    0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                                    0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725};
constexpr std::array<std::uint32_t, 16> kInferno = {0x000004, 0x0c0826, 0x240c4f, 0x420a68, 0x5d126e, 0x781c6d,
                                                    0x932667, 0xae305c, 0xc73e4c, 0xdd513a, 0xed6925, 0xf8850f,
                                                    0xfca50a, 0xfac62d, 0xf2e661, 0xfcffa4};
// Cividis: J. Nuñez, C. Anderton, R. Renslow, PLoS ONE 13(7) (2018), for red-green blindness too.
constexpr std::array<std::uint32_t, 10> kCividis = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                                    0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
// Batlow: F. Crameri, Scientific colour maps, doi:10.5281/zenodo.1243862, its ten class table.
constexpr std::array<std::uint32_t, 10> kBatlow = {0x011959, 0x103f60, 0x1c5a62, 0x3c6d56, 0x687b3e,
                                                   0x9d892b, 0xd29343, 0xf8a17b, 0xfdb7bc, 0xfaccfa};
// Cool to warm: K. Moreland, Diverging color maps for scientific visualization, ISVC 2009; every 4th of 33 entries.
constexpr std::array<std::uint32_t, 9> kCoolWarm = {0x3b4cc0, 0x6282ea, 0x8db0fe, 0xb8d0f9, 0xdddddd,
                                                    0xf5c4ad, 0xf49a7b, 0xde604d, 0xb40426};
// Classes: M. Okabe and K. Ito, Color universal design (2008), its black replaced by a grey that shading still shows.
constexpr std::array<std::uint32_t, 8> kClasses = {0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442,
                                                   0x0072b2, 0xd55e00, 0xcc79a7, 0x8c8c8c};

struct ColourMap {
  std::string_view name;
  std::span<const std::uint32_t> anchors;
  bool categorical = false;
};

constexpr std::array<ColourMap, 6> kMaps = {{{"Viridis", kViridis},
                                             {"Cividis", kCividis},
                                             {"Batlow", kBatlow},
                                             {"Inferno", kInferno},
                                             {"Cool to warm", kCoolWarm},
                                             {"Classes", kClasses, true}}};
constexpr int kCategorical = 5;

constexpr auto kNames = [] {
  std::array<std::string_view, kMaps.size()> names;
  for (std::size_t i = 0; i < kMaps.size(); ++i) {
    names[i] = kMaps[i].name;
  }
  return names;
}();

/// Maps that belong to one way of colouring; their indices follow those of kMaps.
std::span<const ColourMap> ownMaps() {
  static const std::vector<std::uint32_t> aggregates = aggregateColours();
  static const std::vector<std::uint32_t> roles = roleColours();
  static const std::vector<std::uint32_t> causes = causeColours();
  static const std::vector<std::uint32_t> asked = askedColours();
  static const std::array<ColourMap, 4> maps = {
      {{"", aggregates, true}, {"", roles, true}, {"", causes, true}, {"", asked, true}}};
  return maps;
}

const ColourMap& mapAt(int map) {
  const auto index = static_cast<std::size_t>(std::max(map, 0));
  if (index < kMaps.size()) {
    return kMaps[index];
  }
  const std::span<const ColourMap> own = ownMaps();
  return index - kMaps.size() < own.size() ? own[index - kMaps.size()] : kMaps[0];
}

Eigen::Vector3f unpacked(std::uint32_t rgb) {
  return Eigen::Vector3f(static_cast<float>(rgb >> 16 & 255U), static_cast<float>(rgb >> 8 & 255U),
                         static_cast<float>(rgb & 255U)) /
         255.0f;
}

}  // namespace

std::span<const std::string_view> colourMapNames() { return kNames; }

bool isCategorical(int map) { return mapAt(map).categorical; }
int classCount(int map) { return static_cast<int>(mapAt(map).anchors.size()); }
int ownMap(int which) { return static_cast<int>(kMaps.size()) + which; }
int categoricalMap() { return kCategorical; }
int categoryCount() { return static_cast<int>(kClasses.size()); }

Eigen::Vector3f colourOf(int map, float value) {
  const ColourMap& chosen = mapAt(map);
  const float t = std::isfinite(value) ? std::clamp(value, 0.0f, 1.0f) : 0.0f;
  const std::size_t count = chosen.anchors.size();
  if (chosen.categorical) {
    return unpacked(chosen.anchors[std::min(static_cast<std::size_t>(t * static_cast<float>(count)), count - 1)]);
  }
  const float place = t * static_cast<float>(count - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(place), count - 2);
  const float part = place - static_cast<float>(low);
  return (1.0f - part) * unpacked(chosen.anchors[low]) + part * unpacked(chosen.anchors[low + 1]);
}

ColourTable colourTable(int map) {
  ColourTable table;
  for (int i = 0; i < kColourTableSize; ++i) {
    // Ends of a smooth map are at the first and last texel's centre; classes cover whole texels.
    const float t = isCategorical(map) ? (static_cast<float>(i) + 0.5f) / kColourTableSize
                                       : static_cast<float>(i) / (kColourTableSize - 1);
    const Eigen::Vector3f colour = colourOf(map, t);
    for (int c = 0; c < 3; ++c) {
      table[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)] =
          static_cast<std::uint8_t>(std::lround(255.0f * colour[c]));
    }
    table[static_cast<std::size_t>(i)][3] = 255;
  }
  return table;
}

}  // namespace scree
