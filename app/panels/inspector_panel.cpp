#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/widgets/explanation.h"
#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

/// Text of a vector with a fixed number of decimals, so that the numbers of a moving grain keep their places.
std::string vectorText(const Vec3& v, int decimals, std::string_view unit) {
  return fmt::format("{:.{}f} {:.{}f} {:.{}f} {}", v.x(), decimals, v.y(), decimals, v.z(), decimals, unit);
}

/// Draws the row for the strength of the spring by which Ctrl + drag pulls, in weights per diameter.
void drawPullStrength(PanelContext& context) {
  NumberSpec spec;
  spec.name = "pull_strength";
  spec.label = "Pull [w/d]";
  spec.help =
      "Strength of the spring by which Ctrl + drag pulls a grain or a body: so many times its own weight for each "
      "diameter (of a body, its longest edge) that the pointer is away from it [weights/diameter]. From the next pull "
      "on.";
  spec.minimum = 0.01;
  spec.maximum = 1e4;
  spec.low = 0.5;
  spec.high = 200.0;
  spec.logarithmic = true;
  spec.initialName = "the usual strength";
  if (const auto wanted = numberRow(context, spec, context.memory.pullStrength, kDefaultPull)) {
    context.memory.pullStrength = *wanted;
  }
}

constexpr std::array<const char*, 10> kRows = {"Grain",    "Diameter", "Mass", "Material", "Position",
                                               "Velocity", "Speed",    "Spin", "Contacts", "Overlap"};

void drawLetGo(PanelContext& context) {
  if (ImGui::Button("Let go")) {
    context.view.selected.reset();
  }
  probe(context, "deselect");
  tooltip("Ends the selection. A click into the empty view does the same.");
}

/// Draws the moisture, the fines gained and the age of the grain, and the bridges and adhesions that pull it.
void drawMatter(PanelContext& context, const Snapshot& now, ParticleId id) {
  const MatterLists& lists = now.onRequest.matter;
  if (!lists.picked || lists.picked->id != id) {
    return;
  }
  const GrainMatter& grain = *lists.picked;
  valueRow(context, "Age", quantity(grain.age, "s", 4), "Time since the grain came into the world [s].");
  probe(context, "inspector.age");
  if (now.matter.isOn || grain.water > 0.0 || grain.gained != 0.0) {
    valueRow(context, "Moisture",
             fmt::format("{:.4g} %, {} of water", 100.0 * grain.moisture, quantity(1e6 * grain.water, "mg", 4)),
             "Water over dry mass [%], and the water in the grain and on it [mg].");
    probe(context, "inspector.moisture");
    valueRow(context, "Mass gained", quantity(1e6 * grain.gained, "mg", 4),
             "Fines that the grain has taken up, less what broke or wore off [mg].");
    probe(context, "inspector.gained");
  }
  if (lists.ofPicked.empty() && now.matter.bridges == 0) {
    return;
  }
  constexpr std::size_t kMostTold = 8;
  std::string lines;
  double pull = 0.0;
  std::size_t liquid = 0;
  for (std::size_t i = 0; i < lists.ofPicked.size(); ++i) {
    const SnapshotBridge& bridge = lists.ofPicked[i];
    pull += static_cast<double>(bridge.pull);
    liquid += bridge.volume > 0.0f ? 1 : 0;
    if (i >= kMostTold) {
      continue;
    }
    const std::size_t other = now.grains.id[bridge.a] == id ? bridge.b : bridge.a;
    const std::string side = bridge.b != kNoParticle                 ? fmt::format("grain {}", now.grains.id[other])
                             : bridge.body < now.scene.bodies.size() ? now.scene.bodies[bridge.body].name
                                                                     : std::string("a body");
    const std::string volume =
        bridge.volume > 0.0f ? quantity(1e9 * static_cast<double>(bridge.volume), "mm³") : std::string("no liquid");
    lines += fmt::format("\n{}: {}, {}, gap {}", side, quantity(1e3 * static_cast<double>(bridge.pull), "mN"), volume,
                         quantity(1e6 * static_cast<double>(bridge.gap), "µm"));
  }
  if (lists.ofPicked.size() > kMostTold) {
    lines += fmt::format("\nand {} more", lists.ofPicked.size() - kMostTold);
  }
  const std::size_t dry = lists.ofPicked.size() - liquid;
  valueRow(
      context, "Bridges",
      fmt::format("{}{}, {}{}", counted(liquid, "bridge"), dry > 0 ? fmt::format(" and {} dry", dry) : std::string(),
                  quantity(1e3 * pull, "mN"), lines),
      "Bridges of liquid, and dry contacts that pull the grain by adhesion, with the sum of the pulls; then each of "
      "them: pull, volume of the liquid, and gap of the surfaces, negative where they overlap.");
  probe(context, "inspector.bridges");
}

