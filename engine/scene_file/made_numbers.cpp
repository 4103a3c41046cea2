#include "engine/scene_file/made_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/scene_file/fields.h"

namespace scree {

namespace {

/// Keys of sizes that neighbouring parts fit.
constexpr std::array<std::string_view, 4> kFixed = {"diameter", "length", "sides", "shaft"};

/// Visits the numbers of a made mesh: lists them, or sets one.
class NumberVisitor {
 public:
  NumberVisitor() = default;
  NumberVisitor(std::string_view key, double value) : wanted_(key), value_(value) {}

  void quantity(const Field& field, double& value, Dimension dimension, const Range& range) {
    number(std::string(field.key), field, value, dimension, range, false);
  }
  void quantity(const Field& field, std::optional<double>& value, Dimension dimension, const Range& range) {
    if (value) {
      number(std::string(field.key), field, *value, dimension, range, false);
    }
  }
  void quantities(const Field& field, std::vector<double>& values, std::size_t, Dimension dimension,
                  const Range& range) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      number(fmt::format("{} {}", field.key, i + 1), field, values[i], dimension, range, false);
    }
  }
  void whole(const Field& field, int& value, const Range& range) {
    double number_ = value;
    number(std::string(field.key), field, number_, Dimension::number, range, true);
    value = static_cast<int>(std::lround(number_));
  }
  void vector(const Field&, Vec3&, Dimension, const Range&) {}
  void flag(const Field&, bool&) {}
  void text(const Field&, std::string&) {}

  std::vector<MadeNumber> numbers;

 private:
  void number(std::string key, const Field& field, double& value, Dimension dimension, const Range& range,
              bool isWhole) {
    if (std::find(kFixed.begin(), kFixed.end(), key) != kFixed.end()) {
      return;
    }
    if (key == wanted_) {
      value = value_;
    }
    numbers.push_back({.key = std::move(key),
                       .meaning = std::string(field.meaning),
                       .dimension = dimension,
                       .value = value,
                       .least = range.least,
                       .most = range.most,
                       .isWhole = isWhole});
  }

  std::string_view wanted_;
  double value_ = 0.0;
};

struct PartName {
  template <class Part>
  std::string_view operator()(const Part&) const {
    return kAlternative<Part>.key;
  }
};

/// Whether a number has an effect alone.
struct IsInUse {
  const std::string& key;

  bool operator()(const DrumMesh& m) const {
    return (m.bumps.any() || !key.starts_with("bump_")) && (m.lifters > 0 || !key.starts_with("lifter"));
  }
  bool operator()(const OutletMesh& m) const {
    return (m.bumps.any() || !key.starts_with("bump_")) && (!m.widths.any() || (key != "alpha" && key != "beta"));
  }
  bool operator()(const auto&) const { return true; }
};

}  // namespace

std::string_view partName(const MadeMesh& made) { return std::visit(PartName{}, made); }

std::vector<MadeNumber> numbersOf(const MadeMesh& made) {
  MadeMesh copy = made;
  NumberVisitor visitor;
  std::visit([&](auto& part) { fields(visitor, part); }, copy);
  std::erase_if(visitor.numbers, [&](const MadeNumber& one) { return !std::visit(IsInUse{one.key}, made); });
  return std::move(visitor.numbers);
}

ReadUnit readUnit(const MadeNumber& number) {
  if (number.dimension == Dimension::length) {
    return {"mm", 1e3};
  }
  if (number.dimension == Dimension::angle) {
    return {"deg", 180.0 / std::numbers::pi};
  }
  return {};
}

std::string textOf(const MadeNumber& number) {
  const ReadUnit unit = readUnit(number);
  return fmt::format("{:.6g}{}{}", unit.scale * number.value, unit.name.empty() ? "" : " ", unit.name);
}

MadeMesh withNumber(const MadeMesh& made, std::string_view key, double value) {
  MadeMesh changed = made;
  NumberVisitor visitor(key, value);
  std::visit([&](auto& part) { fields(visitor, part); }, changed);
  return changed;
}

}  // namespace scree
