#include "app/sweep/search/search_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/sweep/sampling.h"
#include "app/sweep/search/evolution.h"
#include "app/sweep/sweep_table.h"

namespace scree {

namespace {

constexpr double kReach = 1.1;        // surfaces are trusted this much beyond their box
constexpr double kLeastShrink = 0.5;  // a stage's box has at least half the width of the one before
constexpr double kLeastHalf = 0.005;  // half width of a box, as a share of the ranges
// Excess up to which places stay in the next box: three standard errors, and five for a minimum, whose place comes from
// the curvature, which a smaller box would lose in the chance.
constexpr double kRegionOfMatch = 9.0;
constexpr double kRegionOfMinimum = 25.0;
constexpr double kMargin = 1.1;
constexpr double kEnough = 0.9;  // of the error comes from the measured values: more runs change it little

SearchBox boxAround(const Eigen::VectorXd& centre, const Eigen::VectorXd& half) {
  SearchBox box = wholeBox(centre.size());
  for (Eigen::Index key = 0; key < centre.size(); ++key) {
    const double width = std::min(half[key], 0.5);
    const double middle = std::clamp(centre[key], width, 1.0 - width);
    box.low[key] = middle - width;
    box.high[key] = middle + width;
  }
  return box;
}

SearchBox widened(const SearchBox& box, double factor) {
  const Eigen::VectorXd half = factor * box.halfWidth();
  return {(box.centre() - half).cwiseMax(0.0), (box.centre() + half).cwiseMin(1.0)};
}

/// Box of the next stage: all that is within some standard errors of the optimum, but no less than half as wide.
SearchBox nextBox(const Landscape& landscape, const SearchBox& box) {
  Eigen::VectorXd centre(box.low.size());
  Eigen::VectorXd half(box.low.size());
  for (Eigen::Index key = 0; key < centre.size(); ++key) {
    const KeyInterval region = landscape.interval(key, landscape.isMatch() ? kRegionOfMatch : kRegionOfMinimum);
    centre[key] = 0.5 * (region.low + region.high);
    half[key] = std::max({0.5 * kMargin * (region.high - region.low), kLeastShrink * box.halfWidth()[key], kLeastHalf});
  }
  return boxAround(centre, half);
}

std::size_t countIn(const SearchState& state, const SearchBox& box) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    count += box.contains(state.settings[i].place) ? 1 : 0;
  }
  return count;
}

/// Landscape of the settings in a box; empty if it holds too few.
std::optional<Landscape> landscapeIn(const SearchStudy& study, const SearchState& state, const SearchBox& box) {
  const auto needed = static_cast<std::size_t>(coefficientsOf(box.low.size()) + 1);
  std::vector<Surface> surfaces;
  for (std::size_t n = 0; n < study.numbers.size(); ++n) {
    std::vector<SurfaceSample> samples;
    for (std::size_t i = 0; i < state.values.size(); ++i) {
      if (!state.values[i][n].empty() && box.contains(state.settings[i].place)) {
        samples.push_back({state.settings[i].place, state.values[i][n]});
      }
    }
    std::optional<Surface> surface = samples.size() < needed ? std::nullopt : Surface::fit(samples, box);
    if (!surface) {
      return std::nullopt;
    }
    surfaces.push_back(std::move(*surface));
  }
  const SearchBox domain = widened(box, kReach);
  return study.isMatch() ? Landscape(std::move(surfaces), study.measured, domain)
                         : Landscape(std::move(surfaces.front()), domain);
}

/// True if the optimum lies at an end of the landscape's domain that is no end of the ranges.
bool isAtInnerEnd(const Landscape& landscape) {
  constexpr double kNear = 1e-6;
  const SearchBox& domain = landscape.domain();
  for (Eigen::Index key = 0; key < domain.low.size(); ++key) {
    const double place = landscape.optimum()[key];
    if ((place < domain.low[key] + kNear && domain.low[key] > 0.0) ||
        (place > domain.high[key] - kNear && domain.high[key] < 1.0)) {
      return true;
    }
  }
  return false;
}

bool isWhole(const SearchBox& box) { return box.low.maxCoeff() <= 0.0 && box.high.minCoeff() >= 1.0; }

