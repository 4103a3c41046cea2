#include "engine/world/member_search.h"

#include <array>
#include <bit>

#include "engine/base/prefetch.h"

namespace scree {

std::span<const MetMember> MemberSearch::find(const MemberCells& cells, std::span<const MemberView> views,
                                              double share) {
  met_.clear();
  if (cells.empty()) {
    return met_;
  }
  findHomes(cells, views, share);
  listLooks(cells, views, share);
  findCells(cells);
  const float shareLimit = static_cast<float>(share) * (1.0F + MemberCells::kRounding);
  lanes_.resize(looks_.size());
  meetingLanes(spheres_, shareLimit, lanes_.data());
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    for (std::uint32_t set = lanes_[i]; set != 0; set &= set - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(set));
      met_.push_back({looks_[i].view, cells.cells_[looks_[i].cell].slot[lane]});
    }
  }
  return met_;
}

void MemberSearch::findHomes(const MemberCells& cells, std::span<const MemberView> views, double share) {
  homes_.resize(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    const double reach = cells.reachOf(views[i].own, share);
    const MemberCells::Coordinates at = cells.coordinatesOf(views[i].local);
    const std::uint64_t key = MemberCells::keyOf(at);
    homes_[i] = {key, cells.placesWithin(views[i].local, at, reach),
                 reach <= cells.size_ && MemberCells::isWellInside(at)};
    fetch(cells.table_[cells.placeOf(key)]);
  }
}

void MemberSearch::listLooks(const MemberCells& cells, std::span<const MemberView> views, double share) {
  constexpr auto kSteps = [] {
    std::array<std::uint64_t, MemberCells::kPlaces> steps{};
    for (int which = 0; which < MemberCells::kPlaces; ++which) {
      steps[static_cast<std::size_t>(which)] =
          MemberCells::keyOf(MemberCells::neighbour({0, 0, 0}, which)) - MemberCells::keyOf({0, 0, 0});
    }
    return steps;
  }();
  std::size_t count = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Vec3& local = views[i].local;
    const auto view = static_cast<std::uint32_t>(i);
    if (!homes_[i].tellsAll) {
      cells.forMeeting(local, views[i].own, share, [&](std::uint32_t slot) { met_.push_back({view, slot}); });
      continue;
    }
    std::uint32_t set = cells.table_[cells.slotOf(homes_[i].key)].around & homes_[i].within;
    if (set == 0) {
      continue;
    }
    const Eigen::Vector3f at = local.cast<float>();
    const float own = MemberCells::roundedUp(views[i].own, at);
    if (looks_.size() < count + MemberCells::kPlaces) {
      looks_.resize(2 * count + MemberCells::kPlaces);
      spheres_.resize(2 * count + MemberCells::kPlaces);
    }
    for (; set != 0; set &= set - 1) {
      const std::uint64_t key = homes_[i].key + kSteps[static_cast<std::size_t>(std::countr_zero(set))];
      const std::size_t place = cells.placeOf(key);
      fetch(cells.table_[place]);
      looks_[count] = {key, place, view, 0};
      spheres_[count++] = {nullptr, at.x(), at.y(), at.z(), own};
    }
  }
  looks_.resize(count);
  spheres_.resize(count);
}

void MemberSearch::findCells(const MemberCells& cells) {
  const MemberCells::Place* const table = cells.table_.data();
  const std::size_t last = cells.table_.size() - 1;
  const std::size_t count = looks_.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t place = looks_[i].place;
    while (table[place].key != looks_[i].key) {
      place = (place + 1) & last;
    }
    const std::uint32_t first = table[place].cell;
    const MemberCells::Cell& cell = cells.cells_[first];
    fetch(cell.spheres);
    looks_[i].cell = first;
    spheres_[i].spheres = &cell.spheres;
    if ((table[place].around & MemberCells::kIsChain) != 0) {
      for (std::uint32_t next = cell.next; next != MemberCells::kNone; next = cells.cells_[next].next) {
        looks_.push_back({looks_[i].key, place, looks_[i].view, next});
        SphereLook more = spheres_[i];
        more.spheres = &cells.cells_[next].spheres;
        spheres_.push_back(more);
      }
    }
  }
}

}  // namespace scree
