#include "engine/collision/grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/base/parallel.h"

namespace scree {

namespace {

constexpr std::int64_t kCellRange = std::int64_t{1} << 19;  // cells each side of the origin, along each axis
constexpr int kMaxLevels = 16;
constexpr std::size_t kChunk = 1024;  // particles searched as one piece of work
/// Spheres this close touch, in parts of r_a + r_b: a stack put at exact distances must not fall apart by round-off.
constexpr double kTouch = 1.0 + 1e-9;

using Cell = std::array<std::int64_t, 3>;

/// The cell of a point. Far away cells are clamped to the border: that keeps neighbours neighbours, so it costs time
/// there, never a pair.
Cell cellOf(const Vec3& p, const Vec3& origin, double size) {
  Cell cell{};
  for (int axis = 0; axis < 3; ++axis) {
    const double index = std::floor((p[axis] - origin[axis]) / size);
    cell[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(
        std::clamp(index, -static_cast<double>(kCellRange) + 2, static_cast<double>(kCellRange) - 2));
  }
  return cell;
}

std::uint64_t keyOf(int level, std::int64_t x, std::int64_t y, std::int64_t z) {
  const auto bits = [](std::int64_t c) { return static_cast<std::uint64_t>(c + kCellRange); };
  return (static_cast<std::uint64_t>(level) << 60) | (bits(x) << 40) | (bits(y) << 20) | bits(z);
}

std::uint64_t mixed(std::uint64_t key) {
  key ^= key >> 32;
  key *= 0xd6e8feb86659fd93ULL;
  return key ^ (key >> 32);
}

}  // namespace

void Grid::build(std::span<const Vec3> positions, std::span<const double> radii) {
  const std::size_t n = positions.size();
  const double largest = 2.0 * *std::max_element(radii.begin(), radii.end());
  coarsest_ = kTouch * largest;
  level_.resize(n);
  used_.assign(kMaxLevels, 0);
  entries_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (!positions[i].allFinite()) {
      continue;
    }
    // Level k has cells of largest/2^k; the deepest whose cells still hold the sphere.
    int level = 0;
    while (level + 1 < kMaxLevels && 2.0 * radii[i] <= std::ldexp(largest, -(level + 1))) {
      ++level;
    }
    level_[i] = level;
    used_[static_cast<std::size_t>(level)] = 1;
    const Cell c = cellOf(positions[i], origin_, std::ldexp(coarsest_, -level));
    entries_.push_back({keyOf(level, c[0], c[1], c[2]), static_cast<std::uint32_t>(i)});
  }
  std::sort(entries_.begin(), entries_.end());

  table_.assign(std::bit_ceil(2 * entries_.size() + 1), Bucket{});
  const std::size_t mask = table_.size() - 1;
  for (std::size_t begin = 0; begin < entries_.size();) {
    std::size_t end = begin;
    while (end < entries_.size() && entries_[end].cell == entries_[begin].cell) {
      ++end;
    }
    std::size_t place = mixed(entries_[begin].cell) & mask;
    while (table_[place].cell != UINT64_MAX) {
      place = (place + 1) & mask;
    }
    table_[place] = {entries_[begin].cell, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    begin = end;
  }
}

const Grid::Bucket* Grid::find(std::uint64_t cell) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t place = mixed(cell) & mask; table_[place].cell != UINT64_MAX; place = (place + 1) & mask) {
    if (table_[place].cell == cell) {
      return &table_[place];
    }
  }
  return nullptr;
}

void Grid::findPartners(std::uint32_t slot, std::span<const Vec3> positions, std::span<const double> radii,
                        std::vector<ParticlePair>& out) const {
  const Vec3& p = positions[slot];
  const double r = radii[slot];
  // Partners at least as large: two touching spheres are within one cell of the coarser one's level.
  for (int level = level_[slot]; level >= 0; --level) {
    if (!used_[static_cast<std::size_t>(level)]) {
      continue;
    }
    const Cell c = cellOf(p, origin_, std::ldexp(coarsest_, -level));
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dz = -1; dz <= 1; ++dz) {
          const Bucket* bucket = find(keyOf(level, c[0] + dx, c[1] + dy, c[2] + dz));
          if (bucket == nullptr) {
            continue;
          }
          for (std::uint32_t e = bucket->begin; e < bucket->end; ++e) {
            const std::uint32_t other = entries_[e].slot;
            const bool sameLevel = level == level_[slot];
            if (sameLevel && other <= slot) {
              continue;
            }
            const double reach = kTouch * (r + radii[other]);
            if ((positions[other] - p).squaredNorm() <= reach * reach) {
              out.push_back({std::min(slot, other), std::max(slot, other)});
            }
          }
        }
      }
    }
  }
}

void Grid::findPairs(std::span<const Vec3> positions, std::span<const double> radii, ThreadPool* threads,
                     std::vector<ParticlePair>& pairs) {
  pairs.clear();
  if (positions.empty()) {
    return;
  }
  build(positions, radii);
  const std::size_t n = positions.size();
  const std::size_t chunks = (n + kChunk - 1) / kChunk;
  found_.resize(chunks);
  const auto search = [&](std::size_t chunk) {
    found_[chunk].clear();
    for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      if (positions[i].allFinite()) {
        findPartners(static_cast<std::uint32_t>(i), positions, radii, found_[chunk]);
      }
    }
  };
  if (threads != nullptr) {
    threads->forChunks(chunks, search);
  } else {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      search(chunk);
    }
  }
  for (const std::vector<ParticlePair>& part : found_) {
    pairs.insert(pairs.end(), part.begin(), part.end());
  }
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace scree