/// Box of an evolution's surfaces: shrinks as those of stages do, while it holds twice as many settings as a surface
/// has coefficients.
SearchBox boxOfAll(const SearchStudy& study, const SearchState& state) {
  constexpr int kMostRounds = 10;
  SearchBox box = wholeBox(static_cast<Eigen::Index>(study.keys.size()));
  const auto needed = static_cast<std::size_t>(2 * coefficientsOf(box.low.size()));
  for (int round = 0; round < kMostRounds; ++round) {
    SearchBox used = box;
    const std::optional<Landscape> landscape = landscapeOf(study, state, used);
    if (!landscape) {
      break;
    }
    const SearchBox next = nextBox(*landscape, box);
    if (countIn(state, next) < needed) {
      break;
    }
    box = next;
  }
  return box;
}

class Search {
 public:
  Search(const SearchStudy& study, const ValuesOf& values) : study_(study), values_(values) {}

  SearchState run() {
    if (study_.method == SearchMethod::stages) {
      runStages();
    } else {
      runEvolution();
    }
    return std::move(state_);
  }

 private:
  void runStages() {
    SearchBox box = wholeBox(static_cast<Eigen::Index>(study_.keys.size()));
    while (!state_.isOver) {
      const std::size_t count = countLeft();
      if (count == 0) {
        return;
      }
      Generation places;
      const std::uint64_t seed = study_.seed * 1000003U + state_.stages.size();
      for (const std::vector<double>& share :
           sampleUnit(SampleMethod::sobol, static_cast<int>(count), study_.keys.size(), seed)) {
        const Eigen::Map<const Eigen::VectorXd> at(share.data(), box.low.size());
        places.emplace_back(box.low + at.cwiseProduct(box.high - box.low));
      }
      if (!addStage(places, box)) {
        return;
      }
      SearchStage& stage = state_.stages.back();
      stage.landscape = landscapeOf(study_, state_, stage.box);
      endStage();
      if (stage.landscape) {
        box = nextBox(*stage.landscape, box);
      }
    }
  }

  void runEvolution() {
    const EvolutionOptions options{.keys = static_cast<int>(study_.keys.size()),
                                   .population = study_.points,
                                   .generations = study_.stages + 1,  // the stages end it
                                   .seed = study_.seed};
    evolve(options, [this](const Generation& places) -> std::optional<std::vector<double>> {
      if (countLeft() < places.size()) {
        end("the budget is spent");
        return std::nullopt;
      }
      if (!addStage(places, wholeBox(places.front().size()))) {
        return std::nullopt;
      }
      std::vector<double> objectives;
      for (std::size_t i = state_.stages.back().first; i < state_.values.size(); ++i) {
        const double value = objectiveOf(study_, state_.values[i]).value;
        objectives.push_back(std::isfinite(value) ? value : std::numeric_limits<double>::infinity());
      }
      SearchStage& stage = state_.stages.back();
      stage.box = boxOfAll(study_, state_);
      stage.landscape = landscapeOf(study_, state_, stage.box);
      endStage();
      return state_.isOver ? std::nullopt : std::optional(std::move(objectives));
    });
  }

  void end(const char* reason) {
    if (!state_.isOver) {
      state_.isOver = true;
      state_.end = reason;
    }
  }

  /// Number of settings of the next stage; 0, and the end, where there is none.
  std::size_t countLeft() {
    const std::int64_t runs = static_cast<std::int64_t>(study_.seeds) * static_cast<std::int64_t>(study_.scenes.size());
    const std::int64_t left = study_.budget / runs - static_cast<std::int64_t>(state_.settings.size());
    if (state_.stages.size() >= static_cast<std::size_t>(study_.stages)) {
      end("all stages are through");
    } else if (left < 1) {
      end("the budget is spent");
    }
    return state_.isOver ? 0 : static_cast<std::size_t>(std::min<std::int64_t>(study_.points, left));
  }

