#include "app/study_dock/value_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "app/study_dock/number_names.h"

namespace scree {

namespace {

constexpr double kFarApart = 30.0;     // ratio of the ends from which an axis is logarithmic
constexpr double kHardlyApart = 1e-6;  // of the numbers: differences that are no more count as none
constexpr std::size_t kFewValues = 7;  // of a key, each of which has a tick

}  // namespace

std::string shortNumber(double number) { return std::isfinite(number) ? fmt::format("{:.4g}", number) : "-"; }

std::string numberInSteps(double number, double step) {
  if (number == 0.0 || !(step > 0.0)) {
    return shortNumber(number);
  }
  const int digits = static_cast<int>(std::ceil(std::log10(std::abs(number) / step) - 1e-9)) + 1;
  return fmt::format("{:.{}g}", number, std::clamp(digits, 4, 7));
}

std::vector<double> roundLevels(double low, double high, int most) {
  std::vector<double> levels;
  if (!(high > low) || most < 1) {
    return levels;
  }
  const double rough = (high - low) / most;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = rough <= power         ? power
                      : rough <= 2.0 * power ? 2.0 * power
                      : rough <= 5.0 * power ? 5.0 * power
                                             : 10.0 * power;
  constexpr double kRoundOff = 1e-9;
  for (double i = std::ceil(low / step - kRoundOff); i * step <= high + kRoundOff * step; ++i) {
    levels.push_back(i == 0.0 ? 0.0 : i * step);
  }
  return levels;
}

double ValueAxis::shareOf(double number) const {
  if (!std::isfinite(number) || (isLog && number <= 0.0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return isLog ? std::log(number / low) / std::log(high / low) : (number - low) / (high - low);
}

double ValueAxis::numberAt(double share) const {
  return isLog ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::vector<ValueAxis::Tick> ValueAxis::ticks(int most) const {
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < words.size(); ++i) {
    ticks.push_back({shareOf(static_cast<double>(i)), words[i]});
  }
  for (const double mark : marks) {
    ticks.push_back({shareOf(mark), shortNumber(mark)});
  }
  if (isOfWords() || isEmpty || !marks.empty()) {
    return ticks;
  }
  if (isLog) {
    const double decades = std::log10(high / low);
    const double stride = std::max(1.0, std::ceil(decades / std::max(1, most)));
    for (double d = std::ceil(std::log10(low) - 1e-9); d <= std::log10(high) + 1e-9; d += stride) {
      ticks.push_back({shareOf(std::pow(10.0, d)), shortNumber(std::pow(10.0, d))});
    }
    return ticks;
  }
  const std::vector<double> levels = roundLevels(low, high, most);
  for (const double level : levels) {
    ticks.push_back({shareOf(level), numberInSteps(level, levels.size() > 1 ? levels[1] - levels[0] : 0.0)});
  }
  return ticks;
}

std::string ValueAxis::title() const { return unit.empty() ? name : name + " [" + unit + "]"; }

ValueAxis axisOver(std::string name, std::string unit, const std::vector<double>& numbers) {
  ValueAxis axis{.name = std::move(name), .unit = std::move(unit), .marks = {}, .words = {}};
  bool isFirst = true;
  for (const double number : numbers) {
    if (std::isfinite(number)) {
      axis.low = isFirst ? number : std::min(axis.low, number);
      axis.high = isFirst ? number : std::max(axis.high, number);
      isFirst = false;
    }
  }
  axis.isEmpty = isFirst;
  if (!isFirst && axis.high - axis.low <= kHardlyApart * std::max(std::abs(axis.low), std::abs(axis.high))) {
    axis.marks = {axis.low};
    const double half = axis.low == 0.0 ? 0.5 : 0.05 * std::abs(axis.low);
    axis.low -= half;
    axis.high += half;
  }
  axis.isLog = axis.low > 0.0 && axis.high / axis.low > kFarApart;
  return axis;
}

KeyAxis axisOfTexts(std::string name, const std::vector<std::string>& texts) {
  KeyAxis made;
  std::string unit;
  bool areNumbers = !texts.empty();
  for (const std::string& text : texts) {
    const KeyNumber number = numberOf(text);
    areNumbers = areNumbers && std::isfinite(number.value) && (made.numbers.empty() || number.unit == unit);
    unit = number.unit;
    made.numbers.push_back(number.value);
  }
  if (areNumbers) {
    made.axis = axisOver(std::move(name), unit, made.numbers);
    const std::set<double> different(made.numbers.begin(), made.numbers.end());
    if (different.size() <= kFewValues) {
      made.axis.marks.assign(different.begin(), different.end());
    }
    return made;
  }
  made.axis.name = std::move(name);
  std::vector<std::string>& words = made.axis.words;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto found = std::ranges::find(words, texts[i]);
    if (found == words.end()) {
      words.push_back(texts[i]);
      found = words.end() - 1;
    }
    made.numbers[i] = static_cast<double>(found - words.begin());
  }
  made.axis.low = words.size() > 1 ? 0.0 : -0.5;
  made.axis.high = words.size() > 1 ? static_cast<double>(words.size() - 1) : 0.5;
  return made;
}

}  // namespace scree
