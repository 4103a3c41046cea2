#include "engine/contacts/candidates.h"

#include <algorithm>
#include <numeric>

#include "engine/base/base_constants.h"
#include "engine/base/parallel.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/reach.h"

namespace scree {

namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

class Update {
 public:
  Update(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach, Grid& grid,
         ThreadPool* threads, CandidateList& list)
      : world_(world), ways_(world), active_(active), reach_(reach), grid_(grid), threads_(threads), list_(list) {}

  void run() {
    const bool isSameSet = mapPlaces();
    findStale();
    if (list_.entries.size() == 0 ||
        list_.stale.size() > std::max(contacts::kMostMended, active_.size() / contacts::kPerMended)) {
      searchAll();
      return;
    }
    ++list_.age;
    list_.mended = list_.stale.size();
    if (isSameSet && list_.stale.empty()) {
      return;
    }
    renewEntries(isSameSet);
    renewPairs();
  }

  /// Looks again at `places`, whose reach has grown; the others are as in the last run().
  void extend(std::span<const std::uint32_t> places) {
    for (const std::uint32_t place : list_.stale) {
      list_.isStale[place] = 0;
    }
    list_.stale.clear();
    for (const std::uint32_t place : places) {
      if (!holds(active_[place], place)) {
        list_.isStale[place] = 1;
        list_.stale.push_back(place);
      }
    }
    if (list_.stale.size() > std::max(contacts::kMostMended, active_.size() / contacts::kPerMended)) {
      searchAll();
    } else if (!list_.stale.empty()) {
      list_.mended += list_.stale.size();
      for (const std::uint32_t place : list_.stale) {
        enter(place);
      }
      findStalePairs();
      addPairs();
    }
  }

 private:
  double reachOfSlot(std::uint32_t slot) const { return reach_.empty() ? 0.0 : reach_[slot]; }

  bool hasSameIds() const {
    const std::vector<ParticleId>& ids = list_.entries.ids;
    const auto isOf = [&](std::uint32_t slot, ParticleId id) { return world_.particles.id[slot] == id; };
    return std::equal(active_.begin(), active_.end(), ids.begin(), ids.end(), isOf);
  }

  /// Where the entries are among the free particles, and the other way round. True when both are the same particles.
  bool mapPlaces() {
    const std::vector<ParticleId>& ids = list_.entries.ids;
    if (hasSameIds()) {
      list_.placeOf.resize(ids.size());
      std::iota(list_.placeOf.begin(), list_.placeOf.end(), 0U);
      list_.entryOf = list_.placeOf;
      return true;
    }
    list_.placeOf.assign(ids.size(), kNowhere);
    list_.entryOf.resize(active_.size());
    const auto common =
        sumPieces<std::size_t>(threads_, active_.size(), contacts::kParticlesAPiece,
                               [&](std::size_t begin, std::size_t end) { return mapPlaces(begin, end); });
    return common == ids.size() && common == active_.size();
  }

