#include "engine/collision/grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/collision/collision_constants.h"

namespace scree {

namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

std::size_t chunksOf(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

template <class Work>
void forChunks(ThreadPool* threads, std::size_t chunks, const Work& work) {
  if (threads != nullptr && chunks > 1) {
    threads->forChunks(chunks, std::cref(work));
    return;
  }
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    work(chunk);
  }
}

/// Calls work(chunk, begin, end) for pieces of [0, count).
template <class Work>
void forRanges(ThreadPool* threads, std::size_t count, std::size_t size, const Work& work) {
  forChunks(threads, chunksOf(count, size),
            [&](std::size_t chunk) { work(chunk, chunk * size, std::min(count, (chunk + 1) * size)); });
}

/// The number of this rank among all, from 0 for the smallest; 0 where there is none.
double ranked(std::vector<double>& numbers, std::size_t rank) {
  if (numbers.empty()) {
    return 0.0;
  }
  const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(numbers.begin(), at, numbers.end());
  return *at;
}

/// The box around most of the spheres: a sample's, without its outermost parts along each axis.
Bounds coreOf(std::span<const Vec3> positions) {
  const std::size_t stride = std::max<std::size_t>(1, positions.size() / collision::kSample);
  Bounds core;
  std::vector<double> sample;
  for (int axis = 0; axis < 3; ++axis) {
    sample.clear();
    for (std::size_t i = 0; i < positions.size(); i += stride) {
      if (positions[i].allFinite()) {
        sample.push_back(positions[i][axis]);
      }
    }
    const std::size_t cut = sample.size() / collision::kTrimmed;
    core.lower[axis] = ranked(sample, cut);
    core.upper[axis] = ranked(sample, sample.size() - 1 - cut);
    const double lost = collision::kTrimmedBack * static_cast<double>(cut) /
                        static_cast<double>(std::max<std::size_t>(1, sample.size())) *
                        (core.upper[axis] - core.lower[axis]);
    core.lower[axis] -= lost;
    core.upper[axis] += lost;
  }
  return core;
}

}  // namespace

void Grid::survey(const Spheres& spheres, ThreadPool* threads) {
  const std::size_t n = spheres.positions.size();
  const double infinity = std::numeric_limits<double>::infinity();
  const SphereSurvey none = {{Vec3::Constant(infinity), Vec3::Constant(-infinity)}, infinity, 0.0, 0.0, 0, {}};
  surveys_.resize(chunksOf(n, collision::kGridChunk));
  cellOf_.resize(n);
  rows_.resize(n);
  forRanges(threads, n, collision::kGridChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    SphereSurvey part = none;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3& p = spheres.positions[i];
      const double reach = spheres.reach(i);
      if (!p.allFinite() || !std::isfinite(reach)) {
        cellOf_[i] = kNowhere;
        rows_[i] = {};
        continue;
      }
      cellOf_[i] = 0;
      part.bounds.lower = part.bounds.lower.cwiseMin(p);
      part.bounds.upper = part.bounds.upper.cwiseMax(p);
      part.smallest = std::min(part.smallest, reach);
      part.largest = std::max(part.largest, reach);
      part.radii += spheres.radii[i];
      ++part.finite;
    }
    surveys_[chunk] = part;
  });
  all_ = none;
  for (const SphereSurvey& part : surveys_) {
    all_.bounds.lower = all_.bounds.lower.cwiseMin(part.bounds.lower);
    all_.bounds.upper = all_.bounds.upper.cwiseMax(part.bounds.upper);
    all_.smallest = std::min(all_.smallest, part.smallest);
    all_.largest = std::max(all_.largest, part.largest);
    all_.radii += part.radii;
    all_.finite += part.finite;
  }
  finite_ = all_.finite;
}

