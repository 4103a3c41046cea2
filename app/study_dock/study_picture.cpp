#include "app/study_dock/study_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "app/study_dock/number_names.h"

namespace scree {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

using Corner = std::array<double, 2>;

/// Twice the area of a triangle; above zero where it turns to the left.
double turn(const Corner& a, const Corner& b, const Corner& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// True if `d` lies in the circle through a triangle that turns to the left.
bool isInCircle(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  const double ax = a[0] - d[0];
  const double ay = a[1] - d[1];
  const double bx = b[0] - d[0];
  const double by = b[1] - d[1];
  const double cx = c[0] - d[0];
  const double cy = c[1] - d[1];
  const double a2 = ax * ax + ay * ay;
  const double b2 = bx * bx + by * by;
  const double c2 = cx * cx + cy * cy;
  constexpr double kRoundOff = 1e-12;  // of coordinates about one: four corners of a square may stay
  return ax * (by * c2 - b2 * cy) - ay * (bx * c2 - b2 * cx) + a2 * (bx * cy - by * cx) > kRoundOff;
}

/// Flips the shared side of two triangles until no corner lies in the circle of another.
void flipSides(std::vector<std::array<std::size_t, 3>>& triangles, const std::vector<Corner>& points) {
  bool isFlipped = true;
  for (std::size_t round = 0; isFlipped && round < triangles.size() + 8; ++round) {
    isFlipped = false;
    std::map<std::array<std::size_t, 2>, std::size_t> sides;  // directed, with the place of the corner before it
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        sides[{triangles[t][k], triangles[t][(k + 1) % 3]}] = 3 * t + k;
      }
    }
    std::vector<bool> isTouched(triangles.size(), false);
    for (const auto& [side, where] : sides) {
      const auto other = sides.find({side[1], side[0]});
      if (other == sides.end() || side[0] > side[1] || isTouched[where / 3] || isTouched[other->second / 3]) {
        continue;
      }
      const std::size_t a = side[0];
      const std::size_t b = side[1];
      const std::size_t c = triangles[where / 3][(where % 3 + 2) % 3];
      const std::size_t d = triangles[other->second / 3][(other->second % 3 + 2) % 3];
      if (isInCircle(points[a], points[b], points[c], points[d])) {
        triangles[where / 3] = {c, a, d};
        triangles[other->second / 3] = {d, b, c};
        isTouched[where / 3] = true;
        isTouched[other->second / 3] = true;
        isFlipped = true;
      }
    }
  }
}

/// Number of each point for colours and axes of the collected numbers.
std::vector<double> numbersOf(const StudyRuns& runs, std::size_t number) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < runs.study->points.size(); ++i) {
    const bool isThere = !runs.study->isStart(i) && runs.readings[i].status.state == PointState::done;
    numbers.push_back(isThere ? runs.readings[i].numbers[number] : kNoNumber);
  }
  return numbers;
}

/// Texts of a key, by setting.
std::vector<std::string> textsOf(const SweepStudy& study, std::size_t key) {
  std::vector<std::string> texts;
  for (const std::vector<std::string>& row : study.rows) {
    texts.push_back(row[key]);
  }
  return texts;
}

double distanceToPiece(double x, double y, double x0, double y0, double x1, double y1) {
  const double length2 = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0);
  const double along =
      length2 > 0.0 ? std::clamp(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length2, 0.0, 1.0) : 0.0;
  return std::hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
}

}  // namespace

