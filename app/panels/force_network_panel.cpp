#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/panels/panel.h"
#include "app/widgets/line_plot.h"

// Statistics of the contacts that push: forces, coordination, directions.
namespace scree {

namespace {

constexpr float kRoseHeight = 8.0f;  // in letters
constexpr std::array<std::string_view, 3> kRosePlanes = {"x-z", "y-z", "x-y"};

void drawForces(PanelContext& context, const ForceStatistics& network) {
  PlottedLine line{.xName = "force / mean", .yName = "Probability density of normal forces"};
  const double width = ForceStatistics::kMostForce / ForceStatistics::kForceBins;
  for (std::size_t i = 0; i + 1 < network.forces.size(); ++i) {
    line.x.push_back(width * (static_cast<double>(i) + 0.5));
    line.y.push_back(static_cast<double>(network.forces[i]) / (width * static_cast<double>(network.contacts)));
  }
  line.bars = true;
  line.logarithmic = true;
  line.help =
      "Share of the contacts by normal force over the mean one, on a logarithmic scale: a straight fall is an "
      "exponential distribution.";
  drawLinePlot(context, "network.forces", line);
}

void drawCoordination(PanelContext& context, const ForceStatistics& network) {
  PlottedLine line{.xName = "contacts", .yName = "Grains", .help = "Number of grains by contacts that push."};
  for (std::size_t i = 0; i < network.coordination.size(); ++i) {
    line.x.push_back(static_cast<double>(i));
    line.y.push_back(static_cast<double>(network.coordination[i]));
  }
  line.bars = true;
  drawLinePlot(context, "network.coordination", line);
}

/// Rose of the directions of normals in a plane: petals in both directions, as a normal has no sign.
void drawRose(PanelContext& context, const std::array<double, ForceStatistics::kDirections>& counts) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, std::round(kRoseHeight * ImGui::GetFontSize()));
  ImGui::InvisibleButton("rose", size);
  probe(context, "network.rose");
  tooltip(
      "Directions of the normals at contacts in this plane: the longer a petal, the more contacts push that way. "
      "The ring is their mean, the rose of a packing without a preferred direction.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, theme::kGround, 3.0f);
  const double most = *std::ranges::max_element(counts);
  if (!(most > 0.0)) {
    return;
  }
  double mean = 0.0;
  for (const double count : counts) {
    mean += count / static_cast<double>(counts.size());
  }
  const ImVec2 centre(low.x + 0.5f * size.x, low.y + 0.5f * size.y);
  const float radius = 0.5f * size.y - 4.0f;
  const double bin = std::numbers::pi / static_cast<double>(counts.size());
  for (std::size_t i = 0; i < 2 * counts.size(); ++i) {
    const double length = static_cast<double>(radius) * counts[i % counts.size()] / most;
    const auto at = [&](double angle) {
      return ImVec2(centre.x + static_cast<float>(length * std::cos(angle)),
                    centre.y - static_cast<float>(length * std::sin(angle)));
    };
    list.AddTriangleFilled(centre, at(bin * static_cast<double>(i) + 0.02), at(bin * static_cast<double>(i + 1) - 0.02),
                           theme::kAccent);
  }
  list.AddCircle(centre, radius * static_cast<float>(mean / most), theme::kDim, 48, 1.2f);
}

}  // namespace

void drawForceNetworkPanel(PanelContext& context) {
  const ForceStatistics* network = context.snapshot->onRequest.network.get();
  if (network == nullptr || network->contacts == 0) {
    wrappedText("No contact pushes yet.", ImGui::GetContentRegionAvail().x, theme::kDim);
    return;
  }
  valueRow(context, "Contacts", grouped(network->contacts), "Contacts that push.");
  if (network->kept > 0) {
    valueRow(context, "in aggregates", grouped(network->kept),
             "Contacts inside aggregates: their forces are those of the moment when they merged.");
  }
  valueRow(context, "Mean force", quantity(network->mean, "N"), "Mean normal force at the contacts.");
  valueRow(context, "Largest",
           fmt::format("{} ({:.3g} means)", quantity(network->largest, "N"), network->largest / network->mean),
           "Largest normal force.");
  valueRow(context, "Coordination", fmt::format("{:.3g}", network->meanCoordination), "Contacts that push, a grain.");
  valueRow(context, "Anisotropy", fmt::format("{:.3g}", network->anisotropy()),
           "Of the fabric, the mean of n n over the normals: its largest eigenvalue less its smallest. 0: contacts in "
           "all directions alike, 1: all in one.");
  drawForces(context, *network);
  drawCoordination(context, *network);
  text("Directions of contacts", theme::kDim);
  int& plane = context.memory.rosePlane;
  static constexpr std::array<std::string_view, 3> kHelp = {"Seen along y.", "Seen along x.", "Seen from above."};
  if (const auto pressed = segmented(context, "network.plane", kRosePlanes, plane, kHelp)) {
    plane = *pressed;
  }
  drawRose(context, network->directions[static_cast<std::size_t>(plane)]);
}

}  // namespace scree