/// How many spheres there are of each size.
void Grid::surveySizes(const Spheres& spheres, ThreadPool* threads) {
  if (all_.largest <= collision::kOneLevel * all_.smallest) {
    all_.ofSize[0] = static_cast<std::uint32_t>(finite_);
    return;
  }
  forRanges(threads, spheres.positions.size(), collision::kGridChunk,
            [&](std::size_t chunk, std::size_t begin, std::size_t end) {
              for (std::size_t i = begin; i < end; ++i) {
                surveys_[chunk].ofSize[all_.sizeOf(spheres.reach(i))] += cellOf_[i] == kNowhere ? 0 : 1;
              }
            });
  for (const SphereSurvey& part : surveys_) {
    for (std::size_t size = 0; size < all_.ofSize.size(); ++size) {
      all_.ofSize[size] += part.ofSize[size];
    }
  }
}

void Grid::chooseLevels(const Spheres& spheres) {
  levels_.assign(collision::kMaxLevels, CellLevel{});
  Bounds core = all_.bounds;
  bool haveCore = false;
  std::int64_t before = 0;
  for (std::size_t k = 0; k < collision::kMaxLevels; ++k) {
    if (plan_.count[k] == 0) {
      continue;
    }
    const auto budget = static_cast<std::int64_t>(collision::kCellsPerSphere * plan_.count[k] +
                                                  finite_ / collision::kSpheresPerSpareCell + collision::kSpareCells);
    const double size = 2.0 * plan_.searches[k].reach;
    levels_[k] = makeCellLevel(size, all_.bounds, core, budget);
    if (levels_[k].wraps && !haveCore) {
      core = coreOf(spheres.positions);
      haveCore = true;
      levels_[k] = makeCellLevel(size, all_.bounds, core, budget);
    }
    levels_[k].before = before + levels_[k].border();
    before += levels_[k].cells + 2 * levels_[k].border();
  }
  tableSize_ = static_cast<std::size_t>(before);
  origin_ = 0.5 * (core.lower + core.upper);
  lookFromFiner();
}

/// In a level that wraps lines of cells meet others: there the finer spheres look for the coarser ones after all.
void Grid::lookFromFiner() {
  for (std::size_t coarse = 0; coarse < collision::kMaxLevels; ++coarse) {
    for (std::uint32_t left = plan_.searches[coarse].finer; left != 0; left &= left - 1) {
      const auto fine = static_cast<std::size_t>(std::countr_zero(left));
      if (levels_[fine].wraps) {
        plan_.searches[coarse].finer &= ~(1U << fine);
        plan_.searches[fine].coarser |= 1U << coarse;
      }
    }
  }
}

void Grid::chooseCells(const Spheres& spheres, ThreadPool* threads) {
  const std::size_t n = spheres.positions.size();
  const std::size_t wanted = std::clamp<std::size_t>(finite_ / collision::kGridChunk, 1, collision::kMostSlabs);
  slabShift_ = 0;
  while ((tableSize_ >> slabShift_) >= wanted && (tableSize_ >> slabShift_) > 0) {
    ++slabShift_;
  }
  slabs_ = (tableSize_ >> slabShift_) + 1;
  slabCounts_.assign(chunksOf(n, collision::kGridChunk) * slabs_, 0);
  const bool oneLevel = plan_.count[0] == finite_;
  forRanges(threads, n, collision::kGridChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint32_t* counts = slabCounts_.data() + chunk * slabs_;
    for (std::size_t i = begin; i < end; ++i) {
      if (cellOf_[i] == kNowhere) {
        continue;
      }
      const CellLevel& level = levels_[oneLevel ? 0 : plan_.levelOf(all_.sizeOf(spheres.reach(i)))];
      cellOf_[i] = static_cast<std::uint32_t>(level.before + level.indexOf(spheres.positions[i].data()));
      ++counts[cellOf_[i] >> slabShift_];
    }
  });
}

