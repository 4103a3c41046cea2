#include "app/render/geometry/density_grid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace scree {

namespace {

constexpr int kMostCells = 48;                 // most cells along an axis
constexpr std::size_t kMostSamples = 200'000;  // most particles looked at
constexpr float kCellInDiameters = 1.5f;

struct Bulk {
  Eigen::AlignedBox3f box;
  float meanRadius = 0.0f;
};

/// Finds the box around the bulk of the particles, and their mean radius. A few thousand particles suffice for mean and
/// deviation; the box needs them all, but for `stride`.
Bulk bulkOf(std::span<const Eigen::Vector4f> particles, std::size_t stride) {
  constexpr std::size_t kSamples = 16384;
  const std::size_t sampleStride = std::max(stride, particles.size() / kSamples);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  Eigen::Vector3d squares = Eigen::Vector3d::Zero();
  double radii = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < particles.size(); i += sampleStride) {
    const Eigen::Vector3d p = particles[i].head<3>().cast<double>();
    sum += p;
    squares += p.cwiseAbs2();
    radii += particles[i].w();
    count += 1.0;
  }
  const Eigen::Vector3d mean = sum / count;
  const Eigen::Vector3d deviation = (squares / count - mean.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
  Bulk bulk;
  bulk.meanRadius = static_cast<float>(radii / count);
  const Eigen::Vector3f reach = (4.0 * deviation).cast<float>().array() + 2.0f * bulk.meanRadius;
  // Four numbers at once: the radius takes part and is always within its infinite limit.
  const Eigen::Vector3f at = mean.cast<float>();
  const Eigen::Array4f middle(at.x(), at.y(), at.z(), 0.0f);
  const Eigen::Array4f most(reach.x(), reach.y(), reach.z(), INFINITY);
  Eigen::Array4f low = Eigen::Array4f::Constant(INFINITY);
  Eigen::Array4f high = -low;
  for (std::size_t i = 0; i < particles.size(); i += stride) {
    const Eigen::Array4f p = particles[i].array();
    if (((p - middle).abs() <= most).all()) {
      low = low.min(p);
      high = high.max(p);
    }
  }
  bulk.box = Eigen::AlignedBox3f(low.head<3>().matrix(), high.head<3>().matrix());
  return bulk;
}

std::size_t cellNumber(const DensityGrid& grid, int x, int y, int z) {
  const auto number = [](int n) { return static_cast<std::size_t>(n); };
  return (number(z) * number(grid.size[1]) + number(y)) * number(grid.size[0]) + number(x);
}

/// Adds the volume of a small sphere to the eight cells around it.
void splat(const DensityGrid& grid, std::vector<float>& solid, const Eigen::Vector3f& at, float amount) {
  const Eigen::Vector3f place = (at - grid.origin) / grid.cell - Eigen::Vector3f::Constant(0.5f);
  const Eigen::Vector3i low = place.array().floor().cast<int>();
  const Eigen::Vector3f part = place - low.cast<float>();
  for (unsigned corner = 0; corner < 8; ++corner) {
    Eigen::Vector3i c = low;
    float weight = amount;
    for (int axis = 0; axis < 3; ++axis) {
      const bool upper = (corner >> static_cast<unsigned>(axis) & 1U) != 0;
      c[axis] += upper ? 1 : 0;
      weight *= upper ? part[axis] : 1.0f - part[axis];
    }
    if (c.minCoeff() >= 0 && c[0] < grid.size[0] && c[1] < grid.size[1] && c[2] < grid.size[2]) {
      solid[cellNumber(grid, c[0], c[1], c[2])] += weight;
    }
  }
}

/// Adds as splat() does, if all eight cells are in the grid, as they nearly always are. `place` is in cells from the
/// middle of the first cell. Otherwise, also for a place that is not finite, it does nothing and returns false.
bool splatInside(const DensityGrid& grid, std::vector<float>& solid, const Eigen::Array4f& place, float amount) {
  const bool inside =
      place[0] >= 0.0f && place[1] >= 0.0f && place[2] >= 0.0f && place[0] < static_cast<float>(grid.size[0] - 1) &&
      place[1] < static_cast<float>(grid.size[1] - 1) && place[2] < static_cast<float>(grid.size[2] - 1);
  if (!inside) {
    return false;
  }
  const auto x = static_cast<int>(place[0]);
  const auto y = static_cast<int>(place[1]);
  const auto z = static_cast<int>(place[2]);
  const float fx = place[0] - static_cast<float>(x);
  const float fy = place[1] - static_cast<float>(y);
  const float fz = place[2] - static_cast<float>(z);
  const auto row = static_cast<std::size_t>(grid.size[0]);
  float* const cells = solid.data() + cellNumber(grid, x, y, z);
  const std::size_t layer = row * static_cast<std::size_t>(grid.size[1]);
  const float left = amount * (1.0f - fx);
  const float right = amount * fx;
  for (const auto& [at, weight] :
       {std::pair(std::size_t{0}, (1.0f - fy) * (1.0f - fz)), std::pair(row, fy * (1.0f - fz)),
        std::pair(layer, (1.0f - fy) * fz), std::pair(layer + row, fy * fz)}) {
    cells[at] += left * weight;
    cells[at + 1] += right * weight;
  }
  return true;
}

/// Fills the cells whose centres lie in a sphere larger than a cell.
void fill(const DensityGrid& grid, std::vector<float>& solid, const Eigen::Vector3f& at, float radius) {
  const Eigen::Vector3f place = (at - grid.origin) / grid.cell;
  const float reach = radius / grid.cell;
  Eigen::Vector3i low;
  Eigen::Vector3i high;
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] =
        std::clamp(static_cast<int>(std::floor(place[axis] - reach)), 0, grid.size[static_cast<std::size_t>(axis)]);
    high[axis] =
        std::clamp(static_cast<int>(std::ceil(place[axis] + reach)), 0, grid.size[static_cast<std::size_t>(axis)]);
  }
  for (int z = low[2]; z < high[2]; ++z) {
    for (int y = low[1]; y < high[1]; ++y) {
      for (int x = low[0]; x < high[0]; ++x) {
        const Eigen::Vector3f centre =
            Eigen::Vector3f(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)).array() + 0.5f;
        if ((centre - place).squaredNorm() <= reach * reach) {
          solid[cellNumber(grid, x, y, z)] = 1.0f;
        }
      }
    }
  }
}

}  // namespace

