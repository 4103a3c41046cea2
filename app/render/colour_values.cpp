#include <algorithm>
#include <cmath>

#include "app/render/colour_maps.h"
#include "app/render/view_options.h"

// What particles can be coloured by, without OpenGL.
namespace scree {

const ColourInfo& infoOf(ColourBy by) {
  static constexpr std::array<ColourInfo, kColourByCount> kInfo = {{
      {"Speed", "m/s", "Speed of the particle's centre"},
      {"Diameter", "m", "Twice the particle's radius"},
      {"Contacts", "", "Number of contacts with particles and bodies in the last step"},
      {"Overlap", "%", "Largest overlap over diameter, δ/d, at the particle's contacts"},
      {"Material", "", "Index of the particle's material in the scene"},
  }};
  return kInfo[static_cast<std::size_t>(by)];
}

int suitableColourMap(ColourBy by) { return by == ColourBy::material ? categoricalMap() : 0; }

float colourValue(const Snapshot& snapshot, std::size_t index, ColourBy by) {
  switch (by) {
    case ColourBy::speed:
      return snapshot.velocity[index].norm();
    case ColourBy::size:
      return 2.0f * snapshot.positionRadius[index].w();
    case ColourBy::contacts:
      return static_cast<float>(snapshot.contactCount[index]);
    case ColourBy::overlap:
      return 100.0f * snapshot.overlap[index];
    case ColourBy::material:
      return static_cast<float>(snapshot.material[index]);
  }
  return 0.0f;
}

std::array<float, 2> fitRange(const Snapshot& snapshot, ColourBy by) {
  if (by == ColourBy::material) {
    // One class a material: material i lies in the middle of the i-th colour.
    const auto count = std::max<std::size_t>(snapshot.materialNames.size(), static_cast<std::size_t>(categoryCount()));
    return {-0.5f, static_cast<float>(count) - 0.5f};
  }
  float low = INFINITY;
  float high = -INFINITY;
  for (std::size_t i = 0; i < snapshot.particles(); ++i) {
    const float value = colourValue(snapshot, i, by);
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low > high) {
    return {0.0f, 1.0f};
  }
  // Equal values get the middle of a range that is not lost to rounding.
  const float least = std::max(1e-6f * std::abs(high), 1e-9f);
  if (high - low < least) {
    const float half = std::max(0.5f * std::abs(high), 0.5f * 1e-6f);
    return {low - half, high + half};
  }
  return {low, high};
}

}  // namespace scree
