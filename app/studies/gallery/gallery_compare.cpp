#include "app/studies/gallery/gallery_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr double kErrors = 2.0;  // standard errors within which a difference is none

/// One quantity of a run, in the unit of its kind; several numbers are columns of one profile.
struct GalleryValue {
  GalleryKind kind = GalleryKind::passed;
  std::string name;
  std::vector<double> numbers;
};

std::vector<GalleryValue> valuesOf(const GalleryScene& scene, const GalleryRun& run) {
  const double d = scene.diameter;
  const double weight = run.mass * run.gravity;
  std::vector<GalleryValue> values;
  const auto add = [&values](GalleryKind kind, std::string name, double number) {
    values.push_back({kind, std::move(name), {number}});
  };
  for (std::size_t i = 0; i < kGalleryPassTimes.size(); ++i) {
    add(GalleryKind::passed, fmt::format("passed at {:.0f} %", 100.0 * kGalleryPassTimes[i]),
        100.0 * run.passed[i] / run.mass);
  }
  add(GalleryKind::centreX, "centre x at the end", run.centreEnd.x() / d);
  add(GalleryKind::centreX, "centre x", run.centreMean.x() / d);
  add(GalleryKind::centreZ, "centre z at the end", run.centreEnd.z() / d);
  add(GalleryKind::centreZ, "centre z", run.centreMean.z() / d);
  std::vector<double> heights(run.profile.begin(), run.profile.end());
  std::ranges::for_each(heights, [d](double& height) { height /= d; });
  values.push_back({GalleryKind::surface, "surface", heights});
  for (std::size_t i = 0; i < run.forces.size(); ++i) {
    add(GalleryKind::force, "force x on " + run.bodies[i], 100.0 * run.forces[i].x() / weight);
    add(GalleryKind::force, "force z on " + run.bodies[i], 100.0 * run.forces[i].z() / weight);
  }
  add(GalleryKind::kinetic, "kinetic energy", run.kinetic / (weight * d));
  add(GalleryKind::energy, "energy", run.energy / (weight * d));
  return values;
}

struct Scatter {
  double mean = 0.0;
  double squares = 0.0;  ///< sum of squared deviations
  std::size_t count = 0;
};

Scatter scatterOf(std::span<const std::vector<GalleryValue>> runs, std::size_t value, std::size_t number) {
  Scatter scatter{.count = runs.size()};
  for (const std::vector<GalleryValue>& run : runs) {
    scatter.mean += run[value].numbers[number] / static_cast<double>(runs.size());
  }
  for (const std::vector<GalleryValue>& run : runs) {
    const double apart = run[value].numbers[number] - scatter.mean;
    scatter.squares += apart * apart;
  }
  return scatter;
}

/// Standard error of the difference of two means, from their pooled scatter; 0 with a single run of each.
double errorOf(const Scatter& a, const Scatter& b) {
  const auto freedom = static_cast<double>(a.count + b.count) - 2.0;
  const double variance = freedom > 0.0 ? (a.squares + b.squares) / freedom : 0.0;
  return std::sqrt(variance * (1.0 / static_cast<double>(a.count) + 1.0 / static_cast<double>(b.count)));
}

std::vector<std::vector<GalleryValue>> allValues(const GalleryScene& scene, std::span<const GalleryRun> runs) {
  std::vector<std::vector<GalleryValue>> values;
  for (const GalleryRun& run : runs) {
    if (run.refusal.empty()) {
      values.push_back(valuesOf(scene, run));
    }
  }
  return values;
}

}  // namespace

bool GalleryDifference::isWithinErrors() const { return std::abs(difference) <= kErrors * error + 1e-9; }

double GalleryDifference::excess() const { return std::abs(difference) / (kErrors * error + floor); }

std::vector<GalleryDifference> compareGallery(const GalleryScene& scene, std::span<const GalleryRun> full,
                                              std::span<const GalleryRun> merged) {
  const std::vector<std::vector<GalleryValue>> one = allValues(scene, full);
  const std::vector<std::vector<GalleryValue>> other = allValues(scene, merged);
  std::vector<GalleryDifference> differences;
  if (one.empty() || other.empty()) {
    return differences;
  }
  for (std::size_t i = 0; i < one.front().size(); ++i) {
    const GalleryValue& value = one.front()[i];
    GalleryDifference result{
        .kind = value.kind, .name = value.name, .floor = kGalleryKinds[static_cast<std::size_t>(value.kind)].floor};
    const auto columns = static_cast<double>(value.numbers.size());
    double squares = 0.0;
    double errors = 0.0;
    for (std::size_t number = 0; number < value.numbers.size(); ++number) {
      const Scatter a = scatterOf(one, i, number);
      const Scatter b = scatterOf(other, i, number);
      const double error = errorOf(a, b);
      result.full += a.mean / columns;
      result.merged += b.mean / columns;
      squares += (b.mean - a.mean) * (b.mean - a.mean) / columns;
      errors += error * error / columns;
    }
    const double difference = result.merged - result.full;
    result.difference = value.numbers.size() == 1 ? difference : std::sqrt(squares);
    result.bias = value.kind == GalleryKind::force && result.full < 0.0 ? -difference : difference;
    result.error = std::sqrt(errors);
    differences.push_back(std::move(result));
  }
  return differences;
}

}  // namespace scree
