#pragma once

#include <string>
#include <vector>

namespace scree {

/// Axis over the values of a key or over collected numbers: numbers, or words one above the other.
struct ValueAxis {
  struct Tick {
    double share = 0.0;
    std::string text;
  };
  std::string name;
  std::string unit;                ///< of the numbers; empty for plain ones
  double low = 0.0;                ///< number at share 0
  double high = 1.0;               ///< number at share 1
  bool isLog = false;              ///< equal ratios are equally far apart
  bool isEmpty = false;            ///< there is no number yet
  std::vector<double> marks;       ///< numbers that have ticks, where these are few; else round ones have
  std::vector<std::string> words;  ///< of an axis of words, in their order

  bool isOfWords() const { return !words.empty(); }
  /// Place of a number between 0, the low end, and 1; NaN for none.
  double shareOf(double number) const;
  /// Number at a place.
  double numberAt(double share) const;
  /// The marks, the words, or round numbers, at most about `most` of these.
  std::vector<Tick> ticks(int most) const;
  /// "friction [m]".
  std::string title() const;
};

/// Axis over numbers, of which some may be none: logarithmic where they are far apart by ratio.
ValueAxis axisOver(std::string name, std::string unit, const std::vector<double>& numbers);

/// Axis over the values of a key, by their texts, with the number of each text on it.
struct KeyAxis {
  ValueAxis axis;
  std::vector<double> numbers;
};
KeyAxis axisOfTexts(std::string name, const std::vector<std::string>& texts);

/// Short text of a number, without zeros behind the point.
std::string shortNumber(double number);
/// Text with as many digits as tell numbers apart that differ by `step`, from 4 to 7.
std::string numberInSteps(double number, double step);

/// Round levels between `low` and `high`, at most about `most`: 1, 2 or 5 times a power of ten apart.
std::vector<double> roundLevels(double low, double high, int most);

}  // namespace scree