DensityGrid makeDensityGrid(std::span<const Eigen::Vector4f> positionRadius) {
  DensityGrid grid;
  if (positionRadius.empty()) {
    return grid;
  }
  const std::size_t stride = positionRadius.size() / kMostSamples + 1;
  const Bulk bulk = bulkOf(positionRadius, stride);
  if (bulk.box.isEmpty() || !(bulk.meanRadius > 0.0f) || !bulk.box.sizes().allFinite()) {
    return grid;
  }
  // An empty cell on each side lets the density fall to 0 inside the grid.
  const float widest = bulk.box.sizes().maxCoeff();
  grid.cell = std::max(2.0f * kCellInDiameters * bulk.meanRadius, widest / static_cast<float>(kMostCells - 3));
  grid.origin = bulk.box.min().array() - 1.5f * grid.cell;
  for (int axis = 0; axis < 3; ++axis) {
    grid.size[static_cast<std::size_t>(axis)] =
        std::min(static_cast<int>(std::ceil(bulk.box.sizes()[axis] / grid.cell)) + 3, kMostCells);
  }
  std::vector<float> solid(cellNumber(grid, 0, 0, grid.size[2]), 0.0f);
  const float unit =
      static_cast<float>(stride) * 4.0f / 3.0f * std::numbers::pi_v<float> / (grid.cell * grid.cell * grid.cell);
  const float perCell = 1.0f / grid.cell;
  Eigen::Array4f first;
  first << grid.origin.array() * perCell + 0.5f, 0.0f;
  for (std::size_t i = 0; i < positionRadius.size(); i += stride) {
    const Eigen::Vector4f& p = positionRadius[i];
    const Eigen::Array4f place = p.array() * perCell - first;
    if (p.w() <= grid.cell && splatInside(grid, solid, place, unit * p.w() * p.w() * p.w())) {
      continue;
    }
    if (!p.allFinite()) {
      continue;
    }
    // Clamps before the conversion to cell numbers, which would overflow for particles far away.
    const Eigen::Vector3f at =
        p.head<3>().cwiseMax(grid.origin - grid.extent()).cwiseMin(grid.origin + 2.0f * grid.extent());
    if (p.w() > grid.cell) {
      fill(grid, solid, p.head<3>(), p.w());
    } else if (at == p.head<3>()) {
      splat(grid, solid, at, unit * p.w() * p.w() * p.w());
    }
  }
  grid.fraction.resize(solid.size());
  std::transform(solid.begin(), solid.end(), grid.fraction.begin(),
                 [](float s) { return static_cast<std::uint8_t>(255.0f * std::clamp(s, 0.0f, 1.0f) + 0.5f); });
  return grid;
}

}  // namespace scree
