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
  findSeeing(cells, views, share);
  listLooks(cells);
  findCells(cells);
  const float shareLimit = static_cast<float>(share) * (1.0F + MemberCells::kRounding);
  meetingLanes(std::span(spheres_).first(lookCount_), shareLimit, lanes_.data());
  for (std::size_t i = 0; i < lookCount_; ++i) {
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

void MemberSearch::findSeeing(const MemberCells& cells, std::span<const MemberView> views, double share) {
  const MemberCells::Place* const table = cells.table_.data();
  std::size_t count = 0;
  if (seeing_.size() < views.size() + 1) {
    seeing_.resize(views.size() + 1);
  }
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Vec3& local = views[i].local;
    const auto view = static_cast<std::uint32_t>(i);
    if (!homes_[i].tellsAll) {
      cells.forMeeting(local, views[i].own, share, [&](std::uint32_t slot) { met_.push_back({view, slot}); });
      continue;
    }
    // Half of them see nothing, so without a branch.
    const Eigen::Vector3f at = local.cast<float>();
    const std::uint32_t places = table[cells.slotOf(homes_[i].key)].around & homes_[i].within;
    seeing_[count] = {
        homes_[i].key, view, places, {nullptr, at.x(), at.y(), at.z(), MemberCells::roundedUp(views[i].own, at)}};
    count += places != 0 ? 1 : 0;
  }
  seeing_[count].places = 0;
  makeRoom(count * MemberCells::kPlaces);
}

void MemberSearch::makeRoom(std::size_t looks) {
  if (looks_.size() < looks) {
    looks_.resize(2 * looks);
    spheres_.resize(2 * looks);
    lanes_.resize(2 * looks);
  }
}

void MemberSearch::listLooks(const MemberCells& cells) {
  constexpr auto kSteps = [] {
    std::array<std::uint64_t, MemberCells::kPlaces> steps{};
    for (int which = 0; which < MemberCells::kPlaces; ++which) {
      steps[static_cast<std::size_t>(which)] =
          MemberCells::keyOf(MemberCells::neighbour({0, 0, 0}, which)) - MemberCells::keyOf({0, 0, 0});
    }
    return steps;
  }();
  // One loop for the places of all: where those of one end, nobody could guess. Behind the last is one that sees none.
  const MemberCells::Place* const table = cells.table_.data();
  const Seeing* const seeing = seeing_.data();
  Look* const looks = looks_.data();
  SphereLook* const spheres = spheres_.data();
  std::size_t count = 0;
  std::size_t at = 0;
  for (std::uint32_t left = seeing[0].places; left != 0;) {
    const Seeing& one = seeing[at];
    const std::uint64_t key = one.key + kSteps[static_cast<std::size_t>(std::countr_zero(left))];
    const std::size_t place = cells.placeOf(key);
    fetch(table[place]);
    looks[count] = {key, place, one.view, 0};
    spheres[count++] = one.sphere;
    left &= left - 1;
    const bool isLast = left == 0;
    at += isLast ? 1 : 0;
    const std::uint32_t next = seeing[at].places;
    left = isLast ? next : left;
  }
  lookCount_ = count;
}

void MemberSearch::findCells(const MemberCells& cells) {
  const MemberCells::Place* const table = cells.table_.data();
  const std::size_t last = cells.table_.size() - 1;
  const std::size_t count = lookCount_;
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
        makeRoom(lookCount_ + 1);
        looks_[lookCount_] = {looks_[i].key, place, looks_[i].view, next};
        spheres_[lookCount_] = spheres_[i];
        spheres_[lookCount_++].spheres = &cells.cells_[next].spheres;
      }
    }
  }
}

}  // namespace scree
