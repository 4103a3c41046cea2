#include "engine/contacts/history_edit.h"

#include <algorithm>
#include <tuple>

#include "engine/base/erase_places.h"

namespace scree {

namespace {

/// Sorts the new entries by key, of equal keys the last, finds their places in the history, and overwrites those that
/// are in it and stay. What is left in `places` is to be put in.
void placeEntries(std::span<const std::size_t> dropped, bool withQuiet, ContactHistory& history,
                  HistoryEdit& changing) {
  std::vector<HistoryPlace>& places = changing.places;
  places.clear();
  for (std::size_t i = 0; i < changing.entries.size(); ++i) {
    places.push_back({.key = changing.entries[i].key, .entry = static_cast<std::uint32_t>(i)});
  }
  std::sort(places.begin(), places.end(), [](const HistoryPlace& x, const HistoryPlace& y) {
    return std::tie(x.key, x.entry) < std::tie(y.key, y.entry);
  });
  std::size_t kept = 0;
  std::size_t at = 0;
  auto drop = dropped.begin();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const HistoryPlace& place = places[i];
    if (i + 1 < places.size() && places[i + 1].key == place.key) {
      continue;
    }
    at = firstPlaceOf(place.key, at, history.keys);
    drop = std::find_if(drop, dropped.end(), [&](std::size_t d) { return d >= at; });
    const bool isDropped = drop != dropped.end() && *drop == at;
    if (at < history.keys.size() && history.keys[at] == place.key && !isDropped) {
      const HistoryEntry& entry = changing.entries[place.entry];
      history.multipliers[at] = entry.multipliers;
      if (withQuiet) {
        history.quietSteps[at] = entry.quietSteps;
      }
      if (!history.motion.empty()) {
        history.motion[at] = entry.motion;
      }
      continue;
    }
    places[kept] = place;
    places[kept++].place = static_cast<std::uint32_t>(at);
  }
  places.resize(kept);
}

/// Cuts the history into pieces that stay together and tells how far each moves, and where what is new goes.
void cutHistory(std::span<const std::size_t> dropped, HistoryEdit& changing, std::size_t count) {
  std::vector<HistoryPiece>& pieces = changing.pieces;
  pieces.clear();
  std::size_t from = 0;
  std::ptrdiff_t shift = 0;
  const auto cutAt = [&](std::size_t end) {
    if (end > from && shift != 0) {
      pieces.push_back({.from = from, .count = end - from, .shift = shift});
    }
    from = end;
  };
  auto drop = dropped.begin();
  const auto dropUpTo = [&](std::size_t end) {
    for (; drop != dropped.end() && *drop < end; ++drop) {
      cutAt(*drop);
      ++from;
      --shift;
    }
  };
  for (HistoryPlace& one : changing.places) {
    dropUpTo(one.place);
    cutAt(one.place);
    one.place = static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(one.place) + shift);
    ++shift;
  }
  dropUpTo(count);
  cutAt(count);
}

/// Moves the pieces of a list of the history and puts valueOf(entry) in where there are new ones. What moves down goes
/// first and from the front, what moves up from the back: so nothing is written over that still has to move.
template <typename T, typename ValueOf>
void changeList(const HistoryEdit& changing, std::size_t count, ValueOf valueOf, std::vector<T>& list) {
  list.resize(std::max(list.size(), count));
  const auto move = [&](const HistoryPiece& piece) {
    moveWithin(list.data() + piece.from, piece.count,
               list.data() + static_cast<std::ptrdiff_t>(piece.from) + piece.shift);
  };
  for (const HistoryPiece& piece : changing.pieces) {
    if (piece.shift < 0) {
      move(piece);
    }
  }
  for (auto piece = changing.pieces.rbegin(); piece != changing.pieces.rend(); ++piece) {
    if (piece->shift > 0) {
      move(*piece);
    }
  }
  for (const HistoryPlace& one : changing.places) {
    list[one.place] = valueOf(one);
  }
  list.resize(count);
}

}  // namespace

std::size_t firstPlaceOf(const ContactKey& key, std::size_t from, const std::vector<ContactKey>& keys) {
  std::size_t end = from;
  for (std::size_t ahead = 1; end < keys.size() && keys[end] < key; ahead *= 2) {
    from = end + 1;
    end += ahead;
  }
  const auto first = keys.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(std::min(end, keys.size()));
  return static_cast<std::size_t>(std::lower_bound(first + static_cast<std::ptrdiff_t>(from), last, key) - first);
}

Multipliers flipped(const Multipliers& multipliers) {
  // The normal turns round as well, so that what acts along it keeps its sign.
  return {.normal = multipliers.normal,
          .tangential = -multipliers.tangential,
          .rolling = -multipliers.rolling,
          .twisting = multipliers.twisting};
}

void changeHistory(World& world, std::span<const std::size_t> dropped, HistoryEdit& edit) {
  ContactHistory& history = world.history;
  history.given.clear();  // smooth DEM merges nothing
  HistoryEdit& changing = edit;
  const bool withQuiet = !history.quietSteps.empty() || history.keys.empty();
  placeEntries(dropped, withQuiet, history, changing);
  if (dropped.empty() && changing.places.empty()) {
    return;
  }
  cutHistory(dropped, changing, history.keys.size());
  const std::size_t count = history.keys.size() + changing.places.size() - dropped.size();
  const auto entryOf = [&](const HistoryPlace& one) -> const HistoryEntry& { return changing.entries[one.entry]; };
  changeList(
      changing, count, [](const HistoryPlace& one) { return one.key; }, history.keys);
  changeList(
      changing, count, [&](const HistoryPlace& one) { return entryOf(one).multipliers; }, history.multipliers);
  if (withQuiet) {
    changeList(
        changing, count, [&](const HistoryPlace& one) { return entryOf(one).quietSteps; }, history.quietSteps);
  }
  if (!history.motion.empty()) {
    changeList(
        changing, count, [&](const HistoryPlace& one) { return entryOf(one).motion; }, history.motion);
  }
}

void forgetContactsWith(ContactHistory& history, std::uint32_t body, std::uint32_t shape) {
  std::vector<char> goes;
  for (const ContactKey& key : history.keys) {
    goes.push_back(key.isBoundary() && key.body() == body && key.shape() == shape ? 1 : 0);
  }
  const auto thin = [&](auto& list) {
    std::size_t to = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (goes[i] == 0) {
        list[to++] = list[i];
      }
    }
    list.resize(to);
  };
  thin(history.multipliers);
  thin(history.quietSteps);
  thin(history.motion);
  thin(history.given);
  thin(history.keys);
}

}  // namespace scree
