#include "engine/step/candidates.h"

#include <algorithm>
#include <numeric>

#include "engine/base/parallel.h"
#include "engine/step/reach.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;
/// Steps that a search looks ahead to where particles will be unless something turns them, and how many ways of a step
/// they may be from there: they serve for twice as many. More would leave more pairs to look at in each.
constexpr double kAhead = 2.0;
/// So many particles are searched for one by one at most, in large scenes one of so many: where it is more, a search of
/// all by cells costs less.
constexpr std::size_t kMostMended = 192;
constexpr std::size_t kPerMended = 24;
constexpr std::uint32_t kNowhere = UINT32_MAX;

class Update {
 public:
  Update(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach, Grid& grid,
         ThreadPool* threads, CandidateList& list)
      : world_(world), ways_(world), active_(active), reach_(reach), grid_(grid), threads_(threads), list_(list) {}

  void run() {
    const bool isSameSet = mapPlaces();
    findStale();
    if (list_.entries.size() == 0 || list_.stale.size() > std::max(kMostMended, active_.size() / kPerMended)) {
      searchAll();
      return;
    }
    ++list_.age;
    if (isSameSet && list_.stale.empty()) {
      return;
    }
    renewEntries(isSameSet);
    renewPairs();
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
    list_.entryOf.assign(active_.size(), kNowhere);
    std::uint32_t entry = 0;
    std::size_t common = 0;
    for (std::uint32_t place = 0; place < active_.size(); ++place) {
      const ParticleId wanted = world_.particles.id[active_[place]];
      while (entry < ids.size() && ids[entry] < wanted) {
        ++entry;
      }
      if (entry < ids.size() && ids[entry] == wanted) {
        list_.placeOf[entry] = place;
        list_.entryOf[place] = entry++;
        ++common;
      }
    }
    return common == ids.size() && common == active_.size();
  }

  /// Whether a particle is the one it was, and has not come so far that a pair within reach may be missing.
  bool holds(std::uint32_t slot, std::uint32_t entry) const {
    const Particles& particles = world_.particles;
    // A little less than is left, so that rounding cannot make up for it.
    const double left = (1.0 - 1e-9) * (list_.entries.margins[entry] - reachOfSlot(slot));
    // Written so that a position that is no number fails it.
    return list_.entries.radii[entry] == particles.radius[slot] && left >= 0.0 &&
           (particles.position[slot] - list_.entries.positions[entry]).squaredNorm() <= left * left;
  }

  void findStale() {
    const std::size_t n = active_.size();
    list_.isStale.resize(n);
    forChunks(threads_, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
        const std::uint32_t entry = list_.entryOf[i];
        list_.isStale[i] = entry == kNowhere || !holds(active_[i], entry) ? 1 : 0;
      }
    });
    list_.stale.clear();
    for (std::uint32_t i = 0; i < n; ++i) {
      if (list_.isStale[i] != 0) {
        list_.stale.push_back(i);
      }
    }
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
    list_.entries.positions[place] = world_.particles.position[slot] + kAhead * ways_.stepOf(slot);
    list_.entries.radii[place] = world_.particles.radius[slot];
    list_.entries.margins[place] = kAhead * ways_.reachOf(slot) + reachOfSlot(slot);
  }

  void searchAll() {
    const std::size_t n = active_.size();
    list_.age = 0;
    resize(list_.entries, n);
    forChunks(threads_, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
        enter(i);
      }
    });
    const Spheres spheres = list_.entries.spheres();
    grid_.findPairs(spheres.positions, spheres.radii, spheres.margins, threads_, list_.pairs);
  }

  void renewEntries(bool isSameSet) {
    if (!isSameSet) {
      CandidateEntries& to = list_.otherEntries;
      const CandidateEntries& from = list_.entries;
      resize(to, active_.size());
      for (std::size_t i = 0; i < active_.size(); ++i) {
        if (const std::uint32_t entry = list_.entryOf[i]; entry != kNowhere) {
          to.ids[i] = from.ids[entry];
          to.positions[i] = from.positions[entry];
          to.radii[i] = from.radii[entry];
          to.margins[i] = from.margins[entry];
        }
      }
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
    const Spheres spheres = list_.entries.spheres();
    list_.rounded.set(spheres, list_.stale.size());
    list_.found.resize(std::max(list_.found.size(), list_.stale.size()));
    forChunks(threads_, list_.stale.size(), [&](std::size_t i) {
      list_.found[i].clear();
      list_.rounded.findMeeting(spheres, list_.stale[i], list_.found[i]);
    });
    // Sorted by their first ones; of each of these the second ones ascend already.
    std::vector<std::uint32_t>& starts = list_.starts;
    starts.assign(active_.size() + 1, 0);
    forStalePairs([&](std::uint32_t first, std::uint32_t) { ++starts[first + 1]; });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    list_.morePairs.resize(starts.back());
    forStalePairs([&](std::uint32_t first, std::uint32_t second) {
      list_.morePairs[starts[first]++] = {first, second};
    });
  }

  /// Where an entry is among the free particles if its pairs still hold, else nowhere.
  void dropStale() {
    for (std::uint32_t& place : list_.placeOf) {
      if (place != kNowhere && list_.isStale[place] != 0) {
        place = kNowhere;
      }
    }
  }

  void renewPairs() {
    findStalePairs();
    dropStale();
    // Places and entries are in the same order, so that the pairs stay in theirs.
    std::size_t kept = 0;
    for (const ParticlePair& old : list_.pairs) {
      const ParticlePair pair{list_.placeOf[old.first], list_.placeOf[old.second]};
      list_.pairs[kept] = pair;
      kept += std::max(pair.first, pair.second) != kNowhere ? 1 : 0;
    }
    list_.pairs.resize(kept);
    if (list_.morePairs.empty()) {
      return;
    }
    list_.otherPairs.resize(kept + list_.morePairs.size());
    std::merge(list_.pairs.begin(), list_.pairs.end(), list_.morePairs.begin(), list_.morePairs.end(),
               list_.otherPairs.begin());
    list_.pairs.swap(list_.otherPairs);
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

}  // namespace scree
