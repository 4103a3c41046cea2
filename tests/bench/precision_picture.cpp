#include "tests/bench/precision_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "app/studies/svg_plot.h"

namespace scree::bench {

namespace {

/// A line of the picture by the parts of the names of its records.
struct Series {
  const char* engine;
  const char* name;
  const char* legend;
  int colour;
  SvgLine line;
};

constexpr std::array<Series, 6> kSeries = {{
    {"scree", "presets", "Scree, presets", 1, SvgLine::none},
    {"scree", "sweeps", "Scree default, sweeps", 1, SvgLine::solid},
    {"scree", "unrested", "the same, never resting", 1, SvgLine::dashed},
    {"bullet", "iterations", "Bullet, iterations", 2, SvgLine::solid},
    {"bullet", "steps", "Bullet, steps [ms]", 2, SvgLine::dashed},
    {"liggghts", "rayleigh", "LIGGGHTS, Rayleigh %", 3, SvgLine::solid},
}};

/// precision/state/engine/series/label
std::vector<std::string> partsOf(const std::string& name) {
  std::istringstream text(name);
  std::vector<std::string> parts;
  std::string part;
  while (std::getline(text, part, '/')) {
    parts.push_back(part);
  }
  return parts;
}

SvgCurve curveOf(const Series& series, const std::string& scene, const Results& results) {
  SvgCurve curve{.name = series.legend, .colour = series.colour, .line = series.line};
  for (const Record& record : results.records) {
    const std::vector<std::string> parts = partsOf(record.name);
    if (record.kind == "precision" && record.scene == scene && record.engine == series.engine && parts.size() == 5 &&
        parts[3] == series.name) {
      curve.points.emplace_back(record.cpuPerSimulated, 1e3 * record.medianCreep);
      curve.labels.push_back(parts[4]);
    }
  }
  return curve;
}

Plot plotOf(const std::string& scene, const Results& results) {
  Plot plot{.title = fmt::format("Creep of a settled bed, and its cost: {}", scene),
            .xLabel = "s of processor per simulated s",
            .yLabel = "creep of the median grain [mm/s]",
            .logX = true,
            .logY = true};
  for (const Series& series : kSeries) {
    SvgCurve curve = curveOf(series, scene, results);
    if (!curve.points.empty()) {
      plot.curves.push_back(std::move(curve));
    }
  }
  return plot;
}

std::vector<std::string> scenesOf(const Results& results) {
  std::vector<std::string> scenes;
  for (const Record& record : results.records) {
    if (record.kind == "precision" && std::ranges::find(scenes, record.scene) == scenes.end()) {
      scenes.push_back(record.scene);
    }
  }
  return scenes;
}

}  // namespace

std::string precisionPicture(const Results& results) {
  std::vector<Plot> plots;
  for (const std::string& scene : scenesOf(results)) {
    plots.push_back(plotOf(scene, results));
  }
  if (plots.empty()) {
    throw std::runtime_error(
        "there is nothing to draw: no record of kind precision (scree_bench run --only precision)");
  }
  return svgText(plots);
}

}  // namespace scree::bench
