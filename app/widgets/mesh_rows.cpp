#include "app/widgets/mesh_rows.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "app/widgets/widgets.h"
#include "engine/scene_file/made_numbers.h"

namespace scree {

namespace {

/// Name of a key in words: "bump height".
std::string inWords(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  key[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(key[0])));
  return key;
}

/// Ends of the slider: from none to twice the scene's value; angles may turn round.
void setSlider(const MadeNumber& number, double initial, double scale, NumberSpec& spec) {
  const double reach =
      initial == 0.0 ? (number.dimension == Dimension::angle ? 0.1 : 10.0 / scale) : 2.0 * std::abs(initial);
  spec.low = scale * std::max(number.least, number.dimension == Dimension::angle ? -reach : 0.0);
  spec.high = scale * std::min(number.most, reach);
}

std::string rowName(const PanelContext& context, std::uint32_t body, std::uint32_t shape, const MadeNumber& number) {
  return fmt::format("made.{}.{}.{}", context.snapshot->scene.bodies[body].name, shape, number.key);
}

/// The mesh with all numbers that were asked for and are not in force yet.
MadeMesh askedFor(const PanelContext& context, std::uint32_t body, std::uint32_t shape, const MadeMesh& made) {
  MadeMesh asked = made;
  for (const MadeNumber& number : numbersOf(made)) {
    if (const auto pending = pendingValue(context, rowName(context, body, shape, number))) {
      asked = withNumber(asked, number.key, *pending / readUnit(number).scale);
    }
  }
  return asked;
}

void drawNumber(PanelContext& context, std::uint32_t body, std::uint32_t shape, const MadeMesh& made,
                const MadeNumber& number, double initial) {
  const ReadUnit unit = readUnit(number);
  const std::string name = rowName(context, body, shape, number);
  NumberSpec spec;
  spec.name = name;
  spec.label = inWords(number.key);
  spec.unit = std::string(unit.name);
  spec.help = fmt::format("{} The {} is made anew, and grains where its wall is then are moved out of it.",
                          number.meaning, partName(made));
  spec.minimum = unit.scale * number.least;
  spec.maximum = unit.scale * number.most;
  spec.whole = number.isWhole;
  spec.whenLeft = true;  // each mesh takes a while to make, and moves grains
  setSlider(number, initial, unit.scale, spec);
  if (const auto wanted = numberRow(context, spec, unit.scale * number.value, unit.scale * initial)) {
    // The scene's own value comes back to the bit.
    const double value = *wanted == unit.scale * initial ? initial : *wanted / unit.scale;
    const MadeMesh asked = withNumber(askedFor(context, body, shape, made), number.key, value);
    markPending(context, name, context.post(setMadeMesh(body, shape, asked)), *wanted);
  }
}

/// Numbers in the scene, where it has this mesh too.
const MadeMesh* sceneMesh(const PanelContext& context, std::uint32_t body, std::uint32_t shape, const MadeMesh& made) {
  if (body >= context.scene.made.size() || shape >= context.scene.made[body].size()) {
    return nullptr;
  }
  const MadeMesh* initial = context.scene.made[body][shape].get();
  return initial != nullptr && initial->index() == made.index() ? initial : nullptr;
}

}  // namespace

void drawMadeMeshes(PanelContext& context, std::uint32_t body) {
  const SnapshotBody& shown = context.snapshot->scene.bodies[body];
  for (std::uint32_t s = 0; shown.shapes && s < shown.shapes->size(); ++s) {
    const auto* mesh = std::get_if<MeshShape>(&(*shown.shapes)[s].shape);
    if (mesh == nullptr || !mesh->made || shown.mass > 0.0) {
      continue;
    }
    const std::vector<MadeNumber> numbers = numbersOf(*mesh->made);
    if (numbers.empty()) {
      continue;
    }
    const std::string part = inWords(std::string(partName(*mesh->made)));
    ImGui::PushID(static_cast<int>(s));
    const bool isOpen = ImGui::TreeNodeEx(part.c_str(), ImGuiTreeNodeFlags_None);
    probe(context, fmt::format("made.{}.{}", shown.name, s));
    tooltip("Numbers that this mesh is made from. Open it to change them while it runs.");
    if (isOpen) {
      ImGui::Unindent(ImGui::GetTreeNodeToLabelSpacing() * 0.5f);
      const MadeMesh* scene = sceneMesh(context, body, s, *mesh->made);
      const std::vector<MadeNumber> initial = scene == nullptr ? numbers : numbersOf(*scene);
      for (const MadeNumber& number : numbers) {
        const auto own = std::ranges::find(initial, number.key, &MadeNumber::key);
        drawNumber(context, body, s, *mesh->made, number, own == initial.end() ? number.value : own->value);
      }
      ImGui::Indent(ImGui::GetTreeNodeToLabelSpacing() * 0.5f);
      ImGui::TreePop();
    }
    ImGui::PopID();
  }
}

}  // namespace scree