void Grid::sortBySlab(const Spheres& spheres, ThreadPool* threads) {
  const std::size_t n = cellOf_.size();
  slabStart_.resize(slabs_ + 1);
  std::uint32_t before = 0;
  for (std::size_t slab = 0; slab < slabs_; ++slab) {
    slabStart_[slab] = before;
    for (std::size_t at = slab; at < slabCounts_.size(); at += slabs_) {
      const std::uint32_t count = slabCounts_[at];
      slabCounts_[at] = before;
      before += count;
    }
  }
  slabStart_[slabs_] = before;
  entries_.resize(finite_);
  const double scale = 1.0 / all_.largest;
  const Vec3 origin = origin_;
  forRanges(threads, n, collision::kGridChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint32_t* next = slabCounts_.data() + chunk * slabs_;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t cell = cellOf_[i];
      if (cell != kNowhere) {
        const Vec3 p = scale * (spheres.positions[i] - origin);
        entries_[next[cell >> slabShift_]++] = {static_cast<float>(p.x()),
                                                static_cast<float>(p.y()),
                                                static_cast<float>(p.z()),
                                                static_cast<float>(scale * spheres.reach(i)),
                                                cell,
                                                static_cast<std::uint32_t>(i)};
      }
    }
  });
}

void Grid::sortByCell(ThreadPool* threads) {
  start_.resize(tableSize_ + 1);
  cell_.resize(finite_);
  order_.resize(finite_ + kSpherePadding);
  for (std::vector<float>* numbers : {&x_, &y_, &z_, &reach_}) {
    numbers->resize(finite_ + kSpherePadding);
  }
  forChunks(threads, slabs_, [&](std::size_t slab) { sortSlab(slab); });
  start_[tableSize_] = static_cast<std::uint32_t>(finite_);
}

void Grid::sortSlab(std::size_t slab) {
  const std::size_t firstCell = slab << slabShift_;
  const std::size_t endCell = std::min(tableSize_, (slab + 1) << slabShift_);
  const std::uint32_t begin = slabStart_[slab];
  const std::uint32_t end = slabStart_[slab + 1];
  // A cell's entry counts its spheres, then is where they end, and sinks to where they begin as they are put there.
  std::fill(start_.begin() + static_cast<std::ptrdiff_t>(firstCell),
            start_.begin() + static_cast<std::ptrdiff_t>(endCell), 0U);
  for (std::uint32_t e = begin; e < end; ++e) {
    ++start_[entries_[e].cell];
  }
  std::uint32_t before = begin;
  for (std::size_t cell = firstCell; cell < endCell; ++cell) {
    before += start_[cell];
    start_[cell] = before;
  }
  for (std::uint32_t e = end; e-- > begin;) {
    const Entry& entry = entries_[e];
    const std::uint32_t place = --start_[entry.cell];
    order_[place] = static_cast<std::int32_t>(entry.slot);
    cell_[place] = entry.cell;
    x_[place] = entry.x;
    y_[place] = entry.y;
    z_[place] = entry.z;
    reach_[place] = entry.reach;
  }
}

void Grid::search(const Spheres& spheres, ThreadPool* threads) {
  const SortedSpheres sorted = {x_.data(),    y_.data(),     z_.data(), reach_.data(),  order_.data(),
                                cell_.data(), start_.data(), levels_,   plan_.searches, spheres};
  found_.resize(chunksOf(finite_, collision::kGridChunk));
  forRanges(threads, finite_, collision::kGridChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    FoundPartners& found = found_[chunk];
    found.rowsCount = 0;
    found.foreignCount = 0;
    std::size_t levelEnd = 0;
    for (std::size_t level = 0; level < levels_.size() && levelEnd < end; ++level) {
      const std::size_t levelBegin = levelEnd;
      levelEnd += plan_.count[level];
      if (levelEnd > begin) {
        findPartners(sorted, level, std::max(begin, levelBegin), std::min(end, levelEnd),
                     static_cast<std::uint32_t>(chunk), found, rows_.data());
      }
    }
  });
}