ParallelPicture parallelPicture(const StudyRuns& runs, std::size_t number) {
  const SweepStudy& study = runs.study->study;
  ParallelPicture picture;
  const std::vector<std::string> names = shortNames(study.keys);
  std::vector<std::vector<double>> ofRows;  // by key, then by setting
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    KeyAxis made = axisOfTexts(names[k], textsOf(study, k));
    picture.axes.push_back(std::move(made.axis));
    ofRows.push_back(std::move(made.numbers));
  }
  std::vector<double> ofSeeds;
  if (study.seeds.size() > 1 && runs.study->search == nullptr) {
    KeyAxis made = axisOfTexts("seed", study.seeds);
    picture.axes.push_back(std::move(made.axis));
    ofSeeds = std::move(made.numbers);
  }
  picture.keys = picture.axes.size();
  std::vector<std::vector<double>> collected;  // by number, then by point
  for (std::size_t c = 0; c < study.collect.size(); ++c) {
    const NumberName name = nameOfNumber(study.collect[c]);
    collected.push_back(numbersOf(runs, c));
    picture.axes.push_back(axisOver(name.text, name.unit, collected.back()));
  }
  picture.coloured = picture.keys + number;
  for (std::size_t i = runs.study->starts; i < runs.study->points.size(); ++i) {
    const StudyPoint& point = runs.study->points[i];
    RunLine line{.place = i, .shares = {}};
    for (std::size_t k = 0; k < study.keys.size(); ++k) {
      line.shares.push_back(picture.axes[k].shareOf(ofRows[k][point.row]));
    }
    if (!ofSeeds.empty()) {
      line.shares.push_back(picture.axes[study.keys.size()].shareOf(ofSeeds[point.seed]));
    }
    for (std::size_t c = 0; c < study.collect.size(); ++c) {
      line.shares.push_back(picture.axes[picture.keys + c].shareOf(collected[c][i]));
    }
    line.colour = study.collect.empty() ? kNoNumber : line.shares[picture.coloured];
    picture.lines.push_back(std::move(line));
  }
  return picture;
}

std::optional<std::size_t> nearestLine(const ParallelPicture& picture, double width, double height, double x, double y,
                                       double reach) {
  std::optional<std::size_t> nearest;
  const double gap = picture.axes.size() > 1 ? width / static_cast<double>(picture.axes.size() - 1) : 0.0;
  for (std::size_t i = 0; i < picture.lines.size(); ++i) {
    const std::vector<double>& shares = picture.lines[i].shares;
    for (std::size_t a = 0; a < shares.size(); ++a) {
      const std::size_t b = std::min(a + 1, shares.size() - 1);
      if (!std::isfinite(shares[a]) || !std::isfinite(shares[b])) {
        continue;
      }
      const double distance = distanceToPiece(x, y, gap * static_cast<double>(a), (1.0 - shares[a]) * height,
                                              gap * static_cast<double>(b), (1.0 - shares[b]) * height);
      if (distance < reach) {
        reach = distance;
        nearest = i;
      }
    }
  }
  return nearest;
}

std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<Corner>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return points[i]; });
  std::vector<std::array<std::size_t, 3>> triangles;
  const auto turnOf = [&](std::size_t a, std::size_t b, std::size_t c) {
    constexpr double kOnOneLine = 1e-12;  // of coordinates about one
    const double area = turn(points[a], points[b], points[c]);
    return std::abs(area) < kOnOneLine ? 0.0 : area;
  };
  // The points at the beginning that lie on one line, and the first beside it.
  std::size_t first = 2;
  while (first < order.size() && turnOf(order[0], order[1], order[first]) == 0.0) {
    ++first;
  }
  if (first >= order.size()) {
    return triangles;
  }
  const bool isLeft = turnOf(order[0], order[1], order[first]) > 0.0;
  std::vector<std::size_t> hull(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t i = 0; i + 1 < first; ++i) {
    triangles.push_back(isLeft ? std::array{order[i], order[i + 1], order[first]}
                               : std::array{order[i + 1], order[i], order[first]});
  }
  if (!isLeft) {
    std::ranges::reverse(hull);
  }
  hull.push_back(order[first]);
  // Each further point lies outside the hull, which turns to the left: it joins the sides that it sees.
  for (std::size_t next = first + 1; next < order.size(); ++next) {
    const std::size_t point = order[next];
    std::vector<std::size_t> grown;
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const std::size_t before = hull[(i + hull.size() - 1) % hull.size()];
      const std::size_t here = hull[i];
      const std::size_t after = hull[(i + 1) % hull.size()];
      const bool seesBefore = turnOf(before, here, point) < 0.0;
      const bool seesAfter = turnOf(here, after, point) < 0.0;
      if (!seesBefore || !seesAfter) {
        grown.push_back(here);
      }
      if (seesAfter) {
        triangles.push_back({after, here, point});
        if (!seesBefore) {
          grown.push_back(point);
        }
      }
    }
    hull = std::move(grown);
  }
  flipSides(triangles, points);
  return triangles;
}

