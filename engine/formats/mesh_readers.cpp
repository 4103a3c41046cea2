#include "engine/formats/mesh_readers.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

/// Largest number of tests of a corner against an ear, over all polygons of a file: takes a second at most, and allows
/// one polygon of 10 000 corners.
constexpr std::size_t kMostWork = 50'000'000;

constexpr std::string_view kBlanks = " \t\v\f";
constexpr std::string_view kBlanksAndEnds = " \t\v\f\r\n";

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

bool isInside(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0;
}

/// Vector along the normal of the polygon, by the method of Newell; taken from the first corner, which keeps polygons
/// far from the origin exact.
Vec3 normalOf(const std::vector<Vec3>& points, std::span<const std::uint32_t> polygon) {
  Vec3 normal = Vec3::Zero();
  const Vec3& first = points[polygon[0]];
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    normal += (points[polygon[i]] - first).cross(points[polygon[i + 1]] - first);
  }
  return normal;
}

}  // namespace

MeshProblem problemInLine(const std::string& name, std::size_t line, std::string_view what, std::string_view remedy) {
  return {fmt::format("{}:{}: {}", name, line, what), std::string(remedy)};
}

MeshProblem problemAtByte(const std::string& name, std::size_t byte, std::string_view what, std::string_view remedy) {
  return {fmt::format("{}: byte {}: {}", name, byte, what), std::string(remedy)};
}

std::string_view WordReader::next() {
  for (;;) {
    if (const std::string_view word = nextInLine(); !word.empty()) {
      return word;
    }
    if (!skipLine()) {
      return {};
    }
  }
}

std::string_view WordReader::nextInLine() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
  const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanksAndEnds));
  rest_.remove_prefix(word.size());
  return word;
}

bool WordReader::skipLine() {
  const std::size_t end = rest_.find_first_of("\r\n");
  if (end == std::string_view::npos) {
    rest_ = {};
    return false;
  }
  rest_.remove_prefix(rest_.substr(end).starts_with("\r\n") ? end + 2 : end + 1);
  ++line_;
  return !rest_.empty();
}

double coordinateOf(std::string_view word, const std::string& name, std::size_t line) {
  const std::optional<double> number = numberOf(word);
  if (!number || !std::isfinite(*number)) {
    const std::string what = word.empty() ? "a coordinate is missing" : quotedPart(word) + " is no coordinate";
    throw problemInLine(name, line, what,
                        "write coordinates as numbers with a decimal point, or export the mesh again");
  }
  return *number;
}

double shortestNumber(float x) {
  std::array<char, 32> text;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), x);
  double value = 0.0;
  const auto read = std::from_chars(text.data(), written.ptr, value);
  return read.ec == std::errc() ? value : double{x};
}

bool PolygonCutter::cut(const std::vector<Vec3>& points, std::span<const std::uint32_t> polygon,
                        std::vector<Corners>& triangles) {
  const std::size_t n = polygon.size();
  const auto fan = [&](std::size_t start) {
    for (std::size_t i = 1; i + 1 < n; ++i) {
      triangles.push_back({polygon[start], polygon[(start + i) % n], polygon[(start + i + 1) % n]});
    }
  };
  if (n == 3) {
    fan(0);
    return true;
  }
  const Vec3 normal = normalOf(points, polygon);
  Eigen::Index away = 0;
  normal.cwiseAbs().maxCoeff(&away);
  const Eigen::Index u = (away + 1) % 3;
  const Eigen::Index v = (away + 2) % 3;
  const double side = normal[away] < 0.0 ? -1.0 : 1.0;
  flat_.clear();
  for (const std::uint32_t corner : polygon) {
    const Vec3 from = points[corner] - points[polygon[0]];
    flat_.emplace_back(from[u], side * from[v]);
  }
  bool isConvex = true;
  std::size_t reflex = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool turnsBack = cross(flat_[(i + n - 1) % n], flat_[i], flat_[(i + 1) % n]) < 0.0;
    const bool fits = i == 0 || i + 1 == n || cross(flat_[0], flat_[i], flat_[i + 1]) >= 0.0;
    reflex = turnsBack ? i : reflex;
    isConvex = isConvex && !turnsBack && fits;
  }
  if (n == 4 || isConvex) {
    fan(isConvex ? 0 : reflex);
    return true;
  }
  return cutEars(polygon, triangles);
}

bool PolygonCutter::cutEars(std::span<const std::uint32_t> polygon, std::vector<Corners>& triangles) {
  std::vector<std::uint32_t> left(polygon.size());
  for (std::uint32_t i = 0; i < left.size(); ++i) {
    left[i] = i;
  }
  std::size_t at = 0;
  std::size_t tried = 0;
  while (left.size() > 3) {
    const std::size_t n = left.size();
    work_ += n;
    if (work_ > kMostWork) {
      return false;
    }
    const Eigen::Vector2d& a = flat_[left[at]];
    const Eigen::Vector2d& b = flat_[left[(at + 1) % n]];
    const Eigen::Vector2d& c = flat_[left[(at + 2) % n]];
    bool isEar = cross(a, b, c) >= 0.0;
    for (std::size_t i = 3; i < n && isEar; ++i) {
      const Eigen::Vector2d& p = flat_[left[(at + i) % n]];
      isEar = p == a || p == b || p == c || !isInside(p, a, b, c);
    }
    // A polygon that crosses itself may have no ear left: its rest is cut in order.
    if (!isEar && tried < n) {
      at = (at + 1) % n;
      ++tried;
      continue;
    }
    triangles.push_back({polygon[left[at]], polygon[left[(at + 1) % n]], polygon[left[(at + 2) % n]]});
    const std::size_t gone = (at + 1) % n;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(gone));
    at = gone < at ? at - 1 : at;
    at %= left.size();
    tried = 0;
  }
  triangles.push_back({polygon[left[0]], polygon[left[1]], polygon[left[2]]});
  return true;
}

}  // namespace scree
