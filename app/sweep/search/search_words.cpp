#include "app/sweep/search/search_words.h"

#include <fmt/format.h>

#include <cmath>

#include "app/sweep/sweep_table.h"

namespace scree {

namespace {

/// Direction in the ranges of some keys along which the objective changes least, and its change from the middle of a
/// range to its end, in squares of its error.
struct WeakDirection {
  Eigen::VectorXd direction;
  double change = 0.0;
};

WeakDirection weakestOf(const Landscape& landscape, const std::vector<Eigen::Index>& keys) {
  const Eigen::MatrixXd information = landscape.information()(keys, keys);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(information);
  constexpr double kHalf = 0.5;
  return {solver.eigenvectors().col(0), std::max(0.0, solver.eigenvalues()[0]) * kHalf * kHalf};
}

std::string keyValue(const SearchStudy& study, std::size_t key, double share) {
  const KeyRange& range = study.ranges[key];
  return fmt::format("{:.3g}{}{}", numberAt(range, share), range.unit.empty() ? "" : " ", range.unit);
}

std::string placeText(const SearchStudy& study, const Eigen::VectorXd& place) {
  std::string text;
  for (std::size_t key = 0; key < study.keys.size(); ++key) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", study.keys[key],
                        keyValue(study, key, place[static_cast<Eigen::Index>(key)]));
  }
  return text;
}

void addTradeOff(const SearchStudy& study, const Landscape& landscape, std::vector<std::string>& doubts) {
  std::vector<Eigen::Index> keys;
  for (Eigen::Index key = 0; key < landscape.optimum().size(); ++key) {
    if (!landscape.leadsOut(key)) {
      keys.push_back(key);
    }
  }
  if (keys.size() < 2) {
    return;
  }
  const WeakDirection weakest = weakestOf(landscape, keys);
  if (weakest.change >= 1.0) {
    return;
  }
  Eigen::Index place = 0;
  weakest.direction.cwiseAbs().maxCoeff(&place);
  const Eigen::Index key = keys[static_cast<std::size_t>(place)];
  const KeyInterval interval = landscape.interval(key);
  Eigen::VectorXd low = landscape.optimum();
  Eigen::VectorXd high = landscape.optimum();
  low[key] = interval.low;
  high[key] = interval.high;
  low = landscape.bestWith(low, {key});
  high = landscape.bestWith(high, {key});
  doubts.push_back(
      fmt::format("The data do not tell the keys apart: on a line from ({}) to ({}) the objective changes by less than "
                  "its error. {}",
                  placeText(study, low), placeText(study, high),
                  study.isMatch() ? "Match another measured number, of another kind of scene."
                                  : "Fix one of the keys, or take more seeds."));
}

}  // namespace

std::vector<KeyResult> keyResults(const SearchStudy& study, const Landscape& landscape) {
  std::vector<KeyResult> results;
  for (std::size_t key = 0; key < study.keys.size(); ++key) {
    const KeyRange& range = study.ranges[key];
    const auto index = static_cast<Eigen::Index>(key);
    const KeyInterval interval = landscape.interval(index);
    KeyResult& result = results.emplace_back();
    result.key = study.keys[key];
    result.unit = range.unit;
    result.value = numberAt(range, landscape.optimum()[index]);
    result.low = numberAt(range, interval.low);
    result.high = numberAt(range, interval.high);
    result.isOpenBelow = interval.isOpenBelow;
    result.isOpenAbove = interval.isOpenAbove;
    for (const auto& [low, high] : interval.gaps) {
      result.gaps.emplace_back(numberAt(range, low), numberAt(range, high));
    }
  }
  return results;
}

std::string textOf(const KeyResult& result) {
  const std::string unit = result.unit.empty() ? "" : " " + result.unit;
  if (result.isOpenBelow && result.isOpenAbove) {
    return fmt::format("not determined between {:.4g} and {:.4g}{}", result.low, result.high, unit);
  }
  if (result.isOpenBelow || result.isOpenAbove) {
    return fmt::format("{:.4g}{}, {} {:.4g}{}", result.value, unit, result.isOpenBelow ? "at most" : "at least",
                       result.isOpenBelow ? result.high : result.low, unit);
  }
  constexpr double kUneven = 1.5;  // ratio of the distances to the ends
  const double below = result.value - result.low;
  const double above = result.high - result.value;
  if (std::max(below, above) > kUneven * std::min(below, above)) {
    return fmt::format("{:.3g}, from {:.3g} to {:.3g}{}", result.value, result.low, result.high, unit);
  }
  return meanText({.count = 2, .mean = result.value, .error = result.error()}, 2) + unit;
}