ValueMap valueMap(const StudyRuns& runs, std::size_t keyX, std::size_t keyY, std::size_t number) {
  const SweepStudy& study = runs.study->study;
  const std::vector<std::string> names = shortNames(study.keys);
  KeyAxis x = axisOfTexts(names[keyX], textsOf(study, keyX));
  KeyAxis y = axisOfTexts(names[keyY], textsOf(study, keyY));
  ValueMap map{.x = std::move(x.axis), .y = std::move(y.axis), .values = {}, .samples = {}, .triangles = {}};
  const std::vector<double> numbers = numbersOf(runs, number);
  std::map<Corner, MapSample> found;
  for (std::size_t i = runs.study->starts; i < numbers.size(); ++i) {
    const std::size_t row = runs.study->points[i].row;
    const Corner at = {map.x.shareOf(x.numbers[row]), map.y.shareOf(y.numbers[row])};
    if (!std::isfinite(numbers[i]) || !std::isfinite(at[0]) || !std::isfinite(at[1])) {
      continue;
    }
    MapSample& sample = found.try_emplace(at, MapSample{at[0], at[1], 0.0, 0, i}).first->second;
    sample.value += numbers[i];
    ++sample.count;
  }
  std::vector<Corner> corners;
  std::vector<double> values;
  for (auto& [at, sample] : found) {
    sample.value /= static_cast<double>(sample.count);
    map.samples.push_back(sample);
    corners.push_back(at);
    values.push_back(sample.value);
  }
  const NumberName name = nameOfNumber(study.collect[number]);
  map.values = axisOver(name.text, name.unit, values);
  map.values.isLog = false;
  map.triangles = triangulate(corners);
  return map;
}

std::optional<double> ValueMap::at(double px, double py) const {
  const Corner p = {px, py};
  for (const auto& [a, b, c] : triangles) {
    const Corner pa = {samples[a].x, samples[a].y};
    const Corner pb = {samples[b].x, samples[b].y};
    const Corner pc = {samples[c].x, samples[c].y};
    const double whole = turn(pa, pb, pc);
    const double u = turn(pb, pc, p) / whole;
    const double v = turn(pc, pa, p) / whole;
    const double w = 1.0 - u - v;
    constexpr double kRoundOff = -1e-9;
    if (u >= kRoundOff && v >= kRoundOff && w >= kRoundOff) {
      return u * samples[a].value + v * samples[b].value + w * samples[c].value;
    }
  }
  return std::nullopt;
}

std::vector<std::array<double, 4>> contourOf(const ValueMap& map, double level) {
  std::vector<std::array<double, 4>> pieces;
  for (const std::array<std::size_t, 3>& triangle : map.triangles) {
    std::vector<Corner> crossings;
    for (std::size_t k = 0; k < 3; ++k) {
      const MapSample& a = map.samples[triangle[k]];
      const MapSample& b = map.samples[triangle[(k + 1) % 3]];
      if ((a.value < level) != (b.value < level)) {
        const double along = (level - a.value) / (b.value - a.value);
        crossings.push_back({a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)});
      }
    }
    if (crossings.size() == 2) {
      pieces.push_back({crossings[0][0], crossings[0][1], crossings[1][0], crossings[1][1]});
    }
  }
  return pieces;
}

}  // namespace scree
