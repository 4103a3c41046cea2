#include "app/render/geometry/bed_surface.h"

#include <algorithm>
#include <cmath>

#include "app/view/colour_maps.h"

namespace scree {

namespace {

/// Distance of the surface above that of the bed, so that a bare belt does not show through [cells].
constexpr double kLift = 0.02;

/// Part of the belt that is covered, along its motion from its middle [m].
struct CoveredPart {
  double low = 0.0;
  double high = 0.0;
};

CoveredPart coveredPart(const BedReading& reading, double way) {
  const double since = way - reading.wayTo;  // way of the belt since the bed was made
  const double length = reading.wayTo - reading.wayFrom;
  const double rear = (length > 0.0 ? reading.first : reading.last) + since;
  const double half = 0.5 * reading.belt.length;
  return {.low = std::max(-half, std::min(rear, rear + length)), .high = std::min(half, std::max(rear, rear + length))};
}

/// Heights over the belt, between the middles of the cells.
class BedHeights {
 public:
  BedHeights(const BedReading& reading, double way) : bed_(reading.bed), way_(way) {}

  /// Height at column `i` of the cells, at a place along the belt [m].
  double at(int i, double along) const {
    const double cells = (along - way_) / bed_.cell[1] - 0.5;
    const double before = std::floor(cells);
    const double part = cells - before;
    return (1.0 - part) * bed_.at(i, around(before)) + part * bed_.at(i, around(before + 1.0));
  }

 private:
  int around(double cell) const {
    const double turns = std::floor(cell / bed_.along);
    return std::clamp(static_cast<int>(cell - turns * bed_.along), 0, bed_.along - 1);
  }

  const BeltBed& bed_;
  double way_;
};

/// Places of the corners along the belt: its covered part's ends and the middles of the cells between them [m].
std::vector<double> placesAlong(const BedReading& reading, double way, const CoveredPart& part) {
  const double cell = reading.bed.cell[1];
  std::vector<double> places = {part.low};
  for (double j = std::floor((part.low - way) / cell - 0.5) + 1.0;; j += 1.0) {
    const double along = way + (j + 0.5) * cell;
    if (along >= part.high) {
      break;
    }
    if (along > part.low) {
      places.push_back(along);
    }
  }
  places.push_back(part.high);
  return places;
}

/// Places across the belt: its edges and the middles of the cells [m].
std::vector<double> placesAcross(const BeltBed& bed) {
  std::vector<double> places = {0.0};
  for (int i = 0; i < bed.across; ++i) {
    places.push_back((i + 0.5) * bed.cell[0]);
  }
  places.push_back(bed.across * bed.cell[0]);
  return places;
}

}  // namespace

BedSurface makeBedSurface(const BedNow& bed, int colours, const std::array<float, 2>& range, const Vec3& origin) {
  BedSurface surface;
  if (bed.reading == nullptr || bed.reading->bed.heights.empty()) {
    return surface;
  }
  const BedReading& reading = *bed.reading;
  const CoveredPart part = coveredPart(reading, bed.way);
  if (!(part.low < part.high)) {
    return surface;
  }
  const std::vector<double> along = placesAlong(reading, bed.way, part);
  const std::vector<double> across = placesAcross(reading.bed);
  const std::size_t columns = across.size();
  const BedHeights heights(reading, bed.way);
  std::vector<double> grid;
  grid.reserve(along.size() * columns);
  for (const double a : along) {
    for (std::size_t i = 0; i < columns; ++i) {
      const int cell = std::clamp(static_cast<int>(i) - 1, 0, reading.bed.across - 1);
      grid.push_back(heights.at(cell, a));
    }
  }
  const auto at = [&](std::size_t i, std::size_t j) { return grid[j * columns + i]; };
  const ColourTable table = colourTable(colours);
  const BeltFrame& belt = reading.belt;
  const double lift = kLift * std::min(reading.bed.cell[0], reading.bed.cell[1]);
  const double perRange = range[1] > range[0] ? 1.0 / static_cast<double>(range[1] - range[0]) : 0.0;
  for (std::size_t j = 0; j < along.size(); ++j) {
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t left = i > 0 ? i - 1 : i;
      const std::size_t right = std::min(i + 1, columns - 1);
      const std::size_t back = j > 0 ? j - 1 : j;
      const std::size_t front = std::min(j + 1, along.size() - 1);
      const double slopeAcross = (at(right, j) - at(left, j)) / (across[right] - across[left]);
      const double slopeAlong = (at(i, front) - at(i, back)) / (along[front] - along[back]);
      const Vec3 place = belt.middle - origin + (across[i] - 0.5 * belt.width) * belt.across + along[j] * belt.along +
                         (at(i, j) + lift) * belt.up;
      const Vec3 normal = (belt.up - slopeAcross * belt.across - slopeAlong * belt.along).normalized();
      const double share = std::clamp((1e3 * at(i, j) - static_cast<double>(range[0])) * perRange, 0.0, 1.0);
      const auto& texel = table[static_cast<std::size_t>(std::lround(share * (kColourTableSize - 1)))];
      surface.vertices.push_back(
          {place.cast<float>(), normal.cast<float>(), Eigen::Vector3f(texel[0], texel[1], texel[2]) / 255.0f});
    }
  }
  for (std::size_t j = 0; j + 1 < along.size(); ++j) {
    for (std::size_t i = 0; i + 1 < columns; ++i) {
      if (at(i, j) + at(i + 1, j) + at(i, j + 1) + at(i + 1, j + 1) > 0.0) {
        const auto corner = static_cast<std::uint32_t>(j * columns + i);
        const auto next = static_cast<std::uint32_t>(corner + columns);
        surface.triangles.insert(surface.triangles.end(), {corner, next, corner + 1, corner + 1, next, next + 1});
      }
    }
  }
  return surface;
}

}  // namespace scree
