#include "engine/members/member_cells.h"

#include <algorithm>

namespace scree {

namespace {

/// Cells are this much larger than the largest member: a search for what touches then looks at few of them.
constexpr double kCellPerDiameter = 2.0;
/// Where nothing is [m]; its square is still a number.
constexpr float kFar = 1e18F;

}  // namespace

void MemberCells::clear() { *this = MemberCells(); }

MemberCells::Cell::Cell() {
  spheres.x.fill(kFar);
  spheres.y.fill(kFar);
  spheres.z.fill(kFar);
  spheres.radius.fill(0.0F);
  slot.fill(0);
}

void MemberCells::Cell::set(std::size_t i, const Entry& entry) {
  spheres.x[i] = entry.x;
  spheres.y[i] = entry.y;
  spheres.z[i] = entry.z;
  spheres.radius[i] = entry.radius;
  slot[i] = entry.slot;
}

void MemberCells::growTable() {
  std::vector<Place> old;
  old.swap(table_);
  table_.assign(std::max<std::size_t>(64, old.size() * 2), Place{});
  for (const Place& one : old) {
    if (one.key != kNoKey) {
      table_[slotOf(one.key)] = one;
    }
  }
}

MemberCells::Place& MemberCells::placeAt(const Coordinates& at) {
  const std::uint64_t key = keyOf(at);
  Place& place = table_[slotOf(key)];
  if (place.key == kNoKey) {
    place.key = key;
    ++places_;
  }
  return place;
}

void MemberCells::tellAround(const Coordinates& at, bool holds) {
  for (int which = 0; which < kPlaces; ++which) {
    std::uint32_t& around = placeAt(neighbour(at, which)).around;
    // Seen from there this place lies on the other side.
    const std::uint32_t bit = std::uint32_t{1} << (kPlaces - 1 - which);
    around = holds ? around | bit : around & ~bit;
  }
}

void MemberCells::rebuild(double size) {
  std::vector<Cell> old;
  old.swap(cells_);
  table_.clear();
  places_ = 0;
  size_ = size;
  growTable();
  count_ = 0;
  for (const Cell& cell : old) {
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      const Entry e = cell.entry(i);
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
  } else if (2 * (places_ + kPlaces) > table_.size()) {
    // A belt's members come and go ever farther along its frame: places that nothing is near any more are dropped, or
    // the table would grow as long as it runs.
    const auto used =
        std::count_if(table_.begin(), table_.end(), [](const Place& place) { return (place.around & ~kIsChain) != 0; });
    if (2 * static_cast<std::size_t>(used) < places_) {
      rebuild(size_);
    } else {
      growTable();
    }
  }
  largest_ = std::max(largest_, radius);
  const Coordinates at = coordinatesOf(rounded);
  Place& place = placeAt(at);
  if (place.cell == kNone) {
    place.cell = static_cast<std::uint32_t>(cells_.size());
    cells_.emplace_back().at = at;
  }
  std::uint32_t cell = place.cell;
  if (++cells_[cell].held == 1) {
    tellAround(at, true);
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
      place.around |= kIsChain;
    }
    cell = cells_[cell].next;
  }
  Cell& home = cells_[cell];
  home.set(home.count++, {static_cast<float>(local.x()), static_cast<float>(local.y()), static_cast<float>(local.z()),
                          static_cast<float>(radius), slot});
  ++count_;
}

void MemberCells::remove(std::uint32_t slot, const Vec3& local) {
  const Vec3 rounded = local.cast<float>().cast<double>();
  const Coordinates at = coordinatesOf(rounded);
  const std::uint32_t first = find(at);
  for (std::uint32_t cell = first; cell != kNone; cell = cells_[cell].next) {
    Cell& home = cells_[cell];
    for (std::uint32_t i = 0; i < home.count; ++i) {
      if (home.slot[i] == slot) {
        home.set(i, home.entry(--home.count));
        home.set(home.count, {kFar, kFar, kFar, 0.0F, 0});
        --count_;
        if (--cells_[first].held == 0) {
          tellAround(at, false);
        }
        return;
      }
    }
  }
}

void MemberCells::renumber(const std::vector<std::uint32_t>& newSlot) {
  for (Cell& cell : cells_) {
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      cell.slot[i] = newSlot[cell.slot[i]];
    }
  }
}

}  // namespace scree
