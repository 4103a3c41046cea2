#include "engine/world/member_cells.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

/// Cells are this much larger than the largest member: a search for what touches then looks at few of them.
constexpr double kCellPerDiameter = 1.2;
constexpr double kFarthest = 1e9;  // cells

}  // namespace

void MemberCells::clear() { *this = MemberCells(); }

MemberCells::Coordinates MemberCells::coordinatesOf(const Vec3& local) const {
  Coordinates at{};
  for (int axis = 0; axis < 3; ++axis) {
    const double u = std::floor(local[axis] / size_);
    at[static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(std::clamp(u, -kFarthest, kFarthest));
  }
  return at;
}

std::size_t MemberCells::placeOf(const Coordinates& at) const {
  std::uint64_t h = static_cast<std::uint32_t>(at[0]) * 0x9E3779B97F4A7C15ULL;
  h = (h ^ static_cast<std::uint32_t>(at[1])) * 0xC2B2AE3D27D4EB4FULL;
  h = (h ^ static_cast<std::uint32_t>(at[2])) * 0x165667B19E3779F9ULL;
  return static_cast<std::size_t>(h >> 20) & (table_.size() - 1);
}

std::uint32_t MemberCells::find(const Coordinates& at) const {
  for (std::size_t place = placeOf(at);; place = (place + 1) & (table_.size() - 1)) {
    const std::uint32_t cell = table_[place];
    if (cell == kNone || cells_[cell].at == at) {
      return cell;
    }
  }
}

void MemberCells::growTable() {
  std::vector<std::uint32_t> old;
  old.swap(table_);
  table_.assign(std::max<std::size_t>(64, old.size() * 2), kNone);
  for (const std::uint32_t cell : old) {
    if (cell != kNone) {
      std::size_t place = placeOf(cells_[cell].at);
      while (table_[place] != kNone) {
        place = (place + 1) & (table_.size() - 1);
      }
      table_[place] = cell;
    }
  }
}

std::uint32_t MemberCells::newCell(const Coordinates& at) {
  if (2 * (chains_ + 1) > table_.size()) {
    growTable();
  }
  const auto cell = static_cast<std::uint32_t>(cells_.size());
  cells_.emplace_back().at = at;
  std::size_t place = placeOf(at);
  while (table_[place] != kNone) {
    place = (place + 1) & (table_.size() - 1);
  }
  table_[place] = cell;
  ++chains_;
  return cell;
}

void MemberCells::rebuild(double size) {
  std::vector<Cell> old;
  old.swap(cells_);
  table_.clear();
  chains_ = 0;
  size_ = size;
  growTable();
  count_ = 0;
  for (const Cell& cell : old) {
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      const Entry& e = cell.entries[i];
      // Places are rounded to float already, so that a member is found again in the cell it went to.
      add(e.slot, Vec3(double{e.x}, double{e.y}, double{e.z}), double{e.radius});
    }
  }
}

void MemberCells::add(std::uint32_t slot, const Vec3& local, double radius) {
  const Vec3 rounded = local.cast<float>().cast<double>();
  if (size_ == 0.0) {
    size_ = radius > 0.0 ? 2.0 * kCellPerDiameter * radius : 1.0;
    growTable();
  } else if (2.0 * radius > size_) {
    rebuild(2.0 * kCellPerDiameter * radius);
  }
  largest_ = std::max(largest_, radius);
  const Coordinates at = coordinatesOf(rounded);
  std::uint32_t cell = find(at);
  if (cell == kNone) {
    cell = newCell(at);
    for (int axis = 0; axis < 3; ++axis) {
      const double edge = size_ * at[static_cast<std::size_t>(axis)];
      bounds_.lower[axis] = std::min(bounds_.lower[axis], edge);
      bounds_.upper[axis] = std::max(bounds_.upper[axis], edge + size_);
    }
  }
  while (cells_[cell].count == kInCell) {
    if (cells_[cell].next == kNone) {
      const auto more = static_cast<std::uint32_t>(cells_.size());
      cells_.emplace_back().at = at;
      cells_[cell].next = more;
    }
    cell = cells_[cell].next;
  }
  Cell& home = cells_[cell];
  home.entries[home.count++] = {static_cast<float>(local.x()), static_cast<float>(local.y()),
                                static_cast<float>(local.z()), static_cast<float>(radius), slot};
  ++count_;
}

void MemberCells::remove(std::uint32_t slot, const Vec3& local) {
  const Vec3 rounded = local.cast<float>().cast<double>();
  for (std::uint32_t cell = find(coordinatesOf(rounded)); cell != kNone; cell = cells_[cell].next) {
    Cell& home = cells_[cell];
    for (std::uint32_t i = 0; i < home.count; ++i) {
      if (home.entries[i].slot == slot) {
        home.entries[i] = home.entries[--home.count];
        --count_;
        return;
      }
    }
  }
}

void MemberCells::renumber(const std::vector<std::uint32_t>& newSlot) {
  for (Cell& cell : cells_) {
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      cell.entries[i].slot = newSlot[cell.entries[i].slot];
    }
  }
}

}  // namespace scree
