#include "engine/analysis/sensor_suggestion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace scree {

namespace {

using CellIndex = std::array<int, 3>;

struct Cell {
  double weight = 0.0;  ///< weight of splits that no box holds yet
  std::size_t quiet = 0;
};

/// Box of cubes from `lower` to `upper`, both included.
struct CellBox {
  CellIndex lower{};
  CellIndex upper{};

  bool contains(const CellIndex& at) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (at[axis] < lower[axis] || at[axis] > upper[axis]) {
        return false;
      }
    }
    return true;
  }
  /// The `count` layers of cubes outside a face.
  CellBox layers(std::size_t axis, bool above, int count) const {
    CellBox box = *this;
    box.lower[axis] = above ? upper[axis] + 1 : lower[axis] - count;
    box.upper[axis] = above ? upper[axis] + count : lower[axis] - 1;
    return box;
  }
  void take(const CellBox& other) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      lower[axis] = std::min(lower[axis], other.lower[axis]);
      upper[axis] = std::max(upper[axis], other.upper[axis]);
    }
  }
};

bool isUsable(const Vec3& place, double cell) {
  return place.allFinite() && place.cwiseAbs().maxCoeff() < cell * static_cast<double>(1 << 30);
}

class Search {
 public:
  Search(std::span<const SplitPlace> splits, std::span<const Vec3> quiet, const SuggestionOptions& options)
      : options_(options) {
    std::set<ParticleId> movers;
    double weight = 0.0;
    for (const SplitPlace& split : splits) {
      if (split.weight > 0.0 && isUsable(split.position, options.cell)) {
        cells_[cellOf(split.position)].weight += split.weight;
        weight += split.weight;
        movers.insert(split.particle);
      }
    }
    for (const Vec3& place : quiet) {
      if (isUsable(place, options.cell)) {
        ++cells_[cellOf(place)].quiet;
      }
    }
    cost_ = movers.empty() ? 0.0 : options.price * weight / static_cast<double>(movers.size());
  }

  /// Finds the best box and takes its splits out of the search; nothing when no box pays.
  std::optional<CellBox> next() {
    double best = 0.0;
    CellBox box;
    for (const auto& [at, cell] : cells_) {
      if (const double gain = gainOf(cell); gain > best) {
        best = gain;
        box = {at, at};
      }
    }
    if (best <= 0.0) {
      return std::nullopt;
    }
    while (grow(box)) {
    }
    for (auto& [at, cell] : cells_) {
      if (box.contains(at)) {
        cell.weight = 0.0;
      }
    }
    return box;
  }

  CellIndex cellOf(const Vec3& place) const {
    CellIndex at{};
    for (int axis = 0; axis < 3; ++axis) {
      at[static_cast<std::size_t>(axis)] = static_cast<int>(std::floor(place[axis] / options_.cell));
    }
    return at;
  }

 private:
  double gainOf(const Cell& cell) const { return cell.weight - cost_ * static_cast<double>(cell.quiet); }

  double gainOf(const CellBox& box) const {
    double gain = 0.0;
    for (const auto& [at, cell] : cells_) {
      gain += box.contains(at) ? gainOf(cell) : 0.0;
    }
    return gain;
  }

  /// Adds the layers with the largest gain, one or two at a face: a flow may leave a gap. False when no layer pays.
  bool grow(CellBox& box) const {
    double best = 0.0;
    CellBox added;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const bool above : {false, true}) {
        for (const int count : {1, 2}) {
          const CellBox layers = box.layers(axis, above, count);
          if (const double gain = gainOf(layers) / count; gain > best) {
            best = gain;
            added = layers;
          }
        }
      }
    }
    if (best > 0.0) {
      box.take(added);
    }
    return best > 0.0;
  }

  const SuggestionOptions& options_;
  std::map<CellIndex, Cell> cells_;
  double cost_ = 0.0;  ///< price of a quiet grain, in weight
};

bool holds(const SuggestedBox& box, const Vec3& place) {
  return ((place - box.centre).cwiseAbs().array() <= box.halfExtents.array()).all();
}

/// Box about the splits in the cubes, with a margin of a quarter of a cube.
SuggestedBox fitted(const CellBox& cells, const Search& search, std::span<const SplitPlace> splits, double cell) {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 upper = -lower;
  for (const SplitPlace& split : splits) {
    if (split.weight > 0.0 && isUsable(split.position, cell) && cells.contains(search.cellOf(split.position))) {
      lower = lower.cwiseMin(split.position);
      upper = upper.cwiseMax(split.position);
    }
  }
  constexpr double kMargin = 0.25;
  return {.centre = 0.5 * (lower + upper), .halfExtents = 0.5 * (upper - lower) + Vec3::Constant(kMargin * cell)};
}

}  // namespace

double suggestionWeight(SplitCause cause) {
  switch (cause) {
    case SplitCause::beltEnd:
    case SplitCause::sink:
    case SplitCause::edge:
    case SplitCause::passing:
    case SplitCause::impact:
    case SplitCause::body:
    case SplitCause::supportMoved:
    case SplitCause::contactSplit:
    case SplitCause::trialSolve:
    case SplitCause::cut:
    case SplitCause::landed:
    case SplitCause::tooFew:
      return 1.0;
    case SplitCause::none:
    case SplitCause::sensor:
    case SplitCause::overload:
    case SplitCause::changedLoad:
    case SplitCause::acceleration:
    case SplitCause::audit:
    case SplitCause::command:
      break;
  }
  return 0.0;
}

SensorSuggestion suggestSensors(std::span<const SplitPlace> splits, std::span<const Vec3> quiet,
                                const SuggestionOptions& options) {
  SensorSuggestion suggestion;
  for (const SplitPlace& split : splits) {
    suggestion.splits += split.weight > 0.0 ? 1 : 0;
    suggestion.weight += std::max(split.weight, 0.0);
  }
  suggestion.quiet = quiet.size();
  Search search(splits, quiet, options);
  std::vector<char> isHeld(splits.size(), 0);
  while (suggestion.boxes.size() < options.most) {
    const std::optional<CellBox> cells = search.next();
    if (!cells) {
      break;
    }
    SuggestedBox box = fitted(*cells, search, splits, options.cell);
    for (std::size_t i = 0; i < splits.size(); ++i) {
      if (isHeld[i] == 0 && splits[i].weight > 0.0 && holds(box, splits[i].position)) {
        box.weight += splits[i].weight;
      }
    }
    if (box.weight < options.least * suggestion.weight) {
      break;
    }
    for (std::size_t i = 0; i < splits.size(); ++i) {
      isHeld[i] = isHeld[i] != 0 || holds(box, splits[i].position) ? 1 : 0;
    }
    suggestion.held += box.weight;
    suggestion.boxes.push_back(box);
  }
  std::stable_sort(suggestion.boxes.begin(), suggestion.boxes.end(),
                   [](const SuggestedBox& a, const SuggestedBox& b) { return a.weight > b.weight; });
  for (const Vec3& place : quiet) {
    suggestion.quietHeld += std::any_of(suggestion.boxes.begin(), suggestion.boxes.end(),
                                        [&](const SuggestedBox& box) { return holds(box, place); })
                                ? 1
                                : 0;
  }
  return suggestion;
}

}  // namespace scree