  /// The same for the places [begin, end); returns how many have an entry. Both lists ascend by id.
  std::size_t mapPlaces(std::size_t begin, std::size_t end) {
    const std::vector<ParticleId>& ids = list_.entries.ids;
    const auto idAt = [&](std::size_t place) { return world_.particles.id[active_[place]]; };
    auto entry = static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), idAt(begin)) - ids.begin());
    std::size_t common = 0;
    for (std::size_t place = begin; place < end; ++place) {
      const ParticleId wanted = idAt(place);
      while (entry < ids.size() && ids[entry] < wanted) {
        ++entry;
      }
      const bool isKnown = entry < ids.size() && ids[entry] == wanted;
      list_.entryOf[place] = isKnown ? static_cast<std::uint32_t>(entry) : kNowhere;
      if (isKnown) {
        list_.placeOf[entry++] = static_cast<std::uint32_t>(place);
        ++common;
      }
    }
    return common;
  }

  /// Whether a particle is the one it was, and has not come so far that a pair within reach may be missing.
  bool holds(std::uint32_t slot, std::uint32_t entry) const {
    const Particles& particles = world_.particles;
    // A little less than is left, so that rounding cannot make up for it.
    const double left = (1.0 - kFewRoundings) * (list_.entries.margins[entry] - reachOfSlot(slot));
    // Written so that a position that is no number fails it.
    return list_.entries.radii[entry] == particles.radius[slot] && left >= 0.0 &&
           world_.periodic.nearest(particles.position[slot] - list_.entries.positions[entry]).squaredNorm() <=
               left * left;
  }

  /// Lists the particles to be searched for; the pairs of their entries hold no longer.
  void findStale() {
    const std::size_t n = active_.size();
    list_.isStale.resize(n);
    list_.stale.resize(n);
    std::vector<std::size_t>& ends = list_.pieceEnds;
    ends.resize((n + contacts::kParticlesAPiece - 1) / contacts::kParticlesAPiece);
    forPieces(threads_, n, contacts::kParticlesAPiece, [&](std::size_t begin, std::size_t end) {
      std::size_t to = begin;
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t entry = list_.entryOf[i];
        const bool isStale = entry == kNowhere || !holds(active_[i], entry);
        list_.isStale[i] = isStale ? 1 : 0;
        if (isStale) {
          list_.stale[to++] = static_cast<std::uint32_t>(i);
          if (entry != kNowhere) {
            list_.placeOf[entry] = kNowhere;
          }
        }
      }
      ends[begin / contacts::kParticlesAPiece] = to;
    });
    std::size_t count = 0;
    for (std::size_t piece = 0; piece < ends.size(); ++piece) {
      const auto from = list_.stale.begin() + static_cast<std::ptrdiff_t>(piece * contacts::kParticlesAPiece);
      const auto last = list_.stale.begin() + static_cast<std::ptrdiff_t>(ends[piece]);
      count = static_cast<std::size_t>(std::copy(from, last, list_.stale.begin() + static_cast<std::ptrdiff_t>(count)) -
                                       list_.stale.begin());
    }
    list_.stale.resize(count);
  }

  static void resize(CandidateEntries& entries, std::size_t n) {
    entries.ids.resize(n);
    entries.positions.resize(n);
    entries.radii.resize(n);
    entries.margins.resize(n);
  }

  void enter(std::size_t place) {
    const std::uint32_t slot = active_[place];
    list_.entries.ids[place] = world_.particles.id[slot];
    list_.entries.positions[place] = world_.particles.position[slot] + contacts::kAhead * ways_.stepOf(slot);
    list_.entries.radii[place] = world_.particles.radius[slot];
    list_.entries.margins[place] = contacts::kAhead * ways_.reachOf(slot) + reachOfSlot(slot);
  }

  /// The spheres of the entries, and their images where the box is periodic.
  Spheres searched() {
    if (!world_.periodic.isOn()) {
      return list_.entries.spheres();
    }
    list_.images.set(world_.periodic, list_.entries.spheres());
    return list_.images.spheres();
  }

  void searchAll() {
    const std::size_t n = active_.size();
    list_.age = 0;
    list_.mended = 0;
    resize(list_.entries, n);
    forChunks(threads_, (n + contacts::kParticlesAPiece - 1) / contacts::kParticlesAPiece, [&](std::size_t chunk) {
      for (std::size_t i = chunk * contacts::kParticlesAPiece;
           i < std::min(n, (chunk + 1) * contacts::kParticlesAPiece); ++i) {
        enter(i);
      }
    });
    const Spheres spheres = searched();
    grid_.findPairs(spheres.positions, spheres.radii, spheres.margins, threads_, list_.pairs);
    if (world_.periodic.isOn()) {
      list_.images.toSlots(list_.pairs);
    }
  }

  void renewEntries(bool isSameSet) {
    if (!isSameSet) {
      CandidateEntries& to = list_.otherEntries;
      const CandidateEntries& from = list_.entries;
      resize(to, active_.size());
      forPieces(threads_, active_.size(), contacts::kParticlesAPiece, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          if (const std::uint32_t entry = list_.entryOf[i]; entry != kNowhere) {
            to.ids[i] = from.ids[entry];
            to.positions[i] = from.positions[entry];
            to.radii[i] = from.radii[entry];
            to.margins[i] = from.margins[entry];
          }
        }
      });
      std::swap(list_.entries, list_.otherEntries);
    }
    for (const std::uint32_t place : list_.stale) {
      enter(place);
    }
  }

  /// Calls use(first, second) for the pairs of the stale ones with everybody, each once, by the stale one they are
  /// found by, ascending.
  template <typename Use>
  void forStalePairs(const Use& use) const {
    for (std::size_t i = 0; i < list_.stale.size(); ++i) {
      const std::uint32_t one = list_.stale[i];
      for (const std::uint32_t other : list_.found[i]) {
        if (list_.isStale[other] == 0 || one < other) {
          use(std::min(one, other), std::max(one, other));
        }
      }
    }
  }

  /// Pairs of the stale ones with everybody, each once, ascending.
  void findStalePairs() {
    list_.morePairs.clear();
    if (list_.stale.empty()) {
      return;
    }
    const Spheres spheres = searched();
    list_.rounded.set(spheres, list_.stale.size(), threads_);
    list_.found.resize(std::max(list_.found.size(), list_.stale.size()));
    forChunks(threads_, list_.stale.size(), [&](std::size_t i) {
      list_.found[i].clear();
      list_.rounded.findMeeting(spheres, list_.stale[i], list_.found[i]);
      if (world_.periodic.isOn()) {
        list_.images.toSlots(list_.stale[i], list_.found[i]);
      }
    });
    // Sorts the pairs by their first particle; the second ones of each first one ascend already.
    std::vector<std::uint32_t>& starts = list_.starts;
    starts.assign(active_.size() + 1, 0);
    forStalePairs([&](std::uint32_t first, std::uint32_t) { ++starts[first + 1]; });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    list_.morePairs.resize(starts.back());
    forStalePairs([&](std::uint32_t first, std::uint32_t second) {
      list_.morePairs[starts[first]++] = {first, second};
    });
  }

  /// The pair of an old one, at places among the free particles; nowhere if it does not hold.
  ParticlePair placed(const ParticlePair& old) const { return {list_.placeOf[old.first], list_.placeOf[old.second]}; }
  static bool isSomewhere(const ParticlePair& pair) { return std::max(pair.first, pair.second) != kNowhere; }

  /// Counts the old pairs [begin, end) that hold, and finds the first of them.
  PairPiece lookThrough(std::size_t begin, std::size_t end) const {
    PairPiece piece{.begin = begin, .end = end};
    for (std::size_t i = end; i > begin; --i) {
      const ParticlePair pair = placed(list_.pairs[i - 1]);
      piece.first = isSomewhere(pair) ? pair : piece.first;
      piece.kept += isSomewhere(pair) ? 1 : 0;
    }
    return piece;
  }

  /// Cuts the old pairs into pieces, and finds for each piece the new pairs that are merged into it and its place in
  /// the result.
  void cutPairs() {
    const std::size_t size =
        threads_ == nullptr ? std::max<std::size_t>(list_.pairs.size(), 1) : contacts::kPairsAPiece;
    std::vector<PairPiece>& pieces = list_.pieces;
    pieces.resize(std::max<std::size_t>(1, (list_.pairs.size() + size - 1) / size));
    pieces.front() = {.end = list_.pairs.size()};
    if (pieces.size() > 1) {
      forPieces(threads_, list_.pairs.size(), size,
                [&](std::size_t begin, std::size_t end) { pieces[begin / size] = lookThrough(begin, end); });
    }
    const std::vector<ParticlePair>& more = list_.morePairs;
    pieces.back().moreEnd = more.size();
    for (std::size_t i = pieces.size() - 1; i > 0; --i) {
      const auto before = std::lower_bound(more.begin(), more.end(), pieces[i].first);
      pieces[i].moreBegin = pieces[i].kept > 0 ? static_cast<std::size_t>(before - more.begin()) : pieces[i].moreEnd;
      pieces[i - 1].moreEnd = pieces[i].moreBegin;
    }
    pieces.front().moreBegin = 0;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      pieces[i].to = pieces[i - 1].to + pieces[i - 1].kept + pieces[i].moreBegin - pieces[i - 1].moreBegin;
    }
  }

  /// Puts the pairs of a piece that hold, and the new ones among them, into the other list; returns where they end.
  std::size_t putPairs(const PairPiece& piece) {
    const std::vector<ParticlePair>& more = list_.morePairs;
    std::size_t to = piece.to;
    std::size_t next = piece.moreBegin;
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
      const ParticlePair pair = placed(list_.pairs[i]);
      if (!isSomewhere(pair)) {
        continue;
      }
      for (; next < piece.moreEnd && more[next] < pair; ++next) {
        list_.otherPairs[to++] = more[next];
      }
      list_.otherPairs[to++] = pair;
    }
    const auto end = std::copy(more.begin() + static_cast<std::ptrdiff_t>(next),
                               more.begin() + static_cast<std::ptrdiff_t>(piece.moreEnd),
                               list_.otherPairs.begin() + static_cast<std::ptrdiff_t>(to));
    return static_cast<std::size_t>(end - list_.otherPairs.begin());
  }

  void renewPairs() {
    findStalePairs();
    // Places and entries are in the same order, so that the pairs stay in theirs.
    cutPairs();
    list_.otherPairs.resize(list_.pairs.size() + list_.morePairs.size());
    std::vector<std::size_t>& ends = list_.pieceEnds;
    ends.resize(list_.pieces.size());
    forChunks(threads_, ends.size(), [&](std::size_t piece) { ends[piece] = putPairs(list_.pieces[piece]); });
    list_.otherPairs.resize(ends.back());
    list_.pairs.swap(list_.otherPairs);
  }

  /// Puts the new pairs that are not in the list yet among the others.
  void addPairs() {
    std::vector<ParticlePair>& to = list_.otherPairs;
    to.clear();
    to.reserve(list_.pairs.size() + list_.morePairs.size());
    auto from = list_.pairs.begin();
    for (const ParticlePair& pair : list_.morePairs) {
      const auto next = std::lower_bound(from, list_.pairs.end(), pair);
      to.insert(to.end(), from, next);
      from = next;
      if (from == list_.pairs.end() || *from != pair) {
        to.push_back(pair);
      }
    }
    to.insert(to.end(), from, list_.pairs.end());
    list_.pairs.swap(to);
  }

  const World& world_;
  const Ways ways_;
  std::span<const std::uint32_t> active_;
  std::span<const double> reach_;
  Grid& grid_;
  ThreadPool* threads_;
  CandidateList& list_;
};

}  // namespace

void updateCandidates(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach,
                      Grid& grid, ThreadPool* threads, CandidateList& list) {
  Update(world, active, reach, grid, threads, list).run();
}

void extendCandidates(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach,
                      std::span<const std::uint32_t> places, Grid& grid, ThreadPool* threads, CandidateList& list) {
  Update(world, active, reach, grid, threads, list).extend(places);
}

}  // namespace scree
