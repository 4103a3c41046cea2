#include "engine/analysis/mixing/lacey_index.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/geometry/sizes.h"

namespace scree {

namespace {

constexpr double kUsualCell = 4.0;  ///< edge of a cell in mean diameters: some 70 grains of a dense bed

bool isAxis(MixingBy by) { return by == MixingBy::x || by == MixingBy::y || by == MixingBy::z; }

/// The value in the middle of a list, which is not empty; of an even number the upper one of two.
double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Cells of a lattice that begins at the lower side of a periodic axis, whose length is a whole number of them, and at
/// the origin along others.
class CellLattice {
 public:
  CellLattice(const PeriodicBox& box, double edge) : box_(box), edge_(Vec3::Constant(edge)) {
    for (int axis = 0; axis < 3; ++axis) {
      if (box.isAlong(axis)) {
        counts_[axis] = std::max(1.0, std::round(box.length[axis] / edge));
        edge_[axis] = box.length[axis] / counts_[axis];
      }
    }
  }
  std::array<std::int64_t, 3> of(const Vec3& place) const {
    std::array<std::int64_t, 3> cell{};
    const Vec3 inside = box_.isOn() ? box_.wrapped(place) : place;
    for (int axis = 0; axis < 3; ++axis) {
      const double from = box_.isAlong(axis) ? box_.lower[axis] : 0.0;
      double at = std::floor((inside[axis] - from) / edge_[axis]);
      if (box_.isAlong(axis)) {
        at = std::clamp(at, 0.0, counts_[axis] - 1.0);
      }
      constexpr double kFar = 9e18;  // beyond all numbers of cells
      cell[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(std::clamp(at, -kFar, kFar));
    }
    return cell;
  }

 private:
  const PeriodicBox& box_;
  Vec3 edge_;
  std::array<double, 3> counts_{};
};

}  // namespace

double laceyIndex(const std::vector<MixingCell>& cells) {
  double grains = 0.0;
  double first = 0.0;
  for (const MixingCell& cell : cells) {
    grains += static_cast<double>(cell.grains);
    first += static_cast<double>(cell.first);
  }
  const auto count = static_cast<double>(cells.size());
  if (first <= 0.0 || first >= grains || count >= grains || count < 2.0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double share = first / grains;
  double square = 0.0;
  for (const MixingCell& cell : cells) {
    const auto n = static_cast<double>(cell.grains);
    const double apart = static_cast<double>(cell.first) / n - share;
    square += n * apart * apart;
  }
  square /= grains;
  const double segregated = share * (1.0 - share);
  const double random = segregated * (count - 1.0) / (grains - 1.0);
  return (segregated - square) / (segregated - random);
}

void MixingRecord::begin(const World& world) {
  const Particles& p = world.particles;
  double sum = 0.0;
  for (const double radius : p.radius) {
    sum += 2.0 * radius;
  }
  cell_ = choice_.cell.value_or(kUsualCell * sum / static_cast<double>(p.size()));
  if (choice_.by == MixingBy::material) {
    material_ = *std::ranges::min_element(p.material);
    return;
  }
  std::vector<double> values;
  values.reserve(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    values.push_back(isAxis(choice_.by) ? p.position[i][static_cast<int>(choice_.by)] : 2.0 * p.radius[i]);
  }
  bound_ = medianOf(values);
  if (isAxis(choice_.by)) {
    ids_ = p.id;
    for (const double value : values) {
      isFirst_.push_back(value >= bound_ ? 1 : 0);
    }
  }
}

int MixingRecord::populationOf(const World& world, std::size_t slot, std::size_t& place) const {
  const Particles& p = world.particles;
  if (choice_.by == MixingBy::material) {
    return p.material[slot] == material_ ? 1 : 0;
  }
  if (choice_.by == MixingBy::size) {
    return 2.0 * p.radius[slot] >= bound_ ? 1 : 0;
  }
  // Slots are in ascending order of id.
  while (place < ids_.size() && ids_[place] < p.id[slot]) {
    ++place;
  }
  return place < ids_.size() && ids_[place] == p.id[slot] ? isFirst_[place] : -1;
}

void MixingRecord::add(const World& world) {
  const Particles& p = world.particles;
  if (p.size() == 0 || (!samples_.empty() && samples_.back().time == world.time)) {
    return;
  }
  if (!(cell_ > 0.0)) {
    begin(world);
  }
  const CellLattice lattice(world.periodic, cell_);
  std::vector<std::pair<std::array<std::int64_t, 3>, int>> places;
  places.reserve(p.size());
  std::size_t place = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (const int population = populationOf(world, i, place); population >= 0) {
      places.emplace_back(lattice.of(p.position[i]), population);
    }
  }
  std::ranges::sort(places);
  std::vector<MixingCell> cells;
  std::uint64_t counted = 0;
  for (std::size_t begin = 0, end = 0; begin < places.size(); begin = end) {
    MixingCell cell;
    for (; end < places.size() && places[end].first == places[begin].first; ++end) {
      ++cell.grains;
      cell.first += static_cast<std::uint64_t>(places[end].second);
    }
    if (cell.grains >= static_cast<std::uint64_t>(std::max(1, choice_.least))) {
      cells.push_back(cell);
      counted += cell.grains;
    }
  }
  samples_.push_back({.time = world.time,
                      .index = laceyIndex(cells),
                      .cells = cells.size(),
                      .share = static_cast<double>(counted) / static_cast<double>(p.size())});
}

double MixingRecord::mean() const {
  double sum = 0.0;
  double count = 0.0;
  for (const MixingSample& sample : samples_) {
    if (std::isfinite(sample.index)) {
      sum += sample.index;
      count += 1.0;
    }
  }
  return count > 0.0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

double MixingRecord::deviation() const {
  const double middle = mean();
  double squares = 0.0;
  double count = 0.0;
  for (const MixingSample& sample : samples_) {
    if (std::isfinite(sample.index)) {
      squares += (sample.index - middle) * (sample.index - middle);
      count += 1.0;
    }
  }
  return count > 1.0 ? std::sqrt(squares / (count - 1.0)) : std::numeric_limits<double>::quiet_NaN();
}

MixingRecord::Memory MixingRecord::memory() const {
  return {.cell = cell_, .bound = bound_, .material = material_, .ids = ids_, .isFirst = isFirst_, .samples = samples_};
}

void MixingRecord::goOn(Memory memory) {
  cell_ = memory.cell;
  bound_ = memory.bound;
  material_ = memory.material;
  ids_ = std::move(memory.ids);
  isFirst_ = std::move(memory.isFirst);
  samples_ = std::move(memory.samples);
}

std::string whyNotMixed(const World& world, MixingBy by) {
  if (isAxis(by)) {
    return {};
  }
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  std::vector<MaterialIndex> materials(world.particles.material);
  for (const double radius : world.particles.radius) {
    smallest = std::min(smallest, 2.0 * radius);
    largest = std::max(largest, 2.0 * radius);
  }
  for (const Emitter& emitter : world.emitters) {
    smallest = std::min(smallest, smallestDiameter(emitter.sizes));
    largest = std::max(largest, largestDiameter(emitter.sizes));
    materials.push_back(emitter.material);
  }
  if (by == MixingBy::size && !(smallest < largest)) {
    return "all grains have one size";
  }
  const bool isOne = std::ranges::adjacent_find(materials, std::ranges::not_equal_to{}) == materials.end();
  return by == MixingBy::material && isOne ? "all grains are of one material" : "";
}

}  // namespace scree
