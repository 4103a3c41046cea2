#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

/// Draws a row for a number of the view that is kept as a float; the row shows `scale` times the value.
void viewNumber(PanelContext& context, const NumberSpec& spec, float& value, float initial, double scale = 1.0) {
  // Rounds to four decimals: the further digits of a float were not typed.
  const auto shown = [scale](float v) { return std::round(scale * static_cast<double>(v) * 1e4) * 1e-4; };
  if (const auto wanted = numberRow(context, spec, shown(value), shown(initial))) {
    value = static_cast<float>(*wanted / scale);
  }
}

void drawChains(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  const LayerOptions usual;
  checkRow(context, "layers.chains", "Force chains", layers.chains,
           "Bars from centre to centre where contacts push; width and colour tell the normal force. Those inside "
           "aggregates have the force of the moment when they merged.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.56f);
  ImGui::BeginDisabled(!layers.chains);
  checkRow(context, "layers.kept", "in aggregates", layers.keptChains, "Also the contacts inside aggregates.");
  ImGui::EndDisabled();
  if (!layers.chains) {
    return;
  }
  viewNumber(context,
             {.name = "layers.percentile",
              .label = "Percentile",
              .unit = "%",
              .help = "Contacts with smaller forces than this share of all are left out [%].",
              .maximum = 100.0,
              .high = 100.0},
             layers.chainPercentile, usual.chainPercentile);
  viewNumber(context,
             {.name = "layers.width",
              .label = "Width",
              .help = "Factor on the width of the bars (a number).",
              .minimum = 0.1,
              .maximum = 10.0,
              .low = 0.2,
              .high = 4.0,
              .logarithmic = true},
             layers.chainWidth, usual.chainWidth);
  const LayerStatistics& shown = context.layerStatistics;
  const std::string line = shown.contacts == 0 ? std::string("No contact pushes.")
                                               : fmt::format("{} of {}, {} and more{}", grouped(shown.chains),
                                                             counted(shown.contacts, "contact"),
                                                             quantity(static_cast<double>(shown.threshold), "N"),
                                                             shown.capped ? "; the strongest only" : "");
  wrappedText(line, ImGui::GetContentRegionAvail().x, theme::kDim);
  probe(context, "layers.statistics");
  tooltip("How many contacts are drawn, and the smallest force among them. No more than 20 000 are drawn.");
}

void drawArrows(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  checkRow(context, "layers.velocities", "Velocities", layers.velocities,
           "An arrow at each grain; that of a fast one is three diameters long, the longest nine. Of more than 20 000 "
           "grains every n-th has one.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.56f);
  checkRow(context, "layers.reactions", "Reactions", layers.reactions,
           "On driven bodies: the force (amber) and the torque (violet) that the grains exert, in parts of the weight "
           "of all grains; as long as the scene's radius when they equal it.");
  checkRow(
      context, "layers.drives", "Drives", layers.drives,
      "Arrows (teal) along which drives move bodies and belts, and round the axes about which they turn them; none "
      "where a drive rests.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.56f);
  checkRow(
      context, "layers.joints", "Joints", layers.joints,
      "Joints of mechanisms: cylinders with their rods, rods, axes of hinges and slides, balls; orange with a motor. "
      "A click on one shows its forces in the Scene panel.");
  if (layers.velocities || layers.reactions || layers.drives) {
    viewNumber(context,
               {.name = "layers.arrow_length",
                .label = "Arrow length",
                .help = "Factor on the length of all arrows (a number).",
                .minimum = 0.05,
                .maximum = 50.0,
                .low = 0.1,
                .high = 10.0,
                .logarithmic = true},
               layers.arrowLength, LayerOptions().arrowLength);
  }
  if (layers.velocities && context.layerStatistics.arrowStride > 1) {
    text(fmt::format("every {}th grain", context.layerStatistics.arrowStride), theme::kDim);
  }
}

void drawBridges(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  checkRow(
      context, "layers.bridges", "Bridges", layers.bridges,
      "Necks from centre to centre where liquid or adhesion pulls grains together, or a grain to a body; width and "
      "colour tell the pull. A neck is thin in the middle where the surfaces are apart.");
  if (!layers.bridges) {
    return;
  }
  const LayerStatistics& shown = context.layerStatistics;
  const std::string line = shown.bridges == 0 ? std::string("Nothing pulls grains together.")
                                              : fmt::format("{} pull, {} at most{}", counted(shown.bridges, "contact"),
                                                            quantity(1e3 * static_cast<double>(shown.fullPull), "mN"),
                                                            shown.fewBridges ? "; the strongest only" : "");
  wrappedText(line, ImGui::GetContentRegionAvail().x, theme::kDim);
  probe(context, "layers.bridge_statistics");
  tooltip("How many contacts pull, and the pull of the widest necks. No more than 20 000 are drawn.");
}

constexpr std::array<std::string_view, 3> kTrails = {"none", "picked", "free"};
constexpr std::array<std::string_view, 3> kTrailHelp = {
    "No trails.", "The way that the picked grain has come.",
    "The ways that free grains have come; of many some, always the same ones."};

constexpr std::array<std::string_view, 3> kAutomaticNames = {"never", "automatic", "always"};
constexpr std::array<std::string_view, 3> kOutlineHelp = {
    "No outlines of aggregates.",
    "Lines part aggregates from each other and from free grains while grains are coloured by Aggregate.",
    "Lines part aggregates from each other and from free grains, whatever the colours mean."};

void drawOutlines(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  text("Outlines");
  ImGui::SameLine(start + ImGui::GetContentRegionAvail().x * 0.36f);
  if (const auto pressed =
          segmented(context, "layers.outlines", kAutomaticNames, static_cast<int>(layers.outlines), kOutlineHelp)) {
    layers.outlines = static_cast<OutlineChoice>(*pressed);
  }
}

void drawTrails(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  text("Trails");
  ImGui::SameLine(start + ImGui::GetContentRegionAvail().x * 0.36f);
  if (const auto pressed = segmented(context, "layers.trails", kTrails, static_cast<int>(layers.trails), kTrailHelp)) {
    layers.trails = static_cast<TrailRequest>(*pressed);
  }
  if (layers.trails != TrailRequest::none) {
    viewNumber(context,
               {.name = "layers.trail_length",
                .label = "Length",
                .unit = "s",
                .help = "How far back trails go, in simulated time [s].",
                .minimum = 0.05,
                .maximum = TrailLog::kSpan,
                .low = 0.05,
                .high = TrailLog::kSpan},
               layers.trailSeconds, LayerOptions().trailSeconds);
  }
}

constexpr std::array<std::string_view, 3> kBedMapHelp = {
    "No height map on the belt.",
    "The heights of the bed that landings make on the widest belt, where a sink takes what lands there.",
    "The heights of the bed that landings make on the widest belt, as a surface that goes with it."};

void drawBedMap(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  const BedNow& bed = context.snapshot->onRequest.bed;
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  text("Bed on belt");
  ImGui::SameLine(start + ImGui::GetContentRegionAvail().x * 0.36f);
  if (const auto pressed =
          segmented(context, "layers.bed_map", kAutomaticNames, static_cast<int>(layers.bedMap), kBedMapHelp)) {
    layers.bedMap = static_cast<BedMapChoice>(*pressed);
  }
  std::string line;
  if (!bed.hasBelt && layers.bedMap == BedMapChoice::always) {
    line = "This scene has no belt.";
  } else if (const BedReading* shown = shownBed(*context.snapshot, layers)) {
    line = fmt::format("{} from {:.2f} to {:.2f} s", counted(shown->landings, "landing"), shown->from, shown->to);
  }
  if (!line.empty()) {
    wrappedText(line, ImGui::GetContentRegionAvail().x, theme::kDim);
    probe(context, "layers.bed");
  }
}

}  // namespace

void drawLayersPanel(PanelContext& context) {
  LayerOptions& layers = context.view.layers;
  drawChains(context);
  checkRow(
      context, "layers.contacts", "Contact points", layers.contacts,
      "Where surfaces push on each other, with the normal as a pin; in the colours of free grains and of members.");
  drawBridges(context);
  if (layers.shrinkGrains()) {
    viewNumber(context,
               {.name = "layers.grain_size",
                .label = "Grain size",
                .unit = "%",
                .help = "Drawn size of the grains while force chains, contact points or bridges show, so that they do "
                        "not hide them [%].",
                .maximum = 100.0,
                .high = 100.0},
               layers.grainSize, LayerOptions().grainSize, 100.0);
  }
  drawArrows(context);
  drawOutlines(context);
  drawTrails(context);
  drawBedMap(context);
  actionButton(context, "worst_overlap", "Jump to the largest overlap", ImGui::GetContentRegionAvail().x);
  actionButton(context, "worst_residual", "Jump to the largest residual", ImGui::GetContentRegionAvail().x);
}

}  // namespace scree
