#include "app/sweep/wanted_points.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

/// Seeds of each row of a study that are run; 0: the row is not run.
class RowSeeds {
 public:
  explicit RowSeeds(const SweepStudy& study) : study_(study), counts_(study.rows.size(), 0) {
    const std::size_t values = valuesOf(study);
    for (std::size_t row = 0; row < counts_.size(); ++row) {
      counts_[row] = row % values < 2 ? firstCount() : 0;
    }
  }

  bool wants(const StudyPoint& point) const { return point.seed < counts_[point.row]; }

  /// Adds seeds and values that the results ask for. Returns false where they ask for none.
  bool extend(const CollectedTable& table) {
    bool isMore = false;
    for (const PairedDifference& difference : table.differences) {
      isMore = addValue(difference) || isMore;
    }
    if (study_.moreSeeds) {
      isMore = addSeeds(table) || isMore;
    }
    return isMore;
  }

 private:
  std::size_t firstCount() const {
    return study_.moreSeeds ? study_.moreSeeds->first : std::max<std::size_t>(1, study_.seeds.size());
  }
  std::size_t runs() const {
    std::size_t sum = 0;
    for (const std::size_t count : counts_) {
      sum += count;
    }
    return sum;
  }
  bool mayAdd(std::size_t count) const {
    return !study_.moreSeeds || !study_.moreSeeds->runs || runs() + count <= *study_.moreSeeds->runs;
  }

  /// The next value of a comparison, where the last one that is run is surely beyond a bound.
  bool addValue(const PairedDifference& difference) {
    const std::size_t next = difference.other + 1;
    if (next % valuesOf(study_) == 0 || counts_[next] > 0) {
      return false;
    }
    for (std::size_t c = 0; c < study_.collect.size(); ++c) {
      const auto bound = study_.compare->bounds.find(study_.collect[c]);
      if (bound != study_.compare->bounds.end() && isSurelyBeyond(difference.means[c], bound->second) &&
          mayAdd(counts_[difference.row])) {
        counts_[next] = counts_[difference.row];
        return true;
      }
    }
    return false;
  }

  /// Seeds that a mean needs for the error wanted, up to twice those that it has.
  std::size_t neededFor(const SeedMean& mean, double wanted, std::size_t count) const {
    if (mean.count < 2 || !(mean.error > wanted)) {
      return count;
    }
    const double share = mean.error / wanted;
    const double needed = std::ceil(static_cast<double>(mean.count) * share * share);
    return std::min({count + mean.count, study_.seeds.size(),
                     count + static_cast<std::size_t>(std::max(1.0, needed - static_cast<double>(mean.count)))});
  }

  std::size_t neededOf(const std::vector<SeedMean>& means, std::size_t count) const {
    std::size_t needed = count;
    for (std::size_t c = 0; c < study_.collect.size(); ++c) {
      const auto wanted = study_.moreSeeds->errors.find(study_.collect[c]);
      if (wanted != study_.moreSeeds->errors.end()) {
        needed = std::max(needed, neededFor(means[c], wanted->second, count));
      }
    }
    return needed;
  }

  bool setCount(std::size_t row, std::size_t count) {
    if (count <= counts_[row] || !mayAdd(count - counts_[row])) {
      return false;
    }
    counts_[row] = count;
    return true;
  }

  bool addSeeds(const CollectedTable& table) {
    bool isMore = false;
    for (std::size_t i = 0; !study_.compare && i < table.rows.size(); ++i) {
      const std::size_t row = table.rows[i];
      isMore = setCount(row, neededOf(table.means[i], counts_[row])) || isMore;
    }
    for (const PairedDifference& difference : table.differences) {
      // Both sides of a pair.
      const std::size_t needed = neededOf(difference.means, counts_[difference.other]);
      isMore = setCount(difference.row, needed) || isMore;
      isMore = setCount(difference.other, std::min(needed, counts_[difference.row])) || isMore;
    }
    return isMore;
  }

  const SweepStudy& study_;
  std::vector<std::size_t> counts_;
};

}  // namespace

std::vector<StudyPoint> wantedPoints(const SweepStudy& study, const std::vector<StudyPoint>& all,
                                     const SweepFolder& folder) {
  RowSeeds seeds(study);
  for (;;) {
    std::vector<StudyPoint> points;
    std::ranges::copy_if(all, std::back_inserter(points), [&](const StudyPoint& point) { return seeds.wants(point); });
    const bool isFixed = !study.moreSeeds && valuesOf(study) <= 2;
    const bool areThrough = !isFixed && std::ranges::all_of(points, [&](const StudyPoint& point) {
      const PointState state = statusOf(folder.point(point.hash)).state;
      return state == PointState::done || state == PointState::failed;
    });
    if (!areThrough || !seeds.extend(collectedTable(study, points, folder))) {
      return points;
    }
  }
}

}  // namespace scree
