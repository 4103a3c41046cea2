#include "engine/members/member_search.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/base/prefetch.h"

namespace scree {

std::span<const MetMember> MemberSearch::find(const MemberCells& cells, const MemberViews& views, double share) {
  met_.clear();
  if (cells.empty()) {
    return met_;
  }
  findHomes(views, {cells.size_, double{MemberCells::kRounding}, MemberCells::kPlaceRounding, share * cells.largest_},
            homes_);
  for (std::size_t i = 0; i < views.count; ++i) {
    fetch(cells.table_[cells.placeOf(homes_.key[i])]);
  }
  findSeeing(cells, views, share);
  listLooks(cells);
  const std::size_t ofPlaces = lookCount_;
  findCells(cells);
  const bool isByView = met_.empty() && lookCount_ == ofPlaces;
  const float shareLimit = static_cast<float>(share) * (1.0F + MemberCells::kRounding);
  meetingLanes(std::span(spheres_).first(lookCount_), shareLimit, lanes_.data());
  for (std::size_t i = 0; i < lookCount_; ++i) {
    for (std::uint32_t set = lanes_[i]; set != 0; set &= set - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(set));
      met_.push_back({looks_[i].view, cells.cells_[looks_[i].cell].slot[lane]});
    }
  }
  sortMet(isByView);
  return met_;
}

void MemberSearch::findSeeing(const MemberCells& cells, const MemberViews& views, double share) {
  const MemberCells::Place* const table = cells.table_.data();
  std::size_t count = 0;
  for (std::uint32_t view = 0; view < views.count; ++view) {
    const Vec3 local(views.x[view], views.y[view], views.z[view]);
    if (homes_.within[view] == ViewHomes::kBeyond) {
      cells.forMeeting(local, views.own[view], share, [&](std::uint32_t slot) { met_.push_back({view, slot}); });
      continue;
    }
    // Half of them see nothing, so without a branch.
    const Eigen::Vector3f at = local.cast<float>();
    const std::uint64_t key = homes_.key[view];
    const std::uint32_t places = table[cells.slotOf(key)].around & static_cast<std::uint32_t>(homes_.within[view]);
    seeing_[count] = {
        key, view, places, {nullptr, at.x(), at.y(), at.z(), MemberCells::roundedUp(views.own[view], at)}};
    count += places != 0 ? 1 : 0;
  }
  seeing_[count].places = 0;
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
  Look* looks = looks_.data();
  SphereLook* spheres = spheres_.data();
  std::size_t count = 0;
  std::size_t at = 0;
  for (std::uint32_t left = seeing[0].places; left != 0;) {
    const Seeing& one = seeing[at];
    const std::uint64_t key = one.key + kSteps[static_cast<std::size_t>(std::countr_zero(left))];
    const std::size_t place = cells.placeOf(key);
    fetch(table[place]);
    if (count == looks_.size()) {
      makeRoom(count + 1);
      looks = looks_.data();
      spheres = spheres_.data();
    }
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

/// Few are met by each view.
void MemberSearch::sortMet(bool byView) {
  const auto bySlot = [](const MetMember& x, const MetMember& y) { return x.slot < y.slot; };
  if (!byView) {
    const auto before = [](const MetMember& x, const MetMember& y) {
      return x.view < y.view || (x.view == y.view && x.slot < y.slot);
    };
    std::sort(met_.begin(), met_.end(), before);
    return;
  }
  for (auto begin = met_.begin(); begin != met_.end();) {
    auto end = begin;
    while (end != met_.end() && end->view == begin->view) {
      ++end;
    }
    std::sort(begin, end, bySlot);
    begin = end;
  }
}

}  // namespace scree
