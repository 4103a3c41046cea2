#include "app/studies/reduction/reduction_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

constexpr double kMuchMore = 0.5;  // smallest difference of the plug's share that is reported [percentage points]

using Layers = std::array<DrumLayer, kDrumLayers>;

/// Sums over the samples of a group in a window of time.
Layers layersOf(const Group& group, const TimeWindow& window) {
  Layers sums{};
  for (const ReductionRun* run : group) {
    for (const ReductionSample& sample : run->samples) {
      if (sample.time < window.from - 1e-6 || sample.time > window.to + 1e-6) {
        continue;  // times of samples are sums of steps and need a tolerance
      }
      for (std::size_t i = 0; i < kDrumLayers; ++i) {
        sums[i].grains += sample.reading.layers[i].grains;
        sums[i].speed += sample.reading.layers[i].speed;
        sums[i].plug += sample.reading.layers[i].plug;
        sums[i].members += sample.reading.layers[i].members;
      }
    }
  }
  return sums;
}

double grainsOf(const Layers& layers) {
  double all = 0.0;
  for (const DrumLayer& layer : layers) {
    all += layer.grains;
  }
  return all;
}

/// Mean speed of the grains in a layer [mm/s].
double speedOf(const DrumLayer& layer) { return 1e3 * layer.speed / layer.grains; }

/// Share of all grains that are in the plug and in layer i [percentage points].
double plugOf(const Layers& layers, std::size_t i) { return 100.0 * layers[i].plug / grainsOf(layers); }

std::string depthOf(std::size_t layer) {
  return layer + 1 == kDrumLayers ? fmt::format("{} and more", layer) : fmt::format("{}-{}", layer, layer + 1);
}

}  // namespace

ReportTable layerTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "By depth under the surface of the drum", .head = {"depth d"}};
  std::vector<Layers> sums;
  for (const Group& group : groups) {
    const std::string name = group[0]->what.name();
    table.head.push_back(name + ": mm/s");
    table.head.emplace_back("plug, points");
    table.head.emplace_back("members %");
    sums.push_back(layersOf(group, study.system.measured));
  }
  for (std::size_t layer = 0; layer < kDrumLayers; ++layer) {
    std::vector<std::string> row = {depthOf(layer)};
    for (const Layers& sum : sums) {
      row.push_back(cell(speedOf(sum[layer]), 1));
      row.push_back(cell(plugOf(sum, layer), 2));
      row.push_back(cell(100.0 * sum[layer].members / sum[layer].grains, 0));
    }
    table.rows.push_back(row);
  }
  table.note =
      "Speed is against the drum's rotation. Plug: grains of the layer below the plug's speed, as a share of all "
      "grains; "
      "the sum over the layers is the plug. Where merging makes it larger, full runs creep at a speed just above that "
      "limit, which members do not.";
  return table;
}

std::string plugReason(const ReductionStudy& study, const Group& merged, const Group& full) {
  const Layers own = layersOf(merged, study.system.measured);
  const Layers other = layersOf(full, study.system.measured);
  std::optional<std::size_t> first;
  std::size_t last = 0;
  double sum = 0.0;
  for (std::size_t i = 0; i < kDrumLayers; ++i) {
    const double more = plugOf(own, i) - plugOf(other, i);
    if (more >= kMuchMore) {
      first = first.value_or(i);
      last = i;
      sum += more;
    }
  }
  if (!first) {
    return {};
  }
  return fmt::format(
      "the plug has {:.1f} points more {} to {} d under the surface, where grains go {:.0f} to {:.0f} mm/s against the "
      "drum in full and {:.0f} to {:.0f} merged: members do not creep",
      sum, *first, last + 1, speedOf(other[*first]), speedOf(other[last]), speedOf(own[*first]), speedOf(own[last]));
}

}  // namespace scree
