#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/panel.h"
#include "app/ui_state/law_names.h"
#include "app/widgets/angle_plot.h"
#include "app/widgets/widgets.h"
#include "engine/settings/measured_pairs.h"

namespace scree {

namespace {

/// Two materials whose law is shown.
struct PairOfMaterials {
  MaterialIndex a = 0;
  MaterialIndex b = 0;
};

std::vector<PairOfMaterials> pairsOf(const Materials& materials) {
  std::vector<PairOfMaterials> pairs;
  const auto count = static_cast<MaterialIndex>(materials.list.size());
  for (MaterialIndex a = 0; a < count; ++a) {
    for (MaterialIndex b = a; b < count; ++b) {
      pairs.push_back({a, b});
    }
  }
  return pairs;
}

/// Ends of a slider over some decades about a value.
std::array<double, 2> decadesAbout(double value) { return {0.01 * value, 100.0 * value}; }

/// Ends of the slider of a value, for usual materials.
std::array<double, 2> lawSliderRange(PairLawKey key, double initial) {
  switch (key) {
    case PairLawKey::friction:
      return {0.0, 1.5};
    case PairLawKey::rollingLength:
      return {0.0, initial > 0.0 ? 5.0 * initial : 0.01};
    case PairLawKey::stiffness:
      return decadesAbout(initial);
    case PairLawKey::dampingTime:
      return {0.0, initial > 0.0 ? 10.0 * initial : 0.01};
    case PairLawKey::surfaceTension:
      return {0.0, 0.5};
    case PairLawKey::contactAngle:
      return {0.0, 0.9};
    case PairLawKey::bridgeVolume:
      return {0.0, initial > 0.0 ? 10.0 * initial : 1e-8};
    case PairLawKey::pullOff:
      return {0.0, initial > 0.0 ? 10.0 * initial : 0.01};
    case PairLawKey::adhesionEnergy:
      return {0.0, initial > 0.0 ? 10.0 * initial : 1.0};
    default:
      return {0.0, 1.0};
  }
}

/// Law of a pair in the scene; the law in force where the scene has other materials, as after an import.
const PairLaw& sceneLaw(const PanelContext& context, PairOfMaterials pair) {
  const Materials& scene = context.scene.materials;
  const Materials& now = *context.snapshot->scene.materials;
  return scene.list.size() == now.list.size() ? scene.pair(pair.a, pair.b) : now.pair(pair.a, pair.b);
}

void postLaw(PanelContext& context, PairOfMaterials pair, PairLawKey key, double value) {
  const std::string name = lawRowName(*context.snapshot->scene.materials, pair.a, pair.b, key);
  markPending(context, name, context.post(SetPairLaw{pair.a, pair.b, key, value}), value);
}

void drawValue(PanelContext& context, PairOfMaterials pair, const PairLawInfo& info) {
  const Materials& materials = *context.snapshot->scene.materials;
  const PairLaw& law = materials.pair(pair.a, pair.b);
  const PairLaw& initialLaw = sceneLaw(context, pair);
  const double inForce = valueOf(law, info.key);
  const double initial = hasValue(initialLaw, info.key) ? valueOf(initialLaw, info.key) : inForce;
  const std::array<double, 2> ends = lawSliderRange(info.key, initial);
  const std::string name = lawRowName(materials, pair.a, pair.b, info.key);
  NumberSpec spec;
  spec.name = name;
  spec.label = info.label;
  spec.unit = info.unit;
  spec.help = fmt::format("{}\nSource: the scene's pair, key {}.", info.meaning, info.sceneKey);
  spec.minimum = info.minimum;
  spec.maximum = info.maximum;
  spec.low = ends[0];
  spec.high = ends[1];
  spec.logarithmic = info.key == PairLawKey::stiffness;
  if (const auto wanted = numberRow(context, spec, inForce, initial)) {
    postLaw(context, pair, info.key, *wanted);
  }
}

void drawModulus(PanelContext& context, MaterialIndex index) {
  const Materials& materials = *context.snapshot->scene.materials;
  const Material& material = materials.list[index];
  const Materials& scene = context.scene.materials;
  const double initial = index < scene.list.size() ? scene.list[index].youngsModulus : material.youngsModulus;
  if (initial <= 0.0) {
    return;
  }
  const std::string name = modulusRowName(materials, index);
  NumberSpec spec;
  spec.name = name;
  spec.label = "Modulus of " + material.name;
  spec.unit = "Pa";
  spec.help =
      "Young's modulus, from which the stiffness of all pairs of the material with stiffness: hertz follows.\n"
      "Source: the scene's material, key youngs_modulus.";
  spec.minimum = kLeastModulus;
  spec.maximum = kLargestModulus;
  spec.low = decadesAbout(initial)[0];
  spec.high = decadesAbout(initial)[1];
  spec.logarithmic = true;
  if (const auto wanted = numberRow(context, spec, material.youngsModulus, initial)) {
    markPending(context, name, context.post(SetYoungsModulus{index, *wanted}), *wanted);
  }
}

void drawLaw(PanelContext& context, PairOfMaterials pair) {
  const PairLaw& law = context.snapshot->scene.materials->pair(pair.a, pair.b);
  for (const PairLawInfo& info : pairLawTable()) {
    if (hasValue(law, info.key)) {
      drawValue(context, pair, info);
    }
  }
  if (law.law == StiffnessLaw::hertz) {
    drawModulus(context, pair.a);
    if (pair.b != pair.a) {
      drawModulus(context, pair.b);
    }
  }
}

void applyMeasured(PanelContext& context, PairOfMaterials pair, const MeasuredPair& measured) {
  const auto post = [&](PairLawKey key, const std::optional<double>& value) {
    if (value) {
      postLaw(context, pair, key, *value);
    }
  };
  post(PairLawKey::friction, measured.friction);
  post(PairLawKey::rollingResistance, measured.rollingResistance);
  post(PairLawKey::restitution, measured.restitution);
}

std::string numberOrNone(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g}", *value) : "not given";
}

/// Text of a published pair: values and source.
std::string measuredText(const MeasuredPair& measured) {
  std::string text = fmt::format("Friction {}, rolling resistance {}, restitution {}.", numberOrNone(measured.friction),
                                 numberOrNone(measured.rollingResistance), numberOrNone(measured.restitution));
  if (measured.density) {
    text += fmt::format(" Density {:.4g} kg/m³: set it in the scene, it does not change while a run goes on.",
                        *measured.density);
  }
  return text + fmt::format("\n{}\n{}.", measured.note, measured.source);
}

void drawMeasured(PanelContext& context, PairOfMaterials pair) {
  std::vector<std::string_view> names = {"choose"};
  for (const MeasuredPair& measured : measuredPairs()) {
    names.push_back(measured.name);
  }
  int& chosen = context.memory.materials.measured;
  chosen = std::clamp(chosen, 0, static_cast<int>(names.size()) - 1);
  const bool isNew = comboRow(context, "materials.measured", "Measured", chosen, names,
                              "Published values: sets friction, rolling resistance and restitution of the pair where "
                              "the source gives them. Stiffness, damping and density stay.");
  if (chosen == 0) {
    return;
  }
  const MeasuredPair& measured = measuredPairs()[static_cast<std::size_t>(chosen) - 1];
  if (isNew) {
    applyMeasured(context, pair, measured);
  }
  wrappedText(measuredText(measured), ImGui::GetContentRegionAvail().x, theme::kDim);
}

}  // namespace

void drawMaterialPanel(PanelContext& context) {
  const Materials& materials = *context.snapshot->scene.materials;
  const std::vector<PairOfMaterials> pairs = pairsOf(materials);
  if (pairs.empty()) {
    text("no materials", theme::kDim);
    return;
  }
  std::vector<std::string> texts;
  for (const PairOfMaterials pair : pairs) {
    texts.push_back(pairName(materials, pair.a, pair.b));
  }
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  int& shown = context.memory.materials.pair;
  shown = std::clamp(shown, 0, static_cast<int>(pairs.size()) - 1);
  if (comboRow(context, "materials.pair", "Pair", shown, names,
               "Two materials whose contact law is shown; the same twice: grains of one material.")) {
    context.memory.materials.measured = 0;
  }
  const PairOfMaterials pair = pairs[static_cast<std::size_t>(shown)];
  drawLaw(context, pair);
  drawMeasured(context, pair);
  drawAnglePlot(context);
  actionButton(context, "save_changes", "Save to a scene…", ImGui::GetContentRegionAvail().x);
}

}  // namespace scree