  /// Adds the settings of a stage. False where their values are not all known.
  bool addStage(const Generation& places, const SearchBox& box) {
    SearchStage& stage = state_.stages.emplace_back();
    stage.box = box;
    stage.first = state_.settings.size();
    stage.count = places.size();
    for (const Eigen::VectorXd& place : places) {
      SearchSetting& setting = state_.settings.emplace_back();
      setting.stage = state_.stages.size() - 1;
      setting.place = place;
      for (std::size_t key = 0; key < study_.keys.size(); ++key) {
        const auto index = static_cast<Eigen::Index>(key);
        setting.row.push_back(study_.ranges[key].at(place[index]));
        setting.place[index] = shareOf(study_.ranges[key], setting.row.back());
      }
    }
    std::vector<SettingValues> all;
    for (std::size_t i = stage.first; i < state_.settings.size(); ++i) {
      std::optional<SettingValues> values = values_(i, state_.settings[i]);
      if (!values) {
        return false;
      }
      all.push_back(std::move(*values));
    }
    std::ranges::move(all, std::back_inserter(state_.values));
    return true;
  }

  /// Ends the search where the optimum is known well enough, or cannot be known.
  void endStage() {
    const std::optional<Landscape>& landscape = state_.stages.back().landscape;
    if (!landscape) {
      const auto hasNumbers = [](const SettingValues& values) {
        return std::ranges::none_of(values, [](const std::vector<double>& of) { return of.empty(); });
      };
      const auto first = state_.values.begin() + static_cast<std::ptrdiff_t>(state_.stages.back().first);
      if (std::none_of(first, state_.values.end(), hasNumbers)) {
        end("no setting of its last stage has all numbers: see the failed runs");
      }
      return;
    }
    // The first surfaces span the whole ranges: what they say of the errors is coarse.
    if (state_.stages.size() < 2) {
      return;
    }
    bool isWanted = false;
    bool isReached = true;
    for (std::size_t key = 0; key < study_.keys.size(); ++key) {
      if (study_.precision[key]) {
        isWanted = true;
        const KeyInterval interval = landscape->interval(static_cast<Eigen::Index>(key));
        const KeyRange& range = study_.ranges[key];
        const double error = 0.5 * (numberAt(range, interval.high) - numberAt(range, interval.low));
        isReached = isReached && !interval.isOpenBelow && !interval.isOpenAbove && error <= *study_.precision[key];
      }
    }
    if (isWanted && isReached) {
      end("the precision is reached");
    } else if (!isWanted && landscape->isMatch() && landscape->shareOfMeasured() >= kEnough) {
      end("the errors are those of the measured values; more runs would change them little");
    }
  }

  const SearchStudy& study_;
  const ValuesOf& values_;
  SearchState state_;
};

}  // namespace

const SearchStage* SearchState::stage() const {
  const SearchStage* last = nullptr;
  for (const SearchStage& each : stages) {
    last = each.landscape ? &each : last;
  }
  return last;
}

const Landscape* SearchState::landscape() const {
  const SearchStage* last = stage();
  return last == nullptr ? nullptr : &*last->landscape;
}

SearchState searchState(const SearchStudy& study, const ValuesOf& values) { return Search(study, values).run(); }

std::optional<Landscape> landscapeOf(const SearchStudy& study, const SearchState& state, SearchBox& box) {
  constexpr double kWiden = 1.3;
  std::optional<Landscape> landscape = landscapeIn(study, state, box);
  // An optimum at an end of the box that is none of the ranges lies outside, or is drawn there by chance.
  while ((!landscape || isAtInnerEnd(*landscape)) && !isWhole(box)) {
    box = widened(box, kWiden);
    landscape = landscapeIn(study, state, box);
  }
  return landscape;
}

SettingObjective objectiveOf(const SearchStudy& study, const SettingValues& values) {
  SettingObjective result{.value = 0.0, .error = 0.0};
  for (std::size_t n = 0; n < study.numbers.size(); ++n) {
    const SeedMean mean = meanOf(values[n]);
    if (!study.isMatch()) {
      return {mean.mean, mean.error};
    }
    const MeasuredNumber& measured = study.measured[n];
    const double distance = (mean.mean - measured.value) / measured.error;
    result.value += distance * distance;
    const double part = 2.0 * distance * mean.error / measured.error;
    result.error += part * part;
  }
  result.error = std::sqrt(result.error);
  return result;
}

}  // namespace scree