/// Keeps as much room as the tallest explanation took, from `top` on, so that rows below stand still when the events
/// of a grain change and when another grain is picked.
void keepRoom(PanelContext& context, float top) {
  const float font = ImGui::GetFontSize();
  float& tallest = context.memory.explained.tallest;
  tallest = std::max(tallest, (ImGui::GetCursorPosY() - top) / font);
  const float missing = top + tallest * font - ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
  if (missing > 0.0f) {
    ImGui::Dummy({0.0f, missing});
  }
}

/// Draws the rows without values, the first of them under the hint, so that a picked grain moves no panel below.
void drawWithoutGrain(PanelContext& context) {
  const float top = ImGui::GetCursorPosY();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  wrappedText("Click a grain to see its data; F then flies to it. Ctrl + drag pulls it, or a body with a mass.", width,
              theme::kDim);
  const auto hidden = static_cast<std::size_t>(std::ceil((ImGui::GetCursorPosY() - top) / line));
  ImGui::SetCursorPosY(top + static_cast<float>(hidden) * line);
  for (std::size_t i = hidden; i < kRows.size(); ++i) {
    text(kRows[i], theme::kDim);
    ImGui::SameLine(left + std::max(0.34f * width, ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x));
    text("–", theme::kDim);
  }
  keepRoom(context, ImGui::GetCursorPosY());
  drawPullStrength(context);
  ImGui::BeginDisabled();
  drawLetGo(context);
  ImGui::EndDisabled();
}

}  // namespace

void drawInspectorPanel(PanelContext& context) {
  const bool inTwin = context.memory.twin.pickedInTwin && context.snapshot->twin.snapshot != nullptr;
  const Snapshot& now = inTwin ? *context.snapshot->twin.snapshot->other : *context.snapshot;
  if (!context.view.selected) {
    drawWithoutGrain(context);
    return;
  }
  const ParticleId id = *context.view.selected;
  const auto found = std::lower_bound(now.grains.id.begin(), now.grains.id.end(), id);
  if (found == now.grains.id.end() || *found != id) {
    text(fmt::format("Grain {} has left the world.", id), theme::kWarn);
    return;
  }
  const auto i = static_cast<std::size_t>(found - now.grains.id.begin());
  valueRow(context, "Grain",
           inTwin ? fmt::format("{} ({})", id, twinName(context.snapshot->twin.snapshot->choice)) : std::to_string(id),
           "Identity of the grain; it keeps it for its whole life.");
  if (i < now.twin.apart.size()) {
    valueRow(context, "To its twin",
             std::isfinite(now.twin.apart[i]) ? fmt::format("{:.3g} d", now.twin.apart[i]) : "has left the other run",
             "Way to the same grain of the other run, over its diameter.");
  }
  valueRow(context, "Diameter", quantity(2e3 * static_cast<double>(now.grains.positionRadius[i].w()), "mm", 4),
           "Diameter [mm].");
  valueRow(context, "Mass", quantity(1e3 * static_cast<double>(now.grains.mass[i]), "g", 4), "Mass [g].");
  valueRow(context, "Material", now.scene.materialNames[now.grains.material[i]], "Material of the grain.");
  valueRow(context, "Position", vectorText(1e3 * now.placeOf(i), 1, "mm"), "Position x y z [mm].");
  valueRow(context, "Velocity", vectorText(now.grains.velocity[i].cast<double>(), 3, "m/s"), "Velocity x y z [m/s].");
  valueRow(context, "Speed", quantity(static_cast<double>(now.grains.velocity[i].norm()), "m/s"),
           "Length of the velocity [m/s].");
  valueRow(context, "Spin", vectorText(now.grains.angularVelocity[i].cast<double>(), 2, "rad/s"),
           "Angular velocity x y z [rad/s].");
  valueRow(context, "Contacts", std::to_string(now.grains.contactCount[i]),
           "Contacts with grains and bodies in the last step.");
  valueRow(context, "Overlap", fmt::format("{:.3g} %", 100.0 * static_cast<double>(now.grains.overlap[i])),
           "Largest overlap of its contacts over the diameter, δ/d [%].");
  const float top = ImGui::GetCursorPosY();
  drawMatter(context, now, id);
  drawExplanation(context, i);
  keepRoom(context, top);
  drawPullStrength(context);
  drawLetGo(context);
}

}  // namespace scree