void Grid::groupForeign() {
  std::size_t total = 0;
  for (const FoundPartners& part : found_) {
    total += part.foreignCount;
  }
  foreignStart_.clear();
  if (total == 0) {
    return;
  }
  foreignStart_.resize(rows_.size() + 1, 0);
  foreign_.resize(total);
  for (const FoundPartners& part : found_) {
    for (std::size_t k = 0; k < part.foreignCount; ++k) {
      ++foreignStart_[static_cast<std::size_t>(part.foreignFirst[k])];
    }
  }
  std::uint32_t before = 0;
  for (std::uint32_t& start : foreignStart_) {
    before += start;
    start = before;
  }
  for (const FoundPartners& part : found_) {
    for (std::size_t k = 0; k < part.foreignCount; ++k) {
      foreign_[--foreignStart_[static_cast<std::size_t>(part.foreignFirst[k])]] = part.foreignSecond[k];
    }
  }
}

void Grid::join(std::size_t count, ThreadPool* threads, std::vector<ParticlePair>& pairs) {
  pairStart_.resize(chunksOf(count, collision::kGridChunk));
  forRanges(threads, count, collision::kGridChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::size_t sum = foreignStart_.empty() ? 0 : foreignStart_[end] - foreignStart_[begin];
    for (std::size_t slot = begin; slot < end; ++slot) {
      sum += rows_[slot].count;
    }
    pairStart_[chunk] = sum;
  });
  std::size_t total = 0;
  for (std::size_t& start : pairStart_) {
    const std::size_t sum = start;
    start = total;
    total += sum;
  }
  pairs.resize(total);
  forRanges(threads, count, collision::kGridChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    const std::size_t last = chunk + 1 < pairStart_.size() ? pairStart_[chunk + 1] : total;
    joinChunk(begin, end, pairs.data() + pairStart_[chunk], pairs.data() + last);
  });
}

/// The rows of some slots, in order, each with what its partners found.
void Grid::joinChunk(std::size_t begin, std::size_t end, ParticlePair* out, ParticlePair* outEnd) const {
  std::vector<std::int32_t> both;
  for (std::size_t slot = begin; slot < end; ++slot) {
    const PartnerRow& row = rows_[slot];
    const auto first = static_cast<std::uint32_t>(slot);
    const std::int32_t* partners = found_[row.chunk].rows.data() + row.begin;
    std::size_t count = row.count;
    if (!foreignStart_.empty() && foreignStart_[slot + 1] > foreignStart_[slot]) {
      both.assign(partners, partners + count);
      both.insert(both.end(), foreign_.data() + foreignStart_[slot], foreign_.data() + foreignStart_[slot + 1]);
      std::sort(both.begin(), both.end());
      partners = both.data();
      count = both.size();
    } else if (count <= kRowPadding && outEnd - out >= static_cast<std::ptrdiff_t>(kRowPadding)) {
      // Most rows: a fixed number is copied, without a test for each; the next row overwrites the rest.
      for (std::size_t k = 0; k < kRowPadding; ++k) {
        out[k] = {first, static_cast<std::uint32_t>(partners[k])};
      }
      out += count;
      continue;
    }
    for (std::size_t k = 0; k < count; ++k) {
      *out++ = {first, static_cast<std::uint32_t>(partners[k])};
    }
  }
}

void Grid::findPairs(std::span<const Vec3> positions, std::span<const double> radii, std::span<const double> margins,
                     ThreadPool* threads, std::vector<ParticlePair>& pairs) {
  const Spheres spheres = {positions, radii, margins};
  survey(spheres, threads);
  if (finite_ == 0) {
    pairs.clear();
    return;
  }
  surveySizes(spheres, threads);
  plan_ = planLevels(all_);
  chooseLevels(spheres);
  chooseCells(spheres, threads);
  sortBySlab(spheres, threads);
  sortByCell(threads);
  search(spheres, threads);
  groupForeign();
  join(positions.size(), threads, pairs);
}

}  // namespace scree