std::vector<std::string> doubtsOf(const SearchStudy& study, const Landscape& landscape) {
  constexpr double kEnd = 1e-6;  // share of a range
  std::vector<std::string> doubts;
  for (std::size_t key = 0; key < study.keys.size(); ++key) {
    const auto index = static_cast<Eigen::Index>(key);
    if (landscape.leadsOut(index)) {
      doubts.push_back(fmt::format(
          "The optimum lies at the {} end of the range of {}, {}, and beyond it the objective goes on falling: widen "
          "the range, if values beyond it make sense.",
          landscape.optimum()[index] < 0.5 ? "lower" : "upper", study.keys[key],
          keyValue(study, key, landscape.optimum()[index])));
    }
  }
  addTradeOff(study, landscape, doubts);
  const std::vector<KeyResult> results = keyResults(study, landscape);
  for (std::size_t key = 0; key < study.keys.size(); ++key) {
    const KeyResult& result = results[key];
    const auto index = static_cast<Eigen::Index>(key);
    const double place = landscape.optimum()[index];
    if (landscape.leadsOut(index)) {
      continue;  // said above
    }
    if (result.isOpenBelow && result.isOpenAbove) {
      doubts.push_back(fmt::format(
          "The data do not determine {}: from {} to {}, with the other keys at their best, the objective changes by "
          "less than its error.",
          result.key, keyValue(study, key, shareOf(study.ranges[key], fmt::format("{}", result.low))),
          keyValue(study, key, shareOf(study.ranges[key], fmt::format("{}", result.high)))));
    } else if (!result.gaps.empty()) {
      std::string gaps;
      for (const auto& [low, high] : result.gaps) {
        gaps += fmt::format("{}from {:.3g} to {:.3g}", gaps.empty() ? "" : " and ", low, high);
      }
      doubts.push_back(
          fmt::format("More than one value of {} fits: all from {:.3g} to {:.3g} but those {}. The contours "
                      "show the valleys.",
                      result.key, result.low, result.high, gaps));
    } else if (place < kEnd || place > 1.0 - kEnd) {
      doubts.push_back(
          fmt::format("The optimum lies at the {} end of the range of {}: widen it, if values beyond it make sense.",
                      place < 0.5 ? "lower" : "upper", result.key));
    }
  }
  constexpr double kFar = 3.0;  // errors
  for (std::size_t n = 0; n < landscape.measured().size(); ++n) {
    const MeasuredNumber& measured = landscape.measured()[n];
    const Surface& surface = landscape.surfaces()[n];
    const double value = surface.value(landscape.optimum());
    const double error = std::sqrt(measured.error * measured.error + surface.variance(landscape.optimum()));
    if (std::abs(value - measured.value) > kFar * error) {
      doubts.push_back(
          fmt::format("No setting gives all measured values: {} is {:.4g} at the optimum and measured as "
                      "{:.4g}, {:.1f} errors away. The scene may differ from the experiment.",
                      study.numbers[n].name, value, measured.value, std::abs(value - measured.value) / error));
    }
  }
  for (std::size_t n = 0; n < landscape.surfaces().size(); ++n) {
    const Surface& surface = landscape.surfaces()[n];
    const double chance = surface.scatter() / std::sqrt(static_cast<double>(study.seeds));
    const double measured = landscape.isMatch() ? landscape.measured()[n].error : 0.0;
    if (surface.roughness() > std::hypot(chance, measured)) {
      doubts.push_back(
          fmt::format("{} is no polynomial of the keys in the last box: settings lie {:.3g} from its "
                      "surface, more than chance, and the errors are widened by that. Take more stages.",
                      study.numbers[n].name, surface.roughness()));
    }
  }
  return doubts;
}

}  // namespace scree
